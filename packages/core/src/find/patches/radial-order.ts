import { mayMeet } from './crossing-test.ts';
import type { ProjectedLoops } from './projected-loops.ts';

/** Pockets with more edges are left to the grid. */
const MAX_POCKET = 48;

/**
 * Shows that a contour of one loop is simple by walking around the centre of its area. Where the walk turns to the left all the time, it is
 * star-shaped. Where it steps back, a "pocket" is cut out: a piece of the contour that keeps to a sector of its own, since its first point
 * comes before all others of the piece in angle, and its last point after. Then neither pockets nor the edges between them can meet but where
 * they follow each other, and only edges within a pocket have to be compared. False only means not shown.
 *
 * Angles are compared by the sign of cross products, each certain: no rounding can have carried an edge across the centre, so the number of
 * rounds is certain too.
 */
export class RadialOrder {
  /** Edges that turn to the right, in ascending order; edge i runs from point i to the next. */
  readonly #backward: Int32Array;
  #backwardCount = 0;
  /** The pocket at hand: points from … to, counted on below 0 and beyond the last. */
  #from = 0;
  #to = 0;

  constructor(maxEdges: number) {
    this.#backward = new Int32Array(maxEdges + 1);
  }

  get byteLength(): number {
    return this.#backward.byteLength;
  }

  test(contour: ProjectedLoops): boolean {
    if (contour.loops !== 1 || !this.#walk(contour)) return false;
    return this.#backwardCount === 0 || this.#cutPockets(contour);
  }

  /** Whether the walk goes round once and every edge clearly turns to one side; writes down those that turn to the right. */
  #walk({ count, x, y, middleX, middleY, crossError }: ProjectedLoops): boolean {
    const backward = this.#backward;
    let backwardCount = 0;
    let px = x[count - 1] - middleX;
    let py = y[count - 1] - middleY;
    let rounds = 0;
    for (let e = 0; e < count; e++) {
      const dx = x[e] - middleX;
      const dy = y[e] - middleY;
      const turn = px * dy - py * dx;
      if (turn > crossError) {
        if (py < 0 && dy >= 0) rounds++;
      } else {
        if (!(turn < -crossError)) return false;
        if (py >= 0 && dy < 0) rounds--;
        backward[backwardCount++] = e - 1;
      }
      px = dx;
      py = dy;
    }
    this.#backwardCount = backwardCount;
    return rounds === 1;
  }

  /** Whether every edge that steps back lies in a pocket that does not meet itself, and pockets are apart. */
  #cutPockets(contour: ProjectedLoops): boolean {
    const { count } = contour;
    const backward = this.#backward;
    contour.link();
    let pockets = 0;
    let first = 0; // where the first pocket begins
    let begin = 0; // where the last one begins
    let end = 0; // where the last one ends
    let endBefore = Number.NEGATIVE_INFINITY; // where the one before ends
    for (let i = 0; i < this.#backwardCount; i++) {
      const edge = backward[i];
      if (pockets > 0 && (edge < end || edge >= first + count)) continue; // in a pocket already
      // an edge that steps back is no pocket by itself: it needs the edges on both sides
      if (!this.#growPocket(contour, edge - 1, edge + 2)) return false;
      if (pockets > 0 && this.#from < end) {
        // it runs into the last one: both become one
        if (!this.#growPocket(contour, Math.min(begin, this.#from), this.#to) || this.#from < endBefore) return false;
        if (pockets === 1) first = this.#from;
      } else {
        endBefore = end;
        if (pockets++ === 0) {
          first = this.#from;
          endBefore = Number.NEGATIVE_INFINITY;
        }
      }
      if (this.#to > first + count) return false;
      if (!pocketIsSimple(contour, this.#from, this.#to)) return false;
      begin = this.#from;
      end = this.#to;
    }
    return true;
  }

  /**
   * Widens a pocket until its ends are before and after all that is between them. What is between is then in the cone of the two ends, which
   * is less than half a turn wide: the order of cross products is that of angles.
   */
  #growPocket(contour: ProjectedLoops, start: number, end: number): boolean {
    const { count, x, y, middleX, middleY, crossError } = contour;
    const longest = count - 1 < MAX_POCKET ? count - 1 : MAX_POCKET;
    let from = start;
    let to = end;
    // the least and the greatest angle between the ends, as far as known
    let lowX = 0;
    let lowY = 0;
    let highX = 0;
    let highY = 0;
    for (let i = from + 1; i < to; i++) {
      const k = wrap(i, count);
      const dx = x[k] - middleX;
      const dy = y[k] - middleY;
      if (i === from + 1 || dx * lowY - dy * lowX > 0) {
        lowX = dx;
        lowY = dy;
      }
      if (i === from + 1 || highX * dy - highY * dx > 0) {
        highX = dx;
        highY = dy;
      }
    }
    for (;;) {
      if (to - from > longest) return false;
      const f = wrap(from, count);
      const fx = x[f] - middleX;
      const fy = y[f] - middleY;
      if (!(fx * lowY - fy * lowX > crossError)) {
        if (highX * fy - highY * fx > 0) {
          highX = fx;
          highY = fy;
        } else if (fx * lowY - fy * lowX > 0) {
          lowX = fx;
          lowY = fy;
        }
        from--;
        continue;
      }
      const t = wrap(to, count);
      const tx = x[t] - middleX;
      const ty = y[t] - middleY;
      if (highX * ty - highY * tx > crossError) break;
      if (tx * lowY - ty * lowX > 0) {
        lowX = tx;
        lowY = ty;
      } else if (highX * ty - highY * tx > 0) {
        highX = tx;
        highY = ty;
      }
      to++;
    }
    this.#from = from;
    this.#to = to;
    return isBeforeAll(contour, from, to) && isAfterAll(contour, from, to);
  }
}

/** A point's number, counted on below 0 and beyond the last. */
function wrap(i: number, count: number): number {
  return i < 0 ? i + count : i < count ? i : i - count;
}

function isBeforeAll({ count, x, y, middleX, middleY, crossError }: ProjectedLoops, from: number, to: number) {
  const f = wrap(from, count);
  const fx = x[f] - middleX;
  const fy = y[f] - middleY;
  for (let i = from + 1; i <= to; i++) {
    const k = wrap(i, count);
    if (!(fx * (y[k] - middleY) - fy * (x[k] - middleX) > crossError)) return false;
  }
  return true;
}

function isAfterAll({ count, x, y, middleX, middleY, crossError }: ProjectedLoops, from: number, to: number) {
  const t = wrap(to, count);
  const tx = x[t] - middleX;
  const ty = y[t] - middleY;
  for (let i = from; i < to; i++) {
    const k = wrap(i, count);
    if (!((x[k] - middleX) * ty - (y[k] - middleY) * tx > crossError)) return false;
  }
  return true;
}

/** Whether the edges between points from … to do not meet but where they follow each other. */
function pocketIsSimple(contour: ProjectedLoops, from: number, to: number): boolean {
  const { x, y, next, count, crossError } = contour;
  for (let i = from; i < to - 1; i++) {
    const e = wrap(i, count);
    const f = next[e];
    const g = next[f];
    const dx = x[f] - x[e];
    const dy = y[f] - y[e];
    const gx = x[g] - x[f];
    const gy = y[g] - y[f];
    if (!(dx * gx + dy * gy > crossError)) {
      const turn = dx * gy - dy * gx;
      if (!(turn > crossError || turn < -crossError)) return false;
    }
    for (let k = i + 2; k < to; k++) {
      if (mayMeet(contour, e, wrap(k, count))) return false;
    }
  }
  return true;
}
