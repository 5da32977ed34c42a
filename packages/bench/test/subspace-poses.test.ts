import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { boundaryFaces } from '@selfcollide/physics';
import { bunnies, morphFace, octopus, type ReducedScene, spring } from '@selfcollide/scenes';
import { createDetector, createSubspaceDetector, type SubspaceDetector, type SubspaceOptions } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../src/data/data-folder.ts';

/** Of the radius of the whole. */
const FACTORS = [0.5, 0.999, 1.5, 3];
/** Poses that aim at pairs which limit a radius: a little before they touch, just there, and beyond. */
const AIM = [1 - 1e-7, 1 + 1e-7, 1.001, 1.05];
/** `npm run fuzz -- --poses 200` has as many at each factor, 50 aimed ones, bunny and knot of tets too, and brute force for every pose: 7 minutes with boxes for the bodies of tets. */
const ASKED = process.env.FUZZ_POSES === undefined ? null : Number(process.env.FUZZ_POSES);
const SEED = ASKED === null ? 3 : Number(process.env.FUZZ_SEED ?? 3);
const POSES = ASKED ?? 6;
const AIMED = ASKED === null ? 16 : 50;

const folder = dataFolder();
if (folder === undefined)
  console.warn('subspace-poses: ../shared/data is not there; bunny, knot and comb of tets are not tested.');

/** Seeded. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Posed = Pick<ReducedScene, 'mesh' | 'modes' | 'modeCount' | 'weights'>;

/** Any direction with a norm of 1; where coordinates have a range, they are not negative. */
function direction({ modeCount, modes, weights }: Posed, random: () => number): number[] {
  const q = Array.from({ length: modeCount }, () => {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return modes.low === undefined ? x : Math.abs(x);
  });
  const norm = Math.hypot(...q);
  return q.map((x, i) => x / norm / Math.sqrt(weights?.[i] ?? 1));
}

function* posesOf(posed: Posed, detector: SubspaceDetector, poses: number): Iterable<{ q: number[]; factor: number }> {
  const random = createRandom(SEED);
  for (let pose = 0; pose < poses; pose++) {
    for (const factor of FACTORS) {
      yield { q: direction(posed, random).map((x) => x * factor * detector.radius), factor };
    }
  }
  const limits = detector
    .findLimits(7)
    .filter(({ norm }) => norm < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.norm - b.norm);
  expect(limits.length).toBeGreaterThan(0);
  for (let i = 0; i < AIMED; i++) {
    const scale = AIM[(i + Math.floor(i / limits.length)) % AIM.length];
    yield { q: Array.from(limits[i % limits.length].q, (x) => x * scale), factor: 0 };
  }
}

function contacts(found: ReturnType<ReturnType<typeof createDetector>['findIntersections']>): string {
  const { count, edgeA, edgeB, triangle } = found;
  return Array.from({ length: count }, (_, i) => `${edgeA[i]} ${edgeB[i]} ${triangle[i]}`)
    .sort()
    .join();
}

/**
 * Compares all poses with brute force, or with boxes where `bruteEvery` leaves poses out.
 *
 * @returns How many touch, of those at random and of those aimed.
 */
function compare(posed: Posed, options: SubspaceOptions, poses: number, bruteEvery: number) {
  const { mesh, modes, weights } = posed;
  const all = { weld: false, ...(weights && { weights }), ...options };
  const detector = createSubspaceDetector(mesh, modes, all);
  const brute = createDetector(mesh, { method: 'brute-force', weld: false });
  const boxes = createDetector(mesh, { method: 'box-tree', weld: false });
  const moved = new Float64Array(mesh.positions.length);
  const touching = { random: 0, aimed: 0 };
  expect(detector.radius).toBeGreaterThan(0);
  let pose = 0;
  for (const { q, factor } of posesOf(posed, detector, poses)) {
    const oracle = pose++ % bruteEvery === 0 ? brute : boxes;
    detector.update(q);
    detector.deform(q, moved);
    oracle.update(moved);
    const expected = contacts(oracle.findIntersections());
    if (contacts(detector.findIntersections()) !== expected) {
      throw new Error(`pose ${pose - 1}, factor ${factor}: other contacts than ${oracle.method}, at ${q.join(' ')}`);
    }
    if (factor > 0 && factor < 1) expect(detector.certified).toBe(true);
    if (detector.certified && detector.restPairCount === 0) expect(expected).toBe('');
    if (expected !== '') touching[factor === 0 ? 'aimed' : 'random']++;
  }
  expect(pose).toBe(FACTORS.length * poses + AIMED);
  return touching;
}

/** The limits of the polynomial octopus, one per pair, alone take 42 s of CPU. */
const TIMEOUT = 600_000;

describe('poses of scenes, at test sizes', { timeout: TIMEOUT }, () => {
  it.each([
    ['spring', () => spring({ triangles: 800, modes: 8 }), {}],
    ['bunny', () => bunnies(1, { triangles: 500, modes: 8 }), {}],
    ['octopus (stand-in)', () => octopus(undefined, { modes: 8, subdivisions: 0 }), {}],
    ['polynomial octopus (stand-in)', () => octopus(undefined, { dynamics: 'polynomial', subdivisions: 0 }), {}],
    ['morph-face', () => morphFace({ triangles: 600 }), {}],
    ['morph-face by budgets', () => morphFace({ triangles: 600 }), { budgets: true }],
  ] as const)('%s', async (name, make, options) => {
    const { random, aimed } = compare(await make(), { subdivisions: 1, ...options }, POSES, 1);
    // weights that a face has at random, up to three radii, make nothing touch
    if (!name.startsWith('morph-face')) expect(random + aimed).toBeGreaterThan(AIMED / 4);
  });
});

/** Waves through space, as long as the body: smooth as modes of vibration are. */
function waves(positions: Float64Array, rank: number, random: () => number): Float64Array {
  const sides = [0, 1, 2].map((axis) => {
    const one = positions.filter((_, i) => i % 3 === axis);
    return one.reduce((a, b) => Math.max(a, b)) - one.reduce((a, b) => Math.min(a, b));
  });
  const size = Math.max(...sides);
  const vectors = new Float64Array(rank * positions.length);
  for (let i = 0; i < rank; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const wave = [0, 1, 2].map(() => ((random() - 0.5) * (4 + 2 * i)) / size);
      const phase = 2 * Math.PI * random();
      for (let v = 0; v < positions.length; v += 3) {
        const at = wave[0] * positions[v] + wave[1] * positions[v + 1] + wave[2] * positions[v + 2] + phase;
        vectors[i * positions.length + v + axis] = (0.2 * size * Math.sin(at)) / (1 + i);
      }
    }
  }
  return vectors;
}

describe.skipIf(folder === undefined)('bodies of ../shared/data/tet (skipped where that is absent)', () => {
  it.each(ASKED === null ? ['comb.tet.veg'] : ['polyfem_bunny.msh', 'OverhandKnot.t', 'comb.tet.veg'])(
    '%s',
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(folder as string, 'tet', name)));
      const { positions: read, tets } = await readModel(bytes, { name });
      const positions = Float64Array.from(read);
      const mesh = { positions, triangles: boundaryFaces(tets as Uint32Array).triangles };
      const modeCount = 6;
      const posed = { mesh, modes: { vectors: waves(positions, modeCount, createRandom(SEED)) }, modeCount };
      const { random, aimed } = compare(posed, { subdivisions: 0 }, POSES, ASKED === null ? 26 : 1);
      expect(random + aimed).toBeGreaterThan(AIMED / 4);
    },
  );
});
