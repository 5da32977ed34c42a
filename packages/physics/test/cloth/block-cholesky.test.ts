import { expect, test } from 'vitest';
import { BlockCholesky } from '../../src/cloth/block-cholesky.ts';
import { createFilter, holdDirection, holdVertex } from '../../src/cloth/held-directions.ts';
import { StepMatrix } from '../../src/cloth/step-matrix.ts';

/** Deterministic numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A strip of 4 × `length` vertices, coupled with their neighbours; with `extra` random pairs, as contacts make them. */
function randomMatrix(length: number, extra: number, random: () => number) {
  const positions: number[] = [];
  const pairs: number[] = [];
  for (let v = 0; v < 4 * length; v++) {
    positions.push(v >> 2, v & 3, 0);
    for (const w of [v - 1, v - 4, v - 5, v - 8]) if (w >= 0) pairs.push(v, w);
  }
  const matrix = new StepMatrix(positions, pairs);
  const add = (at: number, values: Float64Array, scale: number, block: readonly number[]) => {
    for (let k = 0; k < 6; k++) values[6 * at + k] += scale * block[k];
  };
  const couple = (a: number, b: number) => {
    const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
    const block = [x * x, x * y, x * z, y * y, y * z, z * z];
    const e = matrix.entry(a, b);
    add(e, matrix.values, -1, block);
    add(a, matrix.diagonal, 1, block);
    add(b, matrix.diagonal, 1, block);
  };
  matrix.clear();
  for (let p = 0; p < matrix.size; p++) add(p, matrix.diagonal, 0.01, [1, 0, 0, 1, 0, 1]);
  for (let k = 0; k < pairs.length; k += 2) couple(matrix.place[pairs[k]], matrix.place[pairs[k + 1]]);
  for (let k = 0; k < extra; k++) {
    const a = Math.floor(random() * matrix.size);
    const b = Math.floor(random() * matrix.size);
    if (a !== b) couple(a, b);
  }
  return matrix;
}

test('solves what the matrix multiplies, with and without entries of contacts', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed);
    const matrix = randomMatrix(10 + seed, seed % 3 === 0 ? 0 : 3 * seed, random);
    const factor = new BlockCholesky(matrix);
    expect(factor.factorize(createFilter(matrix.size))).toBe(true);
    const x = Float64Array.from({ length: 3 * matrix.size }, random);
    const b = new Float64Array(x.length);
    matrix.multiply(x, b);
    factor.solve(b);
    for (let i = 0; i < x.length; i++) expect(b[i]).toBeCloseTo(x[i], 9);
  }
});

test('held directions: S A S + (I − S)', () => {
  const random = createRandom(5);
  const matrix = randomMatrix(8, 10, random);
  const filter = createFilter(matrix.size);
  holdVertex(filter, 3);
  holdDirection(filter, 7, [1, 2, -1]);
  holdDirection(filter, 7, [0, 1, 1]);
  holdDirection(filter, 20, [0, 0, 1]);
  const factor = new BlockCholesky(matrix);
  expect(factor.factorize(filter)).toBe(true);
  const x = Float64Array.from({ length: 3 * matrix.size }, random);
  const project = (v: Float64Array) => {
    const out = v.slice();
    for (let p = 0; p < matrix.size; p++) {
      const [xx, xy, xz, yy, yz, zz] = filter.subarray(6 * p, 6 * p + 6);
      const [a, b, c] = v.subarray(3 * p, 3 * p + 3);
      out.set([xx * a + xy * b + xz * c, xy * a + yy * b + yz * c, xz * a + yz * b + zz * c], 3 * p);
    }
    return out;
  };
  const free = project(x);
  const b = new Float64Array(x.length);
  matrix.multiply(free, b);
  const right = project(b).map((value, i) => value + x[i] - free[i]);
  factor.solve(right);
  for (let i = 0; i < x.length; i++) expect(right[i]).toBeCloseTo(x[i], 9);
});

test('entries of contacts are gone after clear, and the factor follows', () => {
  const random = createRandom(9);
  const matrix = randomMatrix(12, 40, random);
  const factor = new BlockCholesky(matrix);
  factor.factorize(createFilter(matrix.size));
  const withContacts = factor.blockCount;
  matrix.clear();
  for (let p = 0; p < matrix.size; p++) matrix.diagonal.set([2, 0, 0, 2, 0, 2], 6 * p);
  expect(factor.factorize(createFilter(matrix.size))).toBe(true);
  expect(factor.blockCount).toBeLessThan(withContacts);
  const x = new Float64Array(3 * matrix.size).fill(3);
  factor.solve(x);
  for (const value of x) expect(value).toBe(1.5);
  matrix.diagonal[0] = NaN;
  expect(factor.factorize(createFilter(matrix.size))).toBe(false);
});
