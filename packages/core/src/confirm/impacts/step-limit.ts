import { DISTANCE, DISTANCE_ACCURACY, DISTANCE_WORKSPACE, LIMIT } from '../../predicates/distance-workspace.ts';
import type { ImpactTest } from '../../predicates/impact-test.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import { Approach } from './approach.ts';
import type { ImpactSink } from './impact-sink.ts';

/** Of the way from a pair's distance at t0 to what has to be kept, this part may be given away to find the time with less effort. */
const LEAST_WAY = 2 ** -6;
/** Bounds of a distance that are this close to each other, by a factor, are as good as the distance. */
const CLOSE_BOUNDS = 1 - 2 ** -10;

/**
 * How far a step may go: every pair that impacts keeps a part of its distance at t0. Of the step's pairs only those limit it that impact, so the
 * time of the impact itself is asked first, whatever the limit so far.
 */
export class StepLimit implements ImpactSink {
  readonly latest = Number.POSITIVE_INFINITY;
  startReach: number = Number.POSITIVE_INFINITY;
  /** The longest step that all pairs so far allow. */
  limit = 0.5;
  /** Of the pair at hand. A field, as what a function returns would be garbage. */
  #pairLimit = 0.5;
  readonly #test: ImpactTest;
  readonly #work = new Float64Array(DISTANCE_WORKSPACE);
  #keepGap = 0;
  #ignoreStart = false;
  #exactOnly = false;
  #approach: Approach = new Approach();

  constructor(test: ImpactTest) {
    this.#test = test;
  }

  clear(maxTime: number, keepGap: number, ignoreStart: boolean, exactOnly: boolean, approach: Approach): void {
    this.limit = maxTime;
    this.#keepGap = keepGap;
    this.#approach = approach;
    approach.kept = keepGap;
    this.#lookAgain();
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
    this.#pairLimit = time;
    if (time !== 0 && this.#keepGap !== 0) this.#findTimeOfGap(isVertex);
    if (!(this.#pairLimit < this.limit)) return;
    this.limit = this.#pairLimit;
    this.#lookAgain();
  }

  #lookAgain(): void {
    const approach = this.#approach;
    approach.time = this.limit;
    approach.measure();
    this.startReach = approach.startReach;
  }

  /** When the pair that impacts at `time` is down to what it has to keep; Infinity if that is after the limit. */
  #findTimeOfGap(isVertex: boolean): void {
    const test = this.#test;
    const { minSeparation, tolerance } = test;
    this.#measureStart(isVertex);
    const distance = this.#work[DISTANCE];
    // from above: what is kept is not less than asked for
    const kept = minSeparation + this.#keepGap * (distance * (1 + 2 * DISTANCE_ACCURACY) - minSeparation);
    if (!(kept > minSeparation)) return;
    test.minSeparation = kept;
    test.tolerance = Math.min(tolerance, Math.max(LEAST_WAY * (distance - kept), 2 ** -900));
    test.latest = this.limit;
    const found = isVertex ? test.vertexTriangle(this.#exactOnly) : test.edgeEdge(this.#exactOnly);
    test.minSeparation = minSeparation;
    test.tolerance = tolerance;
    // 0 would mean that the distance is not known well enough to tell it from the separation: a step of 0 is for pairs that touch
    if (!found) this.#pairLimit = Number.POSITIVE_INFINITY;
    else if (test.time !== 0) this.#pairLimit = test.time;
  }

  /** The distance at t0, which may be a little more than it is. */
  #measureStart(isVertex: boolean): void {
    const work = this.#work;
    if (!this.#exactOnly) {
      const test = this.#test;
      test.boundStart();
      work[DISTANCE] = test.startHigh;
      if (test.startLow > CLOSE_BOUNDS * test.startHigh) return;
    }
    work[LIMIT] = Number.POSITIVE_INFINITY;
    const { points } = this.#test;
    // a vertex is a triangle without area, and so is an edge
    if (isVertex) measureTriangles(points, 0, 0, 0, 1, 2, 3, work);
    else measureTriangles(points, 0, 1, 1, 2, 3, 3, work);
  }
}
