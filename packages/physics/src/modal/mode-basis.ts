/** Displacements that vertices are combined from: x = rest + Σ q_k·column k. */
export interface ModeBasis {
  readonly count: number;
  readonly vertexCount: number;
  /** Column k is `vectors[3·vertexCount·k …]`, xyz a vertex. */
  readonly vectors: Float64Array;
}

export function basisColumn({ vertexCount, vectors }: ModeBasis, k: number): Float64Array {
  return vectors.subarray(3 * vertexCount * k, 3 * vertexCount * (k + 1));
}

export function checkBasis(caller: string, basis: ModeBasis, vertexCount: number): void {
  const { count, vectors } = basis;
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new RangeError(`${caller}: basis.count must be a whole number from 1, got ${count}.`);
  }
  if (basis.vertexCount !== vertexCount) {
    throw new RangeError(`${caller}: basis.vertexCount must be ${vertexCount}, got ${basis.vertexCount}.`);
  }
  if (!(vectors instanceof Float64Array) || vectors.length !== 3 * vertexCount * count) {
    throw new RangeError(
      `${caller}: basis.vectors must hold ${3 * vertexCount * count} doubles (${count} columns of ${vertexCount} vertices), got ${vectors?.length}.`,
    );
  }
  const bad = vectors.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) throw new RangeError(`${caller}: basis.vectors must be finite, got ${vectors[bad]} at place ${bad}.`);
}
