import { type ContourLoops, LOOP_END, VERTEX_BITS } from './contour-loops.ts';
import type { Projection } from './projection.ts';

/** Rounding unit of doubles. */
const UNIT = 2 ** -53;

/**
 * The projected contour at hand, loop after loop. Coordinates are relative to the first vertex, so that the error depends on the size
 * of the patch and not on where it is.
 *
 * Most contours are short and are decided by one walk around (`RadialOrder`), so loading one avoids whatever a processor cannot predict: bounds
 * come from sums, and what follows what is worked out only when asked for.
 */
export class ProjectedLoops {
  count = 0;
  loops = 0;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Edge i runs from point i to point next[i]. Valid after `link`. */
  readonly next: Int32Array;
  /** No coordinate is off by more than this. */
  error = 0;
  /** No cross or dot product of two differences of points is off by more than this. */
  crossError = 0;
  /** No two points are farther apart, in x or in y. */
  width = 0;
  /** Centre of the area within, if that is one loop. Any point will do for `RadialOrder`, but this one is likely to see far. */
  middleX = 0;
  middleY = 0;
  #vertices: Uint32Array;
  #first = 0;
  #linked = false;

  constructor(contourLoops: ContourLoops) {
    const longest = longestContour(contourLoops);
    this.#vertices = contourLoops.vertices;
    this.x = new Float64Array(longest + 1);
    this.y = new Float64Array(longest + 1);
    this.next = new Int32Array(longest + 1);
  }

  /** Edges of the longest contour. */
  get capacity(): number {
    return this.x.length;
  }

  get byteLength(): number {
    return this.x.byteLength + this.y.byteLength + this.next.byteLength;
  }

  load(contourLoops: ContourLoops, node: number, positions: Float64Array, projection: Projection): void {
    const { start, vertices } = contourLoops;
    const { main, i, j, ax, bx, ay, by } = projection;
    const { x, y } = this;
    const first = start[node];
    const count = start[node + 1] - first;
    const origin = 3 * (vertices[first] & VERTEX_BITS);
    const originI = positions[origin + i];
    const originJ = positions[origin + j];
    const originMain = positions[origin + main];
    let previousX = 0;
    let previousY = 0;
    let sumX = 0;
    let sumY = 0;
    let area = 0;
    let squares = 0;
    let loops = 0;
    for (let e = 0; e < count; e++) {
      const code = vertices[first + e];
      const v = 3 * (code & VERTEX_BITS);
      const di = positions[v + i] - originI;
      const dj = positions[v + j] - originJ;
      const depth = positions[v + main] - originMain;
      const px = ax * di + bx * depth;
      const py = ay * dj + by * depth;
      x[e] = px;
      y[e] = py;
      const cross = previousX * py - previousY * px;
      area += cross;
      sumX += cross * (previousX + px);
      sumY += cross * (previousY + py);
      previousX = px;
      previousY = py;
      squares += di * di + dj * dj + depth * depth;
      loops += code >>> 31;
    }
    this.#vertices = vertices;
    this.#first = first;
    this.#linked = false;
    this.count = count;
    this.loops = loops;
    // at least the longest of the differences, in spite of roundings: contours have fewer than 2³¹ edges
    const reach = 1.001 * Math.sqrt(squares);
    // A coordinate takes three roundings of at most `gain` · reach. A difference of points (or of a point and the centre) is then off by 2.5
    // errors, so a cross product of two differences by 10 errors times the width, and 3 more for its own roundings.
    const width = 2 * projection.gain * reach;
    this.error = 4 * UNIT * projection.gain * reach;
    this.crossError = 32 * this.error * width;
    this.width = width;
    const middleX = sumX / (3 * area);
    const middleY = sumY / (3 * area);
    // where the area is next to nothing it can be anywhere; differences must not exceed the width
    const isNear = middleX < width / 2 && middleX > -width / 2 && middleY < width / 2 && middleY > -width / 2;
    this.middleX = isNear ? middleX : 0;
    this.middleY = isNear ? middleY : 0;
  }

  /** Fills `next`, if that was not done since `load`. */
  link(): void {
    if (this.#linked) return;
    this.#linked = true;
    const vertices = this.#vertices;
    const { next, count } = this;
    const first = this.#first;
    let loopBegin = 0;
    for (let e = 0; e < count; e++) {
      if (vertices[first + e] >= LOOP_END) {
        next[e] = loopBegin;
        loopBegin = e + 1;
      } else {
        next[e] = e + 1;
      }
    }
  }
}

/** Edges of it. */
export function longestContour({ start }: ContourLoops): number {
  let longest = 0;
  for (let node = 0; node + 1 < start.length; node++) longest = Math.max(longest, start[node + 1] - start[node]);
  return longest;
}
