import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { segmentMeetsTriangle } from '../../predicates/segment-meets-triangle.ts';
import type { ContactBuffer } from '../../results/contact-buffer.ts';
import type { Counters } from '../../results/counters.ts';

/** Appends the contacts between the edges that s and t own and the other triangle, by exact arithmetic alone. */
export function confirmExactly(
  surface: Surface,
  pose: Pose,
  s: number,
  t: number,
  out: ContactBuffer,
  counters: Counters,
): void {
  const { ownedEdges } = surface.halfEdges;
  for (let k = 0; k < 3; k++) {
    if ((ownedEdges[s] >> k) & 1 && confirmEdgeExactly(surface, pose, s, k, t, counters)) out.push(3 * s + k, t);
    if ((ownedEdges[t] >> k) & 1 && confirmEdgeExactly(surface, pose, t, k, s, counters)) out.push(3 * t + k, s);
  }
}

/** Whether edge k of triangle s shares no vertex with triangle t and meets it. */
export function confirmEdgeExactly(
  surface: Surface,
  pose: Pose,
  s: number,
  k: number,
  t: number,
  counters: Counters,
): boolean {
  const { triangles } = surface;
  const { positions } = pose;
  const p = triangles[3 * s + k];
  const q = triangles[3 * s + (k === 2 ? 0 : k + 1)];
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  if (p === a || p === b || p === c || q === a || q === b || q === c) return false;
  if (!boxesMeet(positions, p, q, a, b, c)) return false;
  counters.exactTests++;
  return segmentMeetsTriangle(positions, p, q, a, b, c);
}

/** Comparing coordinates is exact: apart on one axis means apart. */
function boxesMeet(positions: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = positions[3 * p + axis];
    const y = positions[3 * q + axis];
    const i = positions[3 * a + axis];
    const j = positions[3 * b + axis];
    const k = positions[3 * c + axis];
    if (x < i && x < j && x < k && y < i && y < j && y < k) return false;
    if (x > i && x > j && x > k && y > i && y > j && y > k) return false;
  }
  return true;
}
