import { type ContourLoops, VERTEX_BITS } from './contour-loops.ts';
import type { Projection } from './projection.ts';
import { writeStraightening } from './straight-loops.ts';

const UNIT = 2 ** -53;

/**
 * The loops of a contour, projected along a fixed direction, over a step or half of it. Points are seen from a centre that moves straight from that of the area within at t0 to
 * that at t1. Products of two differences are quadratic in time: where their three Bernstein coefficients have one sign beyond the error, they have it throughout.
 *
 * Errors: a coordinate from the first vertex is off by less than one `error`, from the centre (any point as near) by 1.25, halfway between two poses by 1.75, a difference of two by 4.5;
 * a product of two differences by 18 errors times the width, and 3 more for its own roundings; 32 are allowed.
 */
export class MovingLoops {
  /** Edges; edge e runs from point e to the next, after `link` point next[e]. */
  count = 0;
  loopCount = 0;
  readonly next: Int32Array;
  /** x, y at the beginning and at the end of the interval. */
  a: Float64Array;
  b: Float64Array;
  error = 0;
  crossError = 0;
  /** Boxes more than this apart keep points apart. */
  axisGap = 0;
  /** A product of what was last asked has the same sign at both ends, but not certainly in between. */
  halvingMayHelp = false;
  #vertices: Uint32Array = new Uint32Array(0);
  #first = 0;
  readonly #start: Float64Array;
  readonly #middle: Float64Array;
  readonly #end: Float64Array;
  /** Of both ends, see `project`. */
  readonly #squares = new Float64Array(2);
  readonly #factors = new Float64Array(4);
  #width = 0;

  constructor(longestContour: number) {
    this.next = new Int32Array(longestContour);
    this.#start = new Float64Array(2 * longestContour);
    this.#middle = new Float64Array(2 * longestContour);
    this.#end = new Float64Array(2 * longestContour);
    this.a = this.#start;
    this.b = this.#end;
  }

  get byteLength(): number {
    return 3 * this.#start.byteLength + this.next.byteLength;
  }

  /** False where nothing can be shown: too small for errors to be known. */
  load(
    contourLoops: ContourLoops,
    node: number,
    from: Float64Array,
    to: Float64Array,
    projection: Projection,
  ): boolean {
    const { start, vertices } = contourLoops;
    const first = start[node];
    const count = start[node + 1] - first;
    this.loopCount = 0;
    for (let e = 0; e < count; e++) if (vertices[first + e] > VERTEX_BITS) this.loopCount++;
    this.#vertices = vertices;
    this.#first = first;
    this.count = count;
    this.a = this.#start;
    this.b = this.#end;
    this.halvingMayHelp = false;
    const squares = this.#squares;
    project(this.#start, vertices, first, count, from, projection, squares, 0);
    project(this.#end, vertices, first, count, to, projection, squares, 1);
    // as for ProjectedLoops, with the larger reach of both ends
    const reach = 1.001 * Math.sqrt(Math.max(squares[0], squares[1]));
    const width = 2 * projection.gain * reach;
    this.#width = width;
    this.error = 4 * UNIT * projection.gain * reach;
    this.axisGap = 4 * this.error;
    this.crossError = 32 * this.error * width;
    if (!(this.crossError > 2 ** -900)) return false;
    centre(this.#start, count, width);
    centre(this.#end, count, width);
    return true;
  }

  /** To coordinates at right angles to the direction: see `writeStraightening`. Points off by 1.25 errors are then off by less than one of the larger errors. */
  straighten(projection: Projection): void {
    const factors = this.#factors;
    writeStraightening(projection, factors);
    straightenPoints(this.#start, this.count, factors);
    straightenPoints(this.#end, this.count, factors);
    this.error *= 16 * factors[3];
    this.#width *= 2 * factors[3];
    this.axisGap = 4 * this.error;
    this.crossError = 32 * this.error * this.#width;
  }

  /** Loops are one after the other. */
  link(): void {
    const { next, count } = this;
    const vertices = this.#vertices;
    const first = this.#first;
    let begin = 0;
    for (let e = 0; e < count; e++) {
      const isEnd = vertices[first + e] > VERTEX_BITS;
      next[e] = isEnd ? begin : e + 1;
      if (isEnd) begin = e + 1;
    }
  }

  useFirstHalf(): void {
    for (let i = 0; i < 2 * this.count; i++) this.#middle[i] = (this.#start[i] + this.#end[i]) / 2;
    this.a = this.#start;
    this.b = this.#middle;
  }

  /** Only after the first. */
  useSecondHalf(): void {
    this.a = this.#middle;
    this.b = this.#end;
  }

  /** To which side point j is of point i, seen from the centre: 1 to the left, −1 to the right, 0 if not certain throughout. */
  turn(i: number, j: number): number {
    const { a, b, crossError } = this;
    this.halvingMayHelp = false;
    const ax = a[2 * i];
    const ay = a[2 * i + 1];
    const cx = a[2 * j];
    const cy = a[2 * j + 1];
    const bx = b[2 * i];
    const by = b[2 * i + 1];
    const dx = b[2 * j];
    const dy = b[2 * j + 1];
    const start = ax * cy - ay * cx;
    const end = bx * dy - by * dx;
    const mixed = (ax * dy - ay * dx + (bx * cy - by * cx)) / 2;
    if (start > crossError && end > crossError) {
      if (mixed > crossError) return 1;
      this.halvingMayHelp = true;
    } else if (start < -crossError && end < -crossError) {
      if (mixed < -crossError) return -1;
      this.halvingMayHelp = true;
    }
    return 0;
  }

  /** On which side of the line from point o to point i point j is; as `turn`. */
  side(o: number, i: number, j: number): number {
    const { a, b, crossError } = this;
    const ax = a[2 * i] - a[2 * o];
    const ay = a[2 * i + 1] - a[2 * o + 1];
    const cx = a[2 * j] - a[2 * o];
    const cy = a[2 * j + 1] - a[2 * o + 1];
    const bx = b[2 * i] - b[2 * o];
    const by = b[2 * i + 1] - b[2 * o + 1];
    const dx = b[2 * j] - b[2 * o];
    const dy = b[2 * j + 1] - b[2 * o + 1];
    const start = ax * cy - ay * cx;
    const end = bx * dy - by * dx;
    const mixed = (ax * dy - ay * dx + (bx * cy - by * cx)) / 2;
    if (start > crossError && end > crossError) {
      if (mixed > crossError) return 1;
      this.halvingMayHelp = true;
    } else if (start < -crossError && end < -crossError) {
      if (mixed < -crossError) return -1;
      this.halvingMayHelp = true;
    }
    return 0;
  }

  /** Whether the edge from f to g may turn straight back onto that from e to f; a turn of less than a right angle cannot. */
  mayFold(e: number, f: number, g: number): boolean {
    const { a, b, crossError } = this;
    this.halvingMayHelp = false;
    const ax = a[2 * f] - a[2 * e];
    const ay = a[2 * f + 1] - a[2 * e + 1];
    const cx = a[2 * g] - a[2 * f];
    const cy = a[2 * g + 1] - a[2 * f + 1];
    const bx = b[2 * f] - b[2 * e];
    const by = b[2 * f + 1] - b[2 * e + 1];
    const dx = b[2 * g] - b[2 * f];
    const dy = b[2 * g + 1] - b[2 * f + 1];
    if (
      ax * cx + ay * cy > crossError &&
      bx * dx + by * dy > crossError &&
      (ax * dx + ay * dy + (bx * cx + by * cy)) / 2 > crossError
    ) {
      return false;
    }
    return this.side(e, f, g) === 0;
  }

  /** Whether the edges from e to e1 and from f to f1, which do not follow each other, may ever have a point in common. Whether boxes keep them apart was looked at before. */
  mayMeet(e: number, e1: number, f: number, f1: number): boolean {
    this.halvingMayHelp = false;
    const sideE = this.side(e, e1, f);
    if (sideE !== 0 && sideE === this.side(e, e1, f1)) return false;
    const sideF = this.side(f, f1, e);
    if (sideF !== 0 && sideF === this.side(f, f1, e1)) return false;
    return !this.#areApartAlong(e, e1, f, f1);
  }

  /**
   * Whether all of the second edge is beyond all of the first, at both ends and so in between, along the way from the middle of one to that of the other. A difference is off by less than 3.5 errors
   * times |hx| + |hy|, and its rounding by 2 times 2; 16 are allowed.
   */
  #areApartAlong(e: number, e1: number, f: number, f1: number): boolean {
    const { a, b } = this;
    const hx = a[2 * f] + a[2 * f1] - (a[2 * e] + a[2 * e1]) + (b[2 * f] + b[2 * f1] - (b[2 * e] + b[2 * e1]));
    const hy =
      a[2 * f + 1] +
      a[2 * f1 + 1] -
      (a[2 * e + 1] + a[2 * e1 + 1]) +
      (b[2 * f + 1] + b[2 * f1 + 1] - (b[2 * e + 1] + b[2 * e1 + 1]));
    const gap = 16 * this.error * (Math.abs(hx) + Math.abs(hy));
    return isBeyond(a, e, e1, f, f1, hx, hy, gap) && isBeyond(b, e, e1, f, f1, hx, hy, gap);
  }

  /**
   * Whether only one loop runs counterclockwise at the beginning, or may do so. Of several that do not meet, a second one could cover the first; a single one does, as triangles do. An area of k
   * products is off by k cross errors, and by k²/32 more for its sum: a product is below 2 widths squared, a cross error 64 units of one.
   */
  hasOneOuterLoop(): boolean {
    if (this.loopCount === 1) return true;
    const { a, next, count, crossError } = this;
    let outer = 0;
    let start = 0;
    let area = 0;
    for (let e = 0; e < count; e++) {
      const x = a[2 * start];
      const y = a[2 * start + 1];
      const f = next[e];
      area += (a[2 * e] - x) * (a[2 * f + 1] - y) - (a[2 * e + 1] - y) * (a[2 * f] - x);
      if (f === e + 1) continue;
      const edges = e + 1 - start;
      if (area > -crossError * edges * (1 + edges / 16)) outer++;
      start = e + 1;
      area = 0;
    }
    return outer === 1;
  }
}

function straightenPoints(at: Float64Array, count: number, factors: Float64Array): void {
  const xx = factors[0];
  const xy = factors[1];
  const yy = factors[2];
  for (let e = 0; e < 2 * count; e += 2) {
    at[e] = xx * at[e] + xy * at[e + 1];
    at[e + 1] *= yy;
  }
}

/** Whether points k and l are more than `gap` beyond both i and j along (hx, hy). */
function isBeyond(
  at: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  hx: number,
  hy: number,
  gap: number,
): boolean {
  const p = hx * at[2 * i] + hy * at[2 * i + 1];
  const q = hx * at[2 * j] + hy * at[2 * j + 1];
  const high = (p > q ? p : q) + gap;
  return hx * at[2 * k] + hy * at[2 * k + 1] > high && hx * at[2 * l] + hy * at[2 * l + 1] > high;
}

/** Writes the points of one end, and the sum of their squared distances from the first vertex to a place of `sums`. */
function project(
  points: Float64Array,
  vertices: Uint32Array,
  first: number,
  count: number,
  positions: Float64Array,
  { main, i, j, ax, bx, ay, by }: Projection,
  sums: Float64Array,
  place: number,
): void {
  const origin = 3 * (vertices[first] & VERTEX_BITS);
  let squares = 0;
  for (let e = 0; e < count; e++) {
    const v = 3 * (vertices[first + e] & VERTEX_BITS);
    const di = positions[v + i] - positions[origin + i];
    const dj = positions[v + j] - positions[origin + j];
    const depth = positions[v + main] - positions[origin + main];
    points[2 * e] = ax * di + bx * depth;
    points[2 * e + 1] = ay * dj + by * depth;
    squares += di * di + dj * dj + depth * depth;
  }
  sums[place] = squares;
}

/** Moves the origin to the centre of the area within; any point no farther than half the width will do. */
function centre(points: Float64Array, count: number, width: number): void {
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  let px = points[2 * count - 2];
  let py = points[2 * count - 1];
  for (let e = 0; e < 2 * count; e += 2) {
    const x = points[e];
    const y = points[e + 1];
    const cross = px * y - py * x;
    area += cross;
    sumX += cross * (px + x);
    sumY += cross * (py + y);
    px = x;
    py = y;
  }
  const middleX = sumX / (3 * area);
  const middleY = sumY / (3 * area);
  if (!(Math.abs(middleX) < width / 2 && Math.abs(middleY) < width / 2)) return;
  for (let e = 0; e < 2 * count; e += 2) {
    points[e] -= middleX;
    points[e + 1] -= middleY;
  }
}
