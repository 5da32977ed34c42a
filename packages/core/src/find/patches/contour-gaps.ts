import { type ContourLoops, VERTEX_BITS } from './contour-loops.ts';
import { type EdgePairJudge, mayMeet } from './crossing-test.ts';
import type { GapTest } from './gap-test.ts';
import type { ProjectedLoops } from './projected-loops.ts';

/**
 * Points of a straightened contour are off by less than 1.5 errors, two of them by 3; the foot of a perpendicular by 7 units of the distance from an
 * end of the edge, which is 5.5 errors, and the vector from it by 4 more. So a distance is off by less than 16 errors; rounding of squares and roots
 * is less than the distance · 2⁻²⁰, and what underflows less than 2⁻⁴⁰⁰.
 */
export const GAP_ERRORS = 64;
export const ROUNDED_UP: number = 1 + 2 ** -20;
export const LEAST_GAP: number = 2 ** -400;

/** Longer contours are not tried by arcs: sums of more lengths would need a wider margin. */
const MOST_EDGES = 2 ** 16;

/** Whether a straightened contour is as `ReachCulling`'s first rule wants it. */
export function isApart(contour: ProjectedLoops, crossing: GapTest, judge: ApartJudge): boolean {
  judge.begin(contour);
  return crossing.testGaps(contour, judge) && judge.allowsSmallLoops(contour);
}

/** The same for the second rule; `rest` are the positions at rest, and reach, factor and radius were given to the judge. */
export function isJoined(
  contour: ProjectedLoops,
  contourLoops: ContourLoops,
  node: number,
  rest: Float64Array,
  crossing: GapTest,
  judge: ArcJudge,
): boolean {
  contour.link();
  return judge.begin(contour, contourLoops, node, rest) && crossing.testGaps(contour, judge);
}

/** Allows pairs of edges that are farther apart than a gap. */
export class ApartJudge implements EdgePairJudge {
  /** The square of the distance last measured, that of the gap, the gap. In an array: numbers handed from function to function would be garbage. */
  readonly #squares = new Float64Array(3);

  get gap(): number {
    return this.#squares[2];
  }

  /** For contours to come. */
  choose(gap: number): void {
    this.#squares[2] = gap;
  }

  begin({ error }: ProjectedLoops): void {
    this.#squares[1] = (this.#squares[2] * ROUNDED_UP + GAP_ERRORS * error + LEAST_GAP) ** 2;
  }

  allows(contour: ProjectedLoops, e: number, f: number): boolean {
    if (mayMeet(contour, e, f)) return false;
    measureGap(contour, e, f, this.#squares);
    return this.#squares[0] > this.#squares[1];
  }

  /** Edges of a loop of three have all an end in common: there it is corners that have to be apart from the edge across. */
  allowsSmallLoops(contour: ProjectedLoops): boolean {
    const { next, count } = contour;
    const squares = this.#squares;
    for (let e = 0; e < count; e++) {
      const f = next[e];
      if (next[next[f]] !== e) continue;
      squares[0] = Number.POSITIVE_INFINITY;
      lowerToCorner(contour, e, f, squares);
      if (!(squares[0] > squares[1])) return false;
    }
    return true;
  }
}

const SQUARE = 0;
const LIMIT = 1;
const MARGIN = 2;
const REACH = 3;
const FACTOR = 4;
const RADIUS = 5;

/**
 * Allows pairs of edges of one loop that are near each other along it, at rest, and corners that are not too sharp: so that whoever leaves a patch for
 * at most the reach comes back near to where he left, on the surface.
 */
export class ArcJudge implements EdgePairJudge {
  readonly #numbers = new Float64Array(6);
  /** Per edge: rest length from the start of its loop to its start, its own rest length, and its loop. */
  readonly #arcs: Float64Array;
  readonly #lengths: Float64Array;
  readonly #loops: Int32Array;
  /** Per loop: its rest length. */
  readonly #loopLengths: Float64Array;

  constructor(maxEdges: number) {
    this.#arcs = new Float64Array(maxEdges);
    this.#lengths = new Float64Array(maxEdges);
    this.#loops = new Int32Array(maxEdges);
    this.#loopLengths = new Float64Array(maxEdges);
  }

  get byteLength(): number {
    return 2 * this.#arcs.byteLength + this.#loops.byteLength + this.#loopLengths.byteLength;
  }

  get gap(): number {
    return this.#numbers[REACH];
  }

  /** Ways on the patch are at most `factor` times as long at rest as their image is now; `radius`: that of rest neighbours. */
  choose(reach: number, factor: number, radius: number): void {
    this.#numbers[REACH] = reach * ROUNDED_UP;
    this.#numbers[FACTOR] = factor * ROUNDED_UP;
    this.#numbers[RADIUS] = radius * (1 - 2 ** -18);
  }

  /** Takes a linked, straightened contour. False if some corner is too sharp. */
  begin(contour: ProjectedLoops, contourLoops: ContourLoops, node: number, rest: Float64Array): boolean {
    if (contour.count > MOST_EDGES) return false;
    const numbers = this.#numbers;
    numbers[MARGIN] = GAP_ERRORS * contour.error + LEAST_GAP;
    numbers[LIMIT] = (numbers[REACH] + numbers[MARGIN]) ** 2;
    this.#measureArcs(contour, contourLoops, node, rest);
    return this.#allowsCorners(contour);
  }

  allows(contour: ProjectedLoops, e: number, f: number): boolean {
    if (mayMeet(contour, e, f)) return false;
    const numbers = this.#numbers;
    measureGap(contour, e, f, numbers);
    if (numbers[SQUARE] > numbers[LIMIT]) return true;
    const loop = this.#loops[e];
    if (this.#loops[f] !== loop) return false;
    const gap = Math.sqrt(numbers[SQUARE]) - numbers[MARGIN];
    const first = e < f ? e : f;
    const last = e < f ? f : e;
    const between = this.#arcs[last] - this.#arcs[first];
    const onward = between + this.#lengths[last];
    const round = this.#loopLengths[loop] - between + this.#lengths[first];
    const inside = numbers[FACTOR] * (numbers[REACH] - (gap > 0 ? gap : 0));
    return inside + (onward < round ? onward : round) <= numbers[RADIUS];
  }

  #measureArcs({ count, next }: ProjectedLoops, { start, vertices }: ContourLoops, node: number, rest: Float64Array) {
    let loop = 0;
    let arc = 0;
    for (let e = 0; e < count; e++) {
      const v = 3 * (vertices[start[node] + e] & VERTEX_BITS);
      const w = 3 * (vertices[start[node] + next[e]] & VERTEX_BITS);
      const x = rest[w] - rest[v];
      const y = rest[w + 1] - rest[v + 1];
      const z = rest[w + 2] - rest[v + 2];
      const length = Math.sqrt(x * x + y * y + z * z);
      this.#arcs[e] = arc;
      this.#lengths[e] = length;
      this.#loops[e] = loop;
      arc += length;
      if (next[e] !== e + 1) {
        this.#loopLengths[loop++] = arc;
        arc = 0;
      }
    }
  }

  /** Where the contour turns to the right, the way along it is at most 1 / sin(φ / 2) as long as straight across, φ the angle outside. */
  #allowsCorners({ count, next, x, y, crossError }: ProjectedLoops): boolean {
    const numbers = this.#numbers;
    const inside = numbers[FACTOR] * numbers[REACH];
    for (let e = 0; e < count; e++) {
      const f = next[e];
      const g = next[f];
      const dx = x[f] - x[e];
      const dy = y[f] - y[e];
      const gx = x[g] - x[f];
      const gy = y[g] - y[f];
      if (dx * gy - dy * gx > crossError) continue;
      if (inside + this.#lengths[e] + this.#lengths[f] <= numbers[RADIUS]) continue;
      const lengths = Math.sqrt((dx * dx + dy * dy) * (gx * gx + gy * gy));
      // 2 sin²(φ / 2) = 1 − cos φ, and cos φ = −d·g / (|d| |g|), rounded up
      const twiceSquare = 1 + (dx * gx + dy * gy - crossError) / lengths - 2 ** -20;
      if (!(2 * inside * inside <= numbers[RADIUS] * numbers[RADIUS] * twiceSquare)) return false;
    }
    return true;
  }
}

/**
 * Writes the squared distance of edges e and f, which do not meet: an end of one is closest. Left at infinity where their boxes are farther apart
 * than the root of out[1].
 */
function measureGap(contour: ProjectedLoops, e: number, f: number, out: Float64Array): void {
  const { x, y, next } = contour;
  const e1 = next[e];
  const f1 = next[f];
  out[0] = Number.POSITIVE_INFINITY;
  const sideX = between(x[e], x[e1], x[f], x[f1]);
  const sideY = between(y[e], y[e1], y[f], y[f1]);
  if (sideX > 0 && sideX * sideX > out[1]) return;
  if (sideY > 0 && sideY * sideY > out[1]) return;
  lowerToCorner(contour, e, f, out);
  lowerToCorner(contour, e1, f, out);
  lowerToCorner(contour, f, e, out);
  lowerToCorner(contour, f1, e, out);
}

/** Gap between the intervals a … b and c … d, in any order; negative where they overlap. */
function between(a: number, b: number, c: number, d: number): number {
  const lowA = a < b ? a : b;
  const highA = a < b ? b : a;
  const lowC = c < d ? c : d;
  const highC = c < d ? d : c;
  return lowA - highC > lowC - highA ? lowA - highC : lowC - highA;
}

/** Lowers out[0] to the squared distance of point p from edge f. */
function lowerToCorner({ x, y, next }: ProjectedLoops, p: number, f: number, out: Float64Array): void {
  const ex = x[next[f]] - x[f];
  const ey = y[next[f]] - y[f];
  const px = x[p] - x[f];
  const py = y[p] - y[f];
  const square = ex * ex + ey * ey;
  const along = (px * ex + py * ey) / square;
  // 0 / 0 becomes 0
  const share = along > 0 ? (along < 1 ? along : 1) : 0;
  const dx = px - share * ex;
  const dy = py - share * ey;
  const distance = dx * dx + dy * dy;
  if (!(distance >= out[0])) out[0] = distance;
}
