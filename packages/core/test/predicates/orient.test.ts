import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisThatSees, orient2d, orient3d, orientAlong } from '../../src/predicates/orient.ts';
import { orientation, type Point } from './exact-oracle.ts';
import { permutations } from './points.ts';
import { RandomPoints } from './random.ts';

const sign3d = (list: readonly Point[]) => orient3d(Float64Array.from(list.flat()), 0, 1, 2, 3);
const parity = (order: readonly number[]) =>
  order.reduce((sign, x, i) => sign * order.slice(i + 1).reduce((s, y) => (y < x ? -s : s), 1), 1);

describe('sign convention', () => {
  it('orient2d is 1 for a counterclockwise turn with y up', () => {
    expect(orient2d(0, 0, 1, 0, 0, 1)).toBe(1);
    expect(orient2d(0, 0, 0, 1, 1, 0)).toBe(-1);
    expect(orient2d(0, 0, 1, 1, 3, 3)).toBe(0);
  });

  it('orient3d is 1 where the right-handed normal of a, b, c points', () => {
    expect(orient3d(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), 0, 1, 2, 3)).toBe(1);
    expect(orient3d(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1), 0, 1, 2, 3)).toBe(-1);
    expect(orient3d(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, -7, 0), 0, 1, 2, 3)).toBe(0);
  });

  it('orientAlong looks against the axis: yz, zx, xy turn like xy seen from +z', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    expect(orientAlong(positions, 2, 0, 1, 2)).toBe(1);
    expect(orientAlong(positions, 0, 0, 2, 3)).toBe(1);
    expect(orientAlong(positions, 1, 0, 3, 1)).toBe(1);
    expect(orientAlong(positions, 1, 0, 1, 3)).toBe(-1);
    expect(orientAlong(positions, 0, 0, 1, 2)).toBe(0);
  });

  it('axisThatSees finds an axis or says −1', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0);
    expect(axisThatSees(positions, 0, 1, 2)).toBe(2);
    expect(axisThatSees(positions, 0, 1, 3)).toBe(1);
    expect(axisThatSees(positions, 0, 2, 3)).toBe(0);
    expect(axisThatSees(positions, 0, 1, 4)).toBe(-1);
    expect(axisThatSees(positions, 1, 1, 3)).toBe(-1);
  });
});

describe('orient3d', () => {
  const lattice = fc.integer({ min: -3, max: 3 });
  const point = fc.tuple(lattice, lattice, lattice);
  const exponent = fc.integer({ min: -1070, max: 1000 });

  it('equals the determinant, and odd permutations flip it', () => {
    fc.assert(
      fc.property(point, point, point, point, (...list) => {
        const truth = orientation(list[0], list[1], list[2], list[3]);
        for (const order of permutations([0, 1, 2, 3])) {
          expect(sign3d(order.map((i) => list[i]))).toBe(parity(order) * truth + 0);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('keeps its sign under a power of two per axis, up to overflow and down to subnormals', () => {
    fc.assert(
      fc.property(point, point, point, point, exponent, exponent, exponent, (a, b, c, d, i, j, k) => {
        const scaled = ([x, y, z]: Point): Point => [x * 2 ** i, y * 2 ** j, z * 2 ** k];
        expect(sign3d([a, b, c, d].map(scaled))).toBe(orientation(a, b, c, d));
      }),
      { seed: 2, numRuns: 600 },
    );
  });

  it('equals the determinant within a few ulps of coplanar', () => {
    const points = new RandomPoints(3);
    const seen = [0, 0, 0];
    for (let run = 0; run < 2000; run++) {
      const triangle = [points.inCube(), points.inCube(), points.inCube()];
      const list = [...triangle, points.nearPlane(triangle, 2)];
      const truth = orientation(list[0], list[1], list[2], list[3]);
      expect(sign3d(list)).toBe(truth);
      seen[truth + 1]++;
    }
    expect(Math.min(...seen)).toBeGreaterThan(10); // the cases were hard: all three signs came up
  });

  it('equals the determinant for any finite doubles', () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    const wild = fc.tuple(any, any, any);
    fc.assert(
      fc.property(wild, wild, wild, wild, (a, b, c, d) => {
        expect(sign3d([a, b, c, d])).toBe(orientation(a, b, c, d));
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

describe('orient2d', () => {
  it('is the orient3d of points in one plane, for any finite doubles', () => {
    const any = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -2, max: 2 }),
      fc.constantFrom(2 ** -300, 2 ** -250, 2 ** 300, 2 ** 301, 1e100, -1e100, 1e-200, 5e-324),
    );
    fc.assert(
      fc.property(any, any, any, any, any, any, (ax, ay, bx, by, cx, cy) => {
        expect(orient2d(ax, ay, bx, by, cx, cy)).toBe(orientation([ax, ay, 0], [bx, by, 0], [cx, cy, 0], [0, 0, 1]));
      }),
      { seed: 5, numRuns: 600 },
    );
  });

  it('is exact around the diagonal, where naive arithmetic is not', () => {
    let naiveWrong = 0;
    for (let i = 0; i < 32; i++) {
      for (let j = 0; j < 32; j++) {
        const [x, y] = [0.5 + i * 2 ** -53, 0.5 + j * 2 ** -53];
        expect(orient2d(x, y, 12, 12, 24, 24)).toBe(Math.sign(j - i));
        if (Math.sign((12 - x) * (24 - y) - (12 - y) * (24 - x)) !== Math.sign(j - i)) naiveWrong++;
      }
    }
    expect(naiveWrong).toBeGreaterThan(0);
  });
});
