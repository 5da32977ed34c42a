import type { PatchTree } from '../partition/patch-tree.ts';
import { CELL_BITS, type DirectionSet } from './direction-set.ts';

/** See `direction-masks`: at t0 and t1 the same rule. */
const LEAST_SINE_SQUARED = 2 ** -72;
const LEAST_SQUARE = 2 ** -1000;
/**
 * The mixed normal is half the sum of two cross products, each off by less than 6u of the product of its vectors' lengths (u = 2⁻⁵³): if it is longer than 2⁻³⁴ of these
 * products' sum, its error is below 2⁻¹⁵ of its length, which the table's margin pays for. Squared; a sum's square is at most twice the sum of squares.
 */
const LEAST_MIXED_SQUARED = 2 ** -67;

/**
 * n⁰, n¹ and the mixed normal m = (n⁰ + n¹ − Δu × Δv) / 2: where both ends face a direction by the table's least cosine, 10⁻³, less 2⁻¹⁴ for rounding, m does so too if Δu × Δv is shorter
 * than 2⁻¹¹ of n¹. Δu × Δv is off by less than 2⁻⁴⁹ · (2|u¹| + |Δu|)(2|v¹| + |Δv|), which must be below 2⁻¹⁴ of n¹. All squared; a sum's square is at most twice the sum of squares.
 */
const SMALL_TURN_SQUARED = 2 ** -22;
const CERTAIN_TURN_SQUARED = 2 ** -70;

/**
 * For every node the mask of directions that face all its triangles at all times of a step. A triangle's normal u(t) × v(t) is quadratic in time; its Bernstein coefficients
 * over the step are the normals at both ends and the mixed one, (u⁰ × v¹ + u¹ × v⁰) / 2. What all three face, all in between do.
 *
 * `startMasks` has the masks of all triangles at t0, as `refitDirectionMasks` leaves them; those at t1 are written to `endMasks`.
 */
export function refitMovingMasks(
  masks: Int32Array,
  tree: PatchTree,
  directions: DirectionSet,
  triangles: Uint32Array,
  from: Float64Array,
  to: Float64Array,
  startMasks: Int32Array,
  endMasks: Int32Array,
): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { cellMasks } = directions;
  const half = 1 << (CELL_BITS - 1);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const right = rightChild[node];
    if (right !== 0) {
      masks[node] = masks[node + 1] & masks[right];
      continue;
    }
    let mask = -1;
    const end = endTriangle[node];
    for (let t = firstTriangle[node]; t < end; t++) {
      const a = 3 * triangles[3 * t];
      const b = 3 * triangles[3 * t + 1];
      const c = 3 * triangles[3 * t + 2];
      const px = to[b] - to[a];
      const py = to[b + 1] - to[a + 1];
      const pz = to[b + 2] - to[a + 2];
      const qx = to[c] - to[a];
      const qy = to[c + 1] - to[a + 1];
      const qz = to[c + 2] - to[a + 2];
      const nx = py * qz - pz * qy;
      const ny = pz * qx - px * qz;
      const nz = px * qy - py * qx;
      const dx = px - (from[b] - from[a]);
      const dy = py - (from[b + 1] - from[a + 1]);
      const dz = pz - (from[b + 2] - from[a + 2]);
      const ex = qx - (from[c] - from[a]);
      const ey = qy - (from[c + 1] - from[a + 1]);
      const ez = qz - (from[c + 2] - from[a + 2]);
      const tx = dy * ez - dz * ey;
      const ty = dz * ex - dx * ez;
      const tz = dx * ey - dy * ex;
      const square = nx * nx + ny * ny + nz * nz;
      const first = 8 * (px * px + py * py + pz * pz) + 2 * (dx * dx + dy * dy + dz * dz);
      const second = 8 * (qx * qx + qy * qy + qz * qz) + 2 * (ex * ex + ey * ey + ez * ez);
      if (
        square > CERTAIN_TURN_SQUARED * first * second + LEAST_SQUARE &&
        square < Number.POSITIVE_INFINITY &&
        tx * tx + ty * ty + tz * tz <= SMALL_TURN_SQUARED * square
      ) {
        const scale = half / Math.sqrt(square);
        const x = (nx * scale + half) | 0;
        const y = (ny * scale + half) | 0;
        const z = (nz * scale + half) | 0;
        const ends =
          cellMasks[
            ((x - (x >> CELL_BITS)) << (2 * CELL_BITS)) | ((y - (y >> CELL_BITS)) << CELL_BITS) | (z - (z >> CELL_BITS))
          ];
        endMasks[t] = ends;
        mask &= ends & startMasks[t];
        continue;
      }
      // as `direction-masks` would find it
      endMasks[t] = cellMask(
        cellMasks,
        nx,
        ny,
        nz,
        LEAST_SINE_SQUARED * (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz) + LEAST_SQUARE,
      );
      const both = endMasks[t] & startMasks[t];
      mask &= both === 0 ? 0 : both & mixedMask(cellMasks, from, to, a, b, c);
    }
    masks[node] = mask;
  }
}

/** Directions that the mixed normal faces. */
function mixedMask(
  cellMasks: Int32Array,
  from: Float64Array,
  to: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
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
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  // twice the mixed normal: its length does not matter
  return cellMask(
    cellMasks,
    uy * qz - uz * qy + (py * vz - pz * vy),
    uz * qx - ux * qz + (pz * vx - px * vz),
    ux * qy - uy * qx + (px * vy - py * vx),
    2 * LEAST_MIXED_SQUARED * (uu * qq + pp * vv) + LEAST_SQUARE,
  );
}

/** Directions that face a normal whose square exceeds `least`; none if it does not, or is no number. */
function cellMask(cellMasks: Int32Array, nx: number, ny: number, nz: number, least: number): number {
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square > least && square < Number.POSITIVE_INFINITY)) return 0;
  const half = 1 << (CELL_BITS - 1);
  const scale = half / Math.sqrt(square);
  const x = (nx * scale + half) | 0;
  const y = (ny * scale + half) | 0;
  const z = (nz * scale + half) | 0;
  return cellMasks[
    ((x - (x >> CELL_BITS)) << (2 * CELL_BITS)) | ((y - (y >> CELL_BITS)) << CELL_BITS) | (z - (z >> CELL_BITS))
  ];
}
