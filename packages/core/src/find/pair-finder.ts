import type { DopKind } from '../bounds/kdops.ts';
import type { Surface } from '../mesh/surface.ts';
import type { Pose } from '../pose/pose.ts';
import type { Counters } from '../results/counters.ts';
import type { FeatureSieve } from '../results/feature-sieve.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';
import type { PolytopeTree } from '../results/polytope-tree.ts';
import type { QueryTrace } from '../results/query-trace.ts';
import type { TaskMilliseconds } from '../results/task-milliseconds.ts';

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

/** For methods that have a place of their own for the end of a step. */
export interface StepMemory {
  createNext(surface: Surface): Pose;
  /** What goes ahead of decisions on pairs of features there, if anything does. */
  readonly featureSieve: FeatureSieve | null;
}

/** What a method does: find every pair of triangles that may come close. Called once a frame, never once a node. */
export interface PairFinder {
  /** The surface in the order this method likes; pairs and poses use its numbers. */
  readonly surface: Surface;
  /** Where poses are written: in the same block of memory as what is computed from them. */
  readonly pose: Pose;
  readonly stepMemory?: StepMemory | null;
  /** Which searches this method can prove complete, besides that for pairs that meet in one pose. */
  readonly supports: { readonly reach: boolean; readonly motion: boolean };
  /** Parts that a search can be cut into at most. */
  readonly steps: number;
  /** Takes the new pose. Allocates nothing. `wasSearched`: it is the end of the step that was searched last, so what is known of that may stay. */
  refit(pose: Pose, wasSearched?: boolean): void;
  /**
   * Appends every pair of triangles that may come within reach (during the step, if there is one), each once; never misses one. Pairs that
   * share vertices may come too. Hands over all of them before it returns.
   */
  findPairs(search: Search, out: PairBuffer, counters: Counters): void;
  /** What this mesh and another are compared by, for methods that have a choice of it. */
  readonly dopKind?: DopKind;
  /** Bytes of typed arrays held besides the surface. */
  readonly memoryBytes: number;
  /** The preparation as bytes, for methods that have one worth keeping. */
  serialize?(): Uint8Array;
  /** For methods that measure themselves, when asked to. */
  readonly taskTimes?: TaskMilliseconds | null;
  readonly trace?: QueryTrace | null;
  /** For methods that compare polytopes. */
  readonly polytopes?: PolytopeTree | null;
  /** Empty where the kernel works, else why it does not; for methods that the kernel knows. */
  readonly engineReason?: string;
}
