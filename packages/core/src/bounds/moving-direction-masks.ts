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
 * For every node the mask of directions that face all its triangles at all times of a step. A triangle's normal u(t) × v(t) is quadratic in time; its Bernstein coefficients
 * over the step are the normals at both ends and the mixed one, (u⁰ × v¹ + u¹ × v⁰) / 2. What all three face, all in between do.
 */
export function refitMovingMasks(
  masks: Int32Array,
  tree: PatchTree,
  directions: DirectionSet,
  triangles: Uint32Array,
  from: Float64Array,
  to: Float64Array,
): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { cellMasks } = directions;
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const right = rightChild[node];
    if (right !== 0) {
      masks[node] = masks[node + 1] & masks[right];
      continue;
    }
    let mask = -1;
    const end = 3 * endTriangle[node];
    for (let i = 3 * firstTriangle[node]; i < end && mask !== 0; i += 3) {
      mask &= triangleMask(cellMasks, from, to, 3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]);
    }
    masks[node] = mask;
  }
}

function triangleMask(
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
  const start = cellMask(
    cellMasks,
    uy * vz - uz * vy,
    uz * vx - ux * vz,
    ux * vy - uy * vx,
    LEAST_SINE_SQUARED * uu * vv + LEAST_SQUARE,
  );
  if (start === 0) return 0;
  const end = cellMask(
    cellMasks,
    py * qz - pz * qy,
    pz * qx - px * qz,
    px * qy - py * qx,
    LEAST_SINE_SQUARED * pp * qq + LEAST_SQUARE,
  );
  if ((start & end) === 0) return 0;
  // twice the mixed normal: its length does not matter
  const mixed = cellMask(
    cellMasks,
    uy * qz - uz * qy + (py * vz - pz * vy),
    uz * qx - ux * qz + (pz * vx - px * vz),
    ux * qy - uy * qx + (px * vy - py * vx),
    2 * LEAST_MIXED_SQUARED * (uu * qq + pp * vv) + LEAST_SQUARE,
  );
  return start & end & mixed;
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
