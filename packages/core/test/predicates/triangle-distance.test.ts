import { describe, expect, it } from 'vitest';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { exactDistance } from '../../src/predicates/exact-distance.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { randomTriangles, type Six } from './distance-cases.ts';
import { rootOf, squaredDistance } from './distance-oracle.ts';
import { points } from './points.ts';
import { RandomPoints } from './random.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);

function measure(six: readonly (readonly number[])[], limit = Number.POSITIVE_INFINITY): number {
  return triangleDistance(Float64Array.from(six.flat()), 0, 1, 2, 3, 4, 5, limit, work);
}

const oracle = (six: readonly Six[number][]) => rootOf(squaredDistance(six.slice(0, 3), six.slice(3)));

/** How far apart the points of the weights are, and the size of the whole. */
function apart(six: readonly (readonly number[])[], weights: Float64Array): { distance: number; size: number } {
  const z = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      sum += weights[3 + k] * (six[3 + k][axis] - six[0][axis]) - weights[k] * (six[k][axis] - six[0][axis]);
    }
    return sum;
  });
  const size = Math.max(...six.map((p) => Math.hypot(...p.map((x, axis) => x - six[0][axis]))));
  return { distance: Math.hypot(...z), size };
}

function expectWeights(six: readonly (readonly number[])[], distance: number): void {
  for (const side of [work.slice(0, 3), work.slice(3, 6)]) {
    expect(Math.min(...side)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(side[0] + side[1] + side[2] - 1)).toBeLessThan(1e-15);
  }
  const { distance: found, size } = apart(six, work);
  // points that rounding put across: a part of the size, unless it is below that of the distance
  expect(Math.abs(found - distance)).toBeLessThanOrEqual(1e-12 * distance + 2 ** -39 * size);
}

describe('triangleDistance', () => {
  it.each([
    ['corner above a face', points(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 2, 2, 1, 5, 1, 2, 5), 2],
    ['face below a corner', points(1, 1, 2, 2, 1, 5, 1, 2, 5, 0, 0, 0, 4, 0, 0, 0, 4, 0), 2],
    ['edges that cross', points(-1, 0, 0, 1, 0, 0, 0, 0, -5, 0, -1, 3, 0, 1, 3, 0, 0, 9), 3],
    ['corners', points(0, 0, 0, -1, 0, 0, 0, -1, 0, 3, 4, 0, 9, 4, 0, 3, 9, 0), 5],
    ['corner and edge', points(0, -1, 0, 0, 1, 0, -1, 0, 0, 2, 0, 0, 5, 1, 0, 5, -1, 0), 2],
    ['sheets in parallel', points(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5), 0.5],
    ['piercing', points(-1, -1, 0, 3, -1, 0, -1, 3, 0, 0, 0, -1, 0, 0, 1, 0.1, 0.1, 1), 0],
    ['touching', points(-1, -1, 0, 3, -1, 0, -1, 3, 0, 0, 0, 0, 0, 0, 1, 0.1, 0.1, 1), 0],
    ['one plane, one inside the other', points(-4, -4, 0, 8, -4, 0, -4, 8, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), 0],
    ['the same', points(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), 0],
    ['two points', points(1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 7, 3, 4, 7, 3, 4, 7), 7],
    ['one point', points(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 0],
    ['collinear, face formula would give 0', points(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 3, 0, 1, 3, 0, 2, 3, 0), 3],
    ['segment through a face', points(0, 0, -1, 0, 0, 1, 0, 0, 1, -1, -1, 0, 3, -1, 0, -1, 3, 0), 0],
  ])('%s', (_, six, distance) => {
    expect(measure(six)).toBe(distance);
    expectWeights(six, distance);
  });

  it('is right to 1e-12, with weights of points that far apart, whatever the triangles', () => {
    const random = new RandomPoints(101);
    for (let i = 0; i < 1000; i++) {
      const six = randomTriangles(random);
      const truth = oracle(six);
      const found = measure(six);
      if (truth === 0) expect(found, JSON.stringify(six)).toBe(0);
      else expect(Math.abs(found / truth - 1), JSON.stringify(six)).toBeLessThan(1e-12);
      expectWeights(six, truth);
      const whole = exactDistance(Float64Array.from(six.flat()), 0, 1, 2, 3, 4, 5, work);
      expect(Math.abs(whole - truth), JSON.stringify(six)).toBeLessThanOrEqual(1e-15 * truth);
      expectWeights(six, truth);
    }
  });

  it('says Infinity only beyond the limit, and is the same both ways round', () => {
    const random = new RandomPoints(102);
    let beyond = 0;
    for (let i = 0; i < 50_000; i++) {
      const six = randomTriangles(random);
      const found = measure(six);
      const swapped = measure([...six.slice(3), ...six.slice(0, 3)]);
      expect(Math.abs(found - swapped)).toBeLessThanOrEqual(2e-12 * found);
      const limit = found * (0.5 + random.random());
      const limited = measure(six, limit);
      if (limited === Number.POSITIVE_INFINITY) {
        beyond++;
        expect(found * (1 + 1e-12)).toBeGreaterThan(limit);
      } else expect(Math.abs(limited - found)).toBeLessThanOrEqual(2e-12 * found);
      expect(measure(six, found)).not.toBe(Number.POSITIVE_INFINITY);
    }
    expect(beyond).toBeGreaterThan(15_000);
  });

  it.each([2 ** -480, 2 ** -200, 2 ** 200, 2 ** 480])('scales by %d without a change', (scale) => {
    const random = new RandomPoints(103);
    for (let i = 0; i < 300; i++) {
      const six = randomTriangles(random);
      const found = measure(six);
      const large = measure(six.map((p) => p.map((x) => x * scale)));
      expect(Math.abs(large / scale - found)).toBeLessThanOrEqual(2e-12 * found);
    }
  });

  it('takes the largest and the smallest doubles', () => {
    const max = Number.MAX_VALUE;
    expect(measure(points(max, 0, 0, max, 1, 0, max, 0, 1, -max, 0, 0, -max, 1, 0, -max, 0, 1))).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(measure(points(max, 0, 0, max, 0, 0, max, 0, 0, max, 3, 0, max, 3, 4, max, 3, 4))).toBe(3);
    const min = Number.MIN_VALUE;
    expect(measure(points(0, 0, 0, min, 0, 0, 0, min, 0, 0, 0, 5 * min, min, 0, 7 * min, 0, min, 7 * min))).toBe(
      5 * min,
    );
  });

  it('control: without piercing, or with the face formula for triangles without area, it would be wrong', () => {
    const random = new RandomPoints(104);
    let piercing = 0;
    let flat = 0;
    for (let i = 0; i < 200; i++) {
      const six = randomTriangles(random);
      const truth = oracle(six);
      const outlines = squaredDistance(six.slice(0, 3), six.slice(3), (a, b) => a + b <= 4);
      if (Math.abs(rootOf(outlines) - truth) > 1e-9) piercing++;
      if (truth > 1e-9 && [0, 1, 2].some((k) => facesPlane(six[3 + k], six[0], six[1], six[2]))) flat++;
    }
    expect(piercing).toBeGreaterThan(10);
    expect(flat).toBeGreaterThan(10);
  });
});

/** The face formula as often written: 0 ≤ w₁, w₂ and w₁ + w₂ ≤ n·n, then |r·n|; true where that claims a touch. */
function facesPlane(p: readonly number[], a: readonly number[], b: readonly number[], c: readonly number[]): boolean {
  const minus = (x: readonly number[], y: readonly number[]) => x.map((value, axis) => value - y[axis]);
  const cross = (x: readonly number[], y: readonly number[]) => [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ];
  const dot = (x: readonly number[], y: readonly number[]) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const u = minus(b, a);
  const v = minus(c, a);
  const r = minus(p, a);
  const n = cross(u, v);
  const w1 = dot(cross(r, v), n);
  const w2 = dot(cross(u, r), n);
  return w1 >= 0 && w2 >= 0 && w1 + w2 <= dot(n, n) && dot(r, n) === 0;
}
