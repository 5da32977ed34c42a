import {
  createBodyShape,
  createElasticTets,
  createReducedMotion,
  createReducedStvk,
  embedModes,
  embedPoints,
  findModes,
  nonlinearBasis,
  scaleBasisByEnergy,
  turnTo,
} from '@selfcollide/physics';
import { loadBunny } from '../bunny/bunny-scene.ts';
import { type Roughness, roughen } from '../bunny/roughen.ts';
import { readSceneOptions } from '../create-scene.ts';
import { createRandom } from '../random.ts';
import type { SceneMesh, SceneOptions } from '../scene.ts';
import { subdividedMesh } from '../simulated/subdivided-mesh.ts';
import { tetLattice } from '../tets/tet-meshes.ts';
import { bodiesScene, refineBasis } from './bodies-scene.ts';
import type { ReducedBodiesScene } from './reduced-scene.ts';

export interface BunniesOptions extends SceneOptions {
  /** Default 30. */
  readonly modes?: number;
  /** Default `plain`. */
  readonly roughness?: Roughness;
}

export const bunniesEntries = [entry(16), entry(128)] as const;

function entry(count: number) {
  return {
    name: `bunnies-${count}`,
    about: `${count} soft bunnies fall on their ears, on the floor and on each other.`,
    count,
    defaultTriangles: 14_696,
    defaultFrames: 300,
  } as const;
}

/** Metres a unit of the model, which is 9.7 high. */
const SCALE = 0.02;
/** Cubes along the longest side: an ear is one or two across. */
const CELLS = 15;
const MATERIAL = { youngsModulus: 1.5e5, poissonRatio: 0.4, density: 1000 };
const TIME_STEP = 1 / 600;
const SUBSTEPS = 5;
/** Modes whose derivatives are taken: with them, more than enough columns to choose 30 of. */
const LINEAR_MODES = 14;

/** `count` bunnies of jelly; `modes` coordinates each, of which large deformations are made (linear modes and their derivatives). */
export async function bunnies(count: number, options: BunniesOptions = {}): Promise<ReducedBodiesScene> {
  const { modes = 30, roughness = 'plain', ...rest } = options;
  const known = bunniesEntries.find((one) => one.count === count) ?? entry(count);
  const { triangles, frames, seed } = readSceneOptions(known, rest);
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new RangeError(`bunnies: count must be a whole number from 1, got ${count}.`);
  }
  const base = await loadBunny();
  const subdivided = subdividedMesh(base, triangles);
  const fine = roughen(subdivided.fine, roughness, 0.9, seed);
  const tets = tetLattice(base, CELLS, { cover: true });
  const body = createElasticTets({ positions: scaled(tets.positions), tets: tets.tets }, MATERIAL);
  const linear = findModes(body, { count: LINEAR_MODES });
  const basis = scaleBasisByEnergy(body, nonlinearBasis(body, linear, { count: modes }));
  const embedded = embedModes(embedPoints(body, scaled(subdivided.coarse.positions)), basis);
  const surface: SceneMesh = { positions: scaled(fine.positions), triangles: fine.triangles };
  const shape = createBodyShape(body, basis, { ...surface, basis: refineBasis(subdivided, embedded) });
  const model = createReducedStvk(body, basis);
  return bodiesScene({
    name: known.name,
    about: known.about,
    stepCount: frames,
    shape,
    bodyCount: count,
    substeps: SUBSTEPS,
    contact: { timeStep: TIME_STEP, stiffness: 6e4 * shape.mass, damping: 4e-3, friction: 0.5 },
    createMotion: () => createReducedMotion(model, { timeStep: TIME_STEP, massDamping: 1, stiffnessDamping: 2e-3 }),
    place(world) {
      const random = createRandom(seed);
      const side = Math.max(1, Math.round(Math.sqrt(count / 4)));
      const gap = 1.25 * shape.size;
      world.bodies.forEach(({ frame }, i) => {
        const layer = Math.floor(i / (side * side));
        const [x, z] = [i % side, Math.floor(i / side) % side].map((k) => k - (side - 1) / 2);
        // upside down, each turned and shifted a little differently
        turnTo(frame, 1, random.between(-0.6, 0.6), random.between(-0.2, 0.2), random.between(-0.25, 0.25));
        frame.place.set([
          gap * (x + random.between(-0.1, 0.1)),
          shape.size * (1.2 + 2 * layer),
          gap * (z + random.between(-0.1, 0.1)),
        ]);
        frame.velocity[1] = -1.5;
      });
    },
  });
}

function scaled(positions: Float64Array): Float64Array {
  return positions.map((x) => SCALE * x);
}
