import { createDetector } from 'selfcollide';
import type { VertexTriangles } from 'selfcollide/mesh';
import { namesVertexTwice } from '../detect/triangle-pair.ts';
import { jitter } from './jitter.ts';
import type { SurfaceFacts } from './surface-facts.ts';

/** An edge that passes through a triangle. */
export interface Crossing {
  /** Along the edge from its lower-numbered end, 0 to 1. */
  readonly at: number;
  /** From front to back of the triangle on the way from the lower-numbered end: 1; the other way: −1. */
  readonly sign: 1 | -1;
  readonly triangle: number;
  readonly point: Point;
}

/** Everything that crosses near some triangles, in a pose in which nothing lies exactly on anything. */
export interface Crossings {
  readonly positions: Float64Array;
  /** By edge: {@link edgeKey}. In order along the edge. */
  readonly byEdge: ReadonlyMap<number, readonly Crossing[]>;
  edgeKey(a: number, b: number): number;
  /** Segments in which two triangles cross. */
  readonly segments: readonly Segment[];
  /** Which edge meets which triangle at the end of a segment, by the end itself; not for ends in common corners. */
  readonly meetingAt: ReadonlyMap<Point, Meeting>;
  /** False if rounding made it contradict itself: nothing can be said then. */
  readonly consistent: boolean;
}

export type Point = readonly [number, number, number];

export interface Segment {
  readonly s: number;
  readonly t: number;
  /** The two ends; directed along normal of `s` × normal of `t`. */
  readonly from: Point;
  readonly to: Point;
}

export interface Meeting {
  readonly a: number;
  readonly b: number;
  readonly triangle: number;
}

/** Vertices are moved by at most this share of the model's size: far below what is measured, far above rounding. */
export const JITTER = 1e-12;

/**
 * Looks again at triangles that meet, with every vertex moved by a hair: so that no edge runs through another edge and no two faces lie in one
 * plane, and every crossing is one of an edge through the inside of a triangle. What is measured moves by a hair as well.
 */
export function findCrossings(
  facts: SurfaceFacts,
  around: VertexTriangles,
  given: Float64Array,
  size: number,
  seeds: Iterable<number>,
): Crossings {
  const { triangles } = facts;
  const vertexCount = given.length / 3;
  const near = new Set<number>();
  for (const t of seeds) {
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const v = triangles[k];
      for (let place = around.start[v]; place < around.start[v + 1]; place++) near.add(around.list[place]);
    }
  }
  const chosen = Uint32Array.from(near).sort();
  const positions = jitter(facts, given, JITTER * size, chosen);
  const corners = new Uint32Array(3 * chosen.length);
  chosen.forEach((t, i) => {
    corners.set(triangles.subarray(3 * t, 3 * t + 3), 3 * i);
  });
  const edgeKey = (a: number, b: number): number => (a < b ? a * vertexCount + b : b * vertexCount + a);
  // faces that lie on each other do not cross; and what is near the largest number cannot be moved
  if (chosen.length === 0 || !positions.every(Number.isFinite)) {
    const nothing = { byEdge: new Map(), segments: [], meetingAt: new Map() };
    return { positions, edgeKey, ...nothing, consistent: chosen.length === 0 };
  }
  const options = { method: 'box-tree', weld: false } as const;
  const found = createDetector({ positions, triangles: corners }, options).findIntersections();
  const byEdge = new Map<number, Crossing[]>();
  const ends = new Map<number, { s: number; t: number; points: Point[] }>();
  const meetingAt = new Map<Point, Meeting>();
  const triangleCount = triangles.length / 3;
  let consistent = true;
  const addEnd = (s: number, t: number, point: Point) => {
    const [low, high] = s < t ? [s, t] : [t, s];
    const key = low * triangleCount + high;
    const pair = ends.get(key) ?? { s: low, t: high, points: [] };
    ends.set(key, pair);
    pair.points.push(point);
  };
  for (let i = 0; i < found.count; i++) {
    const a = Math.min(found.edgeA[i], found.edgeB[i]);
    const b = Math.max(found.edgeA[i], found.edgeB[i]);
    const triangle = chosen[found.triangle[i]];
    const high = heightAbove(positions, triangles, triangle, a);
    const low = heightAbove(positions, triangles, triangle, b);
    if (high > 0 === low > 0) consistent = false;
    const at = high / (high - low);
    const point = [0, 1, 2].map((k) => positions[3 * a + k] + at * (positions[3 * b + k] - positions[3 * a + k]));
    const crossing = { at, sign: high > 0 ? 1 : -1, triangle, point: point as unknown as Point } as const;
    meetingAt.set(crossing.point, { a, b, triangle });
    const list = byEdge.get(edgeKey(a, b));
    if (list) list.push(crossing);
    else byEdge.set(edgeKey(a, b), [crossing]);
    // all at the edge, also where more than two meet; those that name a vertex twice have no face
    for (let place = around.start[a]; place < around.start[a + 1]; place++) {
      const owner = around.list[place];
      if (hasCorner(triangles, owner, b) && !namesVertexTwice(triangles, owner))
        addEnd(owner, triangle, crossing.point);
    }
  }
  for (const list of byEdge.values()) list.sort((p, q) => p.at - q.at);
  const segments: Segment[] = [];
  for (const { s, t, points } of ends.values()) {
    if (points.length === 1) {
      // two triangles with a common corner cross from there on
      const shared = [0, 1, 2].map((k) => triangles[3 * s + k]).find((v) => hasCorner(triangles, t, v));
      if (shared !== undefined) {
        points.push([positions[3 * shared], positions[3 * shared + 1], positions[3 * shared + 2]]);
      }
    }
    if (points.length !== 2) consistent = false;
    else segments.push(direct(positions, triangles, s, t, points[0], points[1]));
  }
  return { positions, byEdge, edgeKey, segments, meetingAt, consistent };
}

function direct(positions: Float64Array, triangles: Uint32Array, s: number, t: number, p: Point, q: Point): Segment {
  const [nx, ny, nz] = normalOf(positions, triangles, s);
  const [mx, my, mz] = normalOf(positions, triangles, t);
  const along =
    (ny * mz - nz * my) * (q[0] - p[0]) + (nz * mx - nx * mz) * (q[1] - p[1]) + (nx * my - ny * mx) * (q[2] - p[2]);
  return along >= 0 ? { s, t, from: p, to: q } : { s, t, from: q, to: p };
}

export function normalOf(positions: Float64Array, triangles: Uint32Array, t: number): [number, number, number] {
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const [ux, uy, uz] = [
    positions[b] - positions[a],
    positions[b + 1] - positions[a + 1],
    positions[b + 2] - positions[a + 2],
  ];
  const [vx, vy, vz] = [
    positions[c] - positions[a],
    positions[c + 1] - positions[a + 1],
    positions[c + 2] - positions[a + 2],
  ];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function heightAbove(positions: Float64Array, triangles: Uint32Array, t: number, v: number): number {
  const [nx, ny, nz] = normalOf(positions, triangles, t);
  const a = 3 * triangles[3 * t];
  return (
    nx * (positions[3 * v] - positions[a]) +
    ny * (positions[3 * v + 1] - positions[a + 1]) +
    nz * (positions[3 * v + 2] - positions[a + 2])
  );
}

function hasCorner(triangles: Uint32Array, t: number, v: number): boolean {
  return triangles[3 * t] === v || triangles[3 * t + 1] === v || triangles[3 * t + 2] === v;
}
