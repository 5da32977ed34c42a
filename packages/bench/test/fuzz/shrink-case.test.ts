import { expect, it } from 'vitest';
import type { FuzzCase } from '../../src/fuzz/fuzz-case.ts';
import { shrinkCase } from '../../src/fuzz/shrink-case.ts';

it('keeps what the failure needs and drops the rest', () => {
  const vertexCount = 120;
  const large: FuzzCase = {
    kind: 'test',
    single: false,
    positions: Array.from({ length: 3 * vertexCount }, (_, i) => Math.floor(i / 3)),
    triangles: Array.from({ length: vertexCount }, (_, i) => i),
    poses: [0, 1, 2].map((pose) => Array.from({ length: 3 * vertexCount }, (_, i) => Math.floor(i / 3) + 1000 * pose)),
    weld: false,
    objects: Array.from({ length: 40 }, (_, t) => t),
    pairs: 'all',
  };
  // needs triangles 7 and 31, told by the place of their first corner, and the pose moved by 1000
  const fails = ({ triangles, positions, poses }: FuzzCase) => {
    const places = triangles.filter((_, i) => i % 3 === 0).map((vertex) => positions[3 * vertex]);
    return places.includes(21) && places.includes(93) && poses.some((pose) => pose[0] - positions[0] === 1000);
  };
  expect(shrinkCase(large, fails)).toEqual({
    ...large,
    positions: [21, 21, 21, 22, 22, 22, 23, 23, 23, 93, 93, 93, 94, 94, 94, 95, 95, 95],
    triangles: [0, 1, 2, 3, 4, 5],
    poses: [[21, 21, 21, 22, 22, 22, 23, 23, 23, 93, 93, 93, 94, 94, 94, 95, 95, 95].map((x) => x + 1000)],
    objects: [7, 31],
  });
});
