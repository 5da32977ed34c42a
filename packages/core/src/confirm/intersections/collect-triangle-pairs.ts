import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { ContactBuffer } from '../../results/contact-buffer.ts';
import type { PairSet } from '../../results/pair-set.ts';
import type { PairFilter } from '../pair-filter.ts';
import { findFoldedNeighbours } from './folded-neighbours.ts';
import { meetBeyondVertex } from './meet-beyond-vertex.ts';

/**
 * Every triangle that has a touched edge meets the triangle that the edge meets. With `includeNeighbours` also pairs that share vertices
 * and meet beyond these. `contacts` must be all contacts of the pose.
 */
export function collectTrianglePairs(
  surface: Surface,
  pose: Pose,
  filter: PairFilter,
  { count, halfEdges, triangles }: ContactBuffer,
  includeNeighbours: boolean,
  out: PairSet,
): void {
  const { ring } = surface.halfEdges;
  out.clear();
  for (let i = 0; i < count; i++) {
    const t = triangles[i];
    let h = halfEdges[i];
    do {
      const s = (h / 3) | 0;
      if (filter.wants(s, t) && meetBeyondShared(surface, pose, h, t, includeNeighbours)) {
        out.add(s < t ? s : t, s < t ? t : s);
      }
      h = ring[h];
    } while (h !== halfEdges[i]);
  }
  if (includeNeighbours) findFoldedNeighbours(surface, pose, filter, out);
}

/**
 * Half-edge h meets triangle t and shares no vertex with it. Its triangle may share the third corner: then the two are
 * neighbours, and count only if asked for.
 */
function meetBeyondShared(
  { triangles }: Surface,
  { positions }: Pose,
  h: number,
  t: number,
  includeNeighbours: boolean,
): boolean {
  const first = h - (h % 3);
  const corner = triangles[first + ((h + 2) % 3)];
  for (let k = 0; k < 3; k++) {
    if (triangles[3 * t + k] !== corner) continue;
    if (!includeNeighbours) return false;
    const a = triangles[h];
    const b = triangles[first + ((h + 1) % 3)];
    const c = triangles[3 * t + ((k + 1) % 3)];
    const d = triangles[3 * t + ((k + 2) % 3)];
    return meetBeyondVertex(positions, corner, a, b, c, d);
  }
  return true;
}
