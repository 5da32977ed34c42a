import { makeScene, type Scene, simulatedScenes } from '@selfcollide/scenes';
import { readDataScene } from '../star/data-scenes.ts';
import { loadFrames } from '../star/frame-cache.ts';
import type { ProximityScene } from './measure-proximities.ts';

/** Distances in mean edges of the rest shape unless they come with the data. */
const TENTH = 0.1;

/** At rest: flat, flat and turned, and the cloth that will be dragged. */
export async function restScenes(triangles: number, edges = TENTH): Promise<ProximityScene[]> {
  const flat = await makeScene('flat-sheet', { triangles });
  const sheet = posed(flat, 0, 'flat-sheet', edges);
  const cloth = await simulated('dragged-cloth').make({ triangles });
  return [
    sheet,
    {
      ...sheet,
      name: `${sheet.name} turned`,
      pose: turn(sheet.pose),
      mesh: { ...sheet.mesh, positions: turn(sheet.pose) },
    },
    scene('dragged-cloth', cloth.mesh, Float64Array.from(cloth.mesh.positions), edges, 'at rest'),
  ];
}

/** Frames of simulated cloth, spread evenly; the first call simulates and keeps them. */
export function simulatedFrames(
  wanted: readonly (readonly [name: string, triangles: number])[],
  count: number,
): Promise<ProximityScene[][]> {
  return Promise.all(
    wanted.map(async ([name, triangles]) => {
      const frames = loadFrames(await simulated(name).make({ triangles }));
      return spread(frames, count).map((number) => posed(frames, number, name, TENTH));
    }),
  );
}

/** The same of generated scenes, for a quick run. */
export function generatedFrames(
  wanted: readonly (readonly [name: string, triangles: number])[],
  count: number,
): Promise<ProximityScene[][]> {
  return Promise.all(
    wanted.map(async ([name, triangles]) => {
      const frames = await makeScene(name, { triangles });
      return spread(frames, count).map((number) => posed(frames, number, name, TENTH));
    }),
  );
}

/** Real data with the distances of the counts: the first frame of each. */
export function dataScenes(folder: string): Promise<ProximityScene[]> {
  const wanted = [
    ['kick', 0.001],
    ['cloth-funnel', 0.002],
    ['armadillo-rollers', 0.001],
  ] as const;
  return Promise.all(
    wanted.map(async ([name, distance]) => {
      const { mesh, frames } = await readDataScene(folder, name, 1);
      const pose = Float64Array.from(frames[0].positions);
      return { name: `${name} ${frames[0].label}, ${distance}`, mesh: { ...mesh, positions: pose }, pose, distance };
    }),
  );
}

export function meanEdge({ positions, triangles }: ProximityScene['mesh']): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const a = 3 * triangles[h];
    const b = 3 * triangles[h % 3 === 2 ? h - 2 : h + 1];
    sum += Math.hypot(...[0, 1, 2].map((k) => positions[a + k] - positions[b + k]));
  }
  return sum / triangles.length;
}

function posed(frames: Scene, number: number, name: string, edges: number): ProximityScene {
  const pose = new Float64Array(frames.mesh.positions.length);
  frames.frame(number, pose);
  return scene(name, frames.mesh, pose, edges, `frame ${number}`);
}

function scene(name: string, mesh: ProximityScene['mesh'], pose: Float64Array, edges: number, when: string) {
  const title = `${name} ${mesh.triangles.length / 3}, ${when}, ${edges} edge`;
  return { name: title, mesh, pose, distance: edges * meanEdge(mesh) };
}

function spread({ frameCount }: Scene, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * (frameCount - 1)) / count));
}

function simulated(name: string) {
  const entry = simulatedScenes.find((known) => known.name === name);
  if (!entry) throw new RangeError(`simulated: name must be a simulated scene, got ${name}.`);
  return entry;
}

/** By 1 radian about (1, 1, 1): boxes of a turned sheet overlap far more. */
function turn(pose: ArrayLike<number>): Float64Array {
  const [c, s] = [Math.cos(1), Math.sin(1) / Math.sqrt(3)];
  const out = new Float64Array(pose.length);
  for (let v = 0; v < pose.length; v += 3) {
    const [x, y, z] = [pose[v], pose[v + 1], pose[v + 2]];
    const along = ((1 - c) * (x + y + z)) / 3;
    out[v] = c * x + s * (z - y) + along;
    out[v + 1] = c * y + s * (x - z) + along;
    out[v + 2] = c * z + s * (y - x) + along;
  }
  return out;
}
