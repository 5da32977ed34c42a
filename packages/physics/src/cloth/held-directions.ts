import { BLOCK } from './stretch-system.ts';

/** The filter S = I − Σ p pᵀ of a mesh: a projector for each vertex, which takes out the directions in which it is held. */
export function createFilter(vertexCount: number): Float64Array {
  const filter = new Float64Array(BLOCK * vertexCount);
  for (let v = 0; v < vertexCount; v++) freeVertex(filter, v);
  return filter;
}

export function freeVertex(filter: Float64Array, vertex: number): void {
  filter.set([1, 0, 0, 1, 0, 1], BLOCK * vertex);
}

export function holdVertex(filter: Float64Array, vertex: number): void {
  filter.fill(0, BLOCK * vertex, BLOCK * vertex + BLOCK);
}

/**
 * Holds the vertex in one more direction. What earlier directions cover is taken out of it first (S p), so that S stays a
 * projector; a direction that they cover but for rounding changes nothing.
 */
export function holdDirection(filter: Float64Array, vertex: number, direction: readonly number[]): void {
  const b = BLOCK * vertex;
  const [xx, xy, xz, yy, yz, zz] = filter.subarray(b, b + BLOCK);
  const [x, y, z] = direction;
  const px = xx * x + xy * y + xz * z;
  const py = xy * x + yy * y + yz * z;
  const pz = xz * x + yz * y + zz * z;
  const length = Math.hypot(px, py, pz);
  if (length <= 1e-9 * Math.hypot(x, y, z)) return;
  const trace = xx + yy + zz;
  if (trace < 1.5) {
    holdVertex(filter, vertex); // the last free direction
    return;
  }
  const ux = px / length;
  const uy = py / length;
  const uz = pz / length;
  filter.set([xx - ux * ux, xy - ux * uy, xz - ux * uz, yy - uy * uy, yz - uy * uz, zz - uz * uz], b);
}
