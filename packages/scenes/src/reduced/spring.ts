import {
  boundaryFaces,
  createBodyShape,
  createElasticTets,
  createResonatorBank,
  findModes,
  type Modes,
  scaleByEnergy,
  selectVertices,
  turnTo,
} from '@selfcollide/physics';
import { readSceneOptions } from '../create-scene.ts';
import type { SceneMesh, SceneOptions } from '../scene.ts';
import { subdividedMesh } from '../simulated/subdivided-mesh.ts';
import type { TetMesh } from '../tets/tet-meshes.ts';
import { bodiesScene, refineBasis } from './bodies-scene.ts';
import type { ReducedBodiesScene } from './reduced-scene.ts';

export const springEntry = {
  name: 'spring',
  about:
    'A spring of two wires, wound as a double helix and joined at its ends, falls and clatters: coils hit each other.',
  defaultTriangles: 16_000,
  defaultFrames: 2_000,
} as const;

export interface SpringOptions extends SceneOptions {
  /** Modes that the surface moves by. Default 20. */
  readonly modes?: number;
  /** Modes that contacts excite, as far as they are below 20 kHz: those that are not among the moving ones are only heard. Default: as many as move. */
  readonly heard?: number;
}

/** Metres. */
const COIL_RADIUS = 0.02;
const WIRE_RADIUS = 0.0018;
/** Height of a turn of one wire. */
const PITCH = 0.02;
const STATIONS_A_TURN = 25;
const SIDES = 8;
/** Of a soft metal, so that coils come together when it is thrown down. */
const MATERIAL = { youngsModulus: 6e9, poissonRatio: 0.3, density: 7000 };
const SAMPLE_RATE = 44_100;
const HIGHEST = 20_000;
const DROP_SPEED = 8;

/** Every step is a sample of sound, a 44,100th of a second. */
export function spring(options: SpringOptions = {}): ReducedBodiesScene {
  const { modes: rank = 20, heard = rank, ...rest } = options;
  const { triangles, frames, seed } = readSceneOptions(springEntry, rest);
  if (!(Number.isInteger(rank) && rank >= 1)) {
    throw new RangeError(`spring: modes must be a whole number from 1, got ${rank}.`);
  }
  if (!(Number.isInteger(heard) && heard >= rank)) {
    throw new RangeError(`spring: heard must be a whole number from modes, ${rank}, got ${heard}.`);
  }
  const stations = Math.max(STATIONS_A_TURN, Math.round(triangles / (8 * SIDES)));
  const tets = springTets(stations);
  const body = createElasticTets(tets, MATERIAL);
  const modes = audible(findModes(body, { count: heard }), rank);
  const outer = boundaryFaces(tets.tets);
  const used = [...new Set(outer.triangles)].sort((a, b) => a - b);
  const numberOf = new Map(used.map((v, i) => [v, i]));
  const coarse: SceneMesh = {
    positions: Float64Array.from(used.flatMap((v) => [...tets.positions.subarray(3 * v, 3 * v + 3)])),
    triangles: outer.triangles.map((v) => numberOf.get(v) as number),
  };
  const fine = subdividedMesh(coarse, (4 * coarse.triangles.length) / 3);
  const basis = refineBasis(fine, selectVertices(modes, used));
  const shape = createBodyShape(body, modes, { ...fine.fine, basis }, rank);
  const height = (PITCH * stations) / STATIONS_A_TURN / 2;
  return bodiesScene({
    name: springEntry.name,
    about: springEntry.about,
    stepCount: frames,
    shape,
    weights: scaleByEnergy(modes).weights.slice(0, rank),
    bodyCount: 1,
    substeps: 1,
    frequencies: modes.frequencies,
    loudness: loudness(basis.vectors, modes.count),
    contact: { timeStep: 1 / SAMPLE_RATE, stiffness: 3e6, damping: 2e-5, friction: 0.3 },
    createMotion: () =>
      createResonatorBank(modes.eigenvalues, { sampleRate: SAMPLE_RATE, massDamping: 4, stiffnessDamping: 2e-7 }),
    place(world) {
      const [{ frame }] = world.bodies;
      // on an end, a little askew: which way depends on the seed
      turnTo(frame, 0.25, 0.03 * seed, 0.1, 1);
      frame.place[1] = 0.62 * height + 1.4 * COIL_RADIUS;
      frame.velocity[1] = -DROP_SPEED;
      frame.spin.set([3, 0, -2]);
    },
  });
}

/** Modes that nobody hears, and that samples could not hold, are left out. */
function audible(modes: Modes, rank: number): Modes {
  const count = modes.frequencies.filter((hertz) => hertz < HIGHEST).length;
  if (count < rank) {
    throw new RangeError(`spring: modes must be at most ${count}, which are below ${HIGHEST} Hz, got ${rank}.`);
  }
  return {
    ...modes,
    count,
    vectors: modes.vectors.slice(0, 3 * modes.vertexCount * count),
    eigenvalues: modes.eigenvalues.slice(0, count),
    frequencies: modes.frequencies.slice(0, count),
    residuals: modes.residuals.slice(0, count),
  };
}

/** Mean speed of the surface for each coordinate: what it makes of the air. */
function loudness(vectors: Float64Array, count: number): Float64Array {
  const length = vectors.length / count;
  return Float64Array.from({ length: count }, (_, k) => {
    let sum = 0;
    for (let x = k * length; x < (k + 1) * length; x++) sum += Math.abs(vectors[x]);
    return sum / length;
  });
}

/** A closed wire: up one helix, across, and down the other; each station has a middle and `SIDES` outer vertices. */
function springTets(stations: number): TetMesh {
  const centres = evenly(stations);
  const frames = turnedFrames(centres);
  const positions: number[] = [];
  for (let j = 0; j < stations; j++) {
    positions.push(...centres[j]);
    for (let i = 0; i < SIDES; i++) {
      const angle = (2 * Math.PI * i) / SIDES;
      for (let axis = 0; axis < 3; axis++) {
        const aside = Math.cos(angle) * frames[j][0][axis] + Math.sin(angle) * frames[j][1][axis];
        positions.push(centres[j][axis] + WIRE_RADIUS * aside);
      }
    }
  }
  const tets: number[] = [];
  for (let j = 0; j < stations; j++) {
    for (let i = 0; i < SIDES; i++) {
      const at = (station: number, side: number) =>
        (station % stations) * (SIDES + 1) + (side < 0 ? 0 : 1 + (side % SIDES));
      tets.push(
        ...prismTets([at(j, -1), at(j, i), at(j, i + 1)], [at(j + 1, -1), at(j + 1, i), at(j + 1, i + 1)], positions),
      );
    }
  }
  return { positions: Float64Array.from(positions), tets: Uint32Array.from(tets) };
}

/** A prism as three tets; of each side the diagonal starts at its lowest vertex, so that neighbours agree. */
function prismTets(bottom: readonly number[], top: readonly number[], positions: readonly number[]): number[] {
  const six = [...bottom, ...top];
  const lowest = six.indexOf(Math.min(...six));
  const k = lowest % 3;
  // seen from the lowest vertex, which becomes a
  const [a, b, c] = [0, 1, 2].map((i) => (lowest < 3 ? bottom : top)[(k + i) % 3]);
  const [d, e, f] = [0, 1, 2].map((i) => (lowest < 3 ? top : bottom)[(k + i) % 3]);
  const diagonalFromB = Math.min(b, f) < Math.min(c, e);
  const split = diagonalFromB
    ? [
        [a, b, c, f],
        [a, b, f, e],
        [a, e, f, d],
      ]
    : [
        [a, b, c, e],
        [a, e, c, f],
        [a, e, f, d],
      ];
  return split.flatMap((tet) => (isPositive(tet, positions) ? tet : [tet[1], tet[0], tet[2], tet[3]]));
}

function isPositive(tet: readonly number[], p: readonly number[]): boolean {
  const [u, v, w] = [1, 2, 3].map((k) => [0, 1, 2].map((axis) => p[3 * tet[k] + axis] - p[3 * tet[0] + axis]));
  const [x, y, z] = cross(v, w);
  return u[0] * x + u[1] * y + u[2] * z > 0;
}

/** Points of the wire's middle at equal distances along it. */
function evenly(stations: number): number[][] {
  const turns = stations / STATIONS_A_TURN / 2;
  const height = PITCH * turns;
  const samples = 64 * stations;
  const curve = Array.from({ length: samples }, (_, i) => {
    const u = (2 * Math.PI * i) / samples;
    // round a rectangle with rounded corners: radius on one side of the axis, then on the other
    const bend = (x: number) => Math.sign(x) * Math.abs(x) ** 0.3;
    const radius = COIL_RADIUS * bend(Math.sin(u));
    const y = -0.5 * height * bend(Math.cos(u));
    const angle = (2 * Math.PI * y) / PITCH;
    return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
  });
  const lengths = curve.map((p, i) => distance(p, curve[(i + 1) % samples]));
  const total = lengths.reduce((sum, x) => sum + x, 0);
  const points: number[][] = [];
  let done = 0;
  for (let i = 0; i < samples && points.length < stations; i++) {
    while (points.length < stations && done + lengths[i] > (total * points.length) / stations) {
      const share = ((total * points.length) / stations - done) / lengths[i];
      const next = curve[(i + 1) % samples];
      points.push(curve[i].map((x, axis) => x + share * (next[axis] - x)));
    }
    done += lengths[i];
  }
  return points;
}

/** Two directions across the wire at every point, turning as little as possible, and evenly what closing the ring takes. */
function turnedFrames(points: readonly (readonly number[])[]): number[][][] {
  const count = points.length;
  const tangents = points.map((_, j) => {
    const [from, to] = [points[(j + count - 1) % count], points[(j + 1) % count]];
    return unit(to.map((x, axis) => x - from[axis]));
  });
  const across = (normal: readonly number[], tangent: readonly number[]) => {
    const along = normal.reduce((sum, x, axis) => sum + x * tangent[axis], 0);
    return unit(normal.map((x, axis) => x - along * tangent[axis]));
  };
  const normals = [across(Math.abs(tangents[0][1]) < 0.9 ? [0, 1, 0] : [1, 0, 0], tangents[0])];
  for (let j = 1; j <= count; j++) normals.push(across(normals[j - 1], tangents[j % count]));
  const last = normals[count];
  const side = cross(tangents[0], normals[0]);
  const twist = Math.atan2(
    last.reduce((sum, x, axis) => sum + x * side[axis], 0),
    last.reduce((sum, x, axis) => sum + x * normals[0][axis], 0),
  );
  return points.map((_, j) => {
    const angle = (-twist * j) / count;
    const second = cross(tangents[j], normals[j]);
    const first = normals[j].map((x, axis) => Math.cos(angle) * x + Math.sin(angle) * second[axis]);
    return [first, cross(tangents[j], first)];
  });
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

function unit(x: readonly number[]): number[] {
  const length = Math.hypot(...x);
  return x.map((value) => value / length);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((x, axis) => x - b[axis]));
}
