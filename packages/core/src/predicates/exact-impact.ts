import { type AlgebraicTime, dyadicTime, rootsInUnit } from './algebraic-times.ts';
import { firstWithin } from './exact-separation.ts';
import { cross, crossAlong, difference, dot, type MovingVector, movingPoints } from './moving-points.ts';
import type { Polynomial } from './polynomials.ts';

/**
 * The first time in [0, maxTime] at which a vertex and a triangle (or two edges) come within `minSeparation`, or −1 if they never do, decided by
 * whole-number arithmetic alone. The four points at t0, then at t1, x y z each, any finite doubles. The answer yes or no is exact; the time is never
 * late, 0 only if they are that close at t0, and early by no more than what the features move towards each other in `tolerance`, or one step of a double.
 */
export function exactImpact(
  points: ArrayLike<number>,
  kind: 'vertex-triangle' | 'edge-edge',
  minSeparation: number,
  maxTime: number,
  tolerance: number,
): number {
  const { at, length } = movingPoints(points, minSeparation);
  const first =
    minSeparation > 0
      ? firstWithin(at, kind, length)
      : kind === 'vertex-triangle'
        ? firstVertexOnTriangle(at)
        : firstEdgeOnEdge(at);
  if (first === null || first.sign(timesUpTo(maxTime)) > 0) return -1;
  return first.before(tolerance / reach(points));
}

/** An upper bound of how far any point of one feature moves relative to one of the other: over a time t, at most t times that. */
function reach(points: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < 12; i += 3) {
    const x = points[i + 12] - points[i];
    const y = points[i + 13] - points[i + 1];
    const z = points[i + 14] - points[i + 2];
    most = Math.max(most, Math.abs(x) + Math.abs(y) + Math.abs(z));
  }
  return 2.01 * most;
}

/** t − maxTime, times a power of two. */
function timesUpTo(maxTime: number): Polynomial {
  let denominator = 1n;
  let numerator = maxTime;
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n;
  return [-BigInt(numerator), denominator];
}

/** The first time v is on the closed triangle a, b, c. */
function firstVertexOnTriangle([v, a, b, c]: readonly MovingVector[]): AlgebraicTime | null {
  const u = difference(b, a);
  const w = difference(c, a);
  const volume = dot(cross(u, w), difference(v, a));
  if (volume.length > 0) return rootsInUnit(volume).find((time) => vertexOnTriangle(time, v, a, b, c)) ?? null;
  const start = dyadicTime(0n, 0);
  if (vertexOnTriangle(start, v, a, b, c)) return start;
  // always in the triangle's plane: it is first met at its border
  return firstOnSegments([
    [v, a, b],
    [v, b, c],
    [v, c, a],
  ]);
}

/** For four points that are coplanar at `time`. */
function vertexOnTriangle(
  time: AlgebraicTime,
  v: MovingVector,
  a: MovingVector,
  b: MovingVector,
  c: MovingVector,
): boolean {
  const u = difference(b, a);
  const w = difference(c, a);
  for (let axis = 0; axis < 3; axis++) {
    const facing = time.sign(crossAlong(u, w, axis));
    if (facing === 0) continue;
    // this axis does not see the plane edge-on, so looking along it decides
    const turns = (from: MovingVector, to: MovingVector): number =>
      facing * time.sign(crossAlong(difference(to, from), difference(v, from), axis));
    return turns(a, b) >= 0 && turns(b, c) >= 0 && turns(c, a) >= 0;
  }
  return onSegment(time, v, a, b) || onSegment(time, v, b, c) || onSegment(time, v, c, a);
}

/** The first time the closed segments ab and cd meet. */
function firstEdgeOnEdge([a, b, c, d]: readonly MovingVector[]): AlgebraicTime | null {
  const volume = dot(cross(difference(b, a), difference(d, c)), difference(c, a));
  if (volume.length > 0) return rootsInUnit(volume).find((time) => segmentsMeetAt(time, a, b, c, d)) ?? null;
  const start = dyadicTime(0n, 0);
  if (segmentsMeetAt(start, a, b, c, d)) return start;
  // always in one plane: they first meet at an end of one
  return firstOnSegments([
    [a, c, d],
    [b, c, d],
    [c, a, b],
    [d, a, b],
  ]);
}

/** For four points that are coplanar at `time`. */
function segmentsMeetAt(
  time: AlgebraicTime,
  a: MovingVector,
  b: MovingVector,
  c: MovingVector,
  d: MovingVector,
): boolean {
  const u = difference(b, a);
  const w = difference(d, c);
  for (let axis = 0; axis < 3; axis++) {
    if (time.sign(crossAlong(u, w, axis)) === 0) continue;
    const side = (from: MovingVector, along: MovingVector, point: MovingVector): number =>
      time.sign(crossAlong(along, difference(point, from), axis));
    return side(a, u, c) * side(a, u, d) <= 0 && side(c, w, a) * side(c, w, b) <= 0;
  }
  return onSegment(time, a, c, d) || onSegment(time, b, c, d) || onSegment(time, c, a, b) || onSegment(time, d, a, b);
}

/** Also for a segment of length 0: then (v−a)·(v−b) is the squared distance. */
function onSegment(time: AlgebraicTime, v: MovingVector, a: MovingVector, b: MovingVector): boolean {
  const toA = difference(v, a);
  const toB = difference(v, b);
  return cross(toA, toB).every((part) => time.sign(part) === 0) && time.sign(dot(toA, toB)) <= 0;
}

/** The first time after 0 at which a point comes onto its segment: point, two ends each; not on it at 0. */
function firstOnSegments(triples: readonly (readonly MovingVector[])[]): AlgebraicTime | null {
  let best: AlgebraicTime | null = null;
  for (const [v, a, b] of triples) {
    const toA = difference(v, a);
    const toB = difference(v, b);
    // a component that is not always 0 is 0 when v comes onto the line; if v is always on it, it enters at an end
    const event = cross(toA, toB).find((part) => part.length > 0) ?? dot(toA, toB);
    if (event.length === 0) continue;
    const time = rootsInUnit(event).find((root) => onSegment(root, v, a, b));
    if (time !== undefined && (best === null || time.isBefore(best))) best = time;
  }
  return best;
}
