import type { ContactBuffer } from '../contacts/contact-buffer.ts';
import type { Counters } from '../contacts/counters.ts';
import type { Pose } from '../mesh/pose.ts';
import type { Surface } from '../mesh/surface.ts';
import { confirmEdgeExactly, confirmExactly } from './confirm-exactly.ts';

/**
 * Contacts between two triangles that share a vertex v: only the edge of each that is opposite v can count, since the
 * others contain v. Two shared vertices leave no such edge.
 */
export function confirmNeighbours(
  surface: Surface,
  pose: Pose,
  s: number,
  t: number,
  out: ContactBuffer,
  counters: Counters,
): void {
  const { triangles } = surface;
  const { ownedEdges } = surface.halfEdges;
  const t0 = triangles[3 * t];
  const t1 = triangles[3 * t + 1];
  const t2 = triangles[3 * t + 2];
  let cornerS = -1;
  let cornerT = -1;
  for (let k = 0; k < 3; k++) {
    const v = triangles[3 * s + k];
    const at = v === t0 ? 0 : v === t1 ? 1 : v === t2 ? 2 : -1;
    if (at < 0) continue;
    if (cornerS >= 0) {
      // two corners in common; only if they are one vertex named twice can an edge be free of it
      if (v === triangles[3 * s + cornerS]) confirmExactly(surface, pose, s, t, out, counters);
      return;
    }
    cornerS = k;
    cornerT = at;
  }
  if (pose.exactOnly) {
    confirmExactly(surface, pose, s, t, out, counters);
    return;
  }
  const edgeS = cornerS === 2 ? 0 : cornerS + 1;
  const edgeT = cornerT === 2 ? 0 : cornerT + 1;
  const ownedS = (ownedEdges[s] >> edgeS) & 1;
  const ownedT = (ownedEdges[t] >> edgeT) & 1;
  if ((ownedS | ownedT) === 0) return;

  const { positions } = pose;
  const v = 3 * triangles[3 * s + cornerS];
  const a = 3 * triangles[3 * s + edgeS];
  const b = 3 * triangles[3 * s + (edgeS === 2 ? 0 : edgeS + 1)];
  const c = 3 * triangles[3 * t + edgeT];
  const d = 3 * triangles[3 * t + (edgeT === 2 ? 0 : edgeT + 1)];
  const ox = positions[v];
  const oy = positions[v + 1];
  const oz = positions[v + 2];
  const ax = positions[a] - ox;
  const ay = positions[a + 1] - oy;
  const az = positions[a + 2] - oz;
  const bx = positions[b] - ox;
  const by = positions[b + 1] - oy;
  const bz = positions[b + 2] - oz;
  const cx = positions[c] - ox;
  const cy = positions[c + 1] - oy;
  const cz = positions[c + 2] - oz;
  const dx = positions[d] - ox;
  const dy = positions[d + 1] - oy;
  const dz = positions[d + 2] - oz;
  if (ownedS && !apart(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz)) {
    counters.edgeTests++;
    if (confirmEdgeExactly(surface, pose, s, edgeS, t, counters)) out.push(3 * s + edgeS, t);
  }
  if (ownedT && !apart(cx, cy, cz, dx, dy, dz, ax, ay, az, bx, by, bz)) {
    counters.edgeTests++;
    if (confirmEdgeExactly(surface, pose, t, edgeT, s, counters)) out.push(3 * t + edgeT, s);
  }
}

/**
 * Whether segment ab is clearly apart from the triangle 0, c, d. Two cheap proofs that hold for most neighbours:
 * a plane across the way from the middle of ab to 0 with ab on the far side and the triangle on the near side;
 * or a and b on the same side of the triangle's plane. Error bounds as in `confirmPairs`.
 */
function apart(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const q =
    ax * ax +
    ay * ay +
    az * az +
    (bx * bx + by * by + bz * bz) +
    (cx * cx + cy * cy + cz * cz) +
    (dx * dx + dy * dy + dz * dz);
  const wx = ax + bx;
  const wy = ay + by;
  const wz = az + bz;
  const a = wx * ax + wy * ay + wz * az;
  const b = wx * bx + wy * by + wz * bz;
  const nearest = (a < b ? a : b) - 2 ** -46 * q;
  if (nearest > 0 && wx * cx + wy * cy + wz * cz < nearest && wx * dx + wy * dy + wz * dz < nearest) return true;

  const nx = cy * dz - cz * dy;
  const ny = cz * dx - cx * dz;
  const nz = cx * dy - cy * dx;
  const sideA = nx * ax + ny * ay + nz * az;
  const sideB = nx * bx + ny * by + nz * bz;
  const error = 2 ** -45 * q * Math.sqrt(q);
  return (sideA > error && sideB > error) || (sideA < -error && sideB < -error);
}
