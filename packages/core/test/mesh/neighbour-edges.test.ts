import { describe, expect, it } from 'vitest';
import { findNeighbourEdges } from '../../src/mesh/neighbour-edges.ts';

describe('findNeighbourEdges', () => {
  it.each([
    ['no vertex', [0, 1, 2, 3, 4, 5], null],
    ['one vertex', [0, 1, 2, 0, 3, 4], [1, 4]],
    ['one vertex, last and middle corner', [1, 2, 0, 3, 0, 4], [0, 5]],
    ['one vertex, middle and last corner', [1, 0, 2, 3, 4, 0], [2, 3]],
    ['two vertices', [0, 1, 2, 1, 0, 3], null],
    ['three vertices', [0, 1, 2, 2, 0, 1], null],
    ['one that is named twice', [0, 0, 1, 0, 3, 4], null],
    ['one, and another named twice', [0, 1, 1, 0, 3, 4], null],
    ['one, and another named twice in the second', [0, 1, 2, 3, 0, 3], null],
  ])('triangles that share %s', (_, triangles, expected) => {
    const out = new Uint32Array(2);
    const found = findNeighbourEdges(Uint32Array.from(triangles), 0, 1, out);
    expect(found ? [...out] : null).toEqual(expected);
  });
});
