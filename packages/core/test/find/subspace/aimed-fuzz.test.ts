import { kMeansTree, paperCertificates } from '@selfcollide/papers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { certify } from '../../../src/certify.ts';
import { createSubspaceDetector, type SubspaceOptions } from '../../../src/create-subspace-detector.ts';
import { PairBound } from '../../../src/find/subspace/pair-bound.ts';
import { RandomPoints } from '../../predicates/random.ts';
import { type AimedCase, aimedCase } from './aimed-meshes.ts';
import { aimedPoses } from './aimed-poses.ts';
import { randomDirection } from './modes.ts';
import { contactsInWholeNumbers } from './whole-number-contacts.ts';

/** The rule of before, that a control turns on: nothing is said of triangles that share a vertex across a box pair. */
const old = vi.hoisted(() => ({ leavesOutNeighbours: false }));
vi.mock('../../../src/find/subspace/features.ts', async (load) => {
  const actual = await load<typeof import('../../../src/find/subspace/features.ts')>();
  return {
    ...actual,
    edgesApart: (corners: Uint32Array, s: number, t: number) =>
      old.leavesOutNeighbours && actual.sharedCorners(corners, s, t) === 1 ? [] : actual.edgesApart(corners, s, t),
    sayAll: (edges: Parameters<typeof actual.sayAll>[0]) =>
      (old.leavesOutNeighbours && edges.length === 0) || actual.sayAll(edges),
  };
});

// `npm run fuzz -- --subspace 2000` has more of them
const CASES = Number(process.env.FUZZ_SUBSPACE ?? 70);
const FIRST = process.env.FUZZ_SUBSPACE === undefined ? 0 : Number(process.env.FUZZ_SEED ?? 0);
const AIMED_PAIRS = 10;
const RANDOM_POSES = process.env.FUZZ_SUBSPACE === undefined ? 20 : 500;
const OPTIONS: readonly SubspaceOptions[] = [
  {},
  { budgets: true },
  { tree: kMeansTree },
  { certificates: paperCertificates, subdivisions: 2 },
  { tree: kMeansTree, budgets: true, subdivisions: 0 },
];

interface Count {
  aimed: number;
  random: number;
  /** Of both, those that are certified, and so judged. */
  certified: number;
  wrong: string[];
}

/** Poses that are certified and have a contact that does not exist at rest; `count` is added to. */
function runCase(seed: number, randomPoses: number, count: Count): void {
  const points = new RandomPoints(seed);
  const { kind, mesh, vectors, rank } = aimedCase(seed, points);
  const options = { weld: false, ...OPTIONS[Math.floor(seed / 7) % OPTIONS.length] };
  const detector = createSubspaceDetector(mesh, { vectors }, options);
  const atRest = contactsInWholeNumbers(mesh.positions, mesh.triangles);
  const posed = mesh.positions.slice();
  const judge = (q: ArrayLike<number>, how: string): void => {
    detector.update(q);
    if (!detector.certified) return;
    count.certified++;
    detector.deform(q, posed);
    for (const contact of contactsInWholeNumbers(posed, mesh.triangles)) {
      if (atRest.has(contact)) continue;
      count.wrong.push(`seed ${seed}, ${kind}, ${how}: ${contact}`);
      return;
    }
  };
  for (const q of aimedPoses({ ...mesh, vectors, rank }, AIMED_PAIRS, points.random)) {
    // where the two touch and a little beyond, and as far that way as is certified, by radius or budget
    const far = q.map((x) => 4 * x);
    const factors = [1, 1 + 1e-9, 1.001, 1.02, 4 * detector.limit(far), 4 * detector.limit(far) * (1 - 1e-6)];
    for (const factor of factors) {
      count.aimed++;
      const aimed = q.map((x) => factor * x);
      judge(aimed, 'aimed');
    }
  }
  for (let k = 0; k < randomPoses; k++) {
    const way = randomDirection(rank, points.random).map((x) => x * (detector.radius || 1));
    const share = k % 2 === 0 ? 0.9999999 : detector.limit(way.map((x) => 16 * x)) * 16 * (0.9 + 0.1 * points.random());
    count.random++;
    judge(
      way.map((x) => share * x),
      'random',
    );
  }
  detector.dispose();
}

function runAll(cases: number, randomPoses: number): Count {
  const count: Count = { aimed: 0, random: 0, certified: 0, wrong: [] };
  for (let seed = FIRST; seed < FIRST + cases; seed++) runCase(seed, randomPoses, count);
  return count;
}

afterEach(() => {
  old.leavesOutNeighbours = false;
  vi.restoreAllMocks();
});

describe('a certified pose has no contact but those that exist at rest', () => {
  it('aimed and random poses, in whole numbers', () => {
    const { aimed, random, certified, wrong } = runAll(CASES, RANDOM_POSES);
    if (process.env.FUZZ_SUBSPACE !== undefined)
      console.info(`${CASES} meshes, ${aimed} aimed and ${random} random poses, ${certified} of them certified`);
    expect(wrong).toEqual([]);
    expect(aimed).toBeGreaterThan(30 * CASES);
    expect(certified).toBeGreaterThan(0.3 * (aimed + random));
  });

  it('control: without neighbours at a vertex, as before, wrong certificates are found', () => {
    old.leavesOutNeighbours = true;
    expect(runAll(Math.min(CASES, 140), 0).wrong.length).toBeGreaterThan(0);
  });

  it('control: without narrow gaps, as before, wrong certificates are found', () => {
    const { radius, roughRadius } = PairBound.prototype;
    const isNarrow = (found: number) => found < 1e-8;
    vi.spyOn(PairBound.prototype, 'roughRadius').mockImplementation(function (this: PairBound, ...told) {
      const found = roughRadius.apply(this, told);
      return isNarrow(found) ? 0 : found;
    });
    vi.spyOn(PairBound.prototype, 'radius').mockImplementation(function (this: PairBound, ...told) {
      const found = radius.apply(this, told);
      return isNarrow(found) ? told[3] : found;
    });
    expect(runAll(Math.min(CASES, 140), 0).wrong.length).toBeGreaterThan(0);
  });

  it('ranges of single targets', () => {
    let judged = 0;
    for (let seed = FIRST; seed < FIRST + Math.min(CASES, 700); seed++) {
      const points = new RandomPoints(seed);
      const { mesh, vectors, rank } = aimedCase(seed, points);
      const ranges = Array.from({ length: rank }, () => [-1, 1] as const);
      const { targets } = certify(mesh, { vectors }, { ranges, weld: false, tolerance: 0.05 });
      judged += judgeTargets({ mesh, vectors, rank }, targets, seed);
    }
    expect(judged).toBeGreaterThan(CASES);
  });
});

/** Ends of every free range, and where an edge and a triangle come together by this target alone if that is inside. */
function judgeTargets(
  { mesh, vectors, rank }: Omit<AimedCase, 'kind'>,
  targets: ReturnType<typeof certify>['targets'],
  seed: number,
): number {
  const atRest = contactsInWholeNumbers(mesh.positions, mesh.triangles);
  const random = new RandomPoints(seed).random;
  let judged = 0;
  for (const [i, { freeLow, freeHigh }] of targets.entries()) {
    const own = vectors.subarray(i * mesh.positions.length, (i + 1) * mesh.positions.length);
    const aimed = aimedPoses({ ...mesh, vectors: own, rank: 1 }, 5, random).flat();
    for (const weight of [freeLow, freeHigh, (freeLow + freeHigh) / 2, ...aimed]) {
      if (weight === 0 || weight < freeLow || weight > freeHigh) continue;
      const posed = mesh.positions.map((x, k) => x + own[k] * weight);
      const found = [...contactsInWholeNumbers(posed, mesh.triangles)].filter((contact) => !atRest.has(contact));
      expect(found, `seed ${seed}, target ${i} of ${rank} at ${weight}`).toEqual([]);
      judged++;
    }
  }
  return judged;
}
