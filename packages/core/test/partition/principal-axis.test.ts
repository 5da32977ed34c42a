import { describe, expect, it } from 'vitest';
import { principalAxis } from '../../src/partition/principal-axis.ts';
import { RandomPoints } from '../predicates/random.ts';

const everything = (points: Float64Array) => Uint32Array.from({ length: points.length / 3 }, (_, i) => i);

describe('principalAxis', () => {
  it('is the direction of greatest spread: no other direction has more', () => {
    const random = new RandomPoints(1);
    for (let run = 0; run < 100; run++) {
      const stretch = [random.random(), random.random(), random.random()];
      const [u, v] = [random.inCube(), random.inCube()];
      const points = Float64Array.from(
        Array.from({ length: 30 }, () => {
          const [a, b, c] = random.inCube();
          return [0, 1, 2].map((axis) => 5 + a * u[axis] + b * v[axis] * stretch[0] + c * stretch[axis] * 0.3);
        }).flat(),
      );
      const spread = (direction: readonly number[]) => {
        const along = Array.from({ length: 30 }, (_, i) =>
          direction.reduce((sum, d, axis) => sum + d * points[3 * i + axis], 0),
        );
        const mean = along.reduce((sum, x) => sum + x, 0) / 30;
        return along.reduce((sum, x) => sum + (x - mean) ** 2, 0) / direction.reduce((sum, d) => sum + d * d, 0);
      };
      const axis = principalAxis(points, everything(points), 0, 30);
      expect(Math.hypot(...axis)).toBeCloseTo(1, 9);
      const best = spread(axis);
      for (let tries = 0; tries < 50; tries++) expect(spread(random.inCube())).toBeLessThanOrEqual(best * (1 + 1e-9));
    }
  });

  it('is a coordinate axis, exactly, where the spread is along axes', () => {
    const points = Float64Array.of(0, 0, 0, 0, 4, 0, 1, 0, 0, 1, 4, 0);
    expect(principalAxis(points, everything(points), 0, 4).map(Math.abs)).toEqual([0, 1, 0]);
  });

  it('takes only the items asked for, and any direction for a single point', () => {
    const points = Float64Array.of(0, 0, 0, 9, 0, 0, 0, 0, 1, 0, 0, 5);
    expect(principalAxis(points, Uint32Array.of(1, 0, 2, 3), 1, 4).map(Math.abs)).toEqual([0, 0, 1]);
    expect(Math.hypot(...principalAxis(points, Uint32Array.of(2), 0, 1))).toBeCloseTo(1, 9);
  });
});
