import {
  boundaryFaces,
  createBodyShape,
  createElasticTets,
  createReducedMotion,
  createReducedStvk,
  createResonatorBank,
  findModes,
  modesOfBasis,
  nonlinearBasis,
  polynomialModes,
  scaleBasisByEnergy,
  selectVertices,
  turnTo,
} from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import type { SceneMesh, SceneOptions } from '../scene.ts';
import { subdividedMesh } from '../simulated/subdivided-mesh.ts';
import { type TetMesh, tetCubes } from '../tets/tet-meshes.ts';
import { bodiesScene, refineBasis } from './bodies-scene.ts';
import type { ReducedBodiesScene } from './reduced-scene.ts';

export interface OctopusOptions extends Pick<SceneOptions, 'frames' | 'seed'> {
  /** How it moves: 30 coordinates of large deformations, or 24 polynomials of the place with linear dynamics. Default `nonlinear`. */
  readonly dynamics?: 'nonlinear' | 'polynomial';
  /**
   * What is thrown. `rubber`: a toy, 12 cm across, at 10 m/s; it bounces and comes to rest near its own shape. `soft`: 60 cm of jelly at 4 m/s, which its weight leaves flat. Default: `rubber`
   * for the nonlinear one, `soft` for the polynomial one.
   */
  readonly material?: keyof typeof MATERIALS;
  /** Coordinates of the nonlinear one. Default 30. */
  readonly modes?: number;
  /** Steps of subdivision. Default 2. */
  readonly subdivisions?: number;
}

export const octopusEntry = {
  name: 'octopus',
  about: 'An octopus of rubber is thrown on the floor; its arms hit each other.',
  defaultTriangles: 80_000,
  defaultFrames: 300,
} as const;

/**
 * `size` is the largest distance from the middle of the box, in metres. `pace` is how long a wave takes to cross it, size·√(density / youngsModulus), against the soft one: lengths of steps, damping and contact
 * go with it, so that materials differ in nothing but how much weight and throw count.
 */
const MATERIALS = {
  soft: { size: 0.3, youngsModulus: 6e4, pace: 1, velocity: [1, -4, 0.5], spin: [4, 2, -5] },
  rubber: { size: 0.06, youngsModulus: 1e6, pace: 1 / 20, velocity: [2.5, -10, 1.25], spin: [20, 10, -25] },
} as const;
const LINEAR_MODES = 14;

/** @param tets Its body; left out, a small stand-in of cubes with eight arms. */
export function octopus(tets: TetMesh = standIn(), options: OctopusOptions = {}): ReducedBodiesScene {
  const { dynamics = 'nonlinear', modes = 30, subdivisions = 2, material, ...rest } = options;
  const { frames, seed } = readSceneOptions(octopusEntry, rest);
  if (dynamics !== 'nonlinear' && dynamics !== 'polynomial') {
    throw new RangeError(`octopus: dynamics must be nonlinear or polynomial, got ${dynamics}.`);
  }
  const usual = dynamics === 'nonlinear' ? 'rubber' : 'soft';
  if (material !== undefined && !Object.hasOwn(MATERIALS, material)) {
    throw new RangeError(`octopus: material must be rubber or soft, got ${material}.`);
  }
  const { [material ?? usual]: made } = MATERIALS;
  const { size, youngsModulus, pace } = made;
  if (!(Number.isInteger(subdivisions) && subdivisions >= 0)) {
    throw new RangeError(`octopus: subdivisions must be a whole number from 0, got ${subdivisions}.`);
  }
  const body = createElasticTets(
    { positions: resized(tets.positions, size), tets: tets.tets },
    { youngsModulus, poissonRatio: 0.4, density: 1000 },
  );
  const outer = boundaryFaces(body.tets);
  const used = [...new Set(outer.triangles)].sort((a, b) => a - b);
  const numberOf = new Map(used.map((v, i) => [v, i]));
  const coarse: SceneMesh = {
    positions: Float64Array.from(used.flatMap((v) => [...body.positions.subarray(3 * v, 3 * v + 3)])),
    triangles: outer.triangles.map((v) => numberOf.get(v) as number),
  };
  const fine = subdividedMesh(coarse, (4 ** subdivisions * coarse.triangles.length) / 3);
  const damping = { massDamping: 0.5 / pace, stiffnessDamping: 1e-3 * pace };
  const parts = dynamics === 'nonlinear' ? nonlinear() : polynomial();
  const shape = createBodyShape(body, parts.basis, {
    ...fine.fine,
    basis: refineBasis(fine, selectVertices(parts.basis, used)),
  });
  return bodiesScene({
    name: [
      octopusEntry.name,
      ...(dynamics === 'nonlinear' ? [] : [dynamics]),
      ...(material === undefined || material === usual ? [] : [material]),
    ].join('-'),
    about: octopusEntry.about,
    stepCount: frames,
    shape,
    bodyCount: 1,
    ...(parts.weights && { weights: parts.weights }),
    substeps: parts.substeps,
    contact: {
      timeStep: parts.timeStep,
      stiffness: (6e4 * shape.mass) / pace ** 2,
      damping: 2e-3 * pace,
      friction: 0.5,
    },
    createMotion: parts.createMotion,
    place(world) {
      const [{ frame }] = world.bodies;
      turnTo(frame, 0.4, 0.1 * seed, 0.2, 1);
      frame.place[1] = 1.05 * shape.size;
      frame.velocity.set(made.velocity);
      frame.spin.set(made.spin);
    },
  });

  function nonlinear() {
    const timeStep = pace / 600;
    const linear = findModes(body, { count: LINEAR_MODES });
    const basis = scaleBasisByEnergy(body, nonlinearBasis(body, linear, { count: modes }));
    const model = createReducedStvk(body, basis);
    const createMotion = () => createReducedMotion(model, { timeStep, ...damping });
    return { basis, createMotion, timeStep, substeps: 5, weights: undefined };
  }

  function polynomial() {
    const timeStep = pace / 3000;
    const basis = modesOfBasis(body, polynomialModes(body.positions, body.masses));
    const createMotion = () => createResonatorBank(basis.eigenvalues, { sampleRate: 1 / timeStep, ...damping });
    return { basis, createMotion, timeStep, substeps: 25, weights: basis.eigenvalues.map((value) => value / 2) };
  }
}

function resized(positions: Float64Array, size: number): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  const half = Math.max(...high.map((x, axis) => x - low[axis])) / 2;
  return positions.map((x, i) => (size * (x - (low[i % 3] + high[i % 3]) / 2)) / half);
}

/** A head of cubes on eight arms, two cubes thick: enough to test with. */
function standIn(): TetMesh {
  const side = 13;
  const middle = (side - 1) / 2;
  return tetCubes([side, 6, side], [0, 0, 0], 1, (x, y, z) => {
    const [dx, dz] = [x - middle, z - middle];
    if (Math.max(Math.abs(dx), Math.abs(dz)) <= 2) return y >= 1;
    if (y !== 1 && y !== 2) return false;
    // arms along the axes, bent down at their ends, and along the diagonals as stairs
    return Math.min(Math.abs(dx), Math.abs(dz)) === 0 || Math.abs(Math.abs(dx) - Math.abs(dz)) <= 1;
  });
}
