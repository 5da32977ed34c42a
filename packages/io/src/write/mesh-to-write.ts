/** A mesh for a writer. */
export interface MeshToWrite {
  readonly name?: string;
  /** xyz a vertex. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertex numbers a triangle. */
  readonly triangles: Uint32Array | Uint16Array;
  /** Names of stretches of triangles, in their order; OBJ only, instead of `name`. */
  readonly objects?: readonly { readonly name: string; readonly firstTriangle: number }[];
  /** Two vertex numbers a line, drawn besides or instead of triangles; GLB only. */
  readonly lines?: Uint32Array;
  /** Red, green, blue a vertex, from 0 to 1. */
  readonly colors?: Float32Array | Float64Array;
  /** One colour for the whole mesh, red, green, blue from 0 to 1; GLB only. */
  readonly color?: readonly [number, number, number];
}

/** Throws RangeError if a length does not fit, an index is out of range or a coordinate is not finite. */
export function checkMeshToWrite(mesh: MeshToWrite, writer: string): void {
  const { positions, triangles, colors, lines = new Uint32Array(0) } = mesh;
  const vertexCount = positions.length / 3;
  if (!Number.isInteger(vertexCount)) {
    throw new RangeError(`${writer}: positions must have three numbers a vertex, got ${positions.length}.`);
  }
  if (triangles.length % 3 !== 0) {
    throw new RangeError(`${writer}: triangles must have three numbers each, got ${triangles.length}.`);
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      throw new RangeError(`${writer}: positions must be finite, got ${positions[i]} at vertex ${Math.floor(i / 3)}.`);
    }
  }
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= vertexCount) {
      const triangle = Math.floor(i / 3);
      throw new RangeError(
        `${writer}: vertex numbers must be below ${vertexCount}, got ${triangles[i]} in triangle ${triangle}.`,
      );
    }
  }
  if (lines.length % 2 !== 0 || lines.some((vertex) => vertex >= vertexCount)) {
    throw new RangeError(`${writer}: lines must name two vertices each, below ${vertexCount}.`);
  }
  if (colors && colors.length !== positions.length) {
    throw new RangeError(`${writer}: colors must have three numbers a vertex, got ${colors.length}.`);
  }
}

/** 0…1 to 0…255, clamped. */
export function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(255 * value))) || 0;
}
