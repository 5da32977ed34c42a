import { DISTANCE_ACCURACY, DISTANCE_WORKSPACE } from '../../predicates/distance-workspace.ts';
import type { ImpactTest } from '../../predicates/impact-test.ts';
import { triangleDistance } from '../../predicates/triangle-distance.ts';
import { type Approach, NO_LIMIT, startReachUntil } from './approach.ts';
import type { ImpactSink } from './impact-sink.ts';

/** Of the way from a pair's distance at t0 to what has to be kept, this part may be given away to find the time with less effort. */
const LEAST_WAY = 2 ** -6;

/**
 * How far a step may go: every pair that impacts keeps a part of its distance at t0. Of the step's pairs only those limit it that impact, so the
 * time of the impact itself is asked first, whatever the limit so far.
 */
export class StepLimit implements ImpactSink {
  readonly latest = Number.POSITIVE_INFINITY;
  startReach: number = Number.POSITIVE_INFINITY;
  /** The longest step that all pairs so far allow. */
  limit = 1;
  readonly #test: ImpactTest;
  readonly #work = new Float64Array(DISTANCE_WORKSPACE);
  #keepGap = 0;
  #ignoreStart = false;
  #exactOnly = false;
  #approach: Approach = NO_LIMIT;

  constructor(test: ImpactTest) {
    this.#test = test;
  }

  clear(maxTime: number, keepGap: number, ignoreStart: boolean, exactOnly: boolean, approach: Approach): void {
    this.limit = maxTime;
    this.#keepGap = keepGap;
    this.#approach = approach;
    this.startReach = startReachUntil(approach, maxTime, keepGap);
    this.#ignoreStart = ignoreStart;
    this.#exactOnly = exactOnly;
  }

  get done(): boolean {
    return this.limit === 0;
  }

  get byteLength(): number {
    return this.#work.byteLength;
  }

  addVertex(): void {
    this.#add(true);
  }

  addEdges(): void {
    this.#add(false);
  }

  #add(isVertex: boolean): void {
    const { time } = this.#test;
    if (time === 0 && this.#ignoreStart) return;
    const limit = time === 0 || this.#keepGap === 0 ? time : this.#timeOfGap(isVertex);
    if (!(limit < this.limit)) return;
    this.limit = limit;
    this.startReach = startReachUntil(this.#approach, limit, this.#keepGap);
  }

  /** When the pair that impacts at `time` is down to what it has to keep; Infinity if that is after the limit. */
  #timeOfGap(isVertex: boolean): number {
    const test = this.#test;
    const { time, minSeparation, tolerance, points } = test;
    // a vertex is a triangle without area, and so is an edge
    const distance = isVertex
      ? triangleDistance(points, 0, 0, 0, 1, 2, 3, Number.POSITIVE_INFINITY, this.#work)
      : triangleDistance(points, 0, 1, 1, 2, 3, 3, Number.POSITIVE_INFINITY, this.#work);
    // from above: what is kept is not less than asked for
    const kept = minSeparation + this.#keepGap * (distance * (1 + 2 * DISTANCE_ACCURACY) - minSeparation);
    if (!(kept > minSeparation)) return time;
    test.minSeparation = kept;
    test.tolerance = Math.min(tolerance, Math.max(LEAST_WAY * (distance - kept), 2 ** -900));
    test.latest = this.limit;
    const found = isVertex ? test.vertexTriangle(this.#exactOnly) : test.edgeEdge(this.#exactOnly);
    test.minSeparation = minSeparation;
    test.tolerance = tolerance;
    if (!found) return Number.POSITIVE_INFINITY;
    // 0 would mean that the distance is not known well enough to tell it from the separation: a step of 0 is for pairs that touch
    return test.time === 0 ? time : test.time;
  }
}
