import type { ElasticTets } from '../elastic-tets.ts';
import { type Modes, scatter } from '../find-modes.ts';
import { multiply } from '../linear-algebra/block-matrix.ts';
import { addMultiple, massDot } from '../linear-algebra/mass-product.ts';
import { SOLVE_WIDTH } from '../linear-algebra/solve-factorized.ts';
import { basisColumn, checkBasis, type ModeBasis } from '../mode-basis.ts';
import { massPca } from './mass-pca.ts';
import { stvkMixedForces } from './stvk-forces.ts';

/**
 * How modes bend each other: Φ_ij with K·Φ_ij = −(e(φ_i + φ_j) − e(φ_i) − e(φ_j)), e the quadratic part of elastic forces,
 * for all i ≤ j, row by row; without rigid motion. Together with the modes they span large deformations.
 */
export function modalDerivatives(body: ElasticTets, modes: ModeBasis): ModeBasis {
  checkBasis('modalDerivatives', modes, body.vertexCount);
  const { count, vertexCount } = modes;
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) for (let j = i; j < count; j++) pairs.push([i, j]);
  const vectors = new Float64Array(3 * vertexCount * pairs.length);
  const { system } = body;
  const unknowns = body.unknownCount;
  const full = new Float64Array(3 * vertexCount);
  for (let from = 0; from < pairs.length; from += SOLVE_WIDTH) {
    const group = pairs.slice(from, from + SOLVE_WIDTH);
    const forces = group.map(([i, j]) => {
      stvkMixedForces(body, basisColumn(modes, i), basisColumn(modes, j), full);
      const force = new Float64Array(unknowns);
      for (let k = 0; k < unknowns; k++) force[k] = -full[3 * system.vertices[Math.floor(k / 3)] + (k % 3)];
      return force;
    });
    solveStatic(body, forces).forEach((x, k) => {
      scatter(system, x, vectors.subarray(3 * vertexCount * (from + k), 3 * vertexCount * (from + k + 1)));
    });
  }
  return { count: pairs.length, vertexCount, vectors };
}

/** Residual over load at which displacements are good enough to span a basis. */
const ACCURATE = 1e-6;

/**
 * Displacements K·x = f of at most `SOLVE_WIDTH` loads, without rigid motion; what of f would move a free body is left
 * out. The factor has a shift, which a few corrections by the residual undo.
 */
function solveStatic(body: ElasticTets, forces: readonly Float64Array[]): Float64Array[] {
  const { system, solver } = body;
  const { masses, rigid, stiffness } = system;
  const size = body.unknownCount;
  for (const force of forces) {
    for (const motion of rigid) {
      let work = 0;
      for (let i = 0; i < size; i++) work += motion[i] * force[i];
      for (let i = 0; i < size; i++) force[i] -= work * masses[Math.floor(i / 3)] * motion[i];
    }
  }
  const solutions = forces.map(() => new Float64Array(size));
  const rests = forces.map((force) => force.slice());
  const product = new Float64Array(size);
  const x = new Float64Array(SOLVE_WIDTH * size);
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    x.fill(0);
    rests.forEach((rest, c) => {
      for (let i = 0; i < size; i++) x[SOLVE_WIDTH * i + c] = rest[i];
    });
    solver.solve(x);
    let worst = 0;
    for (let c = 0; c < forces.length; c++) {
      const solution = solutions[c];
      for (let i = 0; i < size; i++) solution[i] += x[SOLVE_WIDTH * i + c];
      for (const motion of rigid) addMultiple(solution, -massDot(masses, motion, solution), motion);
      multiply(stiffness, solution, product);
      let left = 0;
      let whole = 0;
      for (let i = 0; i < size; i++) {
        rests[c][i] = forces[c][i] - product[i];
        left += rests[c][i] ** 2;
        whole += forces[c][i] ** 2;
      }
      if (whole > 0) worst = Math.max(worst, Math.sqrt(left / whole));
    }
    // a body so slender that its modes are near the shift gains little a round, and rounding ends it for good
    if (worst <= ACCURATE || worst > 0.9 * before) return solutions;
    before = worst;
  }
}

export interface NonlinearBasisOptions {
  /** Columns of the result. */
  readonly count: number;
}

/**
 * A basis for large deformations: the modes and their derivatives, each of unit mass, weighted by λ₁/λ_i and λ₁²/(λ_i·λ_j),
 * then the `count` directions that carry most of them.
 */
export function nonlinearBasis(body: ElasticTets, modes: Modes, options: NonlinearBasisOptions): ModeBasis {
  const caller = 'nonlinearBasis';
  for (const name of Object.keys(options)) {
    if (name !== 'count') throw new RangeError(`${caller}: options are count, got '${name}'.`);
  }
  checkBasis(caller, modes, body.vertexCount);
  const { count: k, vertexCount, eigenvalues } = modes;
  const total = k + (k * (k + 1)) / 2;
  const { count } = options;
  if (!(Number.isInteger(count) && count >= 1 && count <= total)) {
    throw new RangeError(
      `${caller}: count must be a whole number from 1 to ${total} (${k} modes and their derivatives), got ${count}.`,
    );
  }
  const derivatives = modalDerivatives(body, modes);
  const vectors = new Float64Array(3 * vertexCount * total);
  vectors.set(modes.vectors);
  vectors.set(derivatives.vectors, modes.vectors.length);
  const columns = { count: total, vertexCount, vectors };
  let at = 0;
  const weigh = (weight: number) => {
    const column = basisColumn(columns, at++);
    const length = Math.sqrt(massDot(body.masses, column, column));
    if (length > 0) for (let i = 0; i < column.length; i++) column[i] *= weight / length;
  };
  for (let i = 0; i < k; i++) weigh(eigenvalues[0] / eigenvalues[i]);
  for (let i = 0; i < k; i++) {
    for (let j = i; j < k; j++) weigh(eigenvalues[0] ** 2 / (eigenvalues[i] * eigenvalues[j]));
  }
  return massPca(columns, body.masses, count);
}
