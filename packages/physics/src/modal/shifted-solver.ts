import { MeshError } from 'selfcollide';
import type { ElasticSystem } from './elastic-system.ts';
import { factorize } from './linear-algebra/factorize.ts';
import { solveFactorized } from './linear-algebra/solve-factorized.ts';

export interface ShiftedSolver {
  /** Replaces `SOLVE_WIDTH` interleaved vectors x by (K + shift·M)⁻¹·x. */
  readonly solve: (x: Float64Array) => void;
  /** A bound of the largest eigenvalue. */
  readonly largest: number;
  readonly shift: number;
}

/**
 * Factorises K + shift·M. Its shift makes K of a free body definite; it is so small that modes hardly feel it, and large
 * enough to stay clear of rounding. What it does to rigid motions does not matter: they are projected out.
 */
export function createShiftedSolver(system: ElasticSystem): ShiftedSolver {
  const { stiffness, masses, tree } = system;
  const largest = boundLargest(system);
  const shift = 1e-11 * largest;
  const factorization = factorize(stiffness, masses, shift, tree);
  if (factorization === undefined || factorization.negativeCount > 0) {
    throw new MeshError(
      'TET_FLAT',
      'createElasticTets: stiffness must be positive definite, got tets too flat for doubles.',
    );
  }
  return { solve: (x) => solveFactorized(factorization, x), largest, shift };
}

/** Gershgorin's bound for M⁻¹K. */
function boundLargest({ stiffness, masses }: ElasticSystem): number {
  const { size, start, values } = stiffness;
  let largest = 0;
  for (let block = 0; block < size; block++) {
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let e = start[block]; e < start[block + 1]; e++) {
        const v = 9 * e + 3 * row;
        sum += Math.abs(values[v]) + Math.abs(values[v + 1]) + Math.abs(values[v + 2]);
      }
      largest = Math.max(largest, sum / masses[block]);
    }
  }
  return largest;
}
