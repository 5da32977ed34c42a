import type { PatchTree } from '../partition/patch-tree.ts';
import { CELL_BITS, LEVEL_MARGIN, LEVELS, type SteepDirectionSet } from './direction-set.ts';
import { LEAST_SINE_SQUARED, LEAST_SQUARE } from './steep-masks.ts';

/**
 * `refitAltitudeMasks` over a step: for every node the mask of directions along which all its triangles are seen so steeply, at all times, that the altitudes of their images exceed `reach`.
 *
 * With u, v the edges from one corner at t0 and p, q at t1, the normal is quadratic in time with Bernstein coefficients u × v, (u × q + p × v) / 2 and p × q: where all three have n·d > c, it does so throughout. No edge is
 * ever longer than at one of the ends. So d has to be steeper to each of the three than the longest edge of both ends times reach / |n|. A coefficient shorter than 2⁻¹⁰ of the longest |u| |v| is not used; others are
 * off by less than 2⁻⁴⁰ of their length.
 */
export function refitMovingAltitudeMasks(
  masks: Int32Array,
  tree: PatchTree,
  directions: SteepDirectionSet,
  triangles: Uint32Array,
  from: Float64Array,
  to: Float64Array,
  reach: number,
): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { tables, starts } = directions;
  // V8 does not take constants of another module of the build for constants
  const bits = CELL_BITS;
  const half = 1 << (bits - 1);
  const levels = LEVELS;
  const up = 1 - LEVELS * LEVEL_MARGIN;
  const perCosine = LEVELS * reach;
  const leastSine = LEAST_SINE_SQUARED;
  const leastSquare = LEAST_SQUARE;

  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const right = rightChild[node];
    if (right !== 0) {
      masks[node] = masks[node + 1] & masks[right];
      continue;
    }
    let mask = -1;
    const end = 3 * endTriangle[node];
    for (let i = 3 * firstTriangle[node]; i < end && mask !== 0; i += 3) {
      const a = 3 * triangles[i];
      const b = 3 * triangles[i + 1];
      const c = 3 * triangles[i + 2];
      const ux = from[b] - from[a];
      const uy = from[b + 1] - from[a + 1];
      const uz = from[b + 2] - from[a + 2];
      const vx = from[c] - from[a];
      const vy = from[c + 1] - from[a + 1];
      const vz = from[c + 2] - from[a + 2];
      const px = to[b] - to[a];
      const py = to[b + 1] - to[a + 1];
      const pz = to[b + 2] - to[a + 2];
      const qx = to[c] - to[a];
      const qy = to[c + 1] - to[a + 1];
      const qz = to[c + 2] - to[a + 2];
      const uu = ux * ux + uy * uy + uz * uz;
      const vv = vx * vx + vy * vy + vz * vz;
      const ww = uu + vv - 2 * (ux * vx + uy * vy + uz * vz);
      const pp = px * px + py * py + pz * pz;
      const qq = qx * qx + qy * qy + qz * qz;
      const rr = pp + qq - 2 * (px * qx + py * qy + pz * qz);
      const first = uu > pp ? uu : pp;
      const second = vv > qq ? vv : qq;
      let longest = first > second ? first : second;
      if (ww > longest) longest = ww;
      if (rr > longest) longest = rr;
      const least = leastSine * first * second + leastSquare;
      const level = perCosine * Math.sqrt(longest);
      for (let k = 0; k < 3; k++) {
        let nx: number;
        let ny: number;
        let nz: number;
        if (k === 0) {
          nx = uy * vz - uz * vy;
          ny = uz * vx - ux * vz;
          nz = ux * vy - uy * vx;
        } else if (k === 1) {
          nx = (uy * qz - uz * qy + (py * vz - pz * vy)) / 2;
          ny = (uz * qx - ux * qz + (pz * vx - px * vz)) / 2;
          nz = (ux * qy - uy * qx + (px * vy - py * vx)) / 2;
        } else {
          nx = py * qz - pz * qy;
          ny = pz * qx - px * qz;
          nz = px * qy - py * qx;
        }
        const square = nx * nx + ny * ny + nz * nz;
        const inverse = 1 / Math.sqrt(square);
        const steep = level * inverse + up;
        // written so that NaN and what overflowed fail too: then no direction is certain
        if (!(square > least && steep < levels)) {
          mask = 0;
          break;
        }
        const scale = half * inverse;
        const x = (nx * scale + half) | 0;
        const y = (ny * scale + half) | 0;
        const z = (nz * scale + half) | 0;
        // exactly 1 is pulled into the last cell
        const cell = ((x - (x >> bits)) << (2 * bits)) | ((y - (y >> bits)) << bits) | (z - (z >> bits));
        mask &= tables[levels * starts[cell] + (steep | 0)];
      }
    }
    masks[node] = mask;
  }
}
