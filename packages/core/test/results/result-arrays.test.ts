import { describe, expect, it } from 'vitest';
import { intersectingTrianglesOf, intersectionsOf, ResultArrays } from '../../src/results/result-arrays.ts';

describe('ResultArrays', () => {
  it('shows views of the asked length, the same objects for the same length', () => {
    const arrays = new ResultArrays(2);
    arrays.reserve(3)[1].set([7, 8, 9]);
    const views = arrays.views(3);
    expect(views.map((view) => view.length)).toEqual([3, 3]);
    expect([...views[1]]).toEqual([7, 8, 9]);
    expect(arrays.views(3)).toBe(views);
    expect(arrays.views(2)[1]).toEqual(Uint32Array.of(7, 8));
  });

  it('grows, and then shows the new columns', () => {
    const arrays = new ResultArrays(1);
    const before = arrays.views(200)[0];
    arrays.reserve(10_000)[0][199] = 5;
    expect(arrays.views(200)[0]).not.toBe(before);
    expect(arrays.views(200)[0][199]).toBe(5);
    expect(arrays.byteLength).toBeGreaterThanOrEqual(40_000);
  });
});

describe('results', () => {
  it('slice() copies, and copies can be sliced again', () => {
    const columns = [1, 2, 3, 4].map((x) => Uint32Array.of(x));
    const copy = intersectionsOf(1, columns, true).slice();
    const pairs = intersectingTrianglesOf(1, columns, false).slice();
    for (const column of columns) column[0] = 99;
    expect(copy).toMatchObject({
      count: 1,
      edgeA: Uint32Array.of(1),
      edgeB: Uint32Array.of(2),
      edgeTriangle: Uint32Array.of(3),
      triangle: Uint32Array.of(4),
      truncated: true,
    });
    expect(pairs).toMatchObject({
      count: 1,
      triangleA: Uint32Array.of(1),
      triangleB: Uint32Array.of(2),
      truncated: false,
    });
    expect(copy.slice()).toMatchObject({ edgeA: Uint32Array.of(1), truncated: true });
    expect(copy.slice().edgeA).not.toBe(copy.edgeA);
  });
});
