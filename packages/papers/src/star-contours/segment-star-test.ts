import type { Counters } from 'selfcollide/finder';
import type { Projection, TaskTimes } from 'selfcollide/parts';
import {
  BOTTOM,
  BOUNDS_STRIDE,
  boundEdges,
  HIGH_X,
  joinBounds,
  LEFT_OF,
  LOW_X,
  lowestAt,
  REACH,
  RIGHT_OF,
  TILT,
  TOP,
} from './ray-bounds.ts';
import type { SegmentForest } from './segment-forest.ts';

/** Rounding unit of doubles. */
const UNIT = 2 ** -53;

/** A search line and what lies on it, in coordinates that make the line vertical: x = ax·pᵢ + bx·pₘ, y = ay·pⱼ + by·pₘ. */
interface Frame {
  i: number;
  j: number;
  main: number;
  ax: number;
  bx: number;
  ay: number;
  by: number;
  readonly bounds: Float64Array;
  /** The tick at which a segment's bounds were computed. */
  readonly ticks: Uint32Array;
}

/**
 * The star paper's contour test (§6.2): a projected contour is star-shaped, and so meets itself nowhere, if some point q on
 * the middle line of its box is strictly left of every edge, and a ray from q crosses one edge. The vertical line is tried first, then the
 * horizontal one, which is the same test turned by a quarter.
 *
 * What is shown, for all points within the rounding error of the computed ones: with t below all lines of top edges at the search line and b above
 * all lines of bottom edges, b < t, any q between is on the inner side of all those; steep edges are clear of the search line. As no edge sweeps over
 * q while the computed points move to the true ones, the true contour winds around q as often as the computed one, and that is the number of
 * computed top edges that cross the line, a matter of comparisons only. If it is one, all edges together sweep one full turn, each to the
 * left: one star-shaped loop.
 *
 * A projected coordinate, relative to an origin that all segments share, takes three roundings of at most gain · reach, reach being the
 * greatest |x|, |y|, |z| from the origin: it is off by less than 4 units of that. This is taken per lowest segment.
 */
export class SegmentStarTest {
  readonly #forest: SegmentForest;
  readonly #frames: readonly [Frame, Frame];
  readonly #times: TaskTimes | null;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** Bounds of one edge. */
  readonly #one = new Float64Array(BOUNDS_STRIDE);
  #positions: Float64Array = new Float64Array(0);
  #origin = 0;
  #gain = 1;
  #tick = 0;
  #edgesVisited = 0;

  constructor(forest: SegmentForest, times: TaskTimes | null = null) {
    this.#forest = forest;
    this.#times = times;
    const { segmentCount, vertexStart } = forest;
    let longest = 0;
    for (let s = 0; s < segmentCount; s++) longest = Math.max(longest, vertexStart[s + 1] - vertexStart[s]);
    this.#x = new Float64Array(longest);
    this.#y = new Float64Array(longest);
    this.#frames = [createFrame(segmentCount), createFrame(segmentCount)];
  }

  /** Of the forest and of its bounds. */
  get byteLength(): number {
    const { firstChild, endChild, vertexStart, vertices, listStart, list } = this.#forest;
    const [a, b] = this.#frames;
    const bounds = [a.bounds, a.ticks, b.bounds, b.ticks, this.#x, this.#y];
    const arrays = [firstChild, endChild, vertexStart, vertices, listStart, list, ...bounds];
    return arrays.reduce((bytes, array) => bytes + array.byteLength, 0);
  }

  /** Takes a new pose or projection: all bounds are out of date. `origin` is a vertex near what will be tested. */
  begin(positions: Float64Array, projection: Projection, origin: number): void {
    this.#positions = positions;
    this.#origin = 3 * origin;
    this.#gain = projection.gain;
    const { main, i, j, ax, bx, ay, by } = projection;
    const [vertical, horizontal] = this.#frames;
    setFrame(vertical, main, i, ax, bx, j, ay, by);
    setFrame(horizontal, main, j, ay, by, i, -ax, -bx);
    if (++this.#tick === 0xffffffff) {
      vertical.ticks.fill(0);
      horizontal.ticks.fill(0);
      this.#tick = 1;
    }
  }

  /** Whether the contour of a test node is shown to be star-shaped in the current projection. */
  test(node: number, counters: Counters): boolean {
    this.#edgesVisited = 0;
    const passed = this.#testLine(this.#frames[0], node) || this.#testLine(this.#frames[1], node);
    counters.contourEdges += this.#edgesVisited;
    return passed;
  }

  #testLine(frame: Frame, node: number): boolean {
    const { listStart, list } = this.#forest;
    const { bounds, ticks } = frame;
    const tick = this.#tick;
    const begin = listStart[node];
    const end = listStart[node + 1];
    this.#times?.lap('contourTests');
    for (let i = begin; i < end; i++) if (ticks[list[i]] !== tick) this.#update(frame, list[i]);
    this.#times?.lap('contourUpdate');

    let lowX = Number.POSITIVE_INFINITY;
    let highX = Number.NEGATIVE_INFINITY;
    let leftOf = Number.POSITIVE_INFINITY;
    let rightOf = Number.NEGATIVE_INFINITY;
    let tilt = 0;
    let reach = 0;
    for (let i = begin; i < end; i++) {
      const at = BOUNDS_STRIDE * list[i];
      // steep edges hang between others, or there is no top edge to cross
      if (bounds[at + TOP + LOW_X] < lowX) lowX = bounds[at + TOP + LOW_X];
      if (bounds[at + TOP + HIGH_X] > highX) highX = bounds[at + TOP + HIGH_X];
      if (bounds[at + BOTTOM + LOW_X] < lowX) lowX = bounds[at + BOTTOM + LOW_X];
      if (bounds[at + BOTTOM + HIGH_X] > highX) highX = bounds[at + BOTTOM + HIGH_X];
      if (bounds[at + LEFT_OF] < leftOf) leftOf = bounds[at + LEFT_OF];
      if (bounds[at + RIGHT_OF] > rightOf) rightOf = bounds[at + RIGHT_OF];
      if (bounds[at + TILT] > tilt) tilt = bounds[at + TILT];
      if (bounds[at + REACH] > reach) reach = bounds[at + REACH];
    }
    if (!(lowX < highX)) return false;
    const x = lowX + (highX - lowX) / 2;
    // q lies between a top and a bottom edge that cross the search line, so no steep edge is more than twice the greatest height away
    const size = this.#gain * reach;
    const lean = size * (3 * tilt + 8 * UNIT);
    if (!(x + lean < leftOf && x - lean > rightOf)) return false;

    if (!this.#hasRoom(frame, begin, end, x)) return false;
    let crossings = 0;
    for (let i = begin; i < end && crossings < 2; i++) crossings += this.#countCrossings(frame, list[i], x);
    return crossings === 1;
  }

  /** Whether there is a point at x below all top lines and above all bottom lines. */
  #hasRoom(frame: Frame, begin: number, end: number, x: number): boolean {
    const { list } = this.#forest;
    const { bounds } = frame;
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.POSITIVE_INFINITY; // upside down
    for (let i = begin; i < end; i++) {
      const at = BOUNDS_STRIDE * list[i];
      const t = lowestAt(bounds, at + TOP, x);
      const b = lowestAt(bounds, at + BOTTOM, x);
      if (t < top) top = t;
      if (b < bottom) bottom = b;
    }
    if (top + bottom > 0) return true;
    // what bounds of whole segments cannot show, those of their parts may (measured: a quarter to a third fewer boxes to test)
    top = Number.POSITIVE_INFINITY;
    bottom = Number.POSITIVE_INFINITY;
    for (let i = begin; i < end; i++) top = this.#lowest(frame, list[i], TOP, x, top);
    for (let i = begin; i < end && top + bottom > 0; i++) bottom = this.#lowest(frame, list[i], BOTTOM, x, bottom);
    return top + bottom > 0;
  }

  /** As `lowestAt`, but edge by edge where that could be lower than `above`; at most `above`. */
  #lowest(frame: Frame, segment: number, bundle: number, x: number, above: number): number {
    const y = lowestAt(frame.bounds, BOUNDS_STRIDE * segment + bundle, x);
    if (y >= above) return above;
    const { firstChild, endChild, vertexStart } = this.#forest;
    let lowest = above;
    const end = endChild[segment];
    if (end !== 0) {
      for (let child = firstChild[segment]; child < end; child++) {
        lowest = this.#lowest(frame, child, bundle, x, lowest);
      }
      return lowest;
    }
    const edges = vertexStart[segment + 1] - vertexStart[segment] - 1;
    if (edges === 1) return y;
    const error = 4 * UNIT * this.#gain * this.#project(frame, segment);
    for (let e = 0; e < edges; e++) {
      boundEdges(this.#one, 0, this.#x, this.#y, e, e + 1, error);
      const here = lowestAt(this.#one, bundle, x);
      if (here < lowest) lowest = here;
    }
    return lowest;
  }

  /** Recursion, here and below, is as deep as the patch tree. */
  #update(frame: Frame, segment: number): void {
    frame.ticks[segment] = this.#tick;
    const { firstChild, endChild } = this.#forest;
    const end = endChild[segment];
    if (end === 0) {
      this.#updateFromEdges(frame, segment);
      return;
    }
    const first = firstChild[segment];
    for (let child = first; child < end; child++) {
      if (frame.ticks[child] !== this.#tick) this.#update(frame, child);
    }
    joinBounds(frame.bounds, segment, first, end);
  }

  #updateFromEdges(frame: Frame, segment: number): void {
    const { vertexStart } = this.#forest;
    const edges = vertexStart[segment + 1] - vertexStart[segment] - 1;
    this.#edgesVisited += edges;
    const at = BOUNDS_STRIDE * segment;
    const reach = this.#project(frame, segment);
    boundEdges(frame.bounds, at, this.#x, this.#y, 0, edges, 4 * UNIT * this.#gain * reach);
    frame.bounds[at + REACH] = reach;
  }

  /** Puts the vertices of a lowest segment into #x and #y; returns its reach. */
  #project(frame: Frame, segment: number): number {
    const { vertexStart, vertices } = this.#forest;
    const { i, j, main, ax, bx, ay, by } = frame;
    const positions = this.#positions;
    const x = this.#x;
    const y = this.#y;
    const originI = positions[this.#origin + i];
    const originJ = positions[this.#origin + j];
    const originMain = positions[this.#origin + main];
    const begin = vertexStart[segment];
    const end = vertexStart[segment + 1];
    let reach = 0;
    for (let k = begin; k < end; k++) {
      const v = 3 * vertices[k];
      const di = positions[v + i] - originI;
      const dj = positions[v + j] - originJ;
      const depth = positions[v + main] - originMain;
      x[k - begin] = ax * di + bx * depth;
      y[k - begin] = ay * dj + by * depth;
      const li = di < 0 ? -di : di;
      const lj = dj < 0 ? -dj : dj;
      const ld = depth < 0 ? -depth : depth;
      if (li > reach) reach = li;
      if (lj > reach) reach = lj;
      if (ld > reach) reach = ld;
    }
    return reach;
  }

  /** Computed top edges that cross the search line at x, counted half-open; only segments whose interval holds x are looked into. */
  #countCrossings(frame: Frame, segment: number, x: number): number {
    const at = BOUNDS_STRIDE * segment + TOP;
    if (!(frame.bounds[at + LOW_X] <= x && x < frame.bounds[at + HIGH_X])) return 0;
    const { firstChild, endChild, vertexStart, vertices } = this.#forest;
    let crossings = 0;
    const endOfChildren = endChild[segment];
    for (let child = firstChild[segment]; child < endOfChildren; child++) {
      crossings += this.#countCrossings(frame, child, x);
    }
    // the same formula as in #updateFromEdges, so the same numbers
    const { i, main, ax, bx } = frame;
    const positions = this.#positions;
    const originI = positions[this.#origin + i];
    const originMain = positions[this.#origin + main];
    const end = vertexStart[segment + 1];
    let wasRight = false;
    for (let k = vertexStart[segment]; k < end; k++) {
      const v = 3 * vertices[k];
      const isRight = ax * (positions[v + i] - originI) + bx * (positions[v + main] - originMain) > x;
      if (wasRight && !isRight) crossings++;
      wasRight = isRight;
    }
    return crossings;
  }
}

function createFrame(segmentCount: number): Frame {
  const bounds = new Float64Array(BOUNDS_STRIDE * segmentCount);
  return { i: 0, j: 1, main: 2, ax: 1, bx: 0, ay: 1, by: 0, bounds, ticks: new Uint32Array(segmentCount) };
}

function setFrame(
  frame: Frame,
  main: number,
  i: number,
  ax: number,
  bx: number,
  j: number,
  ay: number,
  by: number,
): void {
  frame.main = main;
  frame.i = i;
  frame.ax = ax;
  frame.bx = bx;
  frame.j = j;
  frame.ay = ay;
  frame.by = by;
}
