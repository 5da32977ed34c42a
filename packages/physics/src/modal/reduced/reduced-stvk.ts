import type { ElasticTets } from '../elastic-tets.ts';
import { addGram } from '../linear-algebra/add-gram.ts';
import { basisColumn, checkBasis, type ModeBasis } from '../mode-basis.ts';
import { reducedMasses } from './reduced-matrices.ts';
import { StiffnessPolynomial } from './stiffness-polynomial.ts';
import { displacementGradient } from './stvk-forces.ts';

/**
 * St. Venant–Kirchhoff elasticity of u = U·q. Green strain is linear in z = (q_i, q_i·q_j), so the energy is ½·zᵀQz with a
 * matrix Q that is summed over tets once; after that nothing depends on the mesh.
 */
export interface ReducedStvk {
  readonly rank: number;
  /** UᵀMU, rank × rank. */
  readonly masses: Float64Array;
  energy(q: ArrayLike<number>): number;
  /** Forces Uᵀf(Uq); returns the energy. */
  force(q: ArrayLike<number>, out: Float64Array): number;
  /** Their derivative, rank × rank. */
  stiffness(q: ArrayLike<number>, out: Float64Array): void;
  /** Both at once, several times as fast. */
  forceAndStiffness(q: Float64Array, force: Float64Array, stiffness: Float64Array): void;
  /**
   * The force between two poses whose work over the straight step is exactly the difference of their energies:
   * J(½(p + q))ᵀ·Q·½(z(p) + z(q)), since z(q) − z(p) = J(½(p + q))·(q − p).
   */
  meanForce(p: ArrayLike<number>, q: ArrayLike<number>, out: Float64Array): void;
  /** Derivative of `meanForce` by q; not symmetric. */
  meanStiffness(p: ArrayLike<number>, q: ArrayLike<number>, out: Float64Array): void;
}

/** Tets whose strains are multiplied at once: rows of 6 × 64 numbers stay in cache. */
const CHUNK = 64;

export function createReducedStvk(body: ElasticTets, basis: ModeBasis): ReducedStvk {
  checkBasis('createReducedStvk', basis, body.vertexCount);
  const rank = basis.count;
  const size = rank + (rank * (rank + 1)) / 2;
  const matrix = strainProducts(body, basis, size);
  const z = new Float64Array(size);
  const y = new Float64Array(size);
  const middle = new Float64Array(rank);
  const half = new Float64Array(size * rank);
  let polynomial: StiffnessPolynomial | null = null;

  return {
    rank,
    masses: reducedMasses(body, basis),
    energy(q) {
      products(q, rank, z);
      return 0.5 * multiplySymmetric(matrix, size, z, y);
    },
    force(q, out) {
      products(q, rank, z);
      const energy = 0.5 * multiplySymmetric(matrix, size, z, y);
      pullBack(q, rank, y, out);
      return energy;
    },
    stiffness(q, out) {
      products(q, rank, z);
      multiplySymmetric(matrix, size, z, y);
      tangent(matrix, size, rank, q, q, y, 1, half, out);
    },
    forceAndStiffness(q, force, stiffness) {
      polynomial ??= new StiffnessPolynomial(matrix, rank);
      polynomial.evaluate(q, force, stiffness);
    },
    meanForce(p, q, out) {
      meanProducts(p, q, rank, middle, z, y);
      multiplySymmetric(matrix, size, z, y);
      pullBack(middle, rank, y, out);
    },
    meanStiffness(p, q, out) {
      meanProducts(p, q, rank, middle, z, y);
      multiplySymmetric(matrix, size, z, y);
      tangent(matrix, size, rank, middle, q, y, 0.5, half, out);
    },
  };
}

function meanProducts(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  rank: number,
  middle: Float64Array,
  z: Float64Array,
  spare: Float64Array,
): void {
  products(p, rank, spare);
  products(q, rank, z);
  for (let k = 0; k < z.length; k++) z[k] = 0.5 * (z[k] + spare[k]);
  for (let k = 0; k < rank; k++) middle[k] = 0.5 * (p[k] + q[k]);
}

/** z: first q, then q_i·q_j for j ≥ i, row by row. */
function products(q: ArrayLike<number>, rank: number, out: Float64Array): void {
  let k = rank;
  for (let i = 0; i < rank; i++) {
    out[i] = q[i];
    for (let j = i; j < rank; j++) out[k++] = q[i] * q[j];
  }
}

/** out = Jᵀ·y, J the derivative of z at q. */
function pullBack(q: ArrayLike<number>, rank: number, y: Float64Array, out: Float64Array): void {
  for (let i = 0; i < rank; i++) out[i] = y[i];
  let k = rank;
  for (let i = 0; i < rank; i++) {
    for (let j = i; j < rank; j++, k++) {
      out[i] += y[k] * q[j];
      out[j] += y[k] * q[i];
    }
  }
}

/** out = factor·(J(left)ᵀ·Q·J(right) + Σ y_k·∂²z_k). */
function tangent(
  matrix: Float64Array,
  size: number,
  rank: number,
  left: ArrayLike<number>,
  right: ArrayLike<number>,
  y: Float64Array,
  factor: number,
  half: Float64Array,
  out: Float64Array,
): void {
  // half = J(left)ᵀ·Q, one row a coordinate; Q is symmetric, so rows serve as columns
  for (let i = 0; i < rank; i++) for (let c = 0; c < size; c++) half[i * size + c] = matrix[i * size + c];
  let k = rank;
  for (let i = 0; i < rank; i++) {
    for (let j = i; j < rank; j++, k++) {
      addRow(half, i * size, left[j], matrix, k * size, size);
      addRow(half, j * size, left[i], matrix, k * size, size);
    }
  }
  for (let row = 0; row < rank; row++) {
    const line = half.subarray(row * size, (row + 1) * size);
    pullBack(right, rank, line, out.subarray(row * rank, (row + 1) * rank));
  }
  k = rank;
  for (let i = 0; i < rank; i++) {
    for (let j = i; j < rank; j++, k++) {
      out[i * rank + j] += y[k];
      out[j * rank + i] += y[k];
    }
  }
  for (let i = 0; i < rank * rank; i++) out[i] *= factor;
}

function addRow(out: Float64Array, to: number, factor: number, rows: Float64Array, from: number, length: number): void {
  for (let c = 0; c < length; c++) out[to + c] += factor * rows[from + c];
}

/** out = Q·z; returns zᵀ·Q·z. */
function multiplySymmetric(matrix: Float64Array, size: number, z: Float64Array, out: Float64Array): number {
  let total = 0;
  for (let i = 0; i < size; i++) {
    const at = i * size;
    let sum = 0;
    for (let j = 0; j < size; j++) sum += matrix[at + j] * z[j];
    out[i] = sum;
    total += sum * z[i];
  }
  return total;
}

/**
 * Q = Σ V·EᵀCE over tets, E the six strains of each entry of z. C is κ·tr² + 2μ·dev:dev (κ = λ + ⅔μ), a sum of six
 * squares: so Q is a Gram matrix and semidefinite in spite of rounding.
 */
function strainProducts(body: ElasticTets, basis: ModeBasis, size: number): Float64Array {
  const { tets, volumes, gradients, lambda, mu } = body;
  const rank = basis.count;
  const rows = new Float64Array(6 * CHUNK * size);
  const out = new Float64Array(size * size);
  const g = Array.from({ length: rank }, () => new Float64Array(9));
  const columns = Array.from({ length: rank }, (_, k) => basisColumn(basis, k));
  const e = new Float64Array(6); // xx, yy, zz, xy, yz, zx
  for (let from = 0; from < volumes.length; from += CHUNK) {
    rows.fill(0);
    for (let t = from; t < Math.min(from + CHUNK, volumes.length); t++) {
      const bulk = Math.sqrt(volumes[t] * (lambda + (2 / 3) * mu));
      const shear = Math.sqrt(2 * mu * volumes[t]);
      const put = (k: number) => {
        const at = 6 * (CHUNK * k + t - from);
        rows[at] = bulk * (e[0] + e[1] + e[2]);
        rows[at + 1] = shear * Math.SQRT1_2 * (e[0] - e[1]);
        rows[at + 2] = (shear / Math.sqrt(6)) * (e[0] + e[1] - 2 * e[2]);
        for (let c = 3; c < 6; c++) rows[at + c] = shear * Math.SQRT2 * e[c];
      };
      for (let i = 0; i < rank; i++) {
        const a = g[i];
        displacementGradient(tets, gradients, t, columns[i], a);
        for (let c = 0; c < 3; c++) {
          e[c] = a[4 * c];
          e[3 + c] = 0.5 * (a[3 * c + ((c + 1) % 3)] + a[3 * ((c + 1) % 3) + c]);
        }
        put(i);
      }
      let k = rank;
      for (let i = 0; i < rank; i++) {
        for (let j = i; j < rank; j++) {
          mixedStrain(g[i], g[j], i === j ? 0.25 : 0.5, e);
          put(k++);
        }
      }
    }
    addGram(rows, size, 6 * CHUNK, out);
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) out[j * size + i] = out[i * size + j];
  return out;
}

/** factor·(AᵀB + BᵀA). */
function mixedStrain(a: Float64Array, b: Float64Array, factor: number, out: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    out[c] = 2 * factor * (a[c] * b[c] + a[3 + c] * b[3 + c] + a[6 + c] * b[6 + c]);
    out[3 + c] =
      factor *
      (a[c] * b[d] +
        a[3 + c] * b[3 + d] +
        a[6 + c] * b[6 + d] +
        a[d] * b[c] +
        a[3 + d] * b[3 + c] +
        a[6 + d] * b[6 + c]);
  }
}
