import type { ModeBasis } from './mode-basis.ts';

/** Adds what a force at one vertex does to the coordinates of a basis: out[k] += column k at the vertex · force. */
export function addVertexForce(
  basis: ModeBasis,
  vertex: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const { count, vertexCount, vectors } = basis;
  for (let k = 0; k < count; k++) {
    const i = 3 * (vertexCount * k + vertex);
    out[k] += vectors[i] * x + vectors[i + 1] * y + vectors[i + 2] * z;
  }
}
