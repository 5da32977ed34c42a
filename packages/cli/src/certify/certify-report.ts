export type CertifyStatus = 'free' | 'collides' | 'undecided';

/** A pose in which two triangles have a contact that does not exist at rest. */
export interface WitnessReport {
  /** One a target, in their order. */
  readonly weights: readonly number[];
  /** Numbers in the object, its primitives one after the other, from 0. */
  readonly triangles: readonly [number, number];
}

/** What `selfcollide certify --json` writes; schema/certify-report.schema.json describes it. */
export interface CertifyFileReport {
  readonly format: 'selfcollide-certify';
  readonly version: 1;
  readonly generator: string;
  readonly file: string;
  readonly object: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly tolerance: number;
  readonly bindPose: boolean;
  readonly status: CertifyStatus;
  readonly seconds: number;
  readonly rest: { readonly contacts: number; readonly trianglePairs: number };
  readonly freeTriangles: number;
  readonly undecided: number;
  readonly targets: readonly {
    readonly name: string;
    readonly low: number;
    readonly high: number;
    readonly freeLow: number;
    readonly freeHigh: number;
    readonly status: CertifyStatus;
    readonly touchingPairs: number;
    readonly stoppedBy: { readonly low: WitnessReport | null; readonly high: WitnessReport | null };
  }[];
  /** Null unless asked for. */
  readonly pairs:
    | readonly {
        readonly a: string;
        readonly b: string;
        readonly status: CertifyStatus;
        readonly freeShare: number;
        readonly witness: WitnessReport | null;
      }[]
    | null;
  readonly together: {
    readonly status: CertifyStatus;
    readonly freeShare: number;
    readonly witness: WitnessReport | null;
  } | null;
}

/** What the page is given besides bytes: positions, triangles, displacements of all targets, and the first touch of every triangle. */
export interface CertifyPayload {
  readonly created: string;
  readonly report: CertifyFileReport;
}
