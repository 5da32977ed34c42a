import type { Point } from './crossings.ts';

/** Whether a point is inside closed triangles, by their winding number: solid angles added up. Not exact near the surface. */
export function isInside(
  positions: Float64Array,
  triangles: Uint32Array,
  chosen: Iterable<number>,
  point: Point,
): boolean {
  let angle = 0;
  for (const t of chosen) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * triangles[3 * t + k];
      return [positions[at] - point[0], positions[at + 1] - point[1], positions[at + 2] - point[2]];
    });
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    const dot = (p: readonly number[], q: readonly number[]): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return Math.abs(angle) > 2 * Math.PI;
}
