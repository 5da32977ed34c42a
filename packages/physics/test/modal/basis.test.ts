import { describe, expect, test } from 'vitest';
import { createElasticTets } from '../../src/modal/elastic-tets.ts';
import { findModes } from '../../src/modal/find-modes.ts';
import { massDot } from '../../src/modal/linear-algebra/mass-product.ts';
import { basisColumn, type ModeBasis } from '../../src/modal/mode-basis.ts';
import { polynomialModes } from '../../src/modal/polynomial-modes.ts';
import { modesOfBasis } from '../../src/modal/reduced/modes-of-basis.ts';
import { reducedMasses, reducedStiffness } from '../../src/modal/reduced/reduced-matrices.ts';
import { rigidMotions } from '../../src/modal/rigid-motions.ts';
import { scaleBasisByEnergy, scaleByEnergy, scaleByMass, scaleModes } from '../../src/modal/scale-modes.ts';
import { RUBBER, tetBlock } from './tet-block.ts';

const mesh = tetBlock([4, 3, 3], { jitter: 0.15 });
const body = createElasticTets(mesh, RUBBER);
const modes = findModes(body, { count: 6 });
const polynomial = polynomialModes(body.positions, body.masses);

function expectDiagonal(matrix: Float64Array, expected: (k: number) => number): void {
  const n = Math.round(Math.sqrt(matrix.length));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const scale = Math.sqrt(Math.abs(expected(i) * expected(j)));
      expect(Math.abs(matrix[i * n + j] - (i === j ? expected(i) : 0))).toBeLessThan(1e-8 * scale);
    }
  }
}

describe('polynomialModes', () => {
  test('24 independent columns without rigid motion', () => {
    expect(polynomial.count).toBe(24);
    const all = Uint32Array.from({ length: body.vertexCount }, (_, v) => v);
    const rigid = rigidMotions(body.held, body.positions, all, body.masses);
    expect(rigid.length).toBe(6);
    for (let k = 0; k < 24; k++) {
      const column = basisColumn(polynomial, k);
      const size = Math.sqrt(massDot(body.masses, column, column));
      for (const motion of rigid) expect(Math.abs(massDot(body.masses, motion, column))).toBeLessThan(1e-12 * size);
    }
    const { eigenvalues } = modesOfBasis(body, polynomial); // throws if they depended on each other
    expect(eigenvalues[0]).toBeGreaterThan(0);
  });

  test('the first is a stretch in x, the fourth a shear in xy; others are of second degree', () => {
    const middle = [0, 1, 2].map(
      (k) =>
        body.masses.reduce((sum, m, v) => sum + m * body.positions[3 * v + k], 0) /
        body.masses.reduce((sum, m) => sum + m, 0),
    );
    const stretch = basisColumn(polynomial, 0);
    const shear = basisColumn(polynomial, 3);
    // linear columns may differ by a rotation that keeps angular momentum 0: their strain is what counts
    const strain = (column: Float64Array, a: number, b: number) => {
      // least squares by differences along tet edges would do; one tet suffices for a linear field
      const [t0, t1, t2, t3] = body.tets;
      const g = body.gradients;
      let sum = 0;
      [t0, t1, t2, t3].forEach((v, k) => {
        sum += 0.5 * (column[3 * v + a] * g[3 * k + b] + column[3 * v + b] * g[3 * k + a]);
      });
      return sum;
    };
    expect(strain(stretch, 1, 1)).toBeCloseTo(0, 12);
    expect(strain(stretch, 0, 0)).toBeGreaterThan(0.1);
    expect(strain(shear, 0, 1)).toBeCloseTo(0.5 * strain(stretch, 0, 0), 12);
    expect(strain(shear, 0, 0)).toBeCloseTo(0, 12);
    expect(middle[0]).toBeGreaterThan(1);
  });

  test('bad input', () => {
    expect(() => polynomialModes([1, 2])).toThrow(
      'polynomialModes: positions must hold three numbers a vertex, got length 2.',
    );
    expect(() => polynomialModes([1, 2, 3])).toThrow('not all in one place, got radius 0.');
    expect(() => polynomialModes(body.positions, new Float64Array(2))).toThrow('masses must hold 80 numbers, got 2.');
    expect(() => polynomialModes(body.positions, body.masses.with(3, -1))).toThrow(
      'masses must be finite and from 0, got -1 at vertex 3.',
    );
  });
});

describe('modesOfBasis', () => {
  test('masses 1, stiffness ω²; frequencies at or above those of the body', () => {
    const reduced = modesOfBasis(body, polynomial);
    expectDiagonal(reducedMasses(body, reduced), () => 1);
    expectDiagonal(reducedStiffness('test', body, reduced), (k) => reduced.eigenvalues[k]);
    for (let k = 0; k < 6; k++)
      expect(reduced.frequencies[k]).toBeGreaterThanOrEqual(modes.frequencies[k] * (1 - 1e-12));
    expect(reduced.frequencies[0]).toBeLessThan(2 * modes.frequencies[0]);
  });

  test('of modes: the modes again', () => {
    const mixed = modes.vectors.slice();
    for (let i = 0; i < 3 * body.vertexCount; i++) mixed[i] += 0.5 * modes.vectors[3 * body.vertexCount + i];
    const again = modesOfBasis(body, { ...modes, vectors: mixed });
    for (let k = 0; k < 6; k++) expect(again.eigenvalues[k] / modes.eigenvalues[k]).toBeCloseTo(1, 9);
    const twice: ModeBasis = {
      ...modes,
      count: 2,
      vectors: Float64Array.from([...basisColumn(modes, 0), ...basisColumn(modes, 0)]),
    };
    expect(() => modesOfBasis(body, twice)).toThrow('modesOfBasis: columns must be independent');
  });
});

describe('scaling', () => {
  test('by energy: |q|² is the linear elastic energy', () => {
    const scaled = scaleByEnergy(modes);
    expect([...scaled.weights]).toEqual(Array.from(modes.eigenvalues, (value) => value / 2));
    expectDiagonal(reducedStiffness('test', body, scaled), () => 2); // ½·qᵀ(2·1)q
  });

  test('of any basis: diagonal, soft ones by their stiffness, stiff ones by at most 100 times the softest', () => {
    const scaled = scaleBasisByEnergy(body, polynomial);
    const stiffness = reducedStiffness('test', body, scaled);
    const soft = scaled.weights[0];
    for (let i = 0; i < 24; i++) {
      for (let j = 0; j < i; j++) expect(Math.abs(stiffness[24 * i + j])).toBeLessThan(1e-8 * stiffness[25 * i]);
      const value = stiffness[25 * i] * scaled.weights[i]; // before scaling
      expect(scaled.weights[i] / (1 / (1 / value + 0.01 / (soft * 1.01)))).toBeCloseTo(1, 6);
      expect(scaled.weights[i]).toBeLessThanOrEqual(101 * soft);
    }
  });

  test('by mass: every column moves the same', () => {
    const scaled = scaleByMass(body, polynomial);
    const masses = reducedMasses(body, scaled);
    for (let k = 0; k < 24; k++) expect(masses[25 * k]).toBeCloseTo(1, 12);
  });

  test('bad input', () => {
    expect(() => scaleModes(modes, [1])).toThrow('scaleModes: weights must hold 6 numbers, got 1.');
    expect(() => scaleModes(modes, [1, 1, 0, 1, 1, 1])).toThrow(
      'scaleModes: weights must be finite and above 0, got 0 at place 2.',
    );
    const shift: ModeBasis = {
      count: 1,
      vertexCount: body.vertexCount,
      vectors: new Float64Array(3 * body.vertexCount).fill(1),
    };
    const both = { ...modes, count: 7, vectors: Float64Array.from([...modes.vectors, ...shift.vectors]) };
    expect(() => scaleBasisByEnergy(body, both)).toThrow(
      'scaleBasisByEnergy: columns must be independent and without rigid motion',
    );
    const held = createElasticTets(mesh, { ...RUBBER, fixed: [0, 1, 2, 5] });
    expect(() => scaleBasisByEnergy(held, shift)).toThrow('columns must be 0 at fixed vertices, got 1 at vertex 0.');
  });
});
