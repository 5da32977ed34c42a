import { MeshError } from './errors.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe, isFloatArray } from './mesh/validate-mesh.ts';

/** Displacements that vertices are combined from: x = rest + Σ q_i·column i. Bases of `@selfcollide/physics` are such modes. */
export interface SubspaceModes {
  /** Column i is `vectors[3·vertexCount·i …]`, x y z a vertex. */
  readonly vectors: Positions;
  /** Between which values each coordinate is meant to stay; 0, the rest pose, must be between them. Left out: any. */
  readonly low?: ArrayLike<number>;
  readonly high?: ArrayLike<number>;
}

/** @returns How many modes there are. */
export function checkModes(caller: string, modes: SubspaceModes, surface: Surface): number {
  const { vectors } = modes ?? {};
  const length = 3 * surface.callerVertexCount;
  if (!isFloatArray(vectors)) {
    throw new RangeError(`${caller}: modes.vectors must be a Float32Array or Float64Array, got ${describe(vectors)}.`);
  }
  if (vectors.length === 0) throw new RangeError(`${caller}: modes must hold at least one column, got none.`);
  if (vectors.length % length !== 0) {
    throw new RangeError(
      `${caller}: modes.vectors must hold columns of ${length} numbers (${surface.callerVertexCount} vertices), got length ${vectors.length}.`,
    );
  }
  for (let i = 0; i < vectors.length; i++) {
    if (Number.isFinite(vectors[i])) continue;
    throw new RangeError(
      `${caller}: modes must be finite, got ${vectors[i]} for ${'xyz'[i % 3]} of vertex ${Math.floor((i % length) / 3)} in mode ${Math.floor(i / length)}.`,
    );
  }
  const rank = vectors.length / length;
  const { copies } = surface;
  for (let i = 0; i < copies.length; i += 2) {
    for (let at = 0; at < rank * length; at += length) {
      for (let axis = 0; axis < 3; axis++) {
        if (vectors[at + 3 * copies[i] + axis] === vectors[at + 3 * copies[i + 1] + axis]) continue;
        throw new MeshError(
          'WELD_BROKEN',
          `${caller}: vertices ${copies[i + 1]} and ${copies[i]} were welded and must move together, got different displacements in mode ${at / length}; use weld: false to keep them apart.`,
        );
      }
    }
  }
  return rank;
}

/** A side that was left out is open. */
export function readRange(
  caller: string,
  { low, high }: SubspaceModes,
  rank: number,
): { low: Float64Array | null; high: Float64Array | null } {
  if (low === undefined && high === undefined) return { low: null, high: null };
  for (const [name, side] of [['low', low] as const, ['high', high] as const]) {
    if (side === undefined || (typeof side === 'object' && side?.length === rank)) continue;
    throw new RangeError(`${caller}: modes.${name} must hold ${rank} numbers, one a mode, got length ${side?.length}.`);
  }
  const lows = Float64Array.from({ length: rank }, (_, i) => low?.[i] ?? Number.NEGATIVE_INFINITY);
  const highs = Float64Array.from({ length: rank }, (_, i) => high?.[i] ?? Number.POSITIVE_INFINITY);
  for (let i = 0; i < rank; i++) {
    const got = `${lows[i]} and ${highs[i]} for mode ${i}`;
    if (Number.isNaN(lows[i]) || Number.isNaN(highs[i]) || lows[i] > highs[i]) {
      throw new RangeError(`${caller}: modes.low must be a number not above modes.high, got ${got}.`);
    }
    if (!(lows[i] <= 0 && highs[i] >= 0)) {
      throw new RangeError(`${caller}: 0, the rest pose, must be between modes.low and modes.high, got ${got}.`);
    }
  }
  return { low: lows, high: highs };
}
