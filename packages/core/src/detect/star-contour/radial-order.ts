import type { ProjectedContour } from './projected-contour.ts';
import { mayMeet } from './simple-contour.ts';

/** Pockets with more edges are left to the grid. */
const MAX_POCKET = 24;

/** A quarter turn is 1; edges that turn by more are too close to the centre to tell left from right. */
const MAX_TURN = 1.8;

/**
 * Shows that a contour of one loop is simple by walking around its middle. Where all points before a point are behind it in
 * angle and all points after it ahead, the walk can be cut: parts between two cuts keep to their own sector and cannot meet another
 * part. Most parts are single edges; the others ("pockets") are compared edge by edge. A star-shaped contour has no pockets. False
 * only means not shown.
 *
 * Angles are measured along a diamond (4 a full turn), which keeps their order and needs no trigonometry.
 */
export class RadialOrder {
  readonly #angle: Float64Array;
  readonly #least: Float64Array;

  constructor(maxEdges: number) {
    this.#angle = new Float64Array(maxEdges + 1);
    this.#least = new Float64Array(maxEdges + 1);
  }

  get byteLength(): number {
    return this.#angle.byteLength + this.#least.byteLength;
  }

  test(contour: ProjectedContour): boolean {
    if (contour.loops !== 1) return false;
    const { count } = contour;
    const margin = this.#measure(contour);
    if (margin < 0) return false;

    const angle = this.#angle;
    const least = this.#least;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      if (angle[i] < low) low = angle[i];
      if (angle[i] > high) high = angle[i];
    }
    // least angle of what follows, and greatest of what came before; the walk goes round, so the turns before and after count too
    low += 4;
    high -= 4;
    for (let i = count - 1; i >= 0; i--) {
      least[i] = low;
      if (angle[i] < low) low = angle[i];
    }
    let firstCut = -1;
    let lastCut = -1;
    for (let i = 0; i < count; i++) {
      const here = angle[i];
      if (here > high + margin && least[i] > here + margin) {
        if (firstCut < 0) firstCut = i;
        else if (i - lastCut > 1 && !this.#pocketIsSimple(contour, lastCut, i)) return false;
        lastCut = i;
      }
      if (here > high) high = here;
    }
    return firstCut >= 0 && this.#pocketIsSimple(contour, lastCut, firstCut + count);
  }

  /** Angles of all points from the mean, unwrapped; returns how much they may be off, or −1 if the walk is no full turn to the left. */
  #measure(contour: ProjectedContour): number {
    const { count, x, y, error } = contour;
    const angle = this.#angle;
    let sumX = 0;
    let sumY = 0;
    for (let i = 0; i < count; i++) {
      sumX += x[i];
      sumY += y[i];
    }
    const qx = sumX / count;
    const qy = sumY / count;
    let nearest = Number.POSITIVE_INFINITY;
    let previous = 0;
    let total = 0;
    for (let i = 0; i <= count; i++) {
      const k = i === count ? 0 : i; // once more, to close the turn
      const dx = x[k] - qx;
      const dy = y[k] - qy;
      const lx = dx < 0 ? -dx : dx;
      const ly = dy < 0 ? -dy : dy;
      const distance = lx + ly;
      if (distance < nearest) nearest = distance;
      const along = dy / distance; // −1 … 1
      const here = dx < 0 ? 2 - along : dy < 0 ? 4 + along : along;
      if (i > 0) {
        let turn = here - previous;
        if (turn > 2) turn -= 4;
        else if (turn < -2) turn += 4;
        if (!(turn < MAX_TURN && turn > -MAX_TURN)) return -1;
        total += turn;
      }
      angle[i] = total;
      previous = here;
    }
    if (!(total > 3.9 && total < 4.1)) return -1;
    // a point is off by `error` a coordinate and the mean is exact: an angle by 2 errors over the distance, and some roundings
    const margin = (8 * error) / nearest + 2 ** -46 * count;
    // an edge that turns by MAX_TURN is then further from the centre than its ends are off: it passes on the side it seems to
    return margin < 0.5 ? margin : -1;
  }

  /** Whether edges first … end − 1 (counted on past the last) do not meet but where they follow each other. */
  #pocketIsSimple(contour: ProjectedContour, first: number, end: number): boolean {
    if (end - first > MAX_POCKET) return false;
    const { x, y, next, count, crossError } = contour;
    for (let i = first; i < end - 1; i++) {
      const e = i < count ? i : i - count;
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
      for (let k = i + 2; k < end; k++) if (mayMeet(contour, e, k < count ? k : k - count)) return false;
    }
    return true;
  }
}
