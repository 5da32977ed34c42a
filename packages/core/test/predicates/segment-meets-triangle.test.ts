import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentMeetsTriangle } from '../../src/predicates/segment-meets-triangle.ts';
import { hullsMeet, type Point } from './exact-oracle.ts';
import { permutations, points } from './points.ts';
import { nudged, RandomPoints } from './random.ts';

/** p, q, a, b, c */
function answer(list: readonly Point[]): boolean {
  return segmentMeetsTriangle(Float64Array.from(list.flat()), 0, 1, 2, 3, 4);
}

const truth = (list: readonly Point[]) => hullsMeet(list.slice(0, 2), list.slice(2));

/** Both directions of the segment, all six orders of the triangle. */
function inEveryOrder([p, q, a, b, c]: readonly Point[]): Point[][] {
  return permutations([a, b, c]).flatMap((corners) => [
    [p, q, ...corners],
    [q, p, ...corners],
  ]);
}

function expectInEveryOrder(list: readonly Point[], meets: boolean): void {
  for (const order of inEveryOrder(list))
    if (answer(order) !== meets) expect.fail(`${order.join(' ; ')}: not ${meets}`);
}

/** The triangle (0,0,0) (4,0,0) (0,4,0), and every kind of segment against it. */
const cases: readonly (readonly [string, boolean, readonly number[]])[] = [
  ['crosses the inside', true, [1, 1, -1, 1, 1, 1]],
  ['crosses the plane beside it', false, [3, 3, -1, 3, 3, 1]],
  ['stays above', false, [1, 1, 1, 2, 1, 3]],
  ['is parallel above', false, [1, 1, 1, 2, 1, 1]],
  ['ends on the inside', true, [1, 1, 0, 1, 1, 5]],
  ['ends just above the inside', false, [1, 1, 5e-324, 1, 1, 5]],
  ['ends on a side', true, [2, 0, 0, 2, -1, 5]],
  ['ends on a corner', true, [4, 0, 0, 5, 1, 1]],
  ['ends on the plane beside it', false, [5, 0, 0, 5, 0, 1]],
  ['crosses a side', true, [2, -1, -1, 2, 1, 1]],
  ['crosses the long side', true, [2, 2, -1, 2, 2, 1]],
  ['crosses a corner', true, [-1, -1, -1, 1, 1, 1]],
  ['passes a corner by', false, [-1, -1, -1, 1, 1 - 2 ** -52, 1 + 2 ** -52]],
  ['coplanar: inside', true, [1, 1, 0, 2, 1, 0]],
  ['coplanar: pokes in', true, [1, 1, 0, 9, 9, 0]],
  ['coplanar: passes through', true, [-1, 1, 0, 9, 1, 0]],
  ['coplanar: cuts off a corner', true, [-1, 1, 0, 1, -1, 0]],
  ['coplanar: passes a corner by', false, [-2, 1, 0, 1, -2, 0]],
  ['coplanar: touches a corner with its inside', true, [-1, 1, 0, 1, -1, 0]],
  ['coplanar: touches a corner with its end', true, [4, 0, 0, 6, 1, 0]],
  ['coplanar: touches a side with its end', true, [2, 0, 0, 2, -3, 0]],
  ['coplanar: touches the long side with its end', true, [2, 2, 0, 3, 3, 0]],
  ['coplanar: outside', false, [3, 3, 0, 9, 4, 0]],
  ['coplanar: outside, parallel to a side', false, [0, -1, 0, 4, -1, 0]],
  ['collinear with a side: the same', true, [0, 0, 0, 4, 0, 0]],
  ['collinear with a side: within', true, [1, 0, 0, 2, 0, 0]],
  ['collinear with a side: contains it', true, [-1, 0, 0, 5, 0, 0]],
  ['collinear with a side: overlaps', true, [3, 0, 0, 5, 0, 0]],
  ['collinear with a side: touches its end', true, [4, 0, 0, 5, 0, 0]],
  ['collinear with a side: beyond', false, [5, 0, 0, 6, 0, 0]],
  ['collinear with the long side: overlaps', true, [1, 3, 0, -1, 5, 0]],
  ['collinear with the long side: beyond', false, [5, -1, 0, 6, -2, 0]],
  ['of length 0: inside', true, [1, 1, 0, 1, 1, 0]],
  ['of length 0: on a side', true, [2, 2, 0, 2, 2, 0]],
  ['of length 0: on a corner', true, [0, 4, 0, 0, 4, 0]],
  ['of length 0: beside', false, [3, 3, 0, 3, 3, 0]],
  ['of length 0: above', false, [1, 1, 1, 1, 1, 1]],
];

/** Triangles without area: a, b, c, then the segment. */
const flatCases: readonly (readonly [string, boolean, readonly number[]])[] = [
  ['a segment, crossed', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 2, 2, 0, 2, 2, 4]],
  ['a segment, missed', false, [0, 0, 0, 4, 4, 4, 1, 1, 1, 2, 3, 0, 2, 3, 4]],
  ['a segment, crossed beyond the middle corner', true, [0, 0, 0, 1, 1, 1, 4, 4, 4, 3, 3, 0, 3, 3, 4]],
  ['a segment, its line crossed beyond its end', false, [0, 0, 0, 4, 4, 4, 1, 1, 1, 5, 5, 0, 5, 5, 9]],
  ['a segment, touched at its end', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 4, 4, 4, 9, 0, 3]],
  ['a segment, touched at its middle corner', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 1, 1, 1, 9, 0, 3]],
  ['a segment, overlapped on its line', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 3, 3, 3, 9, 9, 9]],
  ['a segment, touched on its line', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 4, 4, 4, 9, 9, 9]],
  ['a segment, beside it on its line', false, [0, 0, 0, 4, 4, 4, 1, 1, 1, 5, 5, 5, 9, 9, 9]],
  ['a segment, parallel', false, [0, 0, 0, 4, 4, 4, 1, 1, 1, 0, 0, 1, 4, 4, 5]],
  ['a segment with two corners in one place, crossed', true, [0, 0, 0, 4, 4, 4, 4, 4, 4, 2, 2, 0, 2, 2, 4]],
  ['a segment with two corners in one place, missed', false, [0, 0, 0, 4, 4, 4, 4, 4, 4, 2, 1, 0, 2, 1, 4]],
  ['a segment, and a point on it', true, [0, 0, 0, 4, 4, 4, 1, 1, 1, 3, 3, 3, 3, 3, 3]],
  ['a segment, and a point off it', false, [0, 0, 0, 4, 4, 4, 1, 1, 1, 3, 3, 2, 3, 3, 2]],
  ['a point on the segment', true, [1, 2, 3, 1, 2, 3, 1, 2, 3, 0, 2, 3, 5, 2, 3]],
  ['a point off the segment', false, [1, 2, 3, 1, 2, 3, 1, 2, 3, 0, 2, 4, 5, 2, 4]],
  ['a point on the line of the segment', false, [1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 2, 3, 5, 2, 3]],
  ['a point, and the same point', true, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]],
  ['a point, and another', false, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 4, 1, 2, 4]],
];

describe('segmentMeetsTriangle', () => {
  it.each(cases)('a segment that %s: %s', (_, meets, segment) => {
    const list = [...points(...segment), ...points(0, 0, 0, 4, 0, 0, 0, 4, 0)];
    expect(truth(list)).toBe(meets);
    expectInEveryOrder(list, meets);
    // any axis may be the one that the triangle is seen along
    expectInEveryOrder(
      list.map(([x, y, z]) => [y, z, x]),
      meets,
    );
    expectInEveryOrder(
      list.map(([x, y, z]) => [z, x, y]),
      meets,
    );
    // an upright, slanted copy: x + y and z change roles, all whole
    expectInEveryOrder(
      list.map(([x, y, z]) => [x - y + z, x + y - z, x - 2 * y - z]),
      meets,
    );
  });

  it.each(flatCases)('a triangle that is %s: %s', (_, meets, flat) => {
    const [a, b, c, p, q] = points(...flat);
    expect(truth([p, q, a, b, c])).toBe(meets);
    expectInEveryOrder([p, q, a, b, c], meets);
  });

  const lattice = (reach: number) => {
    const at = fc.integer({ min: -reach, max: reach });
    return fc.array(fc.tuple(at, at, at), { minLength: 5, maxLength: 5 });
  };

  it('is the truth on a small lattice, where every degenerate case is common, in every order', () => {
    let met = 0;
    fc.assert(
      fc.property(fc.oneof(lattice(1), lattice(2), lattice(4)), (list) => {
        const meets = truth(list);
        if (meets) met++;
        expectInEveryOrder(list, meets);
      }),
      { seed: 11, numRuns: 1500 },
    );
    expect(met).toBeGreaterThan(200);
  });

  it('is the truth within a few ulps of coplanar, in every order', () => {
    const random = new RandomPoints(12);
    let met = 0;
    for (let run = 0; run < 1000; run++) {
      const triangle = [random.inCube(), random.inCube(), random.inCube()];
      const p = random.nearPlane(triangle, run % 4);
      const q = random.below(2) ? random.nearPlane(triangle, run % 4) : random.inCube();
      const meets = truth([p, q, ...triangle]);
      if (meets) met++;
      expectInEveryOrder([p, q, ...triangle], meets);
    }
    expect(met).toBeGreaterThan(200);
    expect(met).toBeLessThan(800);
  });

  it('is the truth for needles and nearly collinear corners', () => {
    const random = new RandomPoints(13);
    for (let run = 0; run < 500; run++) {
      const [a, b] = [random.inCube(), random.inCube()];
      const on = (): Point => {
        const t = random.random() * 1.5 - 0.25;
        const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]), random.below(5) - 2);
        return [at(0), at(1), at(2)];
      };
      const c = on();
      const p = on();
      const list = [p, random.below(2) ? on() : random.inCube(), a, b, c];
      expectInEveryOrder(list, truth(list));
    }
  });

  it('does not change under a power of two, nor under one per axis', () => {
    const exponent = fc.integer({ min: -300, max: 300 });
    const wide = fc.integer({ min: -1070, max: 1015 });
    fc.assert(
      fc.property(lattice(2), exponent, wide, wide, wide, (list, all, i, j, k) => {
        const meets = truth(list);
        const stretched = (x: number, y: number, z: number) => list.map((p): Point => [p[0] * x, p[1] * y, p[2] * z]);
        expect(answer(stretched(2 ** all, 2 ** all, 2 ** all))).toBe(meets);
        expect(answer(stretched(2 ** i, 2 ** j, 2 ** k))).toBe(meets);
      }),
      { seed: 14, numRuns: 800 },
    );
  });

  it.each([1e100, 1e-100, 1e200, 1e-200, 1e300, 1e-300, 2 ** 300, 2 ** -250, 2 ** 299, 2 ** -249])(
    'is the truth for coordinates around %s',
    (size) => {
      const random = new RandomPoints(15);
      for (let run = 0; run < 40; run++) {
        const triangle = [0, 1, 2].map(() => random.onLattice(2).map((x) => x * size) as unknown as Point);
        const near = random.nearPlane(triangle, 1);
        const far = random.onLattice(2).map((x) => x * size) as unknown as Point;
        for (const list of [
          [near, far, ...triangle],
          [far, random.nearPlane(triangle, 1), ...triangle],
        ]) {
          expect(answer(list)).toBe(truth(list));
        }
      }
    },
  );

  it('is the truth for coordinates of mixed magnitude', () => {
    const part = fc.constantFrom(0, 1, -1, 3, 1e-300, -1e-300, 1e300, -1e300, 1e100, -1e-100, 5e-324, 2 ** -251);
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part, part), { minLength: 5, maxLength: 5 }), (list) => {
        expect(answer(list)).toBe(truth(list));
      }),
      { seed: 16, numRuns: 150 },
    );
  });

  it('is the truth far from the origin', () => {
    fc.assert(
      fc.property(lattice(2), fc.integer({ min: 20, max: 50 }), (list, exponent) => {
        const moved = list.map(([x, y, z]): Point => [x + 2 ** exponent, y - 2 ** exponent, z + 3 * 2 ** exponent]);
        expect(answer(moved)).toBe(truth(list));
      }),
      { seed: 17, numRuns: 600 },
    );
  });
});
