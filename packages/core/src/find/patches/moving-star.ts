import { type ContourLoops, VERTEX_BITS } from './contour-loops.ts';
import type { Projection } from './projection.ts';

const UNIT = 2 ** -53;

/**
 * Shows that a contour, projected along a fixed direction, is one loop and star-shaped at all times of a step. The centre moves straight from that of the area within at t0 to
 * that at t1. An edge's turn around it is quadratic in time: where its three Bernstein coefficients are positive beyond the error, the turn is positive throughout. If all
 * are, the loop never passes the centre, so it goes round as often as at t0: once. False only means not shown.
 */
export class MovingStar {
  /** Points of both ends: x, y at t0, x, y at t1, seen from the first vertex at that end. */
  readonly #points: Float64Array;

  constructor(longestContour: number) {
    this.#points = new Float64Array(4 * longestContour);
  }

  get byteLength(): number {
    return this.#points.byteLength;
  }

  test(
    contourLoops: ContourLoops,
    node: number,
    from: Float64Array,
    to: Float64Array,
    projection: Projection,
  ): boolean {
    const { start, vertices } = contourLoops;
    const first = start[node];
    const count = start[node + 1] - first;
    const points = this.#points;
    for (let e = 0; e < count - 1; e++) if (vertices[first + e] > VERTEX_BITS) return false; // more than one loop
    const squares = Math.max(
      project(points, 0, vertices, first, count, from, projection),
      project(points, 2, vertices, first, count, to, projection),
    );
    // as for ProjectedLoops, with the larger reach of both ends: a cross product is off by less than 13 errors times the width, and so is the mean of two
    const reach = 1.001 * Math.sqrt(squares);
    const width = 2 * projection.gain * reach;
    const error = 32 * (4 * UNIT * projection.gain * reach) * width;
    if (!(error > 2 ** -900)) return false;
    const q0x = centre(points, count, 0, 0, width);
    const q0y = centre(points, count, 0, 1, width);
    const q1x = centre(points, count, 2, 0, width);
    const q1y = centre(points, count, 2, 1, width);

    const last = 4 * (count - 1);
    let ax = points[last] - q0x;
    let ay = points[last + 1] - q0y;
    let bx = points[last + 2] - q1x;
    let by = points[last + 3] - q1y;
    let rounds = 0;
    for (let e = 0; e < 4 * count; e += 4) {
      const cx = points[e] - q0x;
      const cy = points[e + 1] - q0y;
      const dx = points[e + 2] - q1x;
      const dy = points[e + 3] - q1y;
      if (!(ax * cy - ay * cx > error && bx * dy - by * dx > error)) return false;
      if (!((ax * dy - ay * dx + (bx * cy - by * cx)) / 2 > error)) return false;
      if (ay < 0 && cy >= 0) rounds++;
      ax = cx;
      ay = cy;
      bx = dx;
      by = dy;
    }
    return rounds === 1;
  }
}

/** Writes the points of one end; returns the sum of their squared distances from the first vertex. */
function project(
  points: Float64Array,
  at: number,
  vertices: Uint32Array,
  first: number,
  count: number,
  positions: Float64Array,
  { main, i, j, ax, bx, ay, by }: Projection,
): number {
  const origin = 3 * (vertices[first] & VERTEX_BITS);
  let squares = 0;
  for (let e = 0; e < count; e++) {
    const v = 3 * (vertices[first + e] & VERTEX_BITS);
    const di = positions[v + i] - positions[origin + i];
    const dj = positions[v + j] - positions[origin + j];
    const depth = positions[v + main] - positions[origin + main];
    points[4 * e + at] = ax * di + bx * depth;
    points[4 * e + at + 1] = ay * dj + by * depth;
    squares += di * di + dj * dj + depth * depth;
  }
  return squares;
}

/** A coordinate of the centre of the area within; any point no farther than half the width will do. */
function centre(points: Float64Array, count: number, at: number, axis: number, width: number): number {
  let area = 0;
  let sum = 0;
  let before = 4 * (count - 1) + at;
  for (let e = at; e < 4 * count; e += 4) {
    const cross = points[before] * points[e + 1] - points[before + 1] * points[e];
    area += cross;
    sum += cross * (points[before + axis] + points[e + axis]);
    before = e;
  }
  const middle = sum / (3 * area);
  return middle < width / 2 && middle > -width / 2 ? middle : 0;
}
