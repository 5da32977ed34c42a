import { type ContourLoops, VERTEX_BITS } from './contour-loops.ts';
import type { Projection } from './projection.ts';

const UNIT = 2 ** -53;

/**
 * A contour of one loop, projected along a fixed direction, over a step or half of it. Points are seen from a centre that moves straight from that of the area within at t0 to
 * that at t1. Products of two differences are quadratic in time: where their three Bernstein coefficients have one sign beyond the error, they have it throughout.
 *
 * Errors: a coordinate from the first vertex is off by less than one `error`, from the centre (any point as near) by 1.25, halfway between two poses by 1.75, a difference of two by 4.5;
 * a product of two differences by 18 errors times the width, and 3 more for its own roundings; 32 are allowed.
 */
export class MovingLoop {
  count = 0;
  /** x, y at the beginning and at the end of the interval. */
  a: Float64Array;
  b: Float64Array;
  error = 0;
  crossError = 0;
  /** Some product has the same sign at both ends, but not certainly in between: halving may help. */
  halvingMayHelp = false;
  readonly #start: Float64Array;
  readonly #middle: Float64Array;
  readonly #end: Float64Array;
  /** Of both ends, see `project`. */
  readonly #squares = new Float64Array(2);

  constructor(longestContour: number) {
    this.#start = new Float64Array(2 * longestContour);
    this.#middle = new Float64Array(2 * longestContour);
    this.#end = new Float64Array(2 * longestContour);
    this.a = this.#start;
    this.b = this.#end;
  }

  get byteLength(): number {
    return 3 * this.#start.byteLength;
  }

  /** False where nothing can be shown: several loops, or too small for errors to be known. */
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
    for (let e = 0; e < count - 1; e++) if (vertices[first + e] > VERTEX_BITS) return false;
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
    this.error = 4 * UNIT * projection.gain * reach;
    this.crossError = 32 * this.error * width;
    if (!(this.crossError > 2 ** -900)) return false;
    centre(this.#start, count, width);
    centre(this.#end, count, width);
    return true;
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

  /** Whether the edges from e to e1 and from f to f1, which do not follow each other, may ever have a point in common. */
  mayMeet(e: number, e1: number, f: number, f1: number): boolean {
    const sideE = this.side(e, e1, f);
    if (sideE !== 0 && sideE === this.side(e, e1, f1)) return false;
    const sideF = this.side(f, f1, e);
    if (sideF !== 0 && sideF === this.side(f, f1, e1)) return false;
    // apart along an axis, in one order, at both ends: then in between
    const { a, b } = this;
    const gap = 4 * this.error;
    for (let k = 0; k < 2; k++) {
      if (isBelow(a, e, e1, f, f1, k, gap) && isBelow(b, e, e1, f, f1, k, gap)) return false;
      if (isBelow(a, f, f1, e, e1, k, gap) && isBelow(b, f, f1, e, e1, k, gap)) return false;
    }
    return true;
  }
}

/** Whether points i and j are more than `gap` below both k and l along an axis. */
function isBelow(at: Float64Array, i: number, j: number, k: number, l: number, axis: number, gap: number): boolean {
  const high = Math.max(at[2 * i + axis], at[2 * j + axis]);
  return Math.min(at[2 * k + axis], at[2 * l + axis]) - high > gap;
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
