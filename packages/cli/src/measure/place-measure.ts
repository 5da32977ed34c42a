import type { Segment } from './crossings.ts';

/**
 * `touching`: no edge passes through the inside of a triangle, and closed parts do not overlap. `hairline`: so little that rounding to 32 bits may
 * make it, see {@link HAIRLINE_SHARE}. `deep`: deeper than {@link DEEP_SHARE} of the model.
 */
export type Severity = 'touching' | 'hairline' | 'shallow' | 'deep';

/** From the least to the worst. */
export const SEVERITIES: readonly Severity[] = ['touching', 'hairline', 'shallow', 'deep'];

/**
 * How `depth` was found. `none`: nothing crosses. `inside`: the deepest point that is inside a closed part. `way back`: how far what has gone
 * through must be drawn back along its surface. `crossing`: nothing is known but that single edges must move at least so far.
 */
export type DepthMethod = 'none' | 'inside' | 'way back' | 'crossing';

/** What is known of how deep it is: the number itself, bounds from both sides, or from below only. */
export type DepthKind = 'exact' | 'both' | 'lower';

/** How bad a place is, in the file's unit. Plain data. */
export interface PlaceMeasure {
  readonly severity: Severity;
  /** Of the line in which the surface crosses itself there. */
  readonly curveLength: number;
  /** How far the parts must move apart to be free, as `depthMethod` has it: one of the bounds below. Absent: see `depthReason`. */
  readonly depth?: number;
  readonly depthMethod: DepthMethod;
  readonly depthKind: DepthKind;
  readonly depthAtLeast?: number;
  readonly depthAtMost?: number;
  /** Why there is no upper bound, or no depth. */
  readonly depthReason?: string;
  /** Over all points that are inside a closed part. */
  readonly meanDepth?: number;
  /** Of what overlaps; closed surfaces only. */
  readonly volume?: number;
  /** Of the surface that is inside, or gone through; of folded and doubled faces what lies on another. */
  readonly area?: number;
  /** Whether all surfaces that cross there are closed. */
  readonly closed: boolean;
}

/** A place with the line in which the surface crosses itself there. */
export interface MeasuredPlace {
  readonly measure: PlaceMeasure;
  readonly curve: readonly Segment[];
}

/** Deeper than this share of the diagonal is deep. */
export const DEEP_SHARE = 0.005;
/** Where the depth cannot be said, a crossing longer than this share of the diagonal counts as deep. */
export const LONG_SHARE = 0.05;
/** Rounding to 32 bits moves a vertex by up to 6 × 10⁻⁸ of its coordinate; some of these steps, of the largest coordinate or the diagonal. */
export const HAIRLINE_SHARE = 5e-7;

/** What a limit of depth is compared with: where only a lower bound is known of something open, it counts as deeper than any limit. */
export function depthForLimit(measure: PlaceMeasure): number {
  const { depth, depthMethod, depthAtMost } = measure;
  if (depthMethod === 'crossing') return depthAtMost ?? Number.POSITIVE_INFINITY;
  return depth ?? Number.POSITIVE_INFINITY;
}
