/** What became of a node of the test tree in a query. */
export const outcomes = [
  'no common direction',
  'contour may meet itself',
  'not tried',
  'culled by direction alone',
  'culled by star test',
  'culled by exact contour',
  'culled by a line through the common vertex',
  'culled together with a neighbour',
  'triangles tested',
] as const;

export type Outcome = (typeof outcomes)[number];

/** One or two patches that a query looked at. */
export interface TraceVisit {
  readonly patchA: number;
  /** Equal to `patchA` for contacts within one patch. */
  readonly patchB: number;
  readonly outcome: Outcome;
}

/** Two patches that are not adjacent and were compared by boxes. */
export interface TraceBoxPair {
  readonly patchA: number;
  readonly patchB: number;
  readonly apart: boolean;
}

/** How a query saw a patch, or two: along a direction that all its triangles face. */
export interface TraceProjection {
  /** Towards the eye, of any length. */
  readonly direction: readonly [number, number, number];
  /** The contour as it was tested, a closed loop each, x and y by turns: sheared along the direction onto a coordinate plane. */
  readonly loops: readonly Float64Array[];
  /** Where any point of the mesh is in that plane, by the same rule. */
  project(x: number, y: number, z: number): [number, number];
}

/** What a query did, for pictures and for understanding; in the caller's numbers. A copy: it stays as it is. */
export interface QueryTrace {
  readonly visits: readonly TraceVisit[];
  readonly boxPairs: readonly TraceBoxPair[];
  /** The triangles of a patch. */
  trianglesOf(patch: number): Uint32Array;
  /** The contour of one or two patches together, as closed loops of vertices; of patches that share no edge, none. */
  contourOf(visit: TraceVisit): Uint32Array[];
  /** For every edge of those loops, which begins at the vertex of the same place, the triangle on its other side; −1 at the rim of the mesh. */
  acrossOf(visit: TraceVisit): Int32Array[];
  /** How one or two patches were seen when their contour was tested; null if it was not. */
  projectionOf(visit: TraceVisit): TraceProjection | null;
  /** Nodes above a patch, 0 for the root. */
  levelOf(patch: number): number;
}
