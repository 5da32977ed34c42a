import { MeshError } from '../errors.ts';
import { describe } from './validate-mesh.ts';

/** Coordinates as doubles, checked: three a vertex, all finite. The same array if it is a Float64Array already. */
export function readPositions(caller: string, positions: ArrayLike<number>): Float64Array {
  if (!isArray(positions)) {
    throw new MeshError(
      'POSITIONS_TYPE',
      `${caller}: positions must be an array of numbers, got ${describe(positions)}.`,
    );
  }
  if (positions.length % 3 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: positions must hold three numbers a vertex, got length ${positions.length}.`,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new MeshError(
      'NOT_FINITE',
      `${caller}: coordinates must be finite, got ${describe(positions[i])} for ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}.`,
    );
  }
  return positions instanceof Float64Array ? positions : Float64Array.from(positions);
}

/** Vertex numbers, checked: three a triangle, whole, below `vertexCount`. The same array if it is a Uint32Array already. */
export function readTriangles(caller: string, triangles: ArrayLike<number>, vertexCount: number): Uint32Array {
  if (!isArray(triangles)) {
    throw new MeshError(
      'TRIANGLES_TYPE',
      `${caller}: triangles must be an array of vertex numbers, got ${describe(triangles)}.`,
    );
  }
  if (triangles.length % 3 !== 0) {
    throw new MeshError(
      'TRIANGLES_LENGTH',
      `${caller}: triangles must hold three vertex numbers each, got length ${triangles.length}.`,
    );
  }
  for (let i = 0; i < triangles.length; i++) {
    const vertex = triangles[i];
    if (Number.isInteger(vertex) && vertex >= 0 && vertex < vertexCount) continue;
    throw new MeshError(
      'INDEX_OUT_OF_RANGE',
      `${caller}: vertex numbers must be whole numbers below ${vertexCount}, got ${describe(vertex)} in triangle ${Math.floor(i / 3)}.`,
    );
  }
  return triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles);
}

/** `count` if given, checked; else one more than the highest vertex number, so that it fits any list of triangles. */
export function readVertexCount(caller: string, count: number | undefined, triangles: ArrayLike<number>): number {
  if (count === undefined) {
    let highest = -1;
    for (let i = 0; i < (triangles?.length ?? 0); i++) if (triangles[i] > highest) highest = triangles[i];
    return highest < MAX_VERTICES ? Math.floor(highest) + 1 : 0;
  }
  if (Number.isInteger(count) && count >= 0 && count <= MAX_VERTICES) return count;
  throw new RangeError(
    `${caller}: vertexCount must be a whole number from 0 to ${MAX_VERTICES}, got ${describe(count)}.`,
  );
}

const MAX_VERTICES = 2 ** 31;

function isArray(value: unknown): value is ArrayLike<number> {
  return typeof value === 'object' && Number.isInteger((value as ArrayLike<number> | null)?.length);
}
