import { createSoftTets } from '@selfcollide/physics';
import { createRandom, type Random } from '../random.ts';
import { type TetMesh, tetBlock, tetTube } from './tet-meshes.ts';

/** Bodies of tetrahedra in motion. The same name and seed give the same motion. */
export interface TetScene {
  readonly name: string;
  /** One sentence: what moves, and where it touches. */
  readonly about: string;
  /** Topology, and positions before the first step. */
  readonly objects: readonly TetMesh[];
  /** Positions of each object now; the arrays stay the same and change with every step. */
  readonly positions: readonly Float64Array[];
  /** Steps taken so far. */
  readonly steps: number;
  step(): void;
}

/** The setups of the hashing paper, table 1. */
export const tetSceneNames = ['A', 'B', 'C', 'D', 'E'] as const;

export type TetSceneName = (typeof tetSceneNames)[number];

/** Steps in which the drive of a body turns around once, at least and at most: bodies never come to rest. */
const TURN_STEPS = [150, 400];
/** Drive of a body, lengths per time². */
const DRIVE = 3;

interface Setup {
  readonly about: string;
  /** Half edges of the box that the bodies drift in. */
  readonly room: readonly [number, number, number];
  /** Of the springs; default as in createSoftTets. */
  readonly stiffness?: number;
  objects(random: Random): TetMesh[];
}

const setups: Record<TetSceneName, Setup> = {
  A: {
    about: '100 bars of two cubes, 10 tets and 12 vertices each, drift and bump into each other in a box.',
    room: [5.5, 5.5, 5.5],
    objects: (random) => copies(tetBlock(2, 1, 1), [5, 5, 4], [2.15, 2, 2.4], 0.3, random),
  },
  B: {
    about: '8 plates of 10 × 10 cubes, 500 tets and 242 vertices each, drift and bump into each other in a box.',
    room: [8, 8, 8],
    objects: (random) => copies(tetBlock(10, 1, 10), [1, 8, 1], [0, 1.9, 0], 0.03, random),
  },
  C: {
    about: '20 plates of 10 × 10 cubes, 500 tets and 242 vertices each, drift and bump into each other in a box.',
    room: [11.5, 10, 11.5],
    objects: (random) => copies(tetBlock(10, 1, 10), [2, 5, 2], [11.2, 1.9, 11.2], 0.03, random),
  },
  D: {
    about:
      'Two vessels with walls of two layers, 10,257 tets and 2,949 vertices each, cross each other in a box too low for both.',
    room: [32, 3.3, 32],
    stiffness: 0.15,
    objects: () => [vessel(false), vessel(true)],
  },
  E: {
    about: '100 plates of 10 × 10 cubes, 500 tets and 242 vertices each, drift and bump into each other in a box.',
    room: [20, 16, 20],
    objects: (random) => copies(tetBlock(10, 1, 10), [3, 12, 3], [12.5, 2.4, 12.5], 0.03, random).slice(0, 100),
  },
};

/**
 * Makes a setup of the hashing paper with its numbers of objects, tets and vertices. The paper shows its bodies in
 * pictures only; shapes are chosen to match the numbers exactly.
 */
export function createTetScene(name: TetSceneName, options: { readonly seed?: number } = {}): TetScene {
  if (!tetSceneNames.includes(name)) {
    throw new RangeError(`createTetScene: name must be one of ${tetSceneNames.join(', ')}; got ${String(name)}.`);
  }
  const { about, room, stiffness, objects: makeObjects } = setups[name];
  const random = createRandom(options.seed ?? 1);
  const objects = makeObjects(random);
  const drives = objects.map(() => createDrive(random));
  const accelerations = new Float64Array(3 * objects.length);
  const bodies = createSoftTets(objects, { stiffness, bounds: [...room.map((half) => -half), ...room] });
  let steps = 0;
  return {
    name,
    about,
    objects,
    positions: bodies.positions,
    get steps() {
      return steps;
    },
    step() {
      for (let i = 0; i < drives.length; i++) drives[i](steps, accelerations, 3 * i);
      bodies.step(accelerations);
      steps++;
    },
  };
}

/** An acceleration that turns around in a plane of its own at a speed of its own, so that bodies run into each other. */
function createDrive(random: Random): (step: number, out: Float64Array, at: number) => void {
  const steps = random.between(TURN_STEPS[0], TURN_STEPS[1]);
  const waves = [0, 1, 2].map(() => [random.between(-DRIVE, DRIVE), random.between(-DRIVE, DRIVE)]);
  return (step, out, at) => {
    const angle = (2 * Math.PI * step) / steps;
    for (let axis = 0; axis < 3; axis++) {
      out[at + axis] = waves[axis][0] * Math.cos(angle) + waves[axis][1] * Math.sin(angle);
    }
  };
}

/** Copies on a lattice of `counts` places with the given distances, centred at the origin and slightly tilted. */
function copies(
  mesh: TetMesh,
  counts: readonly number[],
  distances: readonly number[],
  tilt: number,
  random: Random,
): TetMesh[] {
  const placed: TetMesh[] = [];
  for (let y = 0; y < counts[1]; y++) {
    for (let x = 0; x < counts[0]; x++) {
      for (let z = 0; z < counts[2]; z++) {
        const place = [x, y, z].map((k, axis) => (k - (counts[axis] - 1) / 2) * distances[axis]);
        placed.push(placeCopy(mesh, place, tilt, random));
      }
    }
  }
  return placed;
}

/** 18 × 2 × 50 cells are 9,000 tets and 2,754 vertices; the splits add what the paper's vessels have more. */
function vessel(across: boolean): TetMesh {
  return tetTube({
    around: 18,
    along: 50,
    layers: 2,
    innerRadius: 2.2,
    outerRadius: 3.8,
    centre: (share) => {
      const along = 57 * (share - 0.5);
      const aside = 3 * Math.sin(2 * Math.PI * share);
      return across ? [aside, 4, along] : [along, -4, aside];
    },
    splitCells: 168,
    splitTets: 27,
  });
}

/** A copy moved to `place` and turned by a random angle of at most `tilt` (radians, small) about each axis. */
export function placeCopy(mesh: TetMesh, place: readonly number[], tilt: number, random: Random): TetMesh {
  const turns = [0, 1, 2].map(() => random.between(-tilt, tilt));
  const positions = new Float64Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const at = [...mesh.positions.slice(i, i + 3)];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const [c, s] = [Math.cos(turns[axis]), Math.sin(turns[axis])];
      [at[u], at[v]] = [c * at[u] - s * at[v], s * at[u] + c * at[v]];
    }
    for (let axis = 0; axis < 3; axis++) positions[i + axis] = at[axis] + place[axis];
  }
  return { positions, tets: mesh.tets };
}
