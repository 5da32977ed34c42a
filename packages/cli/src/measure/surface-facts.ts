import { buildHalfEdges, findComponents } from 'selfcollide/mesh';

/** What does not change with the pose: pieces of a surface, and which of them are closed. */
export interface SurfaceFacts {
  readonly triangles: Uint32Array;
  /** Triangle → piece. */
  readonly pieceOf: Uint32Array;
  /** Piece → whether every edge of it is in two triangles that run along it in opposite directions. */
  readonly closed: readonly boolean[];
  /** Half-edge → the one beside it between the same two vertices; −1 at a rim or where more than two meet. */
  readonly twin: Int32Array;
  /** Piece → its triangles. */
  readonly trianglesOf: readonly Uint32Array[];
}

export function findSurfaceFacts(triangles: Uint32Array, vertexCount: number): SurfaceFacts {
  const halfEdges = buildHalfEdges(triangles, vertexCount);
  const { componentOf: pieceOf, count } = findComponents(halfEdges);
  const { ring } = halfEdges;
  const twin = Int32Array.from(ring, (other, h) => (other !== h && ring[other] === h ? other : -1));
  const closed = Array.from({ length: count }, () => true);
  for (let h = 0; h < twin.length; h++) {
    const other = twin[h];
    if (other < 0 || triangles[other] === triangles[h]) closed[pieceOf[Math.floor(h / 3)]] = false;
  }
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (let t = 0; t < pieceOf.length; t++) lists[pieceOf[t]].push(t);
  return { triangles, pieceOf, closed, twin, trianglesOf: lists.map((list) => Uint32Array.from(list)) };
}
