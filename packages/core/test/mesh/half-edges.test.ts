import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHalfEdges, namesVertexTwice, nextInTriangle } from '../../src/mesh/half-edges.ts';

const build = (...triangles: number[]) => buildHalfEdges(Uint32Array.from(triangles), Math.max(...triangles) + 1);

/** The half-edges on the same edge as h, beginning with h, in ring order. */
function ringOf(ring: Int32Array, h: number): number[] {
  const members = [h];
  for (let other = ring[h]; other !== h; other = ring[other]) members.push(other);
  return members;
}

describe('buildHalfEdges', () => {
  it('joins two triangles across their edge', () => {
    const { twin, ring, ownedEdges, edgeCount, boundaryEdgeCount, nonManifoldEdgeCount } = build(0, 1, 2, 2, 1, 3);
    expect([...twin]).toEqual([-1, 3, -1, 1, -1, -1]);
    expect([...ring]).toEqual([0, 3, 2, 1, 4, 5]);
    expect([...ownedEdges]).toEqual([0b111, 0b110]);
    expect({ edgeCount, boundaryEdgeCount, nonManifoldEdgeCount }).toEqual({
      edgeCount: 5,
      boundaryEdgeCount: 4,
      nonManifoldEdgeCount: 0,
    });
  });

  it('gives every half-edge of a closed surface its twin', () => {
    const tetrahedron = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
    const { twin, edgeCount, boundaryEdgeCount, nonManifoldEdgeCount } = build(...tetrahedron);
    for (let h = 0; h < 12; h++) {
      expect(twin[twin[h]]).toBe(h);
      expect(tetrahedron[twin[h]]).toBe(tetrahedron[nextInTriangle(h)]);
      expect(tetrahedron[nextInTriangle(twin[h])]).toBe(tetrahedron[h]);
    }
    expect([edgeCount, boundaryEdgeCount, nonManifoldEdgeCount]).toEqual([6, 0, 0]);
  });

  it('respects winding: triangles that run the same way along an edge are no twins but share a ring', () => {
    const { twin, ring, nonManifoldEdgeCount, boundaryEdgeCount } = build(0, 1, 2, 1, 2, 3);
    expect([...twin]).toEqual([-1, -1, -1, -1, -1, -1]);
    expect(ringOf(ring, 1)).toEqual([1, 3]);
    expect(nonManifoldEdgeCount).toBe(1);
    expect(boundaryEdgeCount).toBe(4);
  });

  it('keeps multiplicity where four triangles meet, matched lowest first', () => {
    // along 0→1: half-edges 0 and 3; along 1→0: 6 and 9
    const { twin, ring, ownedEdges, nonManifoldEdgeCount } = build(0, 1, 2, 0, 1, 3, 1, 0, 4, 1, 0, 5);
    expect([twin[0], twin[3], twin[6], twin[9]]).toEqual([6, 9, 0, 3]);
    expect(ringOf(ring, 0)).toEqual([0, 3, 6, 9]);
    expect([...ownedEdges].map((bits) => bits & 1)).toEqual([1, 0, 0, 0]);
    expect(nonManifoldEdgeCount).toBe(1);
  });

  it('leaves the odd one of three triangles without a twin', () => {
    const { twin, ring, nonManifoldEdgeCount } = build(0, 1, 2, 1, 0, 3, 0, 1, 4);
    expect([twin[0], twin[3], twin[6]]).toEqual([3, 0, -1]);
    expect(ringOf(ring, 6)).toEqual([6, 0, 3]);
    expect(nonManifoldEdgeCount).toBe(1);
  });

  it('lets triangles on both sides of one that names a vertex twice become twins', () => {
    const { twin, ring, edgeCount, boundaryEdgeCount } = build(0, 1, 1, 0, 1, 2, 1, 0, 3);
    expect([twin[0], twin[1], twin[2]]).toEqual([-1, -1, -1]);
    expect([twin[3], twin[6]]).toEqual([6, 3]);
    expect(ringOf(ring, 0)).toEqual([0, 2, 3, 6]);
    expect(ring[1]).toBe(1); // from a vertex to itself: no edge
    expect([edgeCount, boundaryEdgeCount]).toEqual([5, 4]);
  });

  it('finds an edge without length in a triangle of one vertex, and counts it nowhere', () => {
    const { edgeCount, boundaryEdgeCount, ownedEdges, ring } = build(1, 1, 1, 1, 1, 1);
    expect([edgeCount, boundaryEdgeCount, ...ownedEdges]).toEqual([0, 0, 1, 0]);
    expect(ringOf(ring, 0)).toEqual([0, 3]);
  });

  it('is what the definitions say, for any triangles', () => {
    const vertex = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(vertex, vertex, vertex), { minLength: 1, maxLength: 12 }), (list) => {
        const triangles = Uint32Array.from(list.flat());
        const result = buildHalfEdges(triangles, 6);
        const edges = new Map<string, number[]>();
        for (let h = 0; h < triangles.length; h++) {
          const ends = [triangles[h], triangles[nextInTriangle(h)]];
          const point = h % 3 === 0 && ends[1] === triangles[h + 2];
          if (ends[0] === ends[1] && !point) {
            expect([result.ring[h], result.twin[h]]).toEqual([h, -1]);
            expect((result.ownedEdges[Math.floor(h / 3)] >> (h % 3)) & 1).toBe(0);
            continue;
          }
          const key = ends.sort().join();
          edges.set(key, [...(edges.get(key) ?? []), h]);
        }
        let boundary = 0;
        let nonManifold = 0;
        for (const members of edges.values()) {
          for (const h of members) expect(new Set(ringOf(result.ring, h))).toEqual(new Set(members));
          const owners = members.filter((h) => (result.ownedEdges[Math.floor(h / 3)] >> (h % 3)) & 1);
          expect(owners).toEqual([members[0]]);

          const proper = members.filter((h) => !namesVertexTwice(triangles, h - (h % 3)));
          const up = proper.filter((h) => triangles[h] < triangles[nextInTriangle(h)]);
          const down = proper.filter((h) => triangles[h] > triangles[nextInTriangle(h)]);
          for (const h of members) {
            const place = up.indexOf(h);
            const other = place >= 0 ? down[place] : up[down.indexOf(h)];
            expect(result.twin[h]).toBe(other ?? -1);
          }
          if (proper.length === 1) boundary++;
          if (proper.length > 2 || up.length === 2 || down.length === 2) nonManifold++;
        }
        expect(result.edgeCount).toBe([...edges.keys()].filter((key) => key[0] !== key[2]).length);
        expect(result.boundaryEdgeCount).toBe(boundary);
        expect(result.nonManifoldEdgeCount).toBe(nonManifold);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
