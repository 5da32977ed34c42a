import { MeshError } from '../errors.ts';
import { checkFinite, checkPositionsType, describe, isTypedArray } from '../mesh/validate-mesh.ts';
import type { TetObject } from './tet-object.ts';

/** Throws what is wrong with an object, first rule first; `caller` opens the message. */
export function checkTetObject(caller: string, object: TetObject): void {
  if (typeof object !== 'object' || object === null) {
    throw new RangeError(`${caller}: must be { positions, tets }, got ${describe(object)}.`);
  }
  const { positions, tets, surface } = object;
  checkPositionsType(caller, positions);
  if (positions.length === 0) {
    throw new MeshError('EMPTY_MESH', `${caller}: positions must not be empty, got length 0.`);
  }
  if (positions.length % 3 !== 0) {
    throw new MeshError(
      'POSITIONS_LENGTH',
      `${caller}: positions must hold three numbers a vertex, got length ${positions.length}.`,
    );
  }
  const vertexCount = positions.length / 3;

  if (!isTypedArray(tets, 'Uint32Array', 'Uint16Array')) {
    throw new MeshError('TETS_TYPE', `${caller}: tets must be a Uint32Array or Uint16Array, got ${describe(tets)}.`);
  }
  if (tets.length % 4 !== 0) {
    throw new MeshError(
      'TETS_LENGTH',
      `${caller}: tets must hold four vertex numbers each, got length ${tets.length}.`,
    );
  }
  checkIndices(caller, tets, vertexCount, 4, 'tet');

  if (surface !== undefined) {
    if (!isTypedArray(surface, 'Uint32Array', 'Uint16Array')) {
      throw new MeshError(
        'TRIANGLES_TYPE',
        `${caller}: surface must be a Uint32Array or Uint16Array, got ${describe(surface)}.`,
      );
    }
    if (surface.length % 3 !== 0) {
      throw new MeshError(
        'TRIANGLES_LENGTH',
        `${caller}: surface must hold three vertex numbers a triangle, got length ${surface.length}.`,
      );
    }
    checkIndices(caller, surface, vertexCount, 3, 'surface triangle');
  }
  checkFinite(caller, positions);
}

function checkIndices(
  caller: string,
  indices: Uint32Array | Uint16Array,
  vertexCount: number,
  corners: number,
  what: string,
): void {
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < vertexCount) continue;
    throw new MeshError(
      'INDEX_OUT_OF_RANGE',
      `${caller}: vertex numbers must be below ${vertexCount}, got ${indices[i]} in ${what} ${Math.floor(i / corners)}.`,
    );
  }
}
