import { describe } from './mesh/validate-mesh.ts';
import { checkKnown, checkOneOf, checkPositive, checkWhole } from './options.ts';

/** How a step is searched. Lengths are in the mesh's unit. */
export interface ImpactOptions {
  /** Pairs that come as close as this count, not only those that touch. Default 0. */
  readonly minSeparation?: number;
  /** The part of the step that is searched, from 0 to 1. Default 1: all of it. */
  readonly maxTime?: number;
  /**
   * How far apart (beyond `minSeparation`) a pair may still be at the time reported for it, which is never too late. With a `minSeparation`, pairs that come within the
   * sum of both may be listed. Default: 2⁻²⁰ of the mean edge of the mesh given to `createDetector` (over triangles, so that inner edges count twice).
   */
  readonly tolerance?: number;
  /** Whether pairs that touch at t0, or are closer than `minSeparation`, count. Default `'report'`: they do, with time 0. */
  readonly start?: 'report' | 'ignore';
}

export interface FindImpactsOptions extends ImpactOptions {
  /** Stop once more impacts than this were found, and set `truncated`. Default: the detector's `maxContacts`, or no limit. */
  readonly maxContacts?: number;
}

export interface CollisionFreeStepOptions extends ImpactOptions {
  /**
   * The part of its distance at t0 (beyond `minSeparation`) that each pair still has at the end of the step, from 0 to less than 1. Default 0.1. With 0 the step ends at the first impact, never after it, but it may end exactly
   * there, or so close that positions rounded on the way touch: the next step is then 0.
   */
  readonly keepGap?: number;
}

const COMMON = ['minSeparation', 'maxTime', 'tolerance', 'start'];
const WITH_LIMIT = [...COMMON, 'maxContacts'];
const WITH_GAP = ['keepGap', ...COMMON];
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  findImpacts: WITH_LIMIT,
  collisionFreeStep: WITH_GAP,
  advance: ['keepGap'],
};
const STARTS = ['report', 'ignore'] as const;

export function checkImpactOptions(caller: string, options: FindImpactsOptions & CollisionFreeStepOptions): void {
  checkKnown(caller, options, KNOWN[caller] ?? COMMON);
  const { minSeparation, maxTime, tolerance, start, maxContacts, keepGap } = options;
  if (minSeparation !== undefined && !(isNumber(minSeparation) && minSeparation >= 0 && minSeparation < Infinity)) {
    throw new RangeError(`${caller}: minSeparation must be a finite number from 0, got ${describe(minSeparation)}.`);
  }
  if (maxTime !== undefined && !(isNumber(maxTime) && maxTime >= 0 && maxTime <= 1)) {
    throw new RangeError(`${caller}: maxTime must be from 0 to 1, got ${describe(maxTime)}.`);
  }
  if (tolerance !== undefined) checkPositive(caller, 'tolerance', tolerance);
  if (start !== undefined) checkOneOf(caller, 'start', start, STARTS);
  if (maxContacts !== undefined) checkWhole(caller, 'maxContacts', maxContacts, 1);
  if (keepGap !== undefined && !(isNumber(keepGap) && keepGap >= 0 && keepGap < 1)) {
    throw new RangeError(`${caller}: keepGap must be from 0 to less than 1, got ${describe(keepGap)}.`);
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
