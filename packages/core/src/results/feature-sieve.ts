/**
 * Goes ahead of the decision on pairs of features: of candidates of a step, lists those that may impact, in memory of its own.
 */
export interface FeatureSieve {
  /** Candidates are looked at here, and in these poses only. */
  readonly pairs: Uint32Array;
  readonly positions: Float64Array;
  readonly nextPositions: Float64Array;
  /** Two numbers a pair of features: two half-edges; or a corner, `VERTEX_BIT` added, and a triangle. */
  readonly features: Uint32Array;
  /** Which corners and edges of triangles are their own, a bit each. */
  own(corners: Uint8Array, edges: Uint8Array): void;
  /** Lists those of candidates from … end − 1 and returns how many, or of as many candidates as there was room for: up to `sifted`. What is farther apart than `startReach` at t0, along an axis, need not come. */
  sift(from: number, end: number, startReach: number): number;
  readonly sifted: number;
  /** Vertices and edges dropped by `sift` because their volumes keep their signs: whoever counts them sets these to 0. */
  readonly dropped: Int32Array;
}

export const VERTEX_BIT = 0x80000000;
