import type { DetectorOptions } from 'selfcollide';

/** A mesh, the poses it takes and how to prepare it: everything that a failure needs to be repeated. JSON as it is. */
export interface FuzzCase {
  /** Which generator made it. */
  readonly kind: string;
  /** Numbers rounded to single precision and handed over as a Float32Array. */
  readonly single: boolean;
  readonly positions: readonly number[];
  /** Three vertex numbers a triangle. */
  readonly triangles: readonly number[];
  /** Positions given to `update`, one after another; the pose at preparation is checked before them. */
  readonly poses: readonly (readonly number[])[];
  readonly weld: NonNullable<DetectorOptions['weld']>;
  readonly maxLeafTriangles?: number;
  /** A label per triangle. */
  readonly objects?: readonly number[];
  readonly pairs: NonNullable<DetectorOptions['pairs']>;
  /** Every coordinate of every pose is this many times a whole number of at most {@link MAX_LATTICE}: `latticeContacts` applies. */
  readonly lattice?: number;
}

/** Largest coordinate of a lattice case, in steps. The oracle's numbers stay below 2^53 up to about 5,000. */
export const MAX_LATTICE = 16;
