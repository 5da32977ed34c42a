import { expect, test } from 'vitest';
import {
  createGradientsWorkspace,
  filteredConjugateGradients,
  invertBlocks,
  multiplyBlocks,
} from '../../src/cloth/filtered-conjugate-gradients.ts';
import { createFilter, freeVertex, holdDirection, holdVertex } from '../../src/cloth/held-directions.ts';

const VERTICES = 8;
const SIZE = 3 * VERTICES;

/** Deterministic numbers from −1 to 1. */
function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function randomMatrix(noise: () => number): number[][] {
  const half = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, noise));
  return half.map((row, i) =>
    half.map((column, j) => row.reduce((sum, x, k) => sum + x * column[k], 0) + (i === j ? 1 : 0)),
  );
}

const product = (matrix: number[][], v: ArrayLike<number>) =>
  matrix.map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0));

function diagonalOf(matrix: number[][]): Float64Array {
  const blocks: number[] = [];
  for (let i = 0; i < SIZE; i += 3) {
    blocks.push(matrix[i][i], matrix[i][i + 1], matrix[i][i + 2]);
    blocks.push(matrix[i + 1][i + 1], matrix[i + 1][i + 2], matrix[i + 2][i + 2]);
  }
  const inverse = Float64Array.from(blocks);
  invertBlocks(inverse);
  return inverse;
}

/** Gaussian elimination with pivoting. */
function denseSolve(matrix: number[][], b: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

function filterMatrix(filter: Float64Array): number[][] {
  const places = [
    [0, 1, 2],
    [1, 3, 4],
    [2, 4, 5],
  ];
  return Array.from({ length: SIZE }, (_, i) =>
    Array.from({ length: SIZE }, (_, j) =>
      Math.floor(i / 3) === Math.floor(j / 3) ? filter[6 * Math.floor(i / 3) + places[i % 3][j % 3]] : 0,
    ),
  );
}

test('filtered gradients agree with a dense solution, whatever is held', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const noise = createNoise(seed);
    const matrix = randomMatrix(noise);
    const b = Float64Array.from({ length: SIZE }, noise);
    const start = Float64Array.from({ length: SIZE }, noise);
    const filter = createFilter(VERTICES);
    holdVertex(filter, 0);
    holdDirection(filter, 1, [noise(), noise(), noise()]);
    for (let k = 0; k < 2; k++) holdDirection(filter, 2, [noise(), noise(), noise()]);
    for (let k = 0; k < 3; k++) holdDirection(filter, 3, [noise(), noise(), noise()]);
    const x = start.slice();
    const work = createGradientsWorkspace(SIZE);
    const operator = {
      multiply: (v: Float64Array, out: Float64Array) => out.set(product(matrix, v)),
    };
    const inverse = diagonalOf(matrix);
    const preconditioner = { solve: (r: Float64Array) => multiplyBlocks(inverse, r.slice(), r) };
    filteredConjugateGradients(operator, b, filter, preconditioner, x, work, {
      tolerance: 1e-13,
      maxIterations: 500,
    });
    // x = z + S y with S A S y = S (b − A z), made regular by I − S
    const s = filterMatrix(filter);
    const held = start.map((value, i) => value - product(s, start)[i]);
    const right = product(
      s,
      product(matrix, held).map((value, i) => b[i] - value),
    );
    const sas = s.map((row) => product(matrix, row)).map((row) => product(s, row));
    const regular = sas.map((row, i) => row.map((value, j) => value + (i === j ? 1 : 0) - s[i][j]));
    const y = denseSolve(regular, right);
    for (let i = 0; i < SIZE; i++) expect(x[i]).toBeCloseTo(held[i] + y[i], 9);
  }
});

test('directions are orthogonalised: covered ones change nothing, three hold all', () => {
  const filter = createFilter(1);
  holdDirection(filter, 0, [1, 1, 0]);
  const one = filter.slice();
  holdDirection(filter, 0, [-2, -2, 0]);
  expect(filter).toEqual(one);
  holdDirection(filter, 0, [1, 0.5, 0]);
  expect(Array.from(filter, (x) => Math.abs(Math.round(x * 1e12) / 1e12))).toEqual([0, 0, 0, 0, 0, 1]);
  holdDirection(filter, 0, [1, 2, 3]);
  expect([...filter]).toEqual([0, 0, 0, 0, 0, 0]);
  freeVertex(filter, 0);
  expect([...filter]).toEqual([1, 0, 0, 1, 0, 1]);
});
