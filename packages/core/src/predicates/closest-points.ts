import { closestInSimplex, type Point, type Simplex, uprightOn } from './closest-in-simplex.ts';
import { GAP_ERROR } from './distance-workspace.ts';

/** Closest points of two convex polygons, or hulls of any points. */
export interface ClosestPoints {
  /** Of the two points; 0 if they cannot be told from one. */
  readonly distance: number;
  /** The true distance is not smaller … */
  readonly lowerBound: number;
  /** … and not larger, whatever the input. */
  readonly upperBound: number;
  readonly pointA: readonly [number, number, number];
  readonly pointB: readonly [number, number, number];
  /** Rounds it took. */
  readonly iterations: number;
}

/** Triangles need 5 or so; whoever needs more is told by bounds that are farther apart. */
const MAX_ITERATIONS = 100;

/**
 * Closest points of the convex hulls of two lists of corners, flat x y z: triangles, quads, other convex polygons, also swept ones (the
 * corners before and after). Any finite numbers, any number of corners from 1, in any order; flat, collinear and coinciding ones too.
 * (GJK; cloth paper §6.1.)
 *
 * Each round takes the corners farthest along the direction v from one to the other and moves v to the smallest vector in the
 * simplex of those kept. The gap along v is never more than the distance, |v| never less: both, with their rounding errors, are the bounds.
 *
 * @throws RangeError if a list is empty, not made of triples, or holds something that is not a finite number.
 */
export function closestPoints(polygonA: ArrayLike<number>, polygonB: ArrayLike<number>): ClosestPoints {
  checkPolygon('polygonA', polygonA);
  checkPolygon('polygonB', polygonB);
  // seen from a corner of A, in units of a power of two near the largest coordinate: no product over- or underflows
  const shrink = largest(polygonA, 0, 0, 0, 1) > 2 ** 1020 || largest(polygonB, 0, 0, 0, 1) > 2 ** 1020 ? 2 ** -4 : 1;
  const ox = polygonA[0] * shrink;
  const oy = polygonA[1] * shrink;
  const oz = polygonA[2] * shrink;
  const size = Math.max(largest(polygonA, ox, oy, oz, shrink), largest(polygonB, ox, oy, oz, shrink));
  const exponent = size === 0 ? 0 : Math.max(-1000, Math.min(1000, Math.ceil(Math.log2(size))));
  const unit = 2 ** exponent;
  const a = cornersFrom(polygonA, ox, oy, oz, shrink, unit);
  const b = cornersFrom(polygonB, ox, oy, oz, shrink, unit);
  // GAP_ERROR is derived from corners no longer than L: the longest will do, however many there are
  const error = GAP_ERROR * Math.sqrt(Math.max(longestSquare(a), longestSquare(b)));

  const simplex: Simplex = {
    count: 0,
    cornersA: [0, 0, 0, 0],
    cornersB: [0, 0, 0, 0],
    weights: [1, 0, 0, 0],
    points: [],
  };
  append(simplex, a, 0, b, 0);
  let v = simplex.points[0];
  let square = squareOf(v);
  let kept: Simplex = copyOf(simplex);
  let lower = 0;
  let iterations = 0;
  while (iterations < MAX_ITERATIONS) {
    const length = Math.sqrt(square);
    if (length <= error) break;
    iterations++;
    const direction = uprightOn(simplex, v);
    const i = farthest(a, direction, 1);
    const j = farthest(b, direction, -1);
    const gap = (along(b, j, direction) - along(a, i, direction)) / Math.sqrt(squareOf(direction));
    if (gap - error > lower) lower = gap - error;
    if (length - gap <= error || holds(simplex, i, j)) break;
    append(simplex, a, i, b, j);
    const next = closestInSimplex(simplex, error);
    if (!(squareOf(next) < square)) break;
    v = next;
    square = squareOf(v);
    kept = copyOf(simplex);
  }
  const length = Math.sqrt(square);
  const scale = (x: number) => (x * unit) / shrink;
  const pointA = pointOf(kept.weights, kept.cornersA, kept.count, polygonA);
  const pointB = pointOf(kept.weights, kept.cornersB, kept.count, polygonB);
  const distance = length <= error ? 0 : scale(length);
  // what is lost to subnormal numbers when units are applied
  const sunk = size < 2 ** -900 || shrink !== 1 ? 2 ** -1060 : 0;
  return {
    distance,
    lowerBound: Math.min(distance, Math.max(0, scale(lower) - sunk)),
    upperBound: scale(length + error) + sunk,
    pointA,
    pointB,
    iterations,
  };
}

function checkPolygon(name: string, polygon: ArrayLike<number>): void {
  const length = polygon?.length;
  if (!Number.isInteger(length) || length < 3 || length % 3 !== 0) {
    throw new RangeError(`closestPoints: ${name} must hold x y z of at least one corner, got length ${length}.`);
  }
  for (let i = 0; i < length; i++) {
    const value: unknown = polygon[i];
    if (Number.isFinite(value)) continue;
    // the text '1' would look as good as the number
    const got = typeof value === 'number' ? value : `a ${typeof value}`;
    throw new RangeError(`closestPoints: ${name} must hold finite numbers, got ${got} at ${i}.`);
  }
}

function largest(polygon: ArrayLike<number>, ox: number, oy: number, oz: number, shrink: number): number {
  let most = 0;
  for (let i = 0; i < polygon.length; i += 3) {
    const x = Math.abs(polygon[i] * shrink - ox);
    const y = Math.abs(polygon[i + 1] * shrink - oy);
    const z = Math.abs(polygon[i + 2] * shrink - oz);
    most = Math.max(most, x, y, z);
  }
  return most;
}

function cornersFrom(
  polygon: ArrayLike<number>,
  ox: number,
  oy: number,
  oz: number,
  shrink: number,
  unit: number,
): Float64Array {
  const corners = new Float64Array(polygon.length);
  for (let i = 0; i < polygon.length; i += 3) {
    corners[i] = (polygon[i] * shrink - ox) / unit;
    corners[i + 1] = (polygon[i + 1] * shrink - oy) / unit;
    corners[i + 2] = (polygon[i + 2] * shrink - oz) / unit;
  }
  return corners;
}

function longestSquare(corners: Float64Array): number {
  let most = 0;
  for (let i = 0; i < corners.length; i += 3) {
    most = Math.max(most, corners[i] ** 2 + corners[i + 1] ** 2 + corners[i + 2] ** 2);
  }
  return most;
}

const squareOf = ([x, y, z]: Point): number => x * x + y * y + z * z;

const along = (corners: Float64Array, i: number, [x, y, z]: Point): number =>
  x * corners[3 * i] + y * corners[3 * i + 1] + z * corners[3 * i + 2];

/** The corner farthest in the direction (`sign` 1) or against it (−1). */
function farthest(corners: Float64Array, direction: Point, sign: number): number {
  let best = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (let i = 0; 3 * i < corners.length; i++) {
    const reach = sign * along(corners, i, direction);
    if (reach > best) {
      best = reach;
      at = i;
    }
  }
  return at;
}

function holds(simplex: Simplex, i: number, j: number): boolean {
  for (let k = 0; k < simplex.count; k++) if (simplex.cornersA[k] === i && simplex.cornersB[k] === j) return true;
  return false;
}

/** `closestInSimplex` keeps at most three unless the origin is inside: then v is 0 but for the error, and the search is over. */
function append(simplex: Simplex, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const at = simplex.count++;
  simplex.cornersA[at] = i;
  simplex.cornersB[at] = j;
  simplex.points[at] = [b[3 * j] - a[3 * i], b[3 * j + 1] - a[3 * i + 1], b[3 * j + 2] - a[3 * i + 2]];
}

function copyOf(simplex: Simplex): Simplex {
  const { count, cornersA, cornersB, weights, points } = simplex;
  return { count, cornersA: [...cornersA], cornersB: [...cornersB], weights: [...weights], points: [...points] };
}

/** Seen from the heaviest corner, so that what coordinates have in common is not rounded. */
function pointOf(
  weights: readonly number[],
  corners: readonly number[],
  count: number,
  polygon: ArrayLike<number>,
): [number, number, number] {
  let heaviest = 0;
  for (let k = 1; k < count; k++) if (weights[k] > weights[heaviest]) heaviest = k;
  const at = (axis: number) => {
    const origin = polygon[3 * corners[heaviest] + axis];
    let x = origin;
    for (let k = 0; k < count; k++) {
      const other = polygon[3 * corners[k] + axis];
      if (k !== heaviest) x += weights[k] * other - weights[k] * origin;
    }
    return x;
  };
  return [at(0), at(1), at(2)];
}
