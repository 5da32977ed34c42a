import { type Point, wholeNumbers } from '../predicates/exact-oracle.ts';

/** The truth for tests: barycentric coordinates of p as fractions, or null if the tet has no volume. Whole numbers only. */
export function exactBarycentric(p: Point, tet: readonly Point[]): { tops: bigint[]; bottom: bigint } | null {
  const whole = wholeNumbers([p, ...tet].flat());
  const at = (i: number) => whole.slice(3 * i, 3 * i + 3);
  const corners = [at(1), at(2), at(3), at(4)];
  const bottom = volume(corners);
  if (bottom === 0n) return null;
  const tops = corners.map((_, i) => volume(corners.map((corner, k) => (k === i ? at(0) : corner))));
  return bottom < 0n ? { tops: tops.map((top) => -top), bottom: -bottom } : { tops, bottom };
}

export function isInClosedTet(p: Point, tet: readonly Point[]): boolean {
  const exact = exactBarycentric(p, tet);
  return exact === null ? false : exact.tops.every((top) => top >= 0n);
}

/** Six times the signed volume. */
function volume([a, b, c, d]: bigint[][]): bigint {
  const [u, v, w] = [b, c, d].map((corner) => corner.map((x, axis) => x - a[axis]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}
