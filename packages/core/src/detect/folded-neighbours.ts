import type { PairSet } from '../contacts/pair-set.ts';
import type { Pose } from '../mesh/pose.ts';
import type { Surface } from '../mesh/surface.ts';
import { axisThatSees, orient3d, orientAlong } from '../predicates/orient.ts';

/**
 * Appends pairs of triangles that share an edge and intersect beyond it: folded flat onto each other, or the
 * same three vertices twice. Exact. Pairs that share one vertex need no pass of their own: where they
 * meet again, the edge of one that lies opposite the vertex meets the other.
 */
export function findFoldedNeighbours(
  surface: Surface,
  pose: Pose,
  wanted: (s: number, t: number) => boolean,
  out: PairSet,
): void {
  const { ring } = surface.halfEdges;
  for (let h = 0; h < ring.length; h++) {
    for (let other = ring[h]; other !== h; other = ring[other]) {
      if (other < h) continue;
      const s = Math.floor(h / 3);
      const t = Math.floor(other / 3);
      if (s !== t && wanted(s, t) && meetBeyondEdge(surface, pose, h, other)) out.add(Math.min(s, t), Math.max(s, t));
    }
  }
}

function meetBeyondEdge(surface: Surface, pose: Pose, h: number, other: number): boolean {
  const { triangles } = surface;
  const { positions } = pose;
  const u = triangles[h];
  const v = triangles[h - (h % 3) + ((h + 1) % 3)];
  const a = triangles[h - (h % 3) + ((h + 2) % 3)];
  const b = triangles[other - (other % 3) + ((other + 2) % 3)];
  if (a === b) return true;
  if (orient3d(positions, u, v, a, b) !== 0) return false;
  const axisA = axisThatSees(positions, u, v, a);
  const axisB = axisThatSees(positions, u, v, b);
  if (axisA >= 0 && axisB >= 0) {
    return orientAlong(positions, axisA, u, v, a) === orientAlong(positions, axisA, u, v, b);
  }
  if (axisA >= 0 || axisB >= 0) return false; // one has no area and lies on the line of the shared edge, or within it
  if (axisThatSees(positions, u, a, b) >= 0 || axisThatSees(positions, v, a, b) >= 0) return false;
  return beyondSameEnd(positions, u, v, a, b);
}

/** All on one line: whether a and b both lie beyond u, or both beyond v. */
function beyondSameEnd(positions: Float64Array, u: number, v: number, a: number, b: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = positions[3 * a + axis];
    const y = positions[3 * b + axis];
    const i = positions[3 * u + axis];
    const j = positions[3 * v + axis];
    const low = i < j ? i : j;
    const high = i < j ? j : i;
    if ((x < low && y < low) || (x > high && y > high)) return true;
  }
  return false;
}
