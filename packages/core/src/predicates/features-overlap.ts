import { triple } from './triple-product.ts';

/** A turn along n is six products of three factors, two of them interpolated: 6 · (2 · 8u + 6u)‖n‖m₁m₂ = 132u. */
const TURN_ERROR: number = 2 ** -45;

/**
 * Whether two features overlap, seen along n, at all times of an interval: then they touch where they are coplanar. `p` and `q` have the differences of their points at both
 * ends of it, `most` the largest component of each. Their common normal at the beginning is written to `n`.
 */
export function overlapThroughout(
  isVertex: boolean,
  p: Float64Array,
  q: Float64Array,
  most: Float64Array,
  n: Float64Array,
): boolean {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  n[0] = uy * vz - uz * vy;
  n[1] = uz * vx - ux * vz;
  n[2] = ux * vy - uy * vx;
  if (isVertex) {
    const around = turn(p, q, most, n, 0, 1);
    return around !== 0 && turn(p, q, most, n, 1, 2) === around && turn(p, q, most, n, 2, 0) === around;
  }
  const first = turn(p, q, most, n, 0, 1);
  const second = turn(p, q, most, n, 0, 2);
  if (first === 0 || second === 0) return false;
  return turn(p, q, most, n, 2, 3) === -first && turn(p, q, most, n, 1, 3) === -second;
}

/** Sign of n·(rᵢ × rⱼ) if it is certain for all times of the interval, else 0. */
function turn(p: Float64Array, q: Float64Array, most: Float64Array, n: Float64Array, i: number, j: number): number {
  const longest = Math.max(Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2]));
  const error = TURN_ERROR * longest * most[i] * most[j];
  const atStart = triple(n, 0, p, 3 * i, p, 3 * j);
  const sign = atStart > error ? 1 : atStart < -error ? -1 : 0;
  if (sign === 0 || !(sign * triple(n, 0, q, 3 * i, q, 3 * j) > error)) return 0;
  const mixed = (triple(n, 0, p, 3 * i, q, 3 * j) + triple(n, 0, q, 3 * i, p, 3 * j)) / 2;
  return sign * mixed > error ? sign : 0;
}
