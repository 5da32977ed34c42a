import { MIN_DIRECTION } from './distance-workspace.ts';

export type Point = readonly [number, number, number];

/** Up to four corners of a difference of polygons, with their numbers in both; kept up to date by {@link closestInSimplex}. */
export interface Simplex {
  count: number;
  readonly cornersA: number[];
  readonly cornersB: number[];
  /** Of the corners, for its point closest to the origin. */
  weights: number[];
  readonly points: Point[];
}

/**
 * The point of the simplex closest to the origin. Corners that it does not need are dropped, weights set.
 *
 * Of every set of corners the point nearest on their line, plane or in space is taken if it lies inside. The smallest found wins, so
 * rounding may cost a little of the distance but never yields a point outside. Four corners count if they hold the origin but for `error`. Shares of planes come from cross products: their error grows
 * with 1 / sine of the angle, and what it adds to the distance stays at rounding size.
 */
export function closestInSimplex(simplex: Simplex, error: number): Point {
  const { points, count } = simplex;
  let best = Number.POSITIVE_INFINITY;
  let bestSet: readonly number[] = [0];
  let bestWeights: readonly number[] = [1];
  let bestPoint: Point = points[0];
  for (const set of SUBSETS[count]) {
    const weights = weightsIn(set.map((k) => points[k]));
    if (weights === null) continue;
    const point = combine(set, weights, points);
    const square = dot(point, point);
    if (!(square < best) || (set.length === 4 && square > error * error)) continue;
    best = square;
    bestSet = set;
    bestWeights = weights;
    bestPoint = point;
  }
  const cornersA = bestSet.map((k) => simplex.cornersA[k]);
  const cornersB = bestSet.map((k) => simplex.cornersB[k]);
  const kept = bestSet.map((k) => points[k]);
  simplex.count = bestSet.length;
  for (let k = 0; k < bestSet.length; k++) {
    simplex.cornersA[k] = cornersA[k];
    simplex.cornersB[k] = cornersB[k];
    simplex.weights[k] = bestWeights[k];
    points[k] = kept[k];
  }
  return bestPoint;
}

/**
 * The direction of v, the closest point of the simplex, but at right angles to the simplex to the last bits: v itself is off by u · size, an angle that costs
 * size / |v| times as much of the gap along it.
 */
export function uprightOn({ count, points }: Simplex, v: Point): Point {
  if (count !== 2 && count !== 3) return v;
  const e = minus(points[1], points[0]);
  const n = count === 3 ? cross(e, minus(points[2], points[0])) : cross(cross(e, points[0]), e);
  if (dot(n, n) < MIN_DIRECTION) return v;
  const along = dot(n, v);
  return along > 0 ? n : along < 0 ? minus([0, 0, 0], n) : v;
}

/** All sets of the first 1, 2, 3 or 4 corners, small ones first: of equals the one with fewer corners wins. */
const SUBSETS: readonly (readonly (readonly number[])[])[] = [0, 1, 2, 3, 4].map((count) =>
  Array.from({ length: 2 ** count - 1 }, (_, i) => [0, 1, 2, 3].filter((k) => ((i + 1) >> k) & 1)).sort(
    (a, b) => a.length - b.length,
  ),
);

/** Weights of the point nearest to the origin in the affine hull; null if it has none inside or no such size. */
function weightsIn(points: readonly Point[]): readonly number[] | null {
  if (points.length === 1) return [1];
  const e = minus(points[1], points[0]);
  const toOrigin = minus([0, 0, 0], points[0]);
  if (points.length === 2) {
    const t = dot(e, toOrigin) / dot(e, e);
    return t > 0 && t < 1 ? [1 - t, t] : null;
  }
  const f = minus(points[2], points[0]);
  const n = cross(e, f);
  if (points.length === 3) {
    const nn = dot(n, n);
    return inside(dot(cross(toOrigin, f), n) / nn, dot(cross(e, toOrigin), n) / nn, 0);
  }
  // In space the point is the origin. What rounding leaves of it is solved for again: thin tetrahedra need that.
  const g = minus(points[3], points[0]);
  const volume = dot(n, g);
  let rest = toOrigin;
  let w1 = 0;
  let w2 = 0;
  let w3 = 0;
  for (let round = 0; round < 3; round++) {
    w1 += dot(cross(rest, f), g) / volume;
    w2 += dot(cross(e, rest), g) / volume;
    w3 += dot(n, rest) / volume;
    rest = minus([0, 0, 0], combine(ALL, [1 - w1 - w2 - w3, w1, w2, w3], points));
  }
  return inside(w1, w2, w3);
}

const ALL: readonly number[] = [0, 1, 2, 3];

/** Written so that NaN is not inside. */
function inside(w1: number, w2: number, w3: number): readonly number[] | null {
  const w0 = 1 - w1 - w2 - w3;
  return w0 >= 0 && w1 >= 0 && w2 >= 0 && w3 >= 0 ? [w0, w1, w2, w3] : null;
}

function combine(set: readonly number[], weights: readonly number[], points: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < set.length; k++) {
    x += weights[k] * points[set[k]][0];
    y += weights[k] * points[set[k]][1];
    z += weights[k] * points[set[k]][2];
  }
  return [x, y, z];
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
