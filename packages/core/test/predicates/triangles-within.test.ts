import { describe, expect, it } from 'vitest';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { trianglesWithin } from '../../src/predicates/triangles-within.ts';
import { randomTriangles } from './distance-cases.ts';
import { rootAtMost, rootOf, squaredDistance } from './distance-oracle.ts';
import type { Point } from './exact-oracle.ts';
import { nudged, RandomPoints } from './random.ts';

const work = new Float64Array(DISTANCE_WORKSPACE);

const within = (six: readonly (readonly number[])[], distance: number, scale = 1) =>
  trianglesWithin(
    Float64Array.from(six.flat(), (x) => x * scale),
    0,
    1,
    2,
    3,
    4,
    5,
    distance,
    scale,
    work,
  );

describe('trianglesWithin', () => {
  it('decides as whole numbers do, also within the last bits of the distance', () => {
    const random = new RandomPoints(201);
    let inside = 0;
    let exactlyAt = 0;
    let roundingWrong = 0;
    for (let i = 0; i < 500; i++) {
      const six = randomTriangles(random);
      const truth = squaredDistance(six.slice(0, 3), six.slice(3));
      const root = rootOf(truth);
      for (const steps of [-1, 0, 1, random.below(9) - 4]) {
        const distance = Math.max(0, nudged(root, steps));
        const expected = rootAtMost(truth, distance);
        expect(within(six, distance), `${JSON.stringify(six)} within ${distance}`).toBe(expected);
        if (expected) inside++;
        const found = triangleDistance(Float64Array.from(six.flat()), 0, 1, 2, 3, 4, 5, distance, work);
        if (found <= distance !== expected) roundingWrong++; // control: comparing doubles is not enough
      }
      if (root > 0 && rootAtMost(truth, root) && !rootAtMost(truth, nudged(root, -1))) exactlyAt++;
    }
    expect(inside).toBeGreaterThan(600);
    expect(exactlyAt).toBeGreaterThan(50);
    expect(roundingWrong).toBeGreaterThan(50);
  });

  it.each([0.001, 0.1, 1 / 3, 2 ** -40, 1e-9])(
    'has sheets exactly %d apart in, with the next smaller double out',
    (gap) => {
      const random = new RandomPoints(202);
      let overlapping = 0;
      for (let i = 0; i < 200; i++) {
        const flat = (z: number): Point => [random.below(7), random.below(7), z];
        // two planes z = 0 and z = gap; also upright, so that each axis has its turn
        const six = [flat(0), flat(0), flat(0), flat(gap), flat(gap), flat(gap)].map((p) =>
          i % 3 === 0 ? p : i % 3 === 1 ? [p[1], p[2], p[0]] : [p[2], p[0], p[1]],
        );
        const truth = squaredDistance(six.slice(0, 3) as unknown as Point[], six.slice(3) as unknown as Point[]);
        const at = rootAtMost(truth, gap);
        if (at) overlapping++;
        expect(within(six, gap)).toBe(at);
        expect(within(six, nudged(gap, -1))).toBe(false);
      }
      expect(overlapping).toBeGreaterThan(15);
    },
  );

  it.each([-480, -300, -100, 100, 300, 480])(
    'is the same for a pose scaled by 2^%d, and for a mesh that large',
    (power) => {
      const random = new RandomPoints(203);
      for (let i = 0; i < 200; i++) {
        const six = randomTriangles(random);
        const root = triangleDistance(Float64Array.from(six.flat()), 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
        for (const steps of [-1, 0, 1]) {
          const distance = Math.max(0, nudged(root, steps));
          const expected = within(six, distance);
          expect(within(six, distance, 2 ** power)).toBe(expected);
          const large = six.map((p) => p.map((x) => x * 2 ** power));
          if (large.flat().every((x, k) => x / 2 ** power === six.flat()[k])) {
            expect(within(large, distance * 2 ** power)).toBe(expected);
          }
        }
      }
    },
  );

  it('takes a distance of 0: touching is in, the smallest gap out', () => {
    const min = Number.MIN_VALUE;
    const at = (z: number) => [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
      [1, 1, z],
      [2, 1, z + 1],
      [1, 2, z + 1],
    ];
    expect(within(at(0), 0)).toBe(true);
    expect(within(at(min), 0)).toBe(false);
    expect(within(at(min), min)).toBe(true);
    expect(within(at(2 * min), min)).toBe(false);
    expect(within(at(1e300), 1e300)).toBe(true);
    expect(within(at(-0.5), 0)).toBe(true);
  });

  it('keeps distances apart that a scale would sink below the smallest double', () => {
    const at = (z: number) => [
      [0, 0, 0],
      [4, 0, 0],
      [0, 4, 0],
      [1, 1, z],
      [2, 1, z],
      [1, 2, z],
    ];
    const scaled = Float64Array.from(at(0).flat(), (x) => x); // positions as if 2^−1000 had been applied to 2^1000 of them
    scaled[11] = scaled[14] = scaled[17] = 2 ** -250;
    const scale = 2 ** -1000;
    const gap = 2 ** 750; // of the caller's
    expect(trianglesWithin(scaled, 0, 1, 2, 3, 4, 5, gap, scale, work)).toBe(true);
    expect(trianglesWithin(scaled, 0, 1, 2, 3, 4, 5, nudged(gap, -1), scale, work)).toBe(false);
    expect(trianglesWithin(scaled, 0, 1, 2, 3, 4, 5, 1e-300, scale, work)).toBe(false);
    expect(trianglesWithin(scaled, 0, 1, 2, 3, 4, 5, 1e-300, 2 ** 1000, work)).toBe(true);
    expect(trianglesWithin(scaled, 0, 1, 2, 3, 4, 5, Number.MAX_VALUE, 2 ** 1000, work)).toBe(true);
  });
});
