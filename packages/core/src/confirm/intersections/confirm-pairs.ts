import { namesVertexTwice } from '../../mesh/half-edges.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { ContactBuffer } from '../../results/contact-buffer.ts';
import type { Counters } from '../../results/counters.ts';
import { confirmEdgeExactly, confirmExactly } from './confirm-exactly.ts';
import { confirmNeighbours } from './confirm-neighbours.ts';
import { separated } from './separated.ts';

/**
 * A triple product of differences, each no longer than √(2q) and off by at most 4u√q (u = 2^−53, a difference of
 * differences), has six terms of three factors, each term off by less than 16u(2q)^(3/2) after its roundings:
 * together below 2^−44.9 q^(3/2).
 */
const ERROR_FACTOR = 2 ** -44;

/**
 * The one place where contacts are decided: of each candidate pair of triangles, appends the (edge, triangle)
 * pairs that intersect. Every edge is tested with the triangle that owns it, so none comes twice. Overwrites `pairs`.
 *
 * Signs of plane distances and edge turns come from plain doubles where an error bound allows, and from exact
 * predicates where it does not. All determinants here are triple products of differences no longer than √(2q),
 * q the sum of squares of five of them: so one bound serves them all. Signs are collected as bits, since a processor cannot guess on which
 * side a corner lies: a branch each was half the speed on soups.
 */
export function confirmPairs(
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
  let neighbours = 0;

  for (let i = 0; i < 2 * pairCount; i += 2) {
    const s = pairs[i];
    const t = pairs[i + 1];
    const s0 = triangles[3 * s];
    const s1 = triangles[3 * s + 1];
    const s2 = triangles[3 * s + 2];
    const t0 = triangles[3 * t];
    const t1 = triangles[3 * t + 1];
    const t2 = triangles[3 * t + 2];
    // corners of S among those of T; no short cuts, since neighbours are as frequent as others
    const shared =
      (s0 === t0 ? 1 : s0 === t1 ? 2 : s0 === t2 ? 3 : 0) |
      (s1 === t0 ? 4 : s1 === t1 ? 8 : s1 === t2 ? 12 : 0) |
      (s2 === t0 ? 16 : s2 === t1 ? 32 : s2 === t2 ? 48 : 0);
    if (shared !== 0) {
      const one = NEIGHBOUR_EDGES[shared];
      if (one !== 0 && t0 !== t1 && t1 !== t2 && t2 !== t0) {
        // to the front of the batch, where pairs are done with
        pairs[2 * neighbours] = 3 * s + ((one >> 2) & 3);
        pairs[2 * neighbours + 1] = 3 * t + (one & 3);
        neighbours++;
      } else if (namesVertexTwice(triangles, 3 * s) || namesVertexTwice(triangles, 3 * t)) {
        confirmExactly(surface, pose, s, t, out, counters);
      }
      continue;
    }
    const ownedS = ownedEdges[s];
    const ownedT = ownedEdges[t];
    if ((ownedS | ownedT) === 0) continue;
    if (exactOnly) {
      confirmExactly(surface, pose, s, t, out, counters);
      continue;
    }

    // everything relative to corner 0 of T
    const ox = positions[3 * t0];
    const oy = positions[3 * t0 + 1];
    const oz = positions[3 * t0 + 2];
    const ux = positions[3 * t1] - ox;
    const uy = positions[3 * t1 + 1] - oy;
    const uz = positions[3 * t1 + 2] - oz;
    const vx = positions[3 * t2] - ox;
    const vy = positions[3 * t2 + 1] - oy;
    const vz = positions[3 * t2 + 2] - oz;
    const ax = positions[3 * s0] - ox;
    const ay = positions[3 * s0 + 1] - oy;
    const az = positions[3 * s0 + 2] - oz;
    const bx = positions[3 * s1] - ox;
    const by = positions[3 * s1 + 1] - oy;
    const bz = positions[3 * s1 + 2] - oz;
    const cx = positions[3 * s2] - ox;
    const cy = positions[3 * s2 + 1] - oy;
    const cz = positions[3 * s2 + 2] - oz;
    const q =
      ux * ux +
      uy * uy +
      uz * uz +
      (vx * vx + vy * vy + vz * vz) +
      (ax * ax + ay * ay + az * az) +
      (bx * bx + by * by + bz * bz) +
      (cx * cx + cy * cy + cz * cz);
    const error = ERROR_FACTOR * q * Math.sqrt(q);

    // corners of S against the plane of T
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const da = nx * ax + ny * ay + nz * az;
    const db = nx * bx + ny * by + nz * bz;
    const dc = nx * cx + ny * cy + nz * cz;
    const aboveS = +(da > error) | (+(db > error) << 1) | (+(dc > error) << 2);
    const belowS = +(da < -error) | (+(db < -error) << 1) | (+(dc < -error) << 2);
    if (aboveS === 7 || belowS === 7) continue;

    // corners of T against the plane of S
    const fx = bx - ax;
    const fy = by - ay;
    const fz = bz - az;
    const gx = cx - ax;
    const gy = cy - ay;
    const gz = cz - az;
    const mx = fy * gz - fz * gy;
    const my = fz * gx - fx * gz;
    const mz = fx * gy - fy * gx;
    const d0 = -(mx * ax + my * ay + mz * az);
    const d1 = mx * (ux - ax) + my * (uy - ay) + mz * (uz - az);
    const d2 = mx * (vx - ax) + my * (vy - ay) + mz * (vz - az);
    const aboveT = +(d0 > error) | (+(d1 > error) << 1) | (+(d2 > error) << 2);
    const belowT = +(d0 < -error) | (+(d1 < -error) << 1) | (+(d2 < -error) << 2);
    if (aboveT === 7 || belowT === 7) continue;
    if (((aboveS | belowS) & (aboveT | belowT)) !== 7) {
      if (separated(positions, t0, t1, t2, s0, s1, s2)) continue;
      confirmExactly(surface, pose, s, t, out, counters);
      continue;
    }
    const crossing = (ownedS & CROSSING[aboveS]) | ((ownedT & CROSSING[aboveT]) << 3);
    if (crossing === 0) continue;
    counters.edgeTests += ONES[crossing];

    // Each triangle has a corner alone on its side of the other's plane; the two edges from there pass through that plane, at points of the line where
    // both planes meet. Which way edge i of S passes edge j of T orders their points on it, so four turns decide all four edges.
    const cornerS = LONE[aboveS];
    const cornerT = LONE[aboveT];
    const p = 3 * triangles[3 * s + cornerS];
    const p1 = 3 * triangles[3 * s + NEXT[cornerS]];
    const p2 = 3 * triangles[3 * s + LAST[cornerS]];
    const r = 3 * triangles[3 * t + cornerT];
    const r1 = 3 * triangles[3 * t + NEXT[cornerT]];
    const r2 = 3 * triangles[3 * t + LAST[cornerT]];
    const px = positions[p];
    const py = positions[p + 1];
    const pz = positions[p + 2];
    const rx = positions[r];
    const ry = positions[r + 1];
    const rz = positions[r + 2];
    const wx = rx - px;
    const wy = ry - py;
    const wz = rz - pz;
    const e1x = positions[p1] - px;
    const e1y = positions[p1 + 1] - py;
    const e1z = positions[p1 + 2] - pz;
    const e2x = positions[p2] - px;
    const e2y = positions[p2 + 1] - py;
    const e2z = positions[p2 + 2] - pz;
    const k1x = e1y * wz - e1z * wy;
    const k1y = e1z * wx - e1x * wz;
    const k1z = e1x * wy - e1y * wx;
    const k2x = e2y * wz - e2z * wy;
    const k2y = e2z * wx - e2x * wz;
    const k2z = e2x * wy - e2y * wx;
    const f1x = positions[r1] - rx;
    const f1y = positions[r1 + 1] - ry;
    const f1z = positions[r1 + 2] - rz;
    const f2x = positions[r2] - rx;
    const f2y = positions[r2 + 1] - ry;
    const f2z = positions[r2 + 2] - rz;
    const t11 = k1x * f1x + k1y * f1y + k1z * f1z;
    const t12 = k1x * f2x + k1y * f2y + k1z * f2z;
    const t21 = k2x * f1x + k2y * f1y + k2z * f1z;
    const t22 = k2x * f2x + k2y * f2y + k2z * f2z;
    // bit 0: edges 1 and 1; bit 1: 1 and 2; bit 2: 2 and 1; bit 3: 2 and 2
    const left = +(t11 > error) | (+(t12 > error) << 1) | (+(t21 > error) << 2) | (+(t22 > error) << 3);
    const right = +(t11 < -error) | (+(t12 < -error) << 1) | (+(t21 < -error) << 2) | (+(t22 < -error) << 3);
    let meeting = crossing;
    if ((left | right) === 15) {
      // an edge meets the other triangle if its point is between the two of that one: if it passes their edges on different sides
      const meetsT = left ^ (left >> 1);
      const meetsS = left ^ (left >> 2);
      meeting &=
        ((meetsT & 1) << cornerS) |
        (((meetsT >> 2) & 1) << LAST[cornerS]) |
        ((meetsS & 1) << (3 + cornerT)) |
        (((meetsS >> 1) & 1) << (3 + LAST[cornerT]));
    }
    for (; meeting !== 0; meeting &= meeting - 1) {
      const bit = 31 - Math.clz32(meeting & -meeting);
      const owner = bit < 3 ? s : t;
      const other = bit < 3 ? t : s;
      const edge = bit < 3 ? bit : bit - 3;
      if ((left | right) === 15 || confirmEdgeExactly(surface, pose, owner, edge, other, counters)) {
        out.push(3 * owner + edge, other);
      }
    }
  }
  counters.pairTests += pairCount - neighbours;
  confirmNeighbours(surface, pose, pairs, neighbours, out, counters);
}

/** The corner after and before each. */
const NEXT = Uint8Array.of(1, 2, 0);
const LAST = Uint8Array.of(2, 0, 1);
/** By the set of corners above a plane: which is alone on its side, and which edges cross the plane. */
const LONE = Uint8Array.of(0, 0, 1, 2, 2, 1, 0, 0);
const CROSSING = Uint8Array.from(LONE, (_, above) => (above ^ ((above >> 1) | (above << 2))) & 7);
/** Members of a set of six. */
const ONES = Uint8Array.from({ length: 64 }, (_, set) => [1, 2, 4, 8, 16, 32].filter((bit) => set & bit).length);

/**
 * For triangles that share exactly one vertex, by the code `shared`: 16 + 4 · (corner of S after it) + (corner of T after it), which begin the
 * edges opposite it; 0 where they share more.
 */
const NEIGHBOUR_EDGES = fillNeighbourEdges();

function fillNeighbourEdges(): Uint8Array {
  const codes = new Uint8Array(64);
  for (let cornerS = 0; cornerS < 3; cornerS++) {
    for (let cornerT = 0; cornerT < 3; cornerT++) {
      codes[(cornerT + 1) << (2 * cornerS)] = 16 | (4 * ((cornerS + 1) % 3)) | ((cornerT + 1) % 3);
    }
  }
  return codes;
}
