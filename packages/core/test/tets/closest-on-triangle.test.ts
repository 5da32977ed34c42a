import { describe, expect, test } from 'vitest';
import { closestOnTriangle } from '../../src/tets/closest-on-triangle.ts';
import type { Point } from '../predicates/exact-oracle.ts';
import { RandomPoints } from '../predicates/random.ts';

function closest(p: Point, a: Point, b: Point, c: Point): number[] {
  const out = new Float64Array(3);
  closestOnTriangle(Float64Array.from([p, a, b, c].flat()), 0, 3, 6, 9, out);
  return [...out];
}

const distance = (p: readonly number[], q: readonly number[]) => Math.hypot(...p.map((x, axis) => x - q[axis]));

describe('closestOnTriangle', () => {
  const [a, b, c]: Point[] = [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
  ];

  test('above the inside, a side and a corner', () => {
    expect(closest([0.5, 0.5, 3], a, b, c)).toEqual([0.5, 0.5, 0]);
    expect(closest([1, -1, 1], a, b, c)).toEqual([1, 0, 0]);
    expect(closest([-1, 1, 1], a, b, c)).toEqual([0, 1, 0]);
    expect(closest([2, 2, -1], a, b, c)).toEqual([1, 1, 0]);
    expect(closest([5, -1, 0], a, b, c)).toEqual([2, 0, 0]);
    expect(closest([-1, 5, 0], a, b, c)).toEqual([0, 2, 0]);
    expect(closest([-1, -1, 0], a, b, c)).toEqual([0, 0, 0]);
  });

  test('no point of the triangle is nearer', () => {
    const random = new RandomPoints(1);
    for (let i = 0; i < 2000; i++) {
      const [p, ...corners] = [0, 1, 2, 3].map(() => random.inCube());
      const found = closest(p, corners[0], corners[1], corners[2]);
      const best = distance(p, found);
      let sampled = Number.POSITIVE_INFINITY;
      for (let s = 0; s <= 20; s++) {
        for (let t = 0; s + t <= 20; t++) {
          const at = [0, 1, 2].map((k) => (s * corners[0][k] + t * corners[1][k] + (20 - s - t) * corners[2][k]) / 20);
          sampled = Math.min(sampled, distance(p, at));
        }
      }
      expect(best).toBeLessThanOrEqual(sampled + 1e-12);
      expect(best).toBeGreaterThan(sampled - 0.15); // and it is a point of the triangle: samples are this dense
    }
  });

  test('triangles without area count as their sides', () => {
    expect(closest([1, 1, 0], a, b, b)).toEqual([1, 0, 0]);
    expect(closest([1, 1, 0], a, a, a)).toEqual([0, 0, 0]);
    expect(closest([3, 1, 0], a, [1, 0, 0], b)).toEqual([2, 0, 0]);
  });
});
