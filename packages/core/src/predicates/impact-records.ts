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
}
