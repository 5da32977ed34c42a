import { describe, expect, it } from 'vitest';
import { findMeshFacts } from '../../src/info/mesh-facts.ts';

const tetrahedron = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};
const facts = (positions: number[], triangles: number[]) =>
  findMeshFacts(Float64Array.from(positions), Uint32Array.from(triangles), new Uint32Array(triangles.length / 3));

describe('findMeshFacts', () => {
  it('of a closed tetrahedron', () => {
    expect(facts(tetrahedron.positions, tetrahedron.triangles)).toEqual({
      vertices: 4,
      unusedVertices: 0,
      weldedVertices: 0,
      triangles: 4,
      components: 1,
      edges: 6,
      boundaryEdges: 0,
      nonManifoldEdges: 0,
      flippedEdges: 0,
      bowTieVertices: 0,
      repeatedIndexTriangles: 0,
      zeroAreaTriangles: 0,
      euler: 2,
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    });
  });

  it('of a soup: the same after welding', () => {
    const { positions, triangles } = tetrahedron;
    const soup = triangles.flatMap((v) => positions.slice(3 * v, 3 * v + 3));
    const all = triangles.map((_, i) => i);
    expect(facts(soup, all)).toMatchObject({ vertices: 12, weldedVertices: 8, boundaryEdges: 0, euler: 2 });
  });

  it('counts boundaries, flipped and non-manifold edges', () => {
    const fan = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1];
    expect(facts(fan, [0, 1, 2, 1, 0, 3])).toMatchObject({ edges: 5, boundaryEdges: 4, flippedEdges: 0 });
    expect(facts(fan, [0, 1, 2, 0, 1, 3])).toMatchObject({ boundaryEdges: 4, flippedEdges: 1 });
    expect(facts(fan, [0, 1, 2, 1, 0, 3, 0, 1, 4])).toMatchObject({ nonManifoldEdges: 1, boundaryEdges: 6 });
  });

  it('finds bow-ties, pieces and unused vertices', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0, 9, 9, 9];
    const found = facts(positions, [0, 1, 2, 0, 3, 4]);
    expect(found).toMatchObject({ bowTieVertices: 1, components: 2, unusedVertices: 1 });
    expect(found.bounds.max).toEqual([1, 1, 0]);
  });

  it('finds triangles without area, before and after welding', () => {
    const positions = [0, 0, 0, 0.1, 0.1, 0.1, 0.3, 0.3, 0.3, 0, 0, 0, 1, 0, 0];
    expect(facts(positions, [0, 1, 2, 0, 4, 3])).toMatchObject({ zeroAreaTriangles: 1, repeatedIndexTriangles: 1 });
  });
});
