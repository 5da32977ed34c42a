import type { ImpactTimes, MovingStep, PairKind } from './moving-step.ts';

/** A pair of features by itself, as the truth data lists them. */
export interface PairQuery {
  readonly kind: PairKind;
  /** Four points at t0, then at t1: x y z each. */
  readonly points: Float64Array;
}

/** One search of a step. */
export interface StepAnswer {
  readonly updateMs: number;
  readonly queryMs: number;
  /** Pairs of a vertex and a triangle, or of two edges, whose motion was looked at. */
  readonly tests: number;
  /** How many of them exact arithmetic had to decide; undefined for peers, which have none. */
  readonly exactTests?: number;
  /** False if it was stopped for time: then what it found is a part. */
  readonly complete: boolean;
  /** How many impacts it found. */
  readonly count: number;
  /** The impacts; valid until the next search, not timed. */
  impacts(): ImpactTimes;
}

export interface PreparedImpacts {
  /** `maxSeconds`: peers that may take minutes stop there. */
  search(from: Float64Array, to: Float64Array, tolerance: number, maxSeconds?: number): StepAnswer;
  memoryBytes(): number | undefined;
  /** The same before a step was asked about, for those who can be asked about one pose alone. */
  readonly poseBytes?: number;
  close(): void;
}

/** Anything that finds what comes together within a step. */
export interface ImpactContender {
  readonly name: string;
  /** Whether its set of impacts must be exact. */
  readonly exact: boolean;
  /** Times, -1 for none, and the milliseconds that all took together. */
  answerQueries(queries: readonly PairQuery[]): { readonly times: Float64Array; readonly ms: number };
  prepare(step: MovingStep): PreparedImpacts;
}
