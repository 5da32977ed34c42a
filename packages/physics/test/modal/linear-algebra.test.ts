import { describe, expect, test } from 'vitest';
import { createElasticTets } from '../../src/modal/elastic-tets.ts';
import { addGram } from '../../src/modal/linear-algebra/add-gram.ts';
import { multiply } from '../../src/modal/linear-algebra/block-matrix.ts';
import { denseSolve } from '../../src/modal/linear-algebra/dense-solve.ts';
import { factorize } from '../../src/modal/linear-algebra/factorize.ts';
import { minVertexCover } from '../../src/modal/linear-algebra/min-vertex-cover.ts';
import { nestedDissection } from '../../src/modal/linear-algebra/nested-dissection.ts';
import { SOLVE_WIDTH, solveFactorized } from '../../src/modal/linear-algebra/solve-factorized.ts';
import { symmetricEigen } from '../../src/modal/linear-algebra/symmetric-eigen.ts';
import { denseMatrix } from './dense-matrix.ts';
import { RUBBER, seeded, tetBlock } from './tet-block.ts';

const largest = (values: Iterable<number>) => {
  let out = 0;
  for (const value of values) out = Math.max(out, Math.abs(value));
  return out;
};

describe('minVertexCover', () => {
  test('covers all edges with as few vertices as any set does', () => {
    const random = seeded(3);
    for (let round = 0; round < 200; round++) {
      const left = 1 + Math.floor(6 * random());
      const right = 1 + Math.floor(6 * random());
      const start = [0];
      const ends: number[] = [];
      for (let a = 0; a < left; a++) {
        for (let b = 0; b < right; b++) if (random() < 0.35) ends.push(b);
        start.push(ends.length);
      }
      const inLeft = new Uint8Array(left);
      const inRight = new Uint8Array(right);
      minVertexCover(left, right, start, ends, inLeft, inRight);
      const covers = (chosen: number) => {
        for (let a = 0; a < left; a++) {
          for (let e = start[a]; e < start[a + 1]; e++) {
            if (!(((chosen >> a) | (chosen >> (left + ends[e]))) & 1)) return false;
          }
        }
        return true;
      };
      const size = (chosen: number) => chosen.toString(2).replaceAll('0', '').length;
      let found = 0;
      inLeft.forEach((is, a) => {
        found |= is << a;
      });
      inRight.forEach((is, b) => {
        found |= is << (left + b);
      });
      expect(covers(found)).toBe(true);
      let least = Infinity;
      for (let chosen = 0; chosen < 1 << (left + right); chosen++)
        if (covers(chosen)) least = Math.min(least, size(chosen));
      expect(size(found)).toBe(least);
    }
  });
});

describe('nestedDissection', () => {
  test.each([
    ['a block', [8, 7, 6]],
    ['a beam', [60, 2, 2]],
    ['one tet layer', [12, 12, 1]],
  ])('of %s: every vertex once, and separators separate', (_, counts) => {
    const { positions, tets } = tetBlock(counts, { jitter: 0.1 });
    const count = positions.length / 3;
    const sets = Array.from({ length: count }, () => new Set<number>());
    for (let i = 0; i < tets.length; i++) {
      for (let k = 4 * (i >> 2); k < 4 * (i >> 2) + 4; k++) if (tets[k] !== tets[i]) sets[tets[i]].add(tets[k]);
    }
    const start = Int32Array.from([0, ...sets.map((_, v) => sets.slice(0, v + 1).reduce((sum, s) => sum + s.size, 0))]);
    const neighbors = Int32Array.from(sets.flatMap((s) => [...s]));
    const { order, first, parent } = nestedDissection({ start, neighbors }, positions);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, v) => v));
    const nodeOf = new Int32Array(count);
    for (let node = 0; node < parent.length; node++) {
      for (let i = first[node]; i < first[node + 1]; i++) nodeOf[order[i]] = node;
      expect(parent[node] === -1 || parent[node] > node).toBe(true);
    }
    const isAbove = (node: number, other: number) => {
      let at = other;
      while (at >= 0 && at < node) at = parent[at];
      return at === node;
    };
    for (let v = 0; v < count; v++) {
      for (const w of sets[v]) {
        const [low, high] = nodeOf[v] < nodeOf[w] ? [nodeOf[v], nodeOf[w]] : [nodeOf[w], nodeOf[v]];
        expect(isAbove(high, low), `${v} and ${w}`).toBe(true);
      }
    }
    expect(parent.length).toBeGreaterThan(count / 40); // it did split
  });
});

describe('factorize', () => {
  const body = createElasticTets(tetBlock([6, 5, 4], { jitter: 0.15 }), RUBBER);
  const { stiffness, masses, tree } = body.system;

  test('solves four right-hand sides at once', () => {
    const shift = 5;
    const factorization = factorize(stiffness, masses, shift, tree)!;
    expect(factorization.negativeCount).toBe(0);
    const random = seeded(7);
    const n = body.unknownCount;
    const b = new Float64Array(SOLVE_WIDTH * n).map(() => random() - 0.5);
    const x = b.slice();
    solveFactorized(factorization, x);
    for (let c = 0; c < SOLVE_WIDTH; c++) {
      const column = new Float64Array(n).map((_, i) => x[SOLVE_WIDTH * i + c]);
      const product = new Float64Array(n);
      multiply(stiffness, column, product);
      const rest = product.map(
        (value, i) => value + shift * masses[Math.floor(i / 3)] * column[i] - b[SOLVE_WIDTH * i + c],
      );
      expect(largest(rest)).toBeLessThan(1e-11 * largest(b) * n);
    }
  });

  test('negative pivots count eigenvalues below, as a dense solver does', () => {
    const { values } = symmetricEigen(denseMatrix(body), body.unknownCount);
    const counts = [20, 100, 400].map((k) => {
      const between = 0.5 * (values[k - 1] + values[k]);
      return factorize(stiffness, masses, -between, tree)!.negativeCount;
    });
    expect(counts).toEqual([20, 100, 400]);
  });
});

describe('symmetricEigen', () => {
  test.each([1, 2, 3, 10, 57])('%i rows: residual and orthogonality at rounding', (n) => {
    const random = seeded(n);
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) a[i * n + j] = a[j * n + i] = random() - 0.5;
    if (n === 10) {
      // multiple eigenvalues: 1 − 2vvᵀ
      const v = Float64Array.from({ length: n }, () => 1 / Math.sqrt(n));
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) a[i * n + j] = Number(i === j) - 2 * v[i] * v[j];
    }
    const { values, vectors } = symmetricEigen(a, n);
    for (let k = 0; k < n; k++) {
      if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += a[i * n + j] * vectors[k * n + j];
        expect(Math.abs(sum - values[k] * vectors[k * n + i])).toBeLessThan(1e-13 * n);
        let dot = 0;
        for (let j = 0; j < n; j++) dot += vectors[k * n + j] * vectors[i * n + j];
        expect(Math.abs(dot - Number(i === k))).toBeLessThan(1e-13 * n);
      }
    }
    if (n === 10) expect([values[0], values[1], values[9]].map((x) => Math.round(1e12 * x) / 1e12)).toEqual([-1, 1, 1]);
  });
});

describe('dense parts', () => {
  test('denseSolve needs pivots, and says when there are none', () => {
    const x = Float64Array.from([5, 7]);
    expect(denseSolve(Float64Array.from([0, 2, 3, 1]), 2, x)).toBe(true);
    expect([...x]).toEqual([(7 - 2.5) / 3, 2.5]);
    expect(denseSolve(Float64Array.from([1, 2, 2, 4]), 2, Float64Array.from([1, 1]))).toBe(false);
  });

  test.each([1, 3, 4, 8])('addGram of %i rows', (count) => {
    const random = seeded(count);
    const rows = new Float64Array(count * 5).map(() => random());
    const out = new Float64Array(count * count).fill(1);
    addGram(rows, count, 5, out);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        let sum = 1;
        if (j <= i) for (let k = 0; k < 5; k++) sum += rows[5 * i + k] * rows[5 * j + k];
        expect(out[i * count + j]).toBeCloseTo(sum, 13);
      }
    }
  });
});
