import { describe, expect, it } from 'vitest';
import { closestPoints } from '../../src/predicates/closest-points.ts';
import { DISTANCE_WORKSPACE } from '../../src/predicates/distance-workspace.ts';
import { triangleDistance } from '../../src/predicates/triangle-distance.ts';
import { randomTriangles } from './distance-cases.ts';
import { rootOf, squaredDistance } from './distance-oracle.ts';
import type { Point } from './exact-oracle.ts';
import { RandomPoints } from './random.ts';

/** `SELFCOLLIDE_DISTANCE_PAIRS=1000000` for the long run. */
const PAIRS = Number(process.env.SELFCOLLIDE_DISTANCE_PAIRS ?? 100_000);

describe('closestPoints', () => {
  it(`equals the closed form on ${PAIRS} pairs of triangles`, { timeout: PAIRS }, () => {
    const random = new RandomPoints(301);
    const work = new Float64Array(DISTANCE_WORKSPACE);
    const corners = new Float64Array(18);
    let most = 0;
    let met = 0;
    for (let i = 0; i < PAIRS; i++) {
      const six = randomTriangles(random);
      corners.set(six.flat());
      const distance = triangleDistance(corners, 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
      const found = closestPoints(corners.subarray(0, 9), corners.subarray(9));
      let size = 0;
      for (let k = 3; k < 18; k++) size = Math.max(size, Math.abs(corners[k] - corners[k % 3]));
      // plain comparisons: a million calls of expect take minutes
      const encloses =
        found.lowerBound <= distance * (1 + 1e-12) &&
        found.upperBound >= distance * (1 - 1e-12) &&
        found.lowerBound <= found.distance &&
        found.distance <= found.upperBound;
      const equal = Math.abs(found.distance - distance) <= 1e-13 * size + 1e-12 * distance;
      if (!encloses || !equal) expect.fail(`${JSON.stringify(six)}: ${distance}, got ${JSON.stringify(found)}`);
      if (found.iterations > most) most = found.iterations;
      if (distance === 0) met++;
    }
    expect(most).toBeLessThanOrEqual(25);
    expect(met).toBeGreaterThan(PAIRS / 20);
  });

  it('encloses the truth for quads, points, segments and swept triangles, and its points are that far apart', () => {
    const random = new RandomPoints(302);
    for (let i = 0; i < 250; i++) {
      const make = (count: number) =>
        Array.from({ length: count }, () => (i % 2 ? random.inCube() : random.onLattice(2)));
      const a = make(1 + random.below(4));
      const b = make(1 + random.below(4)).map(([x, y, z]): Point => [x + (i % 5), y, z]);
      const truth = rootOf(squaredDistance(a, b));
      const found = closestPoints(a.flat(), b.flat());
      expect(found.lowerBound).toBeLessThanOrEqual(truth * (1 + 1e-15));
      expect(found.upperBound).toBeGreaterThanOrEqual(truth * (1 - 1e-15));
      expect(found.upperBound - found.lowerBound).toBeLessThan(1e-10);
      const apart = Math.hypot(...found.pointA.map((x, axis) => found.pointB[axis] - x));
      expect(Math.abs(apart - truth)).toBeLessThan(1e-13);
      const back = closestPoints(b.flat(), a.flat());
      expect(Math.abs(back.distance - found.distance)).toBeLessThan(1e-13);
    }
  });

  it('serves swept triangles: no farther than any pose between', () => {
    const random = new RandomPoints(303);
    const work = new Float64Array(DISTANCE_WORKSPACE);
    for (let i = 0; i < 500; i++) {
      const before = Array.from({ length: 6 }, () => random.inCube()).map(
        (p, k): Point => [p[0] + (k < 3 ? 0 : 3), p[1], p[2]],
      );
      const after = before.map((p): Point => [p[0] + random.random() - 0.5, p[1] + random.random() - 0.5, p[2]]);
      const hull = (first: number) => [...before.slice(first, first + 3), ...after.slice(first, first + 3)].flat();
      const { lowerBound, iterations } = closestPoints(hull(0), hull(3));
      expect(iterations).toBeLessThan(40);
      for (const t of [0, 0.3, 0.7, 1]) {
        const now = Float64Array.from(before.flatMap((p, k) => p.map((x, axis) => x + t * (after[k][axis] - x))));
        const distance = triangleDistance(now, 0, 1, 2, 3, 4, 5, Number.POSITIVE_INFINITY, work);
        expect(lowerBound).toBeLessThanOrEqual(distance * (1 + 1e-12));
      }
    }
  });

  it.each([1e-320, 1e-300, 1e-150, 1e150, 1e300])('takes coordinates of %d', (scale) => {
    const a = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const b = [1, 1, 3, 2, 1, 5, 1, 2, 5];
    const found = closestPoints(
      a.map((x) => x * scale),
      b.map((x) => x * scale),
    );
    const truth = 3 * scale;
    expect(found.lowerBound).toBeLessThanOrEqual(truth);
    expect(found.upperBound).toBeGreaterThanOrEqual(truth);
    if (scale > 1e-310) expect(Math.abs(found.distance / truth - 1)).toBeLessThan(1e-12);
  });

  it('takes the largest doubles', () => {
    const max = Number.MAX_VALUE;
    const { lowerBound, upperBound } = closestPoints([max, 0, 0], [-max, 0, 0]);
    expect(lowerBound).toBeLessThanOrEqual(Number.MAX_VALUE * 2);
    expect(upperBound).toBe(Number.POSITIVE_INFINITY);
    const near = closestPoints([max, 0, 0, max, 0, 4], [max, 3, 0, max, 3, 4]);
    expect(near.lowerBound).toBeLessThanOrEqual(3);
    expect(near.upperBound).toBeGreaterThanOrEqual(3);
  });

  it('refuses what is no polygon', () => {
    expect(() => closestPoints([], [0, 0, 0])).toThrow(
      'closestPoints: polygonA must hold x y z of at least one corner, got length 0.',
    );
    expect(() => closestPoints([0, 0, 0], [1, 2])).toThrow(
      'polygonB must hold x y z of at least one corner, got length 2.',
    );
    expect(() => closestPoints([0, Number.NaN, 0], [0, 0, 0])).toThrow(
      'closestPoints: polygonA must hold finite numbers, got NaN at 1.',
    );
    expect(() => closestPoints([0, 0, 0], [0, 0, Number.POSITIVE_INFINITY])).toThrow(RangeError);
    expect(() => closestPoints([0, 0, 0], ['0', 0, 0] as unknown as number[])).toThrow('got a string at 0.');
    expect(() => closestPoints([0, 0, 0], [0, 1n, 0] as unknown as number[])).toThrow('got a bigint at 1.');
  });
});
