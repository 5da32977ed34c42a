import { createShell, enclosedVolume, planeCollider } from '@selfcollide/physics';
import { loadBunny } from '../bunny/bunny-scene.ts';
import { type Roughness, roughen } from '../bunny/roughen.ts';
import { smoothStep } from '../create-scene.ts';
import type { SceneMesh } from '../scene.ts';
import { vertexNormals } from '../topology/vertex-normals.ts';
import type { SimulatedScene, SimulatedSceneEntry, SimulatedSceneOptions } from './simulated-scene.ts';
import { readSimulatedOptions, simulateFrames } from './simulated-scene.ts';
import { type SubdividedMesh, subdividedMesh } from './subdivided-mesh.ts';

/** Distance between bumps, in the model's units; the bunny is 9.7 high. */
const BUMP_SIZE = 0.9;
const BUMP_SEED = 1;
/** Height between the planes in the end, as a part of the height at first. */
const LAST_HEIGHT = 0.5;
/** How far either plane moves in the end, against the other. */
const LAST_SHIFT = 9;
const DURATION = 4;
const STEPS = 3000;

export const rollingBunnyEntries: readonly SimulatedSceneEntry[] = [
  entry(
    'plain',
    'rolling-bunny',
    'A soft bunny rolls and is squashed between two planes; ears and feet fold into its body.',
  ),
  entry('bumpy', 'rolling-bumpy-bunny', 'The rolling bunny, covered with smooth bumps.'),
  entry(
    'spiky',
    'rolling-spiky-bunny',
    'The rolling bunny with vertices pulled out to spikes: hardly any patch faces one way.',
  ),
];

function entry(roughness: Roughness, name: string, about: string): SimulatedSceneEntry {
  const made: SimulatedSceneEntry = {
    name,
    about,
    sizes: [3_674, 14_696, 58_784],
    defaultFrames: 100,
    make: async (options = {}) => rollingBunny(made, await loadBunny(), roughness, options),
  };
  return made;
}

/**
 * The coarse bunny is simulated as a shell that pressure keeps full; the finer surfaces are its subdivisions, frame by frame,
 * so all sizes move alike. Bumps and spikes ride on the deformed surface with their heights at rest.
 */
function rollingBunny(
  { name, about, sizes, defaultFrames }: SimulatedSceneEntry,
  base: SceneMesh,
  roughness: Roughness,
  options: SimulatedSceneOptions,
): SimulatedScene {
  const { triangles, frames } = readSimulatedOptions({ name, sizes, defaultFrames }, options);
  const subdivided = subdividedMesh(base, triangles);
  const mesh = roughen(subdivided.fine, roughness, BUMP_SIZE, BUMP_SEED);
  const heights = bumpHeights(subdivided.fine, mesh);
  return {
    name,
    about,
    mesh,
    frameCount: frames,
    *frames() {
      const out = new Float64Array(mesh.positions.length);
      let first = true;
      for (const positions of roll(subdivided, frames)) {
        if (first) out.set(mesh.positions);
        else raise(subdivided.refine(positions), mesh.triangles, heights, out);
        first = false;
        yield out;
      }
    },
  };
}

/** How far each vertex of the rough mesh is above the smooth one, along the smooth one's normal. */
function bumpHeights(smooth: SceneMesh, rough: SceneMesh): Float64Array {
  const normals = vertexNormals(smooth);
  const heights = new Float64Array(normals.length / 3);
  for (let i = 0; i < normals.length; i++) {
    heights[Math.floor(i / 3)] += (rough.positions[i] - smooth.positions[i]) * normals[i];
  }
  return heights;
}

function raise(positions: Float64Array, triangles: Uint32Array, heights: Float64Array, out: Float64Array): void {
  const normals = vertexNormals({ positions, triangles });
  for (let i = 0; i < out.length; i++) out[i] = positions[i] + heights[Math.floor(i / 3)] * normals[i];
}

function roll({ coarse }: SubdividedMesh, frames: number): Iterable<Float64Array> {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < coarse.positions.length; i += 3) {
    low = Math.min(low, coarse.positions[i]);
    high = Math.max(high, coarse.positions[i]);
  }
  const floor = planeCollider([0, low, 0], [0, 1, 0], 0.8);
  const lid = planeCollider([0, high, 0], [0, -1, 0], 0.8);
  const shell = createShell(coarse, {
    bendStiffness: 150,
    damping: 1.5,
    gravity: [0, -10, 0],
    colliders: [floor, lid],
  });
  const volume = enclosedVolume(coarse.positions, coarse.triangles);
  const timeStep = DURATION / STEPS;
  return simulateFrames({
    frames,
    steps: STEPS,
    positions: shell.positions,
    step(share) {
      const before = smoothStep(0.1, 1, share - 1 / STEPS);
      const speed = (LAST_SHIFT * (smoothStep(0.1, 1, share) - before)) / timeStep;
      floor.velocity[0] = speed;
      lid.velocity[0] = -speed;
      lid.point[1] = low + (high - low) * (1 - (1 - LAST_HEIGHT) * smoothStep(0, 0.8, share));
      shell.targetVolume = volume;
      shell.step(timeStep);
    },
  });
}
