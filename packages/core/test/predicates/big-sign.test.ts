import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bigOrient2d, bigOrient3d } from '../../src/predicates/big-sign.ts';
import { orient2d, orient3d } from '../../src/predicates/orient.ts';
import { orientation } from './exact-oracle.ts';
import { RandomPoints } from './random.ts';

describe('signs by whole-number arithmetic', () => {
  it('equal the determinant for any finite doubles', () => {
    const any = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1, 5e-324, 1e308));
    fc.assert(
      fc.property(fc.array(any, { minLength: 12, maxLength: 12 }), (x) => {
        const truth = orientation([x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]], [x[9], x[10], x[11]]);
        expect(bigOrient3d(x)).toBe(truth);
      }),
      { seed: 41, numRuns: 500 },
    );
  });

  it('are 0 for points in one place, whatever the sign of zero', () => {
    expect(bigOrient3d([0, -0, 0, -0, 0, 0, 0, 0, -0, 0, 0, 0])).toBe(0);
    expect(bigOrient2d(0, -0, -0, 0, 0, 0)).toBe(0);
  });

  it('agree with the fast way where both work', () => {
    const random = new RandomPoints(42);
    for (let run = 0; run < 1000; run++) {
      const triangle = [random.inCube(), random.inCube(), random.inCube()];
      const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = triangle;
      const [dx, dy, dz] = random.nearPlane(triangle, 1);
      expect(bigOrient3d([ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz])).toBe(
        orient3d(Float64Array.of(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz), 0, 1, 2, 3),
      );
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      expect(bigOrient2d(ax, ay, bx, by, mx, my)).toBe(orient2d(ax, ay, bx, by, mx, my));
    }
  });
});
