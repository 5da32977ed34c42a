import type { PatchTree } from '../partition/patch-tree.ts';
import { CELL_BITS, LEVEL_MARGIN, LEVELS, type SteepDirectionSet } from './direction-set.ts';

/** A normal shorter than this part of the product of two edge lengths (squared: 2⁻¹⁰ each) is not used; others are then off by less than 2⁻⁴⁰. */
export const LEAST_SINE_SQUARED: number = 2 ** -20;
/** Squares below lose bits to underflow. */
export const LEAST_SQUARE: number = 2 ** -1000;

/** Numbers a triangle in `measureRest`: products of its edges u·u, u·v, v·v from the first corner, and the normal's square, rounded down. */
export const REST_STRIDE = 4;

/**
 * Recomputes for every node the mask of directions along which a way on its triangles is at most `factor` times as long at rest as its image is
 * now. A way on a triangle is at most 1 / n·d as long as its image, and at rest at most λ times as long as now, λ² the largest eigenvalue of the
 * one metric in terms of the other. So the cosine has to be λ / factor or more.
 */
export function refitStretchMasks(
  masks: Int32Array,
  tree: PatchTree,
  directions: SteepDirectionSet,
  triangles: Uint32Array,
  positions: Float64Array,
  rest: Float64Array,
  factor: number,
): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { tables, starts } = directions;
  const bits = CELL_BITS;
  const half = 1 << (bits - 1);
  const levels = LEVELS;
  const up = 1 - LEVELS * LEVEL_MARGIN;
  const perStretch = (LEVELS / factor) * (1 + 2 ** -36);

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
      const uu = ux * ux + uy * uy + uz * uz;
      const vv = vx * vx + vy * vy + vz * vz;
      const uv = ux * vx + uy * vy + uz * vz;
      const r = (i / 3) * REST_STRIDE;
      const sum = rest[r] * vv + rest[r + 2] * uu;
      // a product is off by less than 2⁻⁵⁰ of itself, and those that are taken off are no larger than the sum: 2⁻⁴⁸ of it is enough
      const trace = (sum * (1 + 2 ** -48) - 2 * rest[r + 1] * uv) / square;
      // `square` is off by less than 2⁻³⁹ of itself
      const ratio = (rest[r + 3] / square) * (1 - 2 ** -38);
      const spread = trace * trace - 4 * ratio;
      const stretch = Math.sqrt((trace + Math.sqrt(spread > 0 ? spread : 0)) / 2);
      const inverse = 1 / Math.sqrt(square);
      const level = perStretch * stretch + up;
      if (!(square > LEAST_SINE_SQUARED * uu * vv + LEAST_SQUARE && level < levels)) {
        mask = 0;
        break;
      }
      const scale = half * inverse;
      const x = (nx * scale + half) | 0;
      const y = (ny * scale + half) | 0;
      const z = (nz * scale + half) | 0;
      const cell = ((x - (x >> bits)) << (2 * bits)) | ((y - (y >> bits)) << bits) | (z - (z >> bits));
      mask &= tables[levels * starts[cell] + (level | 0)];
    }
    masks[node] = mask;
  }
}

/** What `refitStretchMasks` needs to know of the rest shape. */
export function measureRest(triangles: Uint32Array, positions: Float64Array): Float64Array {
  const rest = new Float64Array((triangles.length / 3) * REST_STRIDE);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]];
    const u = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const v = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(dot(normal, normal)) - 2 ** -49 * Math.sqrt(dot(u, u) * dot(v, v));
    rest.set(
      [dot(u, u), dot(u, v), dot(v, v), length > 0 ? length * length * (1 - 2 ** -50) : 0],
      (i / 3) * REST_STRIDE,
    );
  }
  return rest;
}
