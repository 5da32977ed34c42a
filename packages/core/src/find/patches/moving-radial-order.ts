import type { ContourLoops } from './contour-loops.ts';
import { MovingLoop } from './moving-loop.ts';
import type { Projection } from './projection.ts';

/** Pockets with more edges are not looked into. */
const MAX_POCKET = 48;

/**
 * `RadialOrder` over a step: shows that a contour of one loop, projected along a fixed direction, is simple at all times, by the same walk around a centre. A sign counts only if it is
 * certain throughout. So the walk, its pockets and what is compared within them are the same at every time, and so is the number of rounds, since no edge ever passes the centre.
 * Where signs agree at both ends but not certainly in between, both halves of the step are tried. False only means not shown.
 */
export class MovingRadialOrder {
  readonly #loop: MovingLoop;
  /** Edges that turn to the right, in ascending order; edge i runs from point i to the next. */
  readonly #backward: Int32Array;
  #backwardCount = 0;
  /** The pocket at hand: points from … to, counted on below 0 and beyond the last. */
  #from = 0;
  #to = 0;

  constructor(longestContour: number) {
    this.#loop = new MovingLoop(longestContour);
    this.#backward = new Int32Array(longestContour + 1);
  }

  get byteLength(): number {
    return this.#loop.byteLength + this.#backward.byteLength;
  }

  test(
    contourLoops: ContourLoops,
    node: number,
    from: Float64Array,
    to: Float64Array,
    projection: Projection,
  ): boolean {
    const loop = this.#loop;
    if (!loop.load(contourLoops, node, from, to, projection)) return false;
    if (this.#isSimple()) return true;
    if (!loop.halvingMayHelp) return false;
    loop.useFirstHalf();
    if (!this.#isSimple()) return false;
    loop.useSecondHalf();
    return this.#isSimple();
  }

  #isSimple(): boolean {
    return this.#walk() && (this.#backwardCount === 0 || this.#cutPockets());
  }

  /** Whether the walk goes round once and every edge clearly turns to one side; writes down those that turn to the right. */
  #walk(): boolean {
    const loop = this.#loop;
    const { a, count } = loop;
    const backward = this.#backward;
    let backwardCount = 0;
    let rounds = 0;
    let before = count - 1;
    for (let e = 0; e < count; e++) {
      const turn = loop.turn(before, e);
      if (turn === 0) return false;
      const wasBelow = a[2 * before + 1] < 0;
      const isBelow = a[2 * e + 1] < 0;
      if (turn > 0) {
        if (wasBelow && !isBelow) rounds++;
      } else {
        if (!wasBelow && isBelow) rounds--;
        backward[backwardCount++] = e - 1;
      }
      before = e;
    }
    this.#backwardCount = backwardCount;
    return rounds === 1;
  }

  /** Whether every edge that steps back lies in a pocket that does not meet itself, and pockets are apart. */
  #cutPockets(): boolean {
    const { count } = this.#loop;
    const backward = this.#backward;
    let pockets = 0;
    let first = 0; // where the first pocket begins
    let begin = 0; // where the last one begins
    let end = 0; // where the last one ends
    let endBefore = Number.NEGATIVE_INFINITY; // where the one before ends
    for (let i = 0; i < this.#backwardCount; i++) {
      const edge = backward[i];
      if (pockets > 0 && (edge < end || edge >= first + count)) continue; // in a pocket already
      // an edge that steps back is no pocket by itself: it needs the edges on both sides
      if (!this.#growPocket(edge - 1, edge + 2)) return false;
      if (pockets > 0 && this.#from < end) {
        // it runs into the last one: both become one
        if (!this.#growPocket(Math.min(begin, this.#from), this.#to) || this.#from < endBefore) return false;
        if (pockets === 1) first = this.#from;
      } else {
        endBefore = end;
        if (pockets++ === 0) {
          first = this.#from;
          endBefore = Number.NEGATIVE_INFINITY;
        }
      }
      if (this.#to > first + count) return false;
      if (!this.#pocketIsSimple(this.#from, this.#to)) return false;
      begin = this.#from;
      end = this.#to;
    }
    return true;
  }

  /**
   * Widens a pocket until its ends are before and after all that is between them. Which way to widen is guessed by points at one time; what
   * comes out is checked for all.
   */
  #growPocket(start: number, end: number): boolean {
    const loop = this.#loop;
    const { count, a } = loop;
    const longest = count - 1 < MAX_POCKET ? count - 1 : MAX_POCKET;
    let from = start;
    let to = end;
    // points of the least and the greatest angle between the ends, as far as known
    let low = wrap(from + 1, count);
    let high = low;
    for (let i = from + 2; i < to; i++) {
      const k = wrap(i, count);
      if (isLeft(a, k, low)) low = k;
      if (isLeft(a, high, k)) high = k;
    }
    for (;;) {
      if (to - from > longest) return false;
      const f = wrap(from, count);
      if (loop.turn(f, low) <= 0) {
        if (isLeft(a, high, f)) high = f;
        else if (isLeft(a, f, low)) low = f;
        from--;
        continue;
      }
      const t = wrap(to, count);
      if (loop.turn(high, t) > 0) break;
      if (isLeft(a, t, low)) low = t;
      else if (isLeft(a, high, t)) high = t;
      to++;
    }
    this.#from = from;
    this.#to = to;
    const f = wrap(from, count);
    const t = wrap(to, count);
    if (loop.turn(f, t) <= 0) return false;
    for (let i = from + 1; i < to; i++) {
      const k = wrap(i, count);
      if (loop.turn(f, k) <= 0 || loop.turn(k, t) <= 0) return false;
    }
    return true;
  }

  /** Whether the edges between points from … to do not meet but where they follow each other. */
  #pocketIsSimple(from: number, to: number): boolean {
    const loop = this.#loop;
    const { count } = loop;
    for (let i = from; i < to - 1; i++) {
      const e = wrap(i, count);
      const f = wrap(i + 1, count);
      if (loop.mayFold(e, f, wrap(i + 2, count))) return false;
      for (let k = i + 2; k < to; k++) if (loop.mayMeet(e, f, wrap(k, count), wrap(k + 1, count))) return false;
    }
    return true;
  }
}

/** A point's number, counted on below 0 and beyond the last. */
function wrap(i: number, count: number): number {
  return i < 0 ? i + count : i < count ? i : i - count;
}

/** Whether point j is to the left of point i, seen from the centre, as far as doubles tell. */
function isLeft(at: Float64Array, i: number, j: number): boolean {
  return at[2 * i] * at[2 * j + 1] - at[2 * i + 1] * at[2 * j] > 0;
}
