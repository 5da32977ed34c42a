import { createScene, readSceneOptions, smoothStep } from '../create-scene.ts';
import type { Scene, SceneEntry, SceneMesh, SceneOptions } from '../scene.ts';
import { collapseEdges } from './collapse-edges.ts';
import { loopSubdivide } from './loop-subdivide.ts';
import { type Roughness, roughen } from './roughen.ts';

export interface BunnySceneOptions extends SceneOptions {
  /** Default `plain`. */
  readonly roughness?: Roughness;
}

/** Distance between bumps, in the model's units; the bunny is 9.7 high. */
const BUMP_SIZE = 0.9;

export const bunnyEntries: Readonly<Record<Roughness, SceneEntry>> = {
  plain: bunnyEntry('plain', 'A bunny that curls up and is squashed until ears meet back and feet meet belly.'),
  bumpy: bunnyEntry('bumpy', 'The squeezed bunny, covered with smooth bumps.'),
  spiky: bunnyEntry('spiky', 'The squeezed bunny with vertices pulled out to spikes: hardly any patch faces one way.'),
};

function bunnyEntry(roughness: Roughness, about: string): SceneEntry {
  return {
    name: roughness === 'plain' ? 'bunny' : `${roughness}-bunny`,
    about,
    group: 'bunny',
    defaultTriangles: 14_696,
    defaultFrames: 60,
    resizable: true,
    make: async (options) => bunnyScene(await loadBunny(), { ...options, roughness }),
  };
}

/**
 * A closed bunny that curls up and is squashed: ears come down on its back, head on its chest, hind feet under its belly.
 * `base` is what `loadBunny` gives. Its 3,674 triangles, and 14,696 and 58,784 after Loop subdivision, are the star paper's
 * sizes; for others the base is first thinned so that whole subdivision steps lead to the count wanted.
 */
export function bunnyScene(base: SceneMesh, options: BunnySceneOptions = {}): Scene {
  const { roughness = 'plain' } = options;
  if (!Object.hasOwn(bunnyEntries, roughness)) {
    const known = Object.keys(bunnyEntries).join(', ');
    throw new RangeError(`bunnyScene: roughness must be one of ${known}, got ${String(roughness)}.`);
  }
  const entry = bunnyEntries[roughness];
  const { triangles, frames, seed } = readSceneOptions(entry, options);
  const mesh = roughen(resize(base, triangles), roughness, BUMP_SIZE, seed);

  return createScene(entry, {
    triangles: mesh.triangles,
    vertexCount: mesh.positions.length / 3,
    frames,
    pose: (t, out) => squeeze(mesh.positions, t, out),
  });
}

function resize(base: SceneMesh, triangles: number): SceneMesh {
  const baseTriangles = base.triangles.length / 3;
  let steps = 0;
  // 1 % of slack: 58,800 is meant to be two steps from the full base, not three from a thinned one
  while (triangles / 4 ** steps > 1.01 * baseTriangles) steps++;
  const wanted = triangles / 4 ** steps;
  let mesh = wanted < baseTriangles ? collapseEdges(base, wanted) : base;
  for (let i = 0; i < steps; i++) mesh = loopSubdivide(mesh);
  return mesh;
}

/** The pose at time t; at 0 the rest pose exactly. */
function squeeze(rest: Float64Array, t: number, out: Float64Array): void {
  const ears = -1.5 * smoothStep(0, 1, t); // radians, about z: backwards
  const curl = 0.75 * t; // radians by which each half of the body turns downwards
  const flatten = 1 - 0.25 * t;
  const widen = 1 + 0.1 * t;

  for (let v = 0; v < rest.length; v += 3) {
    let x = rest[v]!;
    let y = rest[v + 1]!;
    // ears: blended between the head and a bone hinged at the back of the head
    const lift = smoothStep(7.7, 8.9, y + 0.5 * (x + 2));
    [x, y] = blendTurn(x, y, EAR_X, EAR_Y, ears, lift);
    // body: front and rear halves turn against each other
    const rear = smoothStep(-3.2, 3.2, rest[v]!);
    const [frontX, frontY] = blendTurn(x, y, BODY_X, BODY_Y, curl, 1 - rear);
    const [rearX, rearY] = blendTurn(x, y, BODY_X, BODY_Y, -curl, rear);
    out[v] = widen * (frontX + rearX - x);
    out[v + 1] = flatten * (frontY + rearY - y);
    out[v + 2] = widen * rest[v + 2]!;
  }
}

/** Linear-blend skinning with one moving bone: the point, and the point turned about (cx, cy), mixed by weight. */
function blendTurn(x: number, y: number, cx: number, cy: number, angle: number, weight: number): [number, number] {
  const cos = Math.cos(angle) - 1;
  const sin = Math.sin(angle);
  return [x + weight * (cos * (x - cx) - sin * (y - cy)), y + weight * (sin * (x - cx) + cos * (y - cy))];
}

const EAR_X = -1.8;
const EAR_Y = 7.6;
const BODY_X = 0;
const BODY_Y = 3.6;

/**
 * The Stanford bunny of the npm package `bunny`: 3,674 triangles, closed, y up, about 10 units high, its head towards −x.
 * Imported on demand: 110 kB that other scenes do not need.
 */
export async function loadBunny(): Promise<SceneMesh> {
  const { default: bunny } = await import('bunny');
  return {
    positions: Float64Array.from(bunny.positions.flat()),
    triangles: Uint32Array.from(bunny.cells.flat()),
  };
}
