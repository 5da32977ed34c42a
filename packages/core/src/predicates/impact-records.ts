/** Elementary pairs and what deciding them took. */
export interface ImpactCounters {
  /** A vertex and a triangle. */
  vertexTests: number;
  /** Two edges. */
  edgePairTests: number;
  /** Fixed planes tried (certificate P). */
  planeSteps: number;
  /** Coplanarity polynomials bounded (certificate C). */
  clips: number;
  /** Pairs left to whole-number arithmetic. */
  exactTests: number;
}

/** What a test relied on when it moved on from `from` to `to`: for checks by other arithmetic. */
export interface CertificateRecorder {
  /** Along `normal` all differences stay beyond the separation from `from` to `to`. */
  plane(from: number, to: number, nx: number, ny: number, nz: number): void;
  /** The four points are not coplanar, turning like `sign`, from `from` to `to`. */
  volume(from: number, to: number, sign: number): void;
  /** Between these times the sign of the volume changes, while along `normal` the features overlap. */
  yes(from: number, to: number, nx: number, ny: number, nz: number): void;
  /** At t0 all points lie in a plane across `axis` and overlap in it. */
  touch(axis: number): void;
  /**
   * Differences i and j, from one point to both ends of an edge, lie in a plane across `axis` throughout; between these times their turn changes its sign, and the point stays between the ends
   * along (uy, uz), in the order of the two other axes.
   */
  ontoEdge(from: number, to: number, axis: number, i: number, j: number, uy: number, uz: number): void;
}
