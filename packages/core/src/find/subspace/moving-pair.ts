import type { Subspace } from './subspace.ts';

/** Two triangles, or an edge and a triangle, with how their corners move: those of the first, then those of the second. */
export interface MovingPair {
  countA: number;
  countB: number;
  readonly points: Float64Array;
  /** Row 3k + axis of corner k has `rank` numbers. */
  readonly rows: Float64Array;
}

export const MAX_CORNERS = 6;

export function createMovingPair(rank: number): MovingPair {
  return {
    countA: 0,
    countB: 0,
    points: new Float64Array(3 * MAX_CORNERS),
    rows: new Float64Array(3 * MAX_CORNERS * rank),
  };
}

/** @param corners Vertices of the subspace: `countA` of the first body, then those of the second. */
export function loadPair(
  { rank, rest, rows }: Subspace,
  corners: ArrayLike<number>,
  countA: number,
  countB: number,
  out: MovingPair,
): void {
  out.countA = countA;
  out.countB = countB;
  for (let k = 0; k < countA + countB; k++) {
    const v = corners[k];
    for (let axis = 0; axis < 3; axis++) out.points[3 * k + axis] = rest[3 * v + axis];
    const from = 3 * v * rank;
    for (let i = 0; i < 3 * rank; i++) out.rows[3 * k * rank + i] = rows[from + i];
  }
}

/** Parts of a point (1), an edge (2) or a triangle (4): corner c of part p is the middle of two corners, or one of them twice. */
const POINT_PARTS = [[0, 0]] as const;
const EDGE_PARTS = [
  [0, 0, 0, 1],
  [0, 1, 1, 1],
] as const;
const TRIANGLE_PARTS = [
  [0, 0, 0, 1, 2, 0],
  [0, 1, 1, 1, 1, 2],
  [2, 0, 1, 2, 2, 2],
  [0, 1, 1, 2, 2, 0],
] as const;

/** By number of corners, less one. */
const PARTS: readonly (readonly (readonly number[])[])[] = [POINT_PARTS, EDGE_PARTS, TRIANGLE_PARTS];

export function partCount(corners: number): number {
  return PARTS[corners - 1].length;
}

/** Writes part `a` of the first body and part `b` of the second, of the same kinds. */
export function writePart(pair: MovingPair, a: number, b: number, out: MovingPair): void {
  out.countA = pair.countA;
  out.countB = pair.countB;
  halve(pair, 0, PARTS[pair.countA - 1][a], out);
  halve(pair, pair.countA, PARTS[pair.countB - 1][b], out);
}

function halve(pair: MovingPair, first: number, part: readonly number[], out: MovingPair): void {
  const width = pair.rows.length / MAX_CORNERS;
  for (let k = 0; 2 * k < part.length; k++) {
    const a = first + part[2 * k];
    const b = first + part[2 * k + 1];
    const to = first + k;
    for (let i = 0; i < 3; i++) out.points[3 * to + i] = (pair.points[3 * a + i] + pair.points[3 * b + i]) / 2;
    for (let i = 0; i < width; i++)
      out.rows[to * width + i] = (pair.rows[a * width + i] + pair.rows[b * width + i]) / 2;
  }
}
