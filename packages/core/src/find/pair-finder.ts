import type { DopKind } from '../bounds/kdops.ts';
import type { Surface } from '../mesh/surface.ts';
import { createPose, type Pose } from '../pose/pose.ts';
import type { Counters } from '../results/counters.ts';
import type { FeatureSieve } from '../results/feature-sieve.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import type { QueryTrace } from '../results/query-trace.ts';

/** The shape in which triangles that are close belong together. */
export interface RestShape {
  readonly pose: Pose;
  /** How close, in the caller's units. */
  readonly radius: number;
}

/** What a query wants found. One object a query, used again every frame. */
export interface Search {
  readonly pose: Pose;
  /** Pairs up to this far apart are wanted, in the pose's scale; 0: those that meet. */
  readonly reach: number;
  /** Of a step: pairs that stay farther apart than this need not come, whatever shows it; at least `reach`. Left out: only boxes may. */
  readonly margin?: number;
  /**
   * Every pair that comes close is wanted itself, also within reach 0. Left out: a pair need not come if whatever edge of it meets the other
   * triangle belongs to another pair too, which does.
   */
  readonly everyPair?: boolean;
  /** Pairs that are rest neighbours need not come, unless they meet: in one piece of that shape, and this close in it. */
  readonly rest?: RestShape | null;
  /** Where vertices are at the end of a step, if pairs that come within reach on the way are wanted. */
  readonly next: Pose | null;
  /** Which pairs of a step still matter; left out: all. */
  readonly horizon?: Horizon;
  /**
   * Which part of the work: steps from … end − 1 of those that the finder counts. Parts that cover all steps together find every pair, whatever
   * the cuts.
   */
  readonly from: number;
  readonly end: number;
}

/** Falls while a query that asks for what comes first finds earlier ones. */
export interface Horizon {
  /** Pairs farther apart than this at t0, along some axis, need not come any more. */
  readonly startReach: number;
}

/** Whether a search is for more than contacts in one pose: nothing that was worked out for these alone may be used. */
export function isWide({ reach, everyPair, next }: Search): boolean {
  return reach > 0 || everyPair === true || next !== null;
}

/**
 * What a method of one's own implements; see `selfcollide/finder`. Finds every pair of triangles that may come close, for every query: those of a pose, within a
 * reach, and during a step. Called once a frame, never once a node.
 */
export interface PairFinder {
  /** The surface in the order this method likes; pairs and poses use its numbers. */
  readonly surface: Surface;
  /** Where poses are written: in the same block of memory as what is computed from them. */
  readonly pose: Pose;
  /** Who works on frames, and what queries may use of it; `PLAIN` for methods in TypeScript or JavaScript. */
  readonly engine: FinderEngine;
  /** Parts that a search can be cut into at most. */
  readonly steps: number;
  /** Bytes of typed arrays held besides the surface. */
  readonly memoryBytes: number;
  /** Takes the new pose. Allocates nothing. `wasSearched`: it is the end of the step that was searched last, so what is known of that may stay. */
  refit(pose: Pose, wasSearched: boolean): void;
  /**
   * Appends every pair of triangles that may come within reach (during the step, if there is one), each once; never misses one. Pairs that
   * share vertices may come too. Hands over all of them before it returns.
   */
  findPairs(search: Search, out: PairBuffer, counters: Counters): void;
}

export interface FinderEngine {
  /** Empty where the kernel works, else why it does not. */
  readonly reason: string;
  /** A pose for the end of a step: where the kernel is, in its memory. */
  createNext(surface: Surface): Pose;
  /** What goes ahead of decisions on pairs of features there, if anything does. */
  readonly featureSieve: FeatureSieve | null;
  /** The k-DOPs that this mesh and another are compared by; null: every triangle with every other, as the oracle does. */
  readonly dopKind: DopKind | null;
}

/** As fast as boxes for cloth on solids, with a third fewer candidates. */
export const USUAL_DOPS: DopKind = { dop: 18, arity: 4, growth: null };

/** No kernel. */
export const PLAIN: FinderEngine = {
  reason: 'the method has no kernel',
  createNext: (surface) => createPose(surface),
  featureSieve: null,
  dopKind: USUAL_DOPS,
};

/** The kernel's, where there is one; `reason` says why it does not search, if it does not. */
export function finderEngine(
  kernel: Pick<FinderEngine, 'createNext' | 'featureSieve'> | null,
  reason: string,
): FinderEngine {
  if (kernel === null) return { ...PLAIN, reason };
  const { featureSieve } = kernel;
  return { reason, createNext: (surface) => kernel.createNext(surface), featureSieve, dopKind: USUAL_DOPS };
}

/** What a method of core can tell besides pairs. A method from elsewhere has such things as members of its own, at `detector.finder`. */
export interface FinderNotes {
  /** The preparation as bytes; null for methods that have none worth keeping. */
  readonly serialize: (() => Uint8Array) | null;
  /** Null unless asked for. */
  readonly trace: QueryTrace | null;
}

export const NO_NOTES: FinderNotes = { serialize: null, trace: null };

/** A method at work on one mesh. */
export interface Prepared<F extends PairFinder = PairFinder> {
  readonly finder: F;
  readonly notes: FinderNotes;
}
