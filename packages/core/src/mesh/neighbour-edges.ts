import { namesVertexTwice } from './half-edges.ts';

/**
 * If triangles s and t share exactly one vertex, writes their half-edges opposite it to `out` and returns true. Triangles that name
 * a vertex twice never count.
 */
export function findNeighbourEdges(triangles: Uint32Array, s: number, t: number, out: Uint32Array): boolean {
  const a = triangles[3 * t];
  const b = triangles[3 * t + 1];
  const c = triangles[3 * t + 2];
  let found = false;
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * s + k];
    const at = v === a ? 0 : v === b ? 1 : v === c ? 2 : -1;
    if (at < 0) continue;
    if (found) return false;
    found = true;
    out[0] = 3 * s + (k === 2 ? 0 : k + 1);
    out[1] = 3 * t + (at === 2 ? 0 : at + 1);
  }
  if (!found) return false;
  return a !== b && b !== c && c !== a && !namesVertexTwice(triangles, 3 * s);
}
