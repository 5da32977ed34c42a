import { describe, expect, it } from 'vitest';
import { findDegenerateTriangles } from '../../src/mesh/degenerate-triangles.ts';

function degenerate(positions: number[], ...triangles: number[]) {
  const { repeatedIndex, zeroArea } = findDegenerateTriangles(
    Uint32Array.from(triangles),
    Float64Array.from(positions),
  );
  return { repeatedIndex: [...repeatedIndex], zeroArea: [...zeroArea] };
}

describe('findDegenerateTriangles', () => {
  const positions = [0, 0, 0, 1, 1, 1, 3, 3, 3, 0, 1, 0, 1, 1, 1];

  it('lists triangles that name a vertex twice apart from those on a line', () => {
    const triangles = [0, 1, 3, 0, 1, 2, 0, 0, 1, 0, 1, 0, 1, 0, 0, 2, 2, 2, 0, 1, 4];
    expect(degenerate(positions, ...triangles)).toEqual({ repeatedIndex: [2, 3, 4, 5], zeroArea: [1, 6] });
  });

  it('decides exactly', () => {
    const onLine = [0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3];
    expect(degenerate(onLine, 0, 1, 2).zeroArea).toEqual([0]);
    expect(degenerate([...onLine.slice(0, 8), 0.3 + 2 ** -53], 0, 1, 2).zeroArea).toEqual([]);
    expect(degenerate([0, 0, 0, 1e-200, 0, 0, 0, 1e-200, 0], 0, 1, 2).zeroArea).toEqual([]);
    expect(degenerate([0, 0, 0, 1e-200, 0, 0, 1e200, 0, 0], 0, 1, 2).zeroArea).toEqual([0]);
  });
});
