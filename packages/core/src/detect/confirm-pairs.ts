import type { ContactBuffer } from '../contacts/contact-buffer.ts';
import type { Counters } from '../contacts/counters.ts';
import { namesVertexTwice } from '../mesh/half-edges.ts';
import type { Pose } from '../mesh/pose.ts';
import type { Surface } from '../mesh/surface.ts';
import { confirmEdgeExactly, confirmExactly } from './confirm-exactly.ts';
import { confirmNeighbours } from './confirm-neighbours.ts';
import { passesThrough } from './passes-through.ts';
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
 * q the sum of squares of five of them: so one bound serves them all.
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
    if ((da > error && db > error && dc > error) || (da < -error && db < -error && dc < -error)) continue;

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
    if ((d0 > error && d1 > error && d2 > error) || (d0 < -error && d1 < -error && d2 < -error)) continue;

    const certain =
      (da > error || da < -error) &&
      (db > error || db < -error) &&
      (dc > error || dc < -error) &&
      (d0 > error || d0 < -error) &&
      (d1 > error || d1 < -error) &&
      (d2 > error || d2 < -error);
    if (!certain) {
      if (separated(ux, uy, uz, vx, vy, vz, ax, ay, az, bx, by, bz, cx, cy, cz, nx, ny, nz, q)) continue;
      confirmExactly(surface, pose, s, t, out, counters);
      continue;
    }

    // an edge that crosses the other triangle's plane meets the triangle if it passes all its edges on the same side
    if (ownedS & 1 && da > 0 !== db > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(fx, fy, fz, ax, ay, az, ux, uy, uz, vx, vy, vz, db - da, error);
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, s, 0, t, counters))) out.push(3 * s, t);
    }
    if (ownedS & 2 && db > 0 !== dc > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(cx - bx, cy - by, cz - bz, bx, by, bz, ux, uy, uz, vx, vy, vz, dc - db, error);
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, s, 1, t, counters))) out.push(3 * s + 1, t);
    }
    if (ownedS & 4 && dc > 0 !== da > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(-gx, -gy, -gz, cx, cy, cz, ux, uy, uz, vx, vy, vz, da - dc, error);
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, s, 2, t, counters))) out.push(3 * s + 2, t);
    }
    if (ownedT & 1 && d0 > 0 !== d1 > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(ux, uy, uz, -ax, -ay, -az, fx, fy, fz, gx, gy, gz, d1 - d0, error);
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, t, 0, s, counters))) out.push(3 * t, s);
    }
    if (ownedT & 2 && d1 > 0 !== d2 > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(
        vx - ux,
        vy - uy,
        vz - uz,
        ux - ax,
        uy - ay,
        uz - az,
        fx,
        fy,
        fz,
        gx,
        gy,
        gz,
        d2 - d1,
        error,
      );
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, t, 1, s, counters))) out.push(3 * t + 1, s);
    }
    if (ownedT & 4 && d2 > 0 !== d0 > 0) {
      counters.edgeTests++;
      const verdict = passesThrough(-vx, -vy, -vz, vx - ax, vy - ay, vz - az, fx, fy, fz, gx, gy, gz, d0 - d2, error);
      if (verdict > 0 || (verdict < 0 && confirmEdgeExactly(surface, pose, t, 2, s, counters))) out.push(3 * t + 2, s);
    }
  }
  counters.pairTests += pairCount - neighbours;
  confirmNeighbours(surface, pose, pairs, neighbours, out, counters);
}

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
