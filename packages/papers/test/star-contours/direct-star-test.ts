import type { Projection } from '../../../core/src/find/patches/projection.ts';
import { toIntegers } from '../../../core/src/predicates/whole-numbers.ts';

/** A search line's answer: the point it found, and by how much it was decided, as a part of the contour's size. */
export interface LineAnswer {
  readonly passes: boolean;
  /** Near 0 rounding may decide. */
  readonly clearance: number;
  readonly q: readonly [number, number];
}

/**
 * The star test with one line, straight from the star paper's §4: every edge by itself, plain doubles, no bounds, no margins. `edges` are pairs
 * of vertices. Coordinates are relative to vertex `origin`. The second line is the first one of the contour turned by a quarter.
 */
export function directStarTest(
  edges: readonly (readonly [number, number])[],
  positions: Float64Array,
  projection: Projection,
  origin: number,
): [LineAnswer, LineAnswer] {
  const { main, i, j, ax, bx, ay, by } = projection;
  const point = (v: number): [number, number] => {
    const along = (axis: number) => positions[3 * v + axis] - positions[3 * origin + axis];
    return [ax * along(i) + bx * along(main), ay * along(j) + by * along(main)];
  };
  const points = edges.map(([a, b]) => [point(a), point(b)] as const);
  const vertical = testLine(points);
  const turned = testLine(points.map(([[x0, y0], [x1, y1]]) => [[y0, -x0] as const, [y1, -x1] as const] as const));
  return [vertical, { ...turned, q: [-turned.q[1], turned.q[0]] }];
}

type Point2 = readonly [number, number];

function testLine(edges: readonly (readonly [Point2, Point2])[]): LineAnswer {
  const xs = edges.flatMap(([a, b]) => [a[0], b[0]]);
  const ys = edges.flatMap(([a, b]) => [a[1], b[1]]);
  const low = Math.min(...xs);
  const high = Math.max(...xs);
  const x = low + (high - low) / 2;
  let t = Number.POSITIVE_INFINITY;
  let b = Number.NEGATIVE_INFINITY;
  let crossings = 0;
  let room = Number.POSITIVE_INFINITY; // to the nearest vertical edge, negative if on its wrong side
  for (const [[x0, y0], [x1, y1]] of edges) {
    if (x0 === x1) {
      room = Math.min(room, y1 > y0 ? x0 - x : x - x0);
      continue;
    }
    const y = y0 + ((y1 - y0) / (x1 - x0)) * (x - x0);
    if (x1 > x0) b = Math.max(b, y);
    else {
      t = Math.min(t, y);
      if (x1 <= x && x < x0) crossings++;
    }
  }
  const size = Math.max(high - low, Math.max(...ys) - Math.min(...ys));
  const clearance = Math.min(Math.abs(t - b), Math.abs(room)) / size;
  return { passes: t > b && room > 0 && crossings === 1, clearance, q: [x, b + (t - b) / 2] };
}

/** Whether q, relative to vertex `origin`, is strictly left of every edge and winds once around it: in whole numbers, without any rounding. */
export function isStarFrom(
  q: readonly [number, number],
  edges: readonly (readonly [number, number])[],
  positions: Float64Array,
  projection: Projection,
  origin: number,
): boolean {
  const { main, i, j } = projection;
  const [ax, bx, ay, by] = [projection.ax, projection.bx, projection.ay, projection.by].map(BigInt);
  const vertices = [...new Set(edges.flat())];
  const numbers = toIntegers([
    ...q,
    ...[origin, ...vertices].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]),
  ]);
  const at = (place: number, axis: number) => numbers[2 + 3 * place + axis] - numbers[2 + axis];
  const points = new Map(
    vertices.map((v, k) => {
      const along = (axis: number) => at(k + 1, axis);
      return [v, [ax * along(i) + bx * along(main), ay * along(j) + by * along(main)] as const];
    }),
  );
  let crossings = 0;
  for (const [a, b] of edges) {
    const [x0, y0] = points.get(a)!;
    const [x1, y1] = points.get(b)!;
    if ((x1 - x0) * (numbers[1] - y0) - (y1 - y0) * (numbers[0] - x0) <= 0n) return false;
    // left of a left-going edge is below it, so it is crossed by the ray that goes up
    if (x1 <= numbers[0] && numbers[0] < x0) crossings++;
  }
  return crossings === 1;
}
