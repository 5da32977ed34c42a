import { describe, expect, it } from 'vitest';
import { createDirectionSet } from '../../../src/bounds/direction-set.ts';
import { createProjection, projectAlong, projectAlongMask } from '../../../src/find/patches/projection.ts';
import { RandomPoints } from '../../predicates/random.ts';

const project = (p: ReturnType<typeof createProjection>, v: readonly number[]): [number, number] => [
  p.ax * v[p.i] + p.bx * v[p.main],
  p.ay * v[p.j] + p.by * v[p.main],
];

describe('projection', () => {
  it('maps the direction itself to a point, and triangles that face it to counterclockwise ones', () => {
    const random = new RandomPoints(1);
    const projection = createProjection();
    for (let run = 0; run < 2000; run++) {
      const d = random.onLattice(20);
      if (d.every((x) => x === 0)) continue;
      projectAlong(projection, ...d);
      expect(project(projection, d).map(Math.abs)).toEqual([0, 0]);
      // whole numbers: nothing is rounded
      const [u, v] = [random.onLattice(9), random.onLattice(9)];
      const facing =
        d[0] * (u[1] * v[2] - u[2] * v[1]) + d[1] * (u[2] * v[0] - u[0] * v[2]) + d[2] * (u[0] * v[1] - u[1] * v[0]);
      const [[a, b], [e, f]] = [project(projection, u), project(projection, v)];
      expect(Math.sign(a * f - b * e)).toBe(Math.sign(facing));
      expect(projection.gain).toBe(Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]));
      const reach = Math.max(...u.map(Math.abs));
      expect(Math.max(Math.abs(a), Math.abs(b))).toBeLessThanOrEqual(projection.gain * reach);
    }
  });

  it.each([14, 31] as const)('along a mask of %i is along the sum of its directions', (count) => {
    const { components } = createDirectionSet(count);
    const random = new RandomPoints(2);
    const [found, expected] = [createProjection(), createProjection()];
    for (let run = 0; run < 300; run++) {
      let mask = 0;
      const sum = [0, 0, 0];
      for (let d = 0; d < count; d++) {
        if (random.below(3) > 0) continue;
        mask |= 1 << d;
        for (let axis = 0; axis < 3; axis++) sum[axis] += components[3 * d + axis];
      }
      if (mask === 0) continue;
      projectAlongMask(found, mask, components);
      projectAlong(expected, sum[0], sum[1], sum[2]);
      expect(found).toEqual(expected);
    }
  });
});
