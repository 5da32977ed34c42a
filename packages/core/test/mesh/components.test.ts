import { describe, expect, it } from 'vitest';
import { findComponents } from '../../src/mesh/components.ts';
import { buildHalfEdges } from '../../src/mesh/half-edges.ts';

function componentsOf(...triangles: number[]) {
  const { componentOf, count } = findComponents(
    buildHalfEdges(Uint32Array.from(triangles), Math.max(...triangles) + 1),
  );
  return { componentOf: [...componentOf], count };
}

describe('findComponents', () => {
  it('numbers pieces by their first triangle', () => {
    expect(componentsOf(0, 1, 2, 4, 5, 6, 2, 1, 3, 6, 5, 7)).toEqual({ componentOf: [0, 1, 0, 1], count: 2 });
  });

  it('does not join pieces that share one vertex only', () => {
    expect(componentsOf(0, 1, 2, 2, 3, 4)).toEqual({ componentOf: [0, 1], count: 2 });
  });

  it('joins across edges of any winding and any number of triangles', () => {
    expect(componentsOf(0, 1, 2, 0, 1, 3, 0, 1, 4, 7, 8, 9)).toEqual({ componentOf: [0, 0, 0, 1], count: 2 });
  });

  it('joins across a triangle that names a vertex twice', () => {
    expect(componentsOf(0, 1, 2, 0, 1, 1, 1, 0, 3, 5, 5, 5)).toEqual({ componentOf: [0, 0, 0, 1], count: 2 });
  });

  it('walks a long strip without recursion', () => {
    const strip = Array.from({ length: 30_000 }, (_, i) => (i % 2 ? [i + 1, i, i + 2] : [i, i + 1, i + 2])).flat();
    const { componentOf, count } = findComponents(buildHalfEdges(Uint32Array.from(strip), 30_002));
    expect(count).toBe(1);
    expect(componentOf.every((c) => c === 0)).toBe(true);
  });
});
