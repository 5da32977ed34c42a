/** Flat xyz coordinates, three numbers a vertex. */
export type Positions = Float32Array | Float64Array;

/** What callers hand in: flat arrays, three numbers a vertex and three vertex numbers a triangle. */
export interface TriangleMesh {
  readonly positions: Positions;
  /** Vertex numbers, three a triangle. Left out: a soup, every three vertices are a triangle. */
  readonly triangles?: Uint32Array | Uint16Array;
}
