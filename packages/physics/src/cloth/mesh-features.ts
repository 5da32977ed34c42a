import { type MeshEdges, meshEdges, NO_VERTEX } from '../shell/mesh-edges.ts';

/** Vertices, edges and triangles of a mesh with numbers of their own: 0 … vertices, then edges, then triangles. */
export interface MeshFeatures {
  readonly triangles: Uint32Array;
  readonly edges: MeshEdges;
  readonly vertexCount: number;
  readonly edgeCount: number;
  /** Three a triangle: edge k leads from corner k to the next. */
  readonly triangleEdges: Int32Array;
  /** Two an edge, −1 for none. */
  readonly edgeTriangles: Int32Array;
  /** Those at vertex v: `neighbours[neighbourStart[v] … neighbourStart[v + 1])`. */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;
  /**
   * For each triangle 1 if its normal leads out of the closed piece that it belongs to, −1 if it leads in, 0 if the piece has a border, is
   * not orientable or has no volume.
   */
  readonly outward: Int8Array;
}

export function meshFeatures(positions: ArrayLike<number>, triangles: Uint32Array): MeshFeatures {
  const vertexCount = positions.length / 3;
  const edges = meshEdges(triangles);
  const edgeCount = edges.ends.length / 2;
  const numbers = new Map<number, number>();
  const key = (a: number, b: number) => Math.min(a, b) * vertexCount + Math.max(a, b);
  for (let e = 0; e < edgeCount; e++) numbers.set(key(edges.ends[2 * e], edges.ends[2 * e + 1]), e);
  const triangleEdges = new Int32Array(triangles.length);
  const edgeTriangles = new Int32Array(2 * edgeCount).fill(-1);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const e = numbers.get(key(triangles[t + k], triangles[t + ((k + 1) % 3)]))!;
      triangleEdges[t + k] = e;
      edgeTriangles[2 * e + (edgeTriangles[2 * e] < 0 ? 0 : 1)] = t / 3;
    }
  }
  const neighbourStart = new Int32Array(vertexCount + 1);
  for (const v of edges.ends) neighbourStart[v + 1]++;
  for (let v = 0; v < vertexCount; v++) neighbourStart[v + 1] += neighbourStart[v];
  const neighbours = new Int32Array(edges.ends.length);
  const filled = neighbourStart.slice();
  for (let e = 0; e < edges.ends.length; e += 2) {
    neighbours[filled[edges.ends[e]]++] = edges.ends[e + 1];
    neighbours[filled[edges.ends[e + 1]]++] = edges.ends[e];
  }
  const outward = findOutward(positions, triangles, triangleEdges, edges);
  return {
    triangles,
    edges,
    vertexCount,
    edgeCount,
    triangleEdges,
    edgeTriangles,
    neighbourStart,
    neighbours,
    outward,
  };
}

/** Pieces are joined by edges. */
function findOutward(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  triangleEdges: Int32Array,
  edges: MeshEdges,
): Int8Array {
  const edgeCount = edges.ends.length / 2;
  const sides = new Int32Array(edgeCount); // triangles that go along the edge, less those that go against
  const uses = new Int32Array(edgeCount);
  const piece = new Int32Array(triangles.length / 3).map((_, t) => t);
  const root = (t: number): number => {
    let top = t;
    while (piece[top] !== top) top = piece[top] = piece[piece[top]];
    return top;
  };
  const firstTriangle = new Int32Array(edgeCount).fill(-1);
  for (let i = 0; i < triangles.length; i++) {
    const e = triangleEdges[i];
    const t = Math.floor(i / 3);
    sides[e] += triangles[i] === edges.ends[2 * e] ? 1 : -1;
    uses[e]++;
    if (firstTriangle[e] < 0) firstTriangle[e] = t;
    else piece[root(t)] = root(firstTriangle[e]);
  }
  const open = new Uint8Array(piece.length);
  const volume = new Float64Array(piece.length);
  for (let i = 0; i < triangles.length; i++) {
    const e = triangleEdges[i];
    if (uses[e] !== 2 || sides[e] !== 0) open[root(Math.floor(i / 3))] = 1;
  }
  const at = (t: number, corner: number, axis: number) =>
    positions[3 * triangles[3 * t + corner] + axis] - positions[3 * triangles[0] + axis];
  for (let t = 0; t < piece.length; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const y = (axis + 1) % 3;
      const z = (axis + 2) % 3;
      volume[root(t)] += at(t, 0, axis) * (at(t, 1, y) * at(t, 2, z) - at(t, 1, z) * at(t, 2, y));
    }
  }
  return Int8Array.from(piece, (_, t) => (open[root(t)] ? 0 : Math.sign(volume[root(t)])));
}

/** The corner across an edge in one of its triangles (`side` 0 or 1), or −1. */
export function acrossEdge(edges: MeshEdges, edge: number, side: number): number {
  const corner = edges.opposite[2 * edge + side];
  return corner === NO_VERTEX ? -1 : corner;
}
