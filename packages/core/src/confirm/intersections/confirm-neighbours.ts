import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { ContactBuffer } from '../../results/contact-buffer.ts';
import type { Counters } from '../../results/counters.ts';
import { confirmEdgeExactly } from './confirm-exactly.ts';

/**
 * Decides pairs of triangles that share one vertex v, each given by the half-edge opposite v: no other edge of theirs can count,
 * since the others contain v. Appends contacts for edges that their triangles own.
 */
export function confirmNeighbours(
  surface: Surface,
  pose: Pose,
  pairs: Uint32Array,
  pairCount: number,
  out: ContactBuffer,
  counters: Counters,
): void {
  const { triangles } = surface;
  const { ownedEdges } = surface.halfEdges;
  const { positions, exactOnly } = pose;
  counters.pairTests += pairCount;

  for (let i = 0; i < 2 * pairCount; i += 2) {
    const hS = pairs[i];
    const hT = pairs[i + 1];
    const s = (hS / 3) | 0;
    const t = (hT / 3) | 0;
    const edgeS = hS - 3 * s;
    const edgeT = hT - 3 * t;
    const ownedS = (ownedEdges[s] >> edgeS) & 1;
    const ownedT = (ownedEdges[t] >> edgeT) & 1;
    if (exactOnly) {
      if (ownedS && confirmEdgeExactly(surface, pose, s, edgeS, t, counters)) out.push(hS, t);
      if (ownedT && confirmEdgeExactly(surface, pose, t, edgeT, s, counters)) out.push(hT, s);
      continue;
    }
    const v = 3 * triangles[edgeS === 0 ? hS + 2 : hS - 1];
    const a = 3 * triangles[hS];
    const b = 3 * triangles[edgeS === 2 ? hS - 2 : hS + 1];
    const c = 3 * triangles[hT];
    const d = 3 * triangles[edgeT === 2 ? hT - 2 : hT + 1];
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
    const q =
      ax * ax +
      ay * ay +
      az * az +
      (bx * bx + by * by + bz * bz) +
      (cx * cx + cy * cy + cz * cz) +
      (dx * dx + dy * dy + dz * dz);
    // Most neighbours lie on different sides of a plane through v, across the way from one to the other: any will do. Sides are off by
    // less than 2⁻⁴⁹q; as numbers, since most branches on them would be guessed wrong.
    const wx = ax + bx - (cx + dx);
    const wy = ay + by - (cy + dy);
    const wz = az + bz - (cz + dz);
    const error = 2 ** -46 * q;
    const onSides =
      +(wx * ax + wy * ay + wz * az > error) &
      +(wx * bx + wy * by + wz * bz > error) &
      +(wx * cx + wy * cy + wz * cz < -error) &
      +(wx * dx + wy * dy + wz * dz < -error);
    if (onSides !== 0) continue;
    if (ownedS) {
      const verdict = meets(positions, v, a, b, c, d);
      if (verdict !== 0) counters.edgeTests++;
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, s, edgeS, t, counters))) out.push(hS, t);
    }
    if (ownedT) {
      const verdict = meets(positions, v, c, d, a, b);
      if (verdict !== 0) counters.edgeTests++;
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, t, edgeT, s, counters))) out.push(hT, s);
    }
  }
}

/**
 * Whether segment ab meets the triangle v, c, d: 1 yes, 0 no, −1 too close to say. Takes places of coordinates, since V8 boxes every double
 * that it hands to a function which it does not inline: 200 bytes a call. All relative to v; error bounds as in `confirmPairs`.
 */
function meets(positions: Float64Array, v: number, a: number, b: number, c: number, d: number): number {
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
  const q =
    ax * ax +
    ay * ay +
    az * az +
    (bx * bx + by * by + bz * bz) +
    (cx * cx + cy * cy + cz * cz) +
    (dx * dx + dy * dy + dz * dz);
  // in a plane the sides below say nothing: a line across the way from v to the middle of ab, with ab beyond it
  const wx = ax + bx;
  const wy = ay + by;
  const wz = az + bz;
  const beyondA = wx * ax + wy * ay + wz * az;
  const beyondB = wx * bx + wy * by + wz * bz;
  const nearest = (beyondA < beyondB ? beyondA : beyondB) - 2 ** -46 * q;
  const short = +(wx * cx + wy * cy + wz * cz < nearest) & +(wx * dx + wy * dy + wz * dz < nearest) & +(nearest > 0);
  if (short !== 0) return 0;

  const error = 2 ** -44 * q * Math.sqrt(q);
  const nx = cy * dz - cz * dy;
  const ny = cz * dx - cx * dz;
  const nz = cx * dy - cy * dx;
  const sideA = nx * ax + ny * ay + nz * az;
  const sideB = nx * bx + ny * by + nz * bz;
  const above = +(sideA > error) | (+(sideB > error) << 1);
  const below = +(sideA < -error) | (+(sideB < -error) << 1);
  if (above === 3 || below === 3) return 0;
  if ((above | below) !== 3) return -1;

  // The turns of the line of ab around the three sides add up to the difference of the sides that its ends are on: two are computed, the
  // third is what remains, with at most four times their error. All alike: it passes inside.
  const ex = bx - ax;
  const ey = by - ay;
  const ez = bz - az;
  const rx = ey * az - ez * ay;
  const ry = ez * ax - ex * az;
  const rz = ex * ay - ey * ax;
  const first = -(rx * cx + ry * cy + rz * cz);
  const last = rx * dx + ry * dy + rz * dz;
  const middle = sideB - sideA - first - last;
  const left = +(first > error) | (+(last > error) << 1) | (+(middle > 4 * error) << 2);
  const right = +(first < -error) | (+(last < -error) << 1) | (+(middle < -4 * error) << 2);
  if (left === 7 || right === 7) return 1;
  return left !== 0 && right !== 0 ? 0 : -1;
}
