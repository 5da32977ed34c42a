import {
  buildHalfEdges,
  buildVertexTriangles,
  checkMesh,
  findComponents,
  findDegenerateTriangles,
  measureEdges,
} from 'selfcollide/mesh';
import { describe, expect, it } from 'vitest';

describe('selfcollide/mesh', () => {
  it('takes plain arrays and finds the number of vertices itself', () => {
    expect(buildHalfEdges([0, 1, 2, 2, 1, 3])).toMatchObject({ edgeCount: 5, boundaryEdgeCount: 4 });
    expect(buildHalfEdges([])).toMatchObject({ edgeCount: 0 });
    expect(() => buildHalfEdges([0, 1, 2], 2)).toThrow(
      'buildHalfEdges: vertex numbers must be whole numbers below 2, got 2 in triangle 0.',
    );
    expect(() => buildHalfEdges([0, 1, 0.5])).toThrow(/got 0\.5 in triangle 0\.$/);
    expect(() => buildHalfEdges([0, 1])).toThrow(
      'buildHalfEdges: triangles must hold three vertex numbers each, got length 2.',
    );
    expect(() => buildHalfEdges([0, 1, 2], -1)).toThrow(/^buildHalfEdges: vertexCount must be a whole number/);
  });

  it('joins triangles across edges, not across single vertices', () => {
    // 0 and 2 share edge 1–2; 1 shares only vertex 0 with triangle 0; 3 is alone
    const edges = buildHalfEdges([0, 1, 2, 0, 5, 6, 3, 2, 1, 7, 8, 9]);
    expect(findComponents(edges)).toEqual({ componentOf: Uint32Array.of(0, 1, 0, 2), count: 3 });
    expect(findComponents(buildHalfEdges([0, 1, 2, 1, 0, 3, 0, 1, 4])).count).toBe(1);
  });

  it('lists triangles around a vertex', () => {
    const { start, list } = buildVertexTriangles([0, 1, 2, 2, 1, 3, 4, 4, 0]);
    const around = [0, 1, 2, 3, 4].map((v) => [...list.subarray(start[v], start[v + 1])]);
    expect(around).toEqual([[0, 2], [0, 1], [0, 1], [1], [2, 2]]);
  });

  it('finds triangles without area exactly', () => {
    const onLine = (...points: number[]) => findDegenerateTriangles([0, 1, 2], points).zeroArea.length === 1;
    expect(onLine(0, 0, 0, 1e-200, 1e-200, 0, 3e-200, 3e-200, 0)).toBe(true);
    expect(onLine(0, 0, 0, 1e-200, 1e-200, 0, 3e-200, 3e-200 * (1 + 2 ** -52), 0)).toBe(false);
    expect(onLine(0.5, 0.5, 0, 12, 12, 0, 24, 24, 0)).toBe(true);
    expect(onLine(0.5, 0.5, 0, 12, 12, 0, 24, 24 + 2 ** -48, 0)).toBe(false);
    expect(onLine(-1, 5e-324, 2, -1, 5e-324, 2, 7, 8, 9)).toBe(true);
  });

  it('measures each edge once', () => {
    const square = [0, 0, 0, 3, 0, 0, 3, 4, 0, 0, 4, 0];
    expect(measureEdges([0, 1, 2, 0, 2, 3], square)).toEqual({
      count: 5,
      shortest: 3,
      mean: expect.closeTo(3.8),
      longest: 5,
    });
    expect(measureEdges([0, 0, 1], square)).toMatchObject({ count: 1, shortest: 3, longest: 3 });
    expect(measureEdges([], square).mean).toBeNaN();
    const huge = measureEdges([0, 1, 2], [0, 0, 0, 1e308, 0, 0, 0, 1e308, 0]);
    expect(huge.mean).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it('checkMesh has the rules of createDetector', () => {
    expect(() => checkMesh({ positions: new Float32Array(9) })).not.toThrow();
    expect(() => checkMesh({ positions: new Float32Array(8) })).toThrow(/^checkMesh: positions must hold/);
  });
});
