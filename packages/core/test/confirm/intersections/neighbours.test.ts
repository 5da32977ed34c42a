import { methodNamed, optimisedBoxTree } from '@selfcollide/papers';
import { describe, expect, it } from 'vitest';
import { createDetector } from '../../../src/create-detector.ts';
import type { Detector } from '../../../src/detector.ts';
import type { FinderFactory } from '../../../src/find/finder-factory.ts';
import type { DetectorMethod } from '../../../src/method-options.ts';
import { gridMesh } from '../../find/patches/forest-of-mesh.ts';
import { exactMethods } from '../../methods.ts';
import { hullsMeet, meetBeyond, type Point } from '../../predicates/exact-oracle.ts';
import { points } from '../../predicates/points.ts';
import { RandomPoints } from '../../predicates/random.ts';

/** Pairs that intersect, and beyond their shared corners if they have some: by the oracle. */
function truth(corners: readonly Point[], triangles: readonly (readonly number[])[]): string[] {
  const at = (triangle: readonly number[]) => triangle.map((v) => corners[v]);
  const pairs: string[] = [];
  for (const [t, second] of triangles.entries()) {
    for (const [s, first] of triangles.slice(0, t).entries()) {
      const shared = [...new Set(first)].filter((v) => second.includes(v));
      const meet =
        shared.length === 0 ? hullsMeet(at(first), at(second)) : meetBeyond(at(first), at(second), at(shared));
      if (meet) pairs.push(`${s} ${t}`);
    }
  }
  return pairs.sort();
}

function found(
  corners: readonly Point[],
  triangles: readonly (readonly number[])[],
  method: DetectorMethod | FinderFactory,
) {
  const mesh = { positions: Float64Array.from(corners.flat()), triangles: Uint32Array.from(triangles.flat()) };
  const detector = createDetector(mesh, { method, weld: false });
  return pairsOf(detector);
}

function pairsOf(detector: Detector): string[] {
  const { count, triangleA, triangleB } = detector.findIntersectingTriangles({ includeNeighbours: true });
  return Array.from({ length: count }, (_, i) => `${triangleA[i]} ${triangleB[i]}`).sort();
}

/** Many small cases, so far apart that they do not touch, make one mesh. */
const latticeCases = (() => {
  const random = new RandomPoints(1);
  const corners: Point[] = [];
  const triangles: number[][] = [];
  const expected: string[] = [];
  for (let run = 0; run < 300; run++) {
    const here = Array.from({ length: 7 }, () => random.onLattice(1));
    const list = Array.from({ length: 2 + random.below(4) }, () => [0, 1, 2].map(() => random.below(7)));
    const base = triangles.length;
    for (const pair of truth(here, list)) expected.push(pair.replace(/\d+/g, (t) => `${base + Number(t)}`));
    triangles.push(...list.map((triangle) => triangle.map((v) => corners.length + v)));
    corners.push(...here.map(([x, y, z]): Point => [x + 4 * run, y, z]));
  }
  return { corners, triangles, expected: expected.sort() };
})();

describe.each(exactMethods)('findIntersectingTriangles with neighbours, %s', (name) => {
  const method = methodNamed(name);
  /** Corners 0, 1, 2 are (0,0,0), (4,0,0), (0,4,0); further ones are given flat. */
  it.each([
    ['an open fold', [], [0, 1, 2], [1, 0, 3], [0, -4, 0]],
    ['a right angle', [], [0, 1, 2], [1, 0, 3], [0, 0, 4]],
    ['a fold closed but for one step', [], [0, 1, 2], [1, 0, 3], [0, 3, 5e-324]],
    ['a closed fold', ['0 1'], [0, 1, 2], [1, 0, 3], [0, 3, 0]],
    ['a closed fold wound the same way', ['0 1'], [0, 1, 2], [0, 1, 3], [0, 3, 0]],
    ['a duplicate', ['0 1'], [0, 1, 2], [0, 1, 2], []],
    ['a duplicate turned over and round', ['0 1'], [0, 1, 2], [1, 0, 2], []],
    ['one corner shared, apart', [], [0, 1, 2], [0, 3, 4], [-1, -1, 0, -1, -2, 1]],
    ['one corner shared, piercing', ['0 1'], [0, 1, 2], [0, 3, 4], [1, 1, 1, 1, 1, -1]],
    ['one corner shared, overlapping in the plane', ['0 1'], [0, 1, 2], [0, 3, 4], [9, 1, 0, 1, 9, 0]],
    ['one corner shared, touching along a side', ['0 1'], [0, 1, 2], [0, 3, 4], [9, 0, 0, 9, -9, 0]],
    ['one corner shared, other corners in one place', ['0 1'], [0, 1, 2], [0, 3, 4], [4, 0, 0, 0, -4, 0]],
    ['a neighbour without area along the shared edge', [], [0, 1, 2], [1, 0, 3], [2, 0, 0]],
    ['a neighbour without area beyond the shared edge', [], [0, 1, 2], [1, 0, 3], [9, 0, 0]],
    ['a segment that crosses at the shared corner', [], [0, 1, 2], [0, 3, 4], [1, 1, 1, -1, -1, -1]],
    ['a segment that ends at the shared corner', [], [0, 1, 2], [0, 3, 4], [1, 1, 1, 2, 2, 2]],
    ['a segment from the shared corner into the triangle', ['0 1'], [0, 1, 2], [0, 3, 4], [1, 1, 0, -1, -1, 0]],
    ['a vertex named twice, pointing into the triangle', ['0 1'], [0, 1, 2], [0, 3, 3], [1, 1, 0]],
    ['a vertex named twice, pointing away', [], [0, 1, 2], [0, 0, 3], [-1, -1, 0]],
    ['a vertex named twice, pointing out of the plane', [], [0, 1, 2], [3, 0, 3], [1, 1, 1]],
    ['a vertex named twice, on a side', [], [0, 1, 2], [0, 1, 1], []],
    ['a vertex named three times', [], [0, 1, 2], [0, 0, 0], []],
  ] as const)('%s: %j', (_, expected, first, second, more) => {
    const corners = points(0, 0, 0, 4, 0, 0, 0, 4, 0, ...more);
    expect(truth(corners, [first, second])).toEqual(expected);
    expect(found(corners, [first, second], method)).toEqual(expected);
    expect(found(corners, [second, first], method)).toEqual(expected);
  });

  it('is the truth for triangles among few vertices on a small lattice', () => {
    const { corners, triangles, expected } = latticeCases;
    expect(expected.length).toBeGreaterThan(250);
    expect(found(corners, triangles, method)).toEqual(expected);
  });

  it('is the truth for fans within an ulp of one plane', () => {
    const random = new RandomPoints(2);
    const triangles = [0, 1, 2, 0, 3, 4, 1, 0, 5, 3, 4, 5];
    const list = [0, 3, 6, 9].map((i) => triangles.slice(i, i + 3));
    const start = Float64Array.from({ length: 18 }, (_, i) => i * i);
    const detector = createDetector(
      { positions: start, triangles: Uint32Array.from(triangles) },
      { method, weld: false },
    );
    for (let run = 0; run < 60; run++) {
      const first = [random.inCube(), random.inCube(), random.inCube()];
      const corners = [...first, ...first.map(() => random.nearPlane(first, run % 2))];
      detector.update(Float64Array.from(corners.flat()));
      expect(pairsOf(detector)).toEqual(truth(corners, list));
    }
  });

  it('leaves neighbours out unless asked', () => {
    const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 3, 0);
    const detector = createDetector({ positions, triangles: Uint32Array.of(0, 1, 2, 1, 0, 3, 2, 1, 0) }, { method });
    expect(detector.findIntersectingTriangles().count).toBe(0);
    expect(detector.findIntersectingTriangles({ includeNeighbours: false }).count).toBe(0);
    expect(detector.findIntersectingTriangles({}).count).toBe(0);
    expect(detector.findIntersectingTriangles({ includeNeighbours: true }).count).toBe(3);
    expect(detector.selfIntersects()).toBe(false);
  });
});

describe('neighbours in a plane', () => {
  // a floating-point filter must see them apart, or flat sheets, the commonest rest pose, would go to exact arithmetic
  it.each([
    ['square', (x: number, y: number) => [x, y, 0] as const],
    ['slanted', (x: number, y: number) => [x + 0.3 * y, 1.7 * y, 0.2 * x - 0.9 * y] as const],
    ['uneven', (x: number, y: number) => [x + 0.2 * Math.sin(3 * y), y + 0.2 * Math.sin(2 * x), 4] as const],
  ])('need no exact test: a %s grid', (_, place) => {
    const mesh = gridMesh(24, 24, place);
    for (const method of ['box-tree', optimisedBoxTree()] as const) {
      const detector = createDetector(mesh, { method });
      expect(detector.findIntersections().count).toBe(0);
      expect(detector.counters.pairTests).toBeGreaterThan(2000);
      expect(detector.counters.exactTests).toBe(0);
    }
  });
});
