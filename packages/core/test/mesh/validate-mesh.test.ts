import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { describe as name, validateMesh } from '../../src/mesh/validate-mesh.ts';

const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const triangles = Uint32Array.of(0, 1, 2);

function refusal(mesh: unknown): unknown {
  try {
    validateMesh('test', mesh as TriangleMesh);
  } catch (error) {
    if (!(error instanceof MeshError)) throw error;
    return [error.code, error.message];
  }
  return 'accepted';
}

describe('validateMesh', () => {
  it.each<[string, unknown]>([
    ['Float64Array and Uint32Array', { positions, triangles }],
    ['Float32Array and Uint16Array', { positions: Float32Array.from(positions), triangles: Uint16Array.of(0, 1, 2) }],
    ['a soup', { positions }],
    [
      'arrays of another realm',
      runInNewContext('({ positions: new Float32Array(9), triangles: new Uint16Array([0, 1, 2]) })'),
    ],
    ['a triangle that names a vertex twice', { positions, triangles: Uint32Array.of(0, 0, 0) }],
    ['unused vertices', { positions: Float64Array.of(...positions, 9, 9, 9), triangles }],
    ['the largest and the least doubles', { positions: Float64Array.of(1.7e308, -1.7e308, 5e-324, 0, 0, 0, 0, -0, 1) }],
  ])('accepts %s', (_, mesh) => {
    expect(refusal(mesh)).toBe('accepted');
  });

  it.each<[string, string, unknown]>([
    ['POSITIONS_TYPE', 'test: positions must be a Float32Array or Float64Array, got undefined.', undefined],
    ['POSITIONS_TYPE', 'test: positions must be a Float32Array or Float64Array, got undefined.', {}],
    ['POSITIONS_TYPE', 'test: positions must be a Float32Array or Float64Array, got Array.', { positions: [0, 0, 0] }],
    [
      'POSITIONS_TYPE',
      'test: positions must be a Float32Array or Float64Array, got Object.',
      { positions: { length: 9, [Symbol.toStringTag]: 'Float64Array' } },
    ],
    ['EMPTY_MESH', 'test: positions must not be empty, got length 0.', { positions: new Float64Array() }],
    [
      'POSITIONS_LENGTH',
      'test: positions must hold three numbers a vertex, got length 8.',
      { positions: positions.subarray(1) },
    ],
    [
      'POSITIONS_LENGTH',
      'test: positions without triangles must hold nine numbers a triangle, got length 6.',
      { positions: positions.subarray(3) },
    ],
    [
      'TRIANGLES_TYPE',
      'test: triangles must be a Uint32Array or Uint16Array, got Array.',
      { positions, triangles: [0, 1, 2] },
    ],
    [
      'TRIANGLES_TYPE',
      'test: triangles must be a Uint32Array or Uint16Array, got Int32Array.',
      { positions, triangles: Int32Array.of(0, 1, 2) },
    ],
    [
      'TRIANGLES_TYPE',
      'test: triangles must be a Uint32Array or Uint16Array, got null.',
      { positions, triangles: null },
    ],
    ['EMPTY_MESH', 'test: triangles must not be empty, got length 0.', { positions, triangles: new Uint32Array() }],
    [
      'TRIANGLES_LENGTH',
      'test: triangles must hold three vertex numbers each, got length 2.',
      { positions, triangles: Uint32Array.of(0, 1) },
    ],
    [
      'INDEX_OUT_OF_RANGE',
      'test: vertex numbers must be below 3, got 3 in triangle 1.',
      { positions, triangles: Uint32Array.of(0, 1, 2, 0, 1, 3) },
    ],
    [
      'INDEX_OUT_OF_RANGE',
      'test: vertex numbers must be below 3, got 65535 in triangle 0.',
      { positions, triangles: Uint16Array.of(0, 65535, 2) },
    ],
    [
      'NOT_FINITE',
      'test: coordinates must be finite, got NaN for y of vertex 2.',
      { positions: positions.with(7, Number.NaN), triangles },
    ],
    [
      'NOT_FINITE',
      'test: coordinates must be finite, got -Infinity for x of vertex 0.',
      { positions: positions.with(0, -Infinity), triangles },
    ],
    [
      'NOT_FINITE',
      'test: coordinates must be finite, got Infinity for z of vertex 0.',
      { positions: Float32Array.of(0, 0, 1e40, 0, 0, 0, 0, 0, 0) },
    ],
  ])('%s: %s', (code, message, mesh) => {
    expect(refusal(mesh)).toEqual([code, message]);
  });

  it('names values', () => {
    expect([null, undefined, 'aabb', 3, Number.NaN, true, [1], Object.create(null)].map(name)).toEqual([
      'null',
      'undefined',
      "'aabb'",
      '3',
      'NaN',
      'true',
      'Array',
      'object',
    ]);
  });
});
