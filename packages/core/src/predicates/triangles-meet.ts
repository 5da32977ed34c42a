import { segmentMeetsTriangle } from './segment-meets-triangle.ts';

/**
 * Whether the closed triangles abc and def have a point in common. Exact.
 * Where two triangles meet, an edge of one meets the other: also if they are coplanar and one holds the other.
 */
export function trianglesMeet(
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
): boolean {
  return (
    segmentMeetsTriangle(positions, a, b, d, e, f) ||
    segmentMeetsTriangle(positions, b, c, d, e, f) ||
    segmentMeetsTriangle(positions, c, a, d, e, f) ||
    segmentMeetsTriangle(positions, d, e, a, b, c) ||
    segmentMeetsTriangle(positions, e, f, a, b, c) ||
    segmentMeetsTriangle(positions, f, d, a, b, c)
  );
}
