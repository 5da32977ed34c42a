import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/create-detector.ts';
import type { ContactLocation } from '../../src/locate/locate-contact.ts';
import { commonPoints, orientation, type Point, quotient } from '../predicates/exact-oracle.ts';
import { points } from '../predicates/points.ts';
import { nudged, RandomPoints } from '../predicates/random.ts';

const METHODS = ['box-tree', 'brute-force'] as const; // the first locates in doubles where it can, the second always exactly

/** Locates every contact between two triangles and compares each with exact arithmetic. Returns the locations. */
function locateAll(corners: readonly Point[], method: (typeof METHODS)[number]): ContactLocation[] {
  const detector = createDetector({ positions: Float64Array.from(corners.flat()) }, { method, weld: false });
  const { count, edgeA, edgeB, triangle } = detector.findIntersections();
  return Array.from({ length: count }, (_, i) => {
    const location = detector.locate(i);
    const t = triangle[i];
    expectTrue(location, [corners[edgeA[i]], corners[edgeB[i]]], corners.slice(3 * t, 3 * t + 3));
    return location;
  });
}

function expectTrue(location: ContactLocation, [p, q]: readonly Point[], triangle: readonly Point[]): void {
  const { point, alongEdge, barycentric, stretch } = location;
  const all = [p, q, ...triangle];
  const spread = (axis: number) => Math.max(...all.map((x) => x[axis])) / 2 - Math.min(...all.map((x) => x[axis])) / 2; // halves: no overflow
  const size = Math.max(spread(0), spread(1), spread(2));
  const largest = Math.max(...all.flat().map(Math.abs));
  const tolerance = 1e-12 * size + 4 * 2 ** -52 * largest + 5e-324; // the coordinates themselves are rounded

  const within = (what: string, x: number, y: number, bound: number) => {
    if (!(Math.abs(x - y) <= bound)) expect.fail(`${what}: ${x}, not ${y}, of ${JSON.stringify({ p, q, triangle })}`);
  };
  const weights = barycentric.reduce((sum, weight) => sum + weight, 0);
  within('sum of weights', weights, 1, 1e-15);
  expect(Math.min(alongEdge, ...barycentric)).toBeGreaterThanOrEqual(0);
  expect(Math.max(alongEdge, ...barycentric)).toBeLessThanOrEqual(1);
  for (let axis = 0; axis < 3; axis++) {
    within('point on edge', point[axis], p[axis] * (1 - alongEdge) + q[axis] * alongEdge, tolerance);
    const inTriangle = triangle.reduce((sum, corner, k) => sum + barycentric[k] * corner[axis], 0);
    within('point in triangle', point[axis], inTriangle, tolerance);
  }

  const common = commonPoints([p, q], triangle);
  const parameters = common.map(({ first, bottom }) => quotient(first[1], bottom));
  const [from, to] = [Math.min(...parameters), Math.max(...parameters)];
  within('along edge', alongEdge, (from + to) / 2, 1e-12);
  if (stretch) {
    within('start of stretch', stretch[0], from, 1e-12);
    within('end of stretch', stretch[1], to, 1e-12);
  } else {
    within('length of contact', to, from, 0);
  }
  const [a, b, c] = triangle;
  const hasArea = [points(1, 0, 0), points(0, 1, 0), points(0, 0, 1)].some(
    ([axis]) => orientation(a, b, c, [a[0] + axis[0] * size, a[1] + axis[1] * size, a[2] + axis[2] * size]) !== 0,
  );
  if (!hasArea) return;
  const coplanar = orientation(a, b, c, p) === 0 && orientation(a, b, c, q) === 0;
  expect(stretch !== undefined).toBe(coplanar);
  if (!coplanar) {
    const [{ second, bottom }] = common;
    for (let k = 0; k < 3; k++) within(`weight ${k}`, barycentric[k], quotient(second[k], bottom), 1e-12);
  }
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe.each(METHODS)('locate, %s', (method) => {
  /** Runs until `wanted` contacts were seen. */
  function sample(wanted: number, make: (i: number) => readonly Point[]): ContactLocation[] {
    const seen: ContactLocation[] = [];
    for (let i = 0; seen.length < wanted; i++) {
      if (i > 50 * wanted) expect.fail(`only ${seen.length} contacts`);
      seen.push(...locateAll(make(i), method));
    }
    return seen;
  }

  it('is where one would point', () => {
    const tall = points(1, 1, -1, 1, 1, 3, 9, 1, 3);
    const [location, ...others] = locateAll([...points(0, 0, 0, 4, 0, 0, 0, 4, 0), ...tall], method).filter(
      ({ barycentric }) => barycentric[0] === 0.5,
    );
    expect(others).toEqual([]);
    expect(location).toEqual({ point: [1, 1, 0], alongEdge: 0.25, barycentric: [0.5, 0.25, 0.25] });
  });

  it('gives the stretch of a coplanar edge, and its middle', () => {
    const flat = points(-1, 1, 0, 7, 1, 0, 3, 50, 0);
    const located = locateAll([...points(0, 0, 0, 4, 0, 0, 0, 4, 0), ...flat], method);
    expect(located).toContainEqual({
      point: [1.5, 1, 0],
      alongEdge: 0.3125,
      barycentric: [0.375, 0.375, 0.25],
      stretch: [0.125, 0.5],
    });
  });

  it('is right for random triangles', () => {
    const random = new RandomPoints(1);
    sample(150, () => many(6, () => random.inCube()));
  });

  it('is right for nearly coplanar triangles, where heights are all rounding error', () => {
    const random = new RandomPoints(2);
    sample(100, (i) => {
      const first = many(3, () => random.inCube());
      return [...first, ...many(3, () => random.nearPlane(first, 1 + (i % 3)))];
    });
  });

  it('is right for shallow crossings of any angle', () => {
    const random = new RandomPoints(11);
    sample(200, (i) => {
      const first = many(3, () => random.inCube());
      const height = 2 ** -(i % 40);
      const near = (): Point => {
        const [x, y, z] = random.nearPlane(first, 0);
        const [dx, dy, dz] = random.inCube();
        return [x + height * dx, y + height * dy, z + height * dz];
      };
      return [...first, ...many(3, near)];
    });
  });

  it('is right for exactly coplanar triangles in slanted planes', () => {
    const random = new RandomPoints(3);
    const located = sample(100, () =>
      many(6, () => {
        const [x, y] = random.inCube().map((x) => Math.round(x * 1000) / 1024);
        return [x, y, 3 * x - y / 2] as const;
      }),
    );
    expect(located.every(({ stretch }) => stretch !== undefined)).toBe(true);
    expect(located.filter(({ stretch }) => stretch![1] > stretch![0]).length).toBeGreaterThan(40);
  });

  it('is right for edges along a side of the triangle', () => {
    const random = new RandomPoints(4);
    const located = sample(100, () => {
      const [a, b, c] = many(3, () => random.onLattice(4));
      const on = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
      return [a, b, c, on((random.below(33) - 8) / 16), on((random.below(33) - 8) / 16), random.onLattice(4)];
    });
    expect(located.filter(({ stretch }) => stretch && stretch[1] - stretch[0] > 0.1).length).toBeGreaterThan(30);
  });

  it('is right on a small lattice: touching, zero area, zero length', () => {
    const random = new RandomPoints(5);
    sample(100, (i) => many(6, () => random.onLattice(1 + (i % 2))));
  });

  it('is right for needles', () => {
    const random = new RandomPoints(6);
    sample(150, () => {
      const [a, b] = many(2, () => random.inCube());
      const near = (): Point => {
        const t = random.random();
        const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]), random.below(7) - 3);
        return [at(0), at(1), at(2)];
      };
      return [a, b, near(), near(), random.inCube(), random.below(2) ? near() : random.inCube()];
    });
  });

  it('is right for triangles that one axis sees nearly edge-on', () => {
    const random = new RandomPoints(7);
    sample(100, (i) => {
      const axis = i % 3;
      const squeeze = (p: Point) => p.map((x, k) => (k === axis ? x * 1e-9 : x)) as unknown as Point;
      return [...many(3, () => squeeze(random.inCube())), ...many(3, () => random.inCube())];
    });
  });

  it('is right far from the origin', () => {
    const random = new RandomPoints(8);
    sample(150, (i) => {
      const distance = 10 ** (i % 9);
      return many(6, () => random.inCube().map((x) => x + distance) as unknown as Point);
    });
  });

  it.each([1e-300, 1e-200, 1e-100, 1e100, 1e200, 1e300, 2 ** 260])('is right for coordinates around %s', (size) => {
    const random = new RandomPoints(9);
    const scaled = (p: Point) => p.map((x) => x * size) as unknown as Point;
    sample(20, (i) => many(6, () => scaled(i % 2 ? random.inCube() : random.onLattice(1))));
  });

  it('is right where magnitudes span more than a double can multiply', () => {
    const random = new RandomPoints(10);
    const located = sample(25, () => {
      const part = () => (random.below(5) - 2) * [1, 1e-300, 1e300, 1e-150][random.below(4)];
      return many(6, () => [part(), part(), part()] as const);
    });
    for (const { point } of located) for (const x of point) expect(Number.isFinite(x)).toBe(true);
  });
});
