import { describe, expect, it } from 'vitest';
import { compileKernel, KERNELS } from '../../../../scripts/build-kernel.mjs';
import { comeWithin } from '../../src/confirm/proximities/come-within.ts';
import { createSweptScratch } from '../../src/confirm/proximities/swept-scratch.ts';
import {
  type DistanceCalls,
  DistanceKernel,
  type KernelSide,
  TRIANGLE_A,
  TRIANGLE_B,
} from '../../src/kernel/distance-kernel.ts';
import { DISTANCE_KERNEL_HEX } from '../../src/kernel/distance-kernel-bytes.ts';
import { DISTANCE, SURE_NUMBERS, SURE_WORDS, UNIT_OF_LENGTH } from '../../src/kernel/layout-distances.ts';
import { createSurface } from '../../src/mesh/surface.ts';
import { createPose, type Pose } from '../../src/pose/pose.ts';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { trianglesWithin } from '../../src/predicates/triangles-within.ts';
import { RandomPoints } from '../predicates/random.ts';
import { memoryOf } from './kernel-room.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);
const scratch = createSweptScratch();
const kernelBytes = Buffer.from(DISTANCE_KERNEL_HEX, 'hex');

interface Case {
  readonly seed: number;
  readonly moving: boolean;
  readonly distance: number;
  readonly offset?: number;
  readonly factor?: number;
  /** Where a corner of the first triangle is instead, along x; the next two are `ONE_APART`. */
  readonly outlier?: number;
  /** Which shapes triangles have, of six. */
  readonly shapes?: readonly number[];
}

const COUNT = 90;

/** Two triangles whose distance is 1, which doubles just miss. */
const ONE_APART = [1, 9, 0, 3, 7, 0, 0, 11, 1, 4, 6, 0, 3, 8, 2, 6, 7, 0];

/** Loose triangles: any, on a lattice, slivers, points and segments, flat ones above each other, tiny ones. */
function throwSoup(random: RandomPoints, one: Case): KernelSide {
  const { offset = 0, factor = 1, outlier, shapes = [0, 1, 2, 3, 4, 5] } = one;
  const now = new Float64Array(9 * COUNT);
  const end = new Float64Array(9 * COUNT);
  for (let t = 0; t < COUNT; t++) {
    const shape = shapes[random.below(shapes.length)];
    const middle = shape === 1 ? random.onLattice(2) : random.inCube().map((x) => 2 * x);
    const way = shape === 1 ? random.onLattice(1) : random.inCube();
    const first = random.inCube();
    for (let k = 0; k < 3; k++) {
      const corner = shape === 1 ? random.onLattice(1) : random.inCube();
      for (let axis = 0; axis < 3; axis++) {
        let x = middle[axis] + 0.5 * corner[axis];
        if (shape === 2) x = middle[axis] + first[axis] * (k - 1) + 1e-6 * corner[axis];
        if (shape === 3 && k > t % 2) x = middle[axis];
        if (shape === 4 && axis === 2) x = 0.25 * (t % 5);
        if (shape === 5) x = middle[axis] + 1e-3 * corner[axis];
        now[9 * t + 3 * k + axis] = offset + factor * x;
        end[9 * t + 3 * k + axis] = offset + factor * (x + way[axis]);
      }
    }
  }
  if (outlier !== undefined) {
    for (const positions of [now, end]) {
      positions[0] = outlier;
      positions.set(ONE_APART, 9);
    }
  }
  const triangles = Uint32Array.from({ length: 3 * COUNT }, (_, i) => i);
  const surface = createSurface('test', { positions: now, triangles }, { weld: false });
  const poses = [now, end].map((positions): Pose => ({ ...createPose(surface), positions }));
  return { surface, pose: poses[0], next: poses[1] };
}

/** What a kernel says of all pairs of a soup that is wrong, and how much it decides. */
function judge(binary: Uint8Array, one: Case) {
  const { seed, moving, distance } = one;
  const side = throwSoup(new RandomPoints(seed), one);
  const rest = { pose: side.next, radius: distance };
  const kernel = new DistanceKernel([side], rest, memoryOf<DistanceCalls>(binary));
  kernel.exchange[DISTANCE] = distance;
  expect(kernel.begin(moving)).toBe(true);
  const unit = kernel.exchange[UNIT_OF_LENGTH];
  const [now, next] = [side.pose.positions, side.next.positions];
  const at = (positions: Float64Array, s: number, t: number, limit: number) =>
    triangleDistance(positions, 3 * s, 3 * s + 1, 3 * s + 2, 3 * t, 3 * t + 1, 3 * t + 2, limit, work);
  const isClose = (s: number, t: number): boolean => {
    if (!moving) {
      return trianglesWithin(now, 3 * s, 3 * s + 1, 3 * s + 2, 3 * t, 3 * t + 1, 3 * t + 2, distance, 1, work);
    }
    scratch.now.set(now.subarray(9 * s, 9 * s + 9));
    scratch.now.set(now.subarray(9 * t, 9 * t + 9), 9);
    scratch.next.set(next.subarray(9 * s, 9 * s + 9));
    scratch.next.set(next.subarray(9 * t, 9 * t + 9), 9);
    return comeWithin(scratch, distance);
  };
  const { triangleSource } = side.surface;
  const wrong = { dropped: 0, listed: 0, distances: 0, points: 0, atRest: 0 };
  let sure = 0;
  let doubts = 0;
  let close = 0;
  const pairs = new Uint32Array(2 * COUNT);
  for (let t = 1; t < COUNT; t++) {
    for (let s = 0; s < t; s++) pairs.set([t, s], 2 * s);
    const left = kernel.measure(pairs, t);
    const open = new Set<number>();
    for (let i = 0; i < left; i++) open.add(kernel.doubts[2 * i] + kernel.doubts[2 * i + 1] - t);
    doubts += left;
    sure += kernel.sureCount;
    const listed = new Set<number>();
    for (let i = 0; i < kernel.sureCount; i++) {
      const a = kernel.sureWords[SURE_WORDS * i + TRIANGLE_A];
      const b = kernel.sureWords[SURE_WORDS * i + TRIANGLE_B];
      expect(triangleSource[a]).toBeLessThan(triangleSource[b]);
      listed.add(a + b - t);
      const numbers = kernel.sureNumbers.subarray(SURE_NUMBERS * i, SURE_NUMBERS * (i + 1));
      const truths = [at(now, a, b, Infinity), moving ? at(next, a, b, Infinity) : 0];
      if (truths.some((truth, k) => !(Math.abs(numbers[k] / unit - truth) <= 2e-12 * truth))) wrong.distances++;
      if (!pointsFit(now, a, b, numbers.subarray(2), truths[0])) wrong.points++;
      if (kernel.nearAtRest[i] === 0 && at(next, a, b, distance) <= distance) wrong.atRest++;
    }
    for (let s = 0; s < t; s++) {
      const truth = isClose(s, t);
      if (truth) close++;
      if (listed.has(s) && !truth) wrong.listed++;
      if (!listed.has(s) && !open.has(s) && truth) wrong.dropped++;
    }
  }
  return { wrong, sure, doubts, close };
}

/** Weights are not negative, of sum 1, and lead to points as far apart as said, but for the rounding of coordinates. */
function pointsFit(p: Float64Array, a: number, b: number, weights: Float64Array, distance: number): boolean {
  if (weights.some((w) => !(w >= 0))) return false;
  const sums = [0, 3].map((k) => weights[k] + weights[k + 1] + weights[k + 2]);
  if (sums.some((sum) => Math.abs(sum - 1) > 1e-15)) return false;
  let size = 0;
  const way = [0, 1, 2].map((axis) => {
    const origin = p[9 * a + axis];
    const along = (t: number, k: number) =>
      [0, 1, 2].reduce((sum, c) => {
        const x = p[9 * t + 3 * c + axis] - origin;
        size = Math.max(size, Math.abs(x));
        return sum + weights[k + c] * x;
      }, 0);
    return along(b, 3) - along(a, 0);
  });
  return Math.abs(Math.hypot(...way) - distance) <= 1e-12 * distance + 2 ** -46 * size;
}

const NONE = { dropped: 0, listed: 0, distances: 0, points: 0, atRest: 0 };
const rounds = Number(process.env.FUZZ_DISTANCES ?? 1);

const cases: readonly Case[] = Array.from({ length: rounds }, (_, round) =>
  [false, true].flatMap((moving, m) =>
    ([0.01, 0.25, 0.5, 1] as const).flatMap((distance, d) =>
      [
        {},
        { offset: 1e6 },
        { offset: 3, factor: 2 ** -130, distance: distance * 2 ** -130 },
        { factor: 2 ** 120, distance: distance * 2 ** 120 },
        { outlier: 2 ** (40 * d + 20), shapes: [1, 4, 5] },
      ].map((more, k): Case => ({ seed: 1000 * round + 100 * m + 10 * d + k, moving, distance, ...more })),
    ),
  ),
).flat();

describe('distances in the kernel', () => {
  it.each(cases.filter(({ offset, factor }) => !(offset && factor)))('are right, or left open: %o', (one) => {
    const { wrong, close } = judge(kernelBytes, one);
    expect(wrong).toEqual(NONE);
    expect(close).toBeGreaterThan(0);
  });

  it.each([false, true])('are mostly decided, moving: %s', (moving) => {
    const { sure, doubts, close } = judge(kernelBytes, { seed: 5, moving, distance: 0.4, shapes: [0] });
    expect(close).toBeGreaterThan(100);
    expect(sure).toBeGreaterThan((moving ? 0.5 : 0.6) * close);
    expect(doubts).toBeLessThan(0.5 * close);
  });

  it('refuse what floats cannot hold', () => {
    const side = throwSoup(new RandomPoints(1), { seed: 1, moving: false, distance: 1, factor: 2 ** 210 });
    const kernel = new DistanceKernel([side], null, memoryOf<DistanceCalls>(kernelBytes));
    kernel.exchange[DISTANCE] = 2 ** 210;
    expect(kernel.begin(false)).toBe(false);
  });

  const still = { seed: 7, moving: false, distance: 0.25 };
  it.each([
    ['a corner in the gap', 'f64x2.pmin(f64x2.pmin(p, q), r)', 'f64x2.pmin(p, q)', still],
    ['a corner of floats in the gap', 'f32x4.pmin(f32x4.pmin(p, q), r)', 'f32x4.pmin(p, q)', still],
    ['the proof', '(v128.and(close, f64x2.ge(w0, zero)))', '(f64x2.splat(-1))', { ...still, shapes: [2, 3] }],
    ['room for rounding', 'f64x2.sub(lower, error), f64x2.splat(limit)', 'lower, f64x2.splat(limit * (1 - 1e-15))', { ...still, shapes: [4], offset: 0.1 }], // biome-ignore format: one row
    ['room for floats', 'f32x4.splat(reach), f32x4.mul(size, f32x4.splat(ROUNDING))', 'f32x4.splat(reach * 0.99999806), f32x4.splat(0)', { ...still, shapes: [4], factor: 0.3, distance: 0.075 }], // biome-ignore format: one row
    ['room for what floats lose of tiny squares', ', f64x2.splat(LOST))', ', f64x2.splat(0))', { ...still, distance: 1, outlier: 2 ** 100 }], // biome-ignore format: one row
    ['the end of a step', 'over = v128.and(over,', 'over = v128.or(over,', { ...still, moving: true }],
    ['the end of a step in doubles', 'wide)) == 3', 'wide)) != 0', { ...still, moving: true }],
    ['its first corner', '(k < 3 ? k : k + 1) << 2', '(k < 3 ? k : 5) << 2', still],
    ['the radius at rest', '<f32>load<f64>(exchange, REST_REACH)', '<f32>load<f64>(exchange, REST_REACH) / 2', { ...still, moving: true, distance: 1 }], // biome-ignore format: one row
    ['the faces of B', 'perB, f32x4.neg(fr00), g0, pp', 'perB, fr00, g0, pp', { ...still, alright: true }],
  ] as const)('controls: without %s', async (_, right, wrong, one) => {
    let changed = false;
    const change = (text: string) => {
      if (text.includes(right)) changed = true;
      return text.replaceAll(right, wrong);
    };
    const binary = await compileKernel(change, ['-O1'], KERNELS.distances);
    expect(changed).toBe(true);
    const errors = [0, 1, 2, 3].map((more) => judge(binary, { ...one, seed: one.seed + more }).wrong);
    // what only chooses may be wrong: doubles find out
    if ('alright' in one) expect(errors).toEqual([NONE, NONE, NONE, NONE]);
    else expect(errors).not.toEqual([NONE, NONE, NONE, NONE]);
  });
});
