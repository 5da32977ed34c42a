import type { PatchTree } from '../partition/patch-tree.ts';
import { CELL_BITS, type DirectionSet } from './direction-set.ts';

/** A normal shorter than this part of the product of two edge lengths (squared: 2⁻³⁶ each) says nothing certain. */
const LEAST_SINE_SQUARED = 2 ** -72;
/** Squares below lose bits to underflow, and with them the normal's length. */
const LEAST_SQUARE = 2 ** -1000;

/**
 * Recomputes for every node the mask of directions that face all its triangles ("discrete normal cone"; star paper §3):
 * a leaf's triangles first, then upwards, by AND. One table look-up a triangle instead of a dot product a direction.
 */
export function refitDirectionMasks(
  masks: Int32Array,
  tree: PatchTree,
  directions: DirectionSet,
  triangles: Uint32Array,
  positions: Float64Array,
): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { cellMasks } = directions;
  const half = 1 << (CELL_BITS - 1); // −1 … 1 becomes 0 … 2 · half; exactly 1 is pulled into the last cell

  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const right = rightChild[node];
    if (right !== 0) {
      masks[node] = masks[node + 1] & masks[right];
      continue;
    }
    let mask = -1;
    const end = 3 * endTriangle[node];
    for (let i = 3 * firstTriangle[node]; i < end; i += 3) {
      const a = 3 * triangles[i];
      const b = 3 * triangles[i + 1];
      const c = 3 * triangles[i + 2];
      const ax = positions[a];
      const ay = positions[a + 1];
      const az = positions[a + 2];
      const ux = positions[b] - ax;
      const uy = positions[b + 1] - ay;
      const uz = positions[b + 2] - az;
      const vx = positions[c] - ax;
      const vy = positions[c + 1] - ay;
      const vz = positions[c + 2] - az;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const square = nx * nx + ny * ny + nz * nz;
      // also false for NaN and for what overflowed: then no direction is certain
      const least = LEAST_SINE_SQUARED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
      if (!(square > least + LEAST_SQUARE)) {
        mask = 0;
        break;
      }
      // the unit normal's cell; no branch, since where normals point is anybody's guess
      const scale = half / Math.sqrt(square);
      const x = (nx * scale + half) | 0;
      const y = (ny * scale + half) | 0;
      const z = (nz * scale + half) | 0;
      mask &=
        cellMasks[
          ((x - (x >> CELL_BITS)) << (2 * CELL_BITS)) | ((y - (y >> CELL_BITS)) << CELL_BITS) | (z - (z >> CELL_BITS))
        ];
    }
    masks[node] = mask;
  }
}
