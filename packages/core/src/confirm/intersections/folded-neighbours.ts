import { namesVertexTwice } from '../../mesh/half-edges.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { axisThatSees, orient3d, orientAlong } from '../../predicates/orient.ts';
import type { PairSet } from '../../results/pair-set.ts';
import type { PairFilter } from '../pair-filter.ts';
import { reachesInto } from './meet-beyond-vertex.ts';

/**
 * Appends pairs of triangles that share an edge and intersect beyond it: folded flat onto each other, or the
 * same three vertices twice. Exact. Pairs that share one vertex need no pass of their own: where they
 * meet again, the edge of one that lies opposite the vertex meets the other. Only a triangle that names a vertex twice
 * has no such edge.
 */
export function findFoldedNeighbours(surface: Surface, pose: Pose, filter: PairFilter, out: PairSet): void {
  const { ring } = surface.halfEdges;
  for (let h = 0; h < ring.length; h++) {
    for (let other = ring[h]; other !== h; other = ring[other]) {
      if (other < h) continue;
      const s = Math.floor(h / 3);
      const t = Math.floor(other / 3);
      if (s !== t && filter.wants(s, t) && meetBeyondEdge(surface, pose, h, other))
        out.add(Math.min(s, t), Math.max(s, t));
    }
  }
  findSpikes(surface, pose, filter, out);
}

/** Triangles that name a vertex twice are segments: those that run from a shared vertex into the other triangle. */
function findSpikes(surface: Surface, pose: Pose, filter: PairFilter, out: PairSet): void {
  const { triangles, triangleCount } = surface;
  let segmentsAt: Map<number, number[]> | null = null; // by either end; most meshes have none
  for (let s = 0; s < triangleCount; s++) {
    if (!namesVertexTwice(triangles, 3 * s)) continue;
    segmentsAt ??= new Map();
    for (const end of new Set(triangles.subarray(3 * s, 3 * s + 3))) {
      const list = segmentsAt.get(end);
      if (list) list.push(s);
      else segmentsAt.set(end, [s]);
    }
  }
  if (segmentsAt === null) return;
  for (let h = 0; h < triangles.length; h++) {
    const t = Math.floor(h / 3);
    const v = triangles[h];
    const c = triangles[3 * t + ((h + 1) % 3)];
    const d = triangles[3 * t + ((h + 2) % 3)];
    for (const s of segmentsAt.get(v) ?? []) {
      const x = otherEnd(triangles, s, v);
      if (s === t || x === v || x === c || x === d || !filter.wants(s, t)) continue;
      if (reachesInto(pose.positions, v, x, c, d)) out.add(Math.min(s, t), Math.max(s, t));
    }
  }
}

/** The vertex of segment s that is not v, or v if there is no other. */
function otherEnd(triangles: Uint32Array, s: number, v: number): number {
  for (let i = 3 * s; i < 3 * s + 3; i++) if (triangles[i] !== v) return triangles[i];
  return v;
}

function meetBeyondEdge(surface: Surface, pose: Pose, h: number, other: number): boolean {
  const { triangles } = surface;
  const { positions } = pose;
  const u = triangles[h];
  const v = triangles[h - (h % 3) + ((h + 1) % 3)];
  const a = triangles[h - (h % 3) + ((h + 2) % 3)];
  const b = triangles[other - (other % 3) + ((other + 2) % 3)];
  if (a === b) return a !== u && a !== v; // three vertices in common, and not two of which one is named twice
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
