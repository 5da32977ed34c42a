import { describe, expect, it } from 'vitest';
import { contactKey } from '../../src/fuzz/contact-set.ts';
import { latticeContacts, latticeShapesMeet, latticeTrianglePairs } from '../../src/fuzz/lattice-contacts.ts';

const triangle = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];

describe('latticeShapesMeet', () => {
  it.each([
    ['through the inside', [1, 1, -1], [1, 1, 1]],
    ['touching the inside', [1, 1, 0], [1, 1, 3]],
    ['touching an edge', [2, 2, 0], [5, 5, 1]],
    ['touching a corner', [4, 0, 0], [9, 0, 3]],
    ['in the plane, across', [-1, 1, 0], [9, 1, 0]],
    ['in the plane, inside', [1, 1, 0], [2, 1, 0]],
    ['along an edge', [3, 0, 0], [9, 0, 0]],
    ['a point inside', [1, 1, 0], [1, 1, 0]],
  ])('segment %s meets', (_, from, to) => {
    expect(latticeShapesMeet([from, to], triangle)).toBe(true);
    expect(latticeShapesMeet(triangle, [to, from])).toBe(true);
  });

  it.each([
    ['above', [1, 1, 1], [1, 1, 3]],
    ['beside', [3, 3, -1], [3, 3, 1]],
    ['in the plane, beside', [3, 2, 0], [9, 2, 0]],
    ['on the line of an edge', [5, 0, 0], [9, 0, 0]],
    ['skew past an edge', [2, 3, -1], [3, 2, 1]],
    ['a point beside', [3, 2, 0], [3, 2, 0]],
    ['a point above', [1, 1, 1], [1, 1, 1]],
  ])('segment %s does not meet', (_, from, to) => {
    expect(latticeShapesMeet([from, to], triangle)).toBe(false);
    expect(latticeShapesMeet(triangle, [to, from])).toBe(false);
  });

  it('treats a triangle without area as the segment or point that it is', () => {
    const flat = [
      [0, 0, 0],
      [2, 2, 2],
      [4, 4, 4],
    ];
    expect(
      latticeShapesMeet(
        [
          [3, 3, 0],
          [3, 3, 5],
        ],
        flat,
      ),
    ).toBe(true);
    expect(
      latticeShapesMeet(
        [
          [3, 2, 0],
          [3, 2, 5],
        ],
        flat,
      ),
    ).toBe(false);
    expect(
      latticeShapesMeet(
        [
          [0, 0, 0],
          [2, 2, 2],
        ],
        [
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ],
      ),
    ).toBe(true);
  });
});

describe('latticeContacts', () => {
  // a triangle pierced by another; the third is the first one's neighbour
  const positions = [...triangle.flat(), 1, 1, -1, 1, 1, 1, 3, 3, 5, 9, 9, 0];
  const triangles = [0, 1, 2, 3, 4, 5, 1, 2, 6];

  it('lists edges with triangles, and pairs of triangles, that share no vertex', () => {
    const identity = positions.map((_, i) => i);
    expect([...latticeContacts(positions, triangles, identity)]).toEqual([
      contactKey(3, 4, 0, 7, 3),
      contactKey(3, 5, 0, 7, 3),
    ]);
    expect([...latticeTrianglePairs(positions, triangles, identity)]).toEqual([1]);
  });

  it('takes copies for one vertex', () => {
    const vertexOf = [0, 1, 2, 0, 4, 5, 6]; // as if vertex 3 were a copy of 0
    expect([...latticeContacts(positions, triangles, vertexOf)]).toEqual([]);
  });
});
