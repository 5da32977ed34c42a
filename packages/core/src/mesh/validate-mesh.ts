import { MeshError } from '../errors.ts';
import type { Positions, TriangleMesh } from './triangle-mesh.ts';

/** Throws what is wrong with a mesh, first rule first; `caller` opens the message. */
export function validateMesh(caller: string, mesh: TriangleMesh): void {
  const { positions, triangles } = mesh ?? {};
  if (triangles === undefined) checkSoupKeys(caller, mesh);
  checkPositionsType(caller, positions);
  if (positions.length === 0)
    throw new MeshError('EMPTY_MESH', `${caller}: positions must not be empty, got length 0.`);
  if (positions.length % 3 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: positions must hold three numbers a vertex, got length ${positions.length}.`,
    );
  }
  const vertexCount = positions.length / 3;

  if (triangles === undefined) {
    if (vertexCount % 3 !== 0) {
      throw new MeshError(
        'POSITIONS_LENGTH',
        `${caller}: positions without triangles must hold nine numbers a triangle, got length ${positions.length}.`,
      );
    }
  } else {
    checkTriangles(caller, triangles, vertexCount);
  }
  checkFinite(caller, positions);
}

/**
 * Without triangles a mesh is a soup, so a misspelt key would turn an indexed mesh into one, with other contacts or none. Where triangles are given, nothing
 * can be mistaken, and objects that hold more, such as a model with a name, are welcome.
 */
function checkSoupKeys(caller: string, mesh: TriangleMesh | undefined): void {
  for (const name in mesh) {
    if (name === 'positions' || name === 'triangles') continue;
    throw new MeshError(
      'UNKNOWN_KEY',
      `${caller}: a mesh without triangles must hold positions alone, got '${name}'; vertex numbers go into triangles.`,
    );
  }
}

export function checkPositionsType(caller: string, positions: Positions): void {
  if (isFloatArray(positions)) return;
  throw new MeshError(
    'POSITIONS_TYPE',
    `${caller}: positions must be a Float32Array or Float64Array, got ${describe(positions)}.`,
  );
}

/** Throws at the first coordinate that is NaN or infinite. */
export function checkFinite(caller: string, positions: Positions): void {
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      throw new MeshError(
        'NOT_FINITE',
        `${caller}: coordinates must be finite, got ${positions[i]} for ${'xyz'[i % 3]} of vertex ${(i / 3) | 0}.`,
      );
    }
  }
}

function checkTriangles(caller: string, triangles: Uint32Array | Uint16Array, vertexCount: number): void {
  if (!isTypedArray(triangles, 'Uint32Array', 'Uint16Array')) {
    throw new MeshError(
      'TRIANGLES_TYPE',
      `${caller}: triangles must be a Uint32Array or Uint16Array, got ${describe(triangles)}.`,
    );
  }
  if (triangles.length === 0)
    throw new MeshError('EMPTY_MESH', `${caller}: triangles must not be empty, got length 0.`);
  if (triangles.length % 3 !== 0) {
    throw new MeshError(
      'TRIANGLES_LENGTH',
      `${caller}: triangles must hold three vertex numbers each, got length ${triangles.length}.`,
    );
  }
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= vertexCount) {
      throw new MeshError(
        'INDEX_OUT_OF_RANGE',
        `${caller}: vertex numbers must be below ${vertexCount}, got ${triangles[i]} in triangle ${(i / 3) | 0}.`,
      );
    }
  }
}

interface TypedArrays {
  readonly Float64Array: Float64Array;
  readonly Float32Array: Float32Array;
  readonly Uint32Array: Uint32Array;
  readonly Uint16Array: Uint16Array;
  readonly Uint8Array: Uint8Array;
}

/** Whether a value is a typed array of one of these kinds, made in this realm or in another: a frame of a page, a vm context, a test runner. */
export function isTypedArray<K extends keyof TypedArrays>(
  value: unknown,
  ...kinds: readonly K[]
): value is TypedArrays[K] {
  return (
    ArrayBuffer.isView(value) &&
    (kinds as readonly string[]).includes(Object.prototype.toString.call(value).slice(8, -1))
  );
}

/** Positions or velocities, of this realm or another. Nothing is left on the heap for those of this one: it is asked every frame. */
export function isFloatArray(value: unknown): value is Float64Array | Float32Array {
  if (value instanceof Float64Array || value instanceof Float32Array) return true;
  return isTypedArray(value, 'Float64Array', 'Float32Array');
}

/** A value as an error message names it. */
export function describe(value: unknown): string {
  if (value && typeof value === 'object') return value.constructor?.name ?? 'object';
  return typeof value === 'string' ? `'${value}'` : String(value) + (typeof value === 'bigint' ? 'n' : '');
}
