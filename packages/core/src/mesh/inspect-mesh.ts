import { type DegenerateTriangles, findDegenerateTriangles as findDegenerate } from './degenerate-triangles.ts';
import { buildHalfEdges as buildEdges, type HalfEdges, nextInTriangle } from './half-edges.ts';
import { readPositions, readTriangles, readVertexCount } from './read-arrays.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { validateMesh } from './validate-mesh.ts';
import { buildVertexTriangles as buildIncidence, type VertexTriangles } from './vertex-triangles.ts';

/**
 * Throws what is wrong with a mesh, or returns: the rules that `createDetector` has.
 *
 * @throws {@link MeshError} whose `code` says which rule is broken.
 */
export function checkMesh(mesh: TriangleMesh): void {
  validateMesh('checkMesh', mesh);
}

/**
 * How triangles hang together across edges. Any number may meet at an edge, in any winding.
 * `vertexCount` may be left out; triangles that name a vertex twice have edges but no twins.
 *
 * @example
 * const { twin, boundaryEdgeCount } = buildHalfEdges(triangles);
 * const isClosed = boundaryEdgeCount === 0;
 */
export function buildHalfEdges(triangles: ArrayLike<number>, vertexCount?: number): HalfEdges {
  const count = readVertexCount('buildHalfEdges', vertexCount, triangles);
  return buildEdges(readTriangles('buildHalfEdges', triangles, count), count);
}

/**
 * Which triangles are at each vertex.
 *
 * @example
 * const { start, list } = buildVertexTriangles(triangles);
 * const around = list.subarray(start[v], start[v + 1]);
 */
export function buildVertexTriangles(triangles: ArrayLike<number>, vertexCount?: number): VertexTriangles {
  const count = readVertexCount('buildVertexTriangles', vertexCount, triangles);
  return buildIncidence(readTriangles('buildVertexTriangles', triangles, count), count);
}

/** Lists triangles without area: those that name a vertex twice, and those with three vertices on one line, decided exactly. */
export function findDegenerateTriangles(
  triangles: ArrayLike<number>,
  positions: ArrayLike<number>,
): DegenerateTriangles {
  const points = readPositions('findDegenerateTriangles', positions);
  return findDegenerate(readTriangles('findDegenerateTriangles', triangles, points.length / 3), points);
}

export interface EdgeLengths {
  /** Edges between different vertices, each counted once. */
  readonly count: number;
  /** NaN without edges, as the others. */
  readonly shortest: number;
  readonly mean: number;
  readonly longest: number;
}

/** How long the edges are. Lengths are rounded; weld first if copies of an edge should count once. */
export function measureEdges(triangles: ArrayLike<number>, positions: ArrayLike<number>): EdgeLengths {
  const points = readPositions('measureEdges', positions);
  const read = readTriangles('measureEdges', triangles, points.length / 3);
  const { ownedEdges, edgeCount: count } = buildEdges(read, points.length / 3);
  if (count === 0) return { count, shortest: Number.NaN, mean: Number.NaN, longest: Number.NaN };
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  let mean = 0;
  for (let h = 0; h < read.length; h++) {
    if (((ownedEdges[Math.floor(h / 3)] >> (h % 3)) & 1) === 0) continue;
    const a = 3 * read[h];
    const b = 3 * read[nextInTriangle(h)];
    if (a === b) continue; // a triangle that is one vertex
    const length = Math.hypot(points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]);
    if (length < shortest) shortest = length;
    if (length > longest) longest = length;
    mean += length / count; // divided first: a sum of very long edges would overflow
  }
  return { count, shortest, mean, longest };
}
