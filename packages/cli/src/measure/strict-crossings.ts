import { orient3d } from 'selfcollide/predicates';
import { edgeEnd } from '../detect/frame-contacts.ts';

/** Whether an edge passes through the inside of a triangle: its ends strictly on both sides, the point strictly within. Exact. */
export function crossesStrictly(positions: Float64Array, a: number, b: number, [p, q, r]: readonly number[]): boolean {
  if (orient3d(positions, p, q, r, a) * orient3d(positions, p, q, r, b) >= 0) return false;
  const side = orient3d(positions, a, b, p, q);
  return side !== 0 && orient3d(positions, a, b, q, r) === side && orient3d(positions, a, b, r, p) === side;
}

/**
 * How far an edge that passes strictly through a triangle, or the triangle, has to move at least until it does not: the distance to the nearest
 * side of the prism of all moves that leave them crossing. It holds too if points of the edge move differently, as long as none moves farther,
 * since an end has to reach the triangle's plane or the edge one of the triangle's edges.
 */
export function leastWayOut(positions: Float64Array, a: number, b: number, corners: readonly number[]): number {
  const at = (v: number): number[] => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  const start = at(a);
  const along = minus(at(b), start);
  const points = corners.map(at);
  const normal = unit(cross(minus(points[1], points[0]), minus(points[2], points[0])));
  const height = dot(normal, minus(start, points[0]));
  let least = Math.min(Math.abs(height), Math.abs(height + dot(normal, along)));
  points.forEach((point, k) => {
    const side = unit(cross(minus(points[(k + 1) % 3], point), along));
    least = Math.min(least, Math.abs(dot(side, minus(start, point))));
  });
  return Number.isFinite(least) ? least : 0;
}

/** The ends of a half-edge and the corners of a triangle. */
export function contactVertices(triangles: Uint32Array, halfEdge: number, t: number): [number, number, number[]] {
  return [triangles[halfEdge], triangles[edgeEnd(halfEdge)], Array.from(triangles.subarray(3 * t, 3 * t + 3))];
}

function minus(p: readonly number[], q: readonly number[]): number[] {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function cross(p: readonly number[], q: readonly number[]): number[] {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function dot(p: readonly number[], q: readonly number[]): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** NaN without length. */
function unit(p: readonly number[]): number[] {
  const length = Math.hypot(p[0], p[1], p[2]);
  return [p[0] / length, p[1] / length, p[2] / length];
}
