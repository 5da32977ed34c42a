/**
 * Pairs (edge, triangle) that intersect: parallel arrays of length `count`, in the caller's vertex and triangle numbers.
 * They are views on memory of the detector, valid until its next call; `slice()` makes a copy to keep.
 */
export interface Intersections {
  readonly count: number;
  /** First vertex of the edge. */
  readonly edgeA: Uint32Array;
  /** Second vertex of the edge. */
  readonly edgeB: Uint32Array;
  /** The lowest-numbered triangle that has the edge. */
  readonly edgeTriangle: Uint32Array;
  /** The triangle that the edge meets; it shares no vertex with the edge. */
  readonly triangle: Uint32Array;
  /** True only if `maxContacts` was given and more contacts exist. */
  readonly truncated: boolean;
  slice(): Intersections;
}

/** Pairs of triangles that intersect, `triangleA[i] < triangleB[i]`, each once; lifetime as for {@link Intersections}. */
export interface IntersectingTriangles {
  readonly count: number;
  readonly triangleA: Uint32Array;
  readonly triangleB: Uint32Array;
  readonly truncated: boolean;
  slice(): IntersectingTriangles;
}
