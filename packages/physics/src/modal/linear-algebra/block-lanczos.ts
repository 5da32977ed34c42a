import { addMultiple, massDot } from './mass-product.ts';
import { SOLVE_WIDTH } from './solve-factorized.ts';
import { type SymmetricEigen, symmetricEigen } from './symmetric-eigen.ts';

/** Vectors that the operator takes at once. Eigenvalues of up to this multiplicity are found by construction. */
export const BLOCK = SOLVE_WIDTH;

export interface LanczosProblem {
  /** Length of vectors. */
  readonly size: number;
  /** Inner product: one mass for three numbers. */
  readonly masses: Float64Array;
  /** Directions that are left out, orthonormal. */
  readonly excluded: readonly Float64Array[];
  /** Eigenpairs wanted: those of the largest eigenvalues. */
  readonly count: number;
  /** Residual over eigenvalue at which a pair is good enough. */
  readonly tolerance: number;
  /** Applies the operator, symmetric in the inner product, to `BLOCK` vectors, interleaved, in place. */
  readonly apply: (x: Float64Array) => void;
}

export interface RitzPairs {
  /** Descending. */
  readonly values: Float64Array;
  /** Orthonormal, one after the other. */
  readonly vectors: Float64Array[];
}

/**
 * Largest eigenpairs by block Lanczos. New vectors are made orthogonal to all earlier ones, twice, so that no eigenvalue
 * shows up as its own ghost; memory grows with the number of steps, which is small after inversion.
 */
export function blockLanczos(problem: LanczosProblem): RitzPairs {
  const { size, masses, excluded, count, tolerance, apply } = problem;
  const skip = excluded.length;
  const kept = [...excluded]; // vectors that all later ones are orthogonal to; the first `skip` span nothing of ours
  const random = createRandom();
  const projected: Float64Array[] = []; // of operator·vector k: its products with vectors up to its own block
  const x = new Float64Array(BLOCK * size);
  const column = new Float64Array(size);
  let nextCheck = Math.min(size - skip, count + 3 * BLOCK);

  let width = Math.min(BLOCK, size - skip);
  for (let k = 0; k < width; k++) kept.push(freshVector(size, masses, kept, random));
  for (;;) {
    const total = kept.length - skip;
    const from = total - width;
    x.fill(0);
    for (let c = 0; c < width; c++) for (let i = 0; i < size; i++) x[BLOCK * i + c] = kept[skip + from + c][i];
    apply(x);
    const products = new Float64Array(BLOCK * kept.length);
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < kept.length; k++) removeBlock(x, masses, kept[k], products, BLOCK * k);
    }
    for (let c = 0; c < width; c++) {
      projected.push(Float64Array.from({ length: total }, (_, k) => products[BLOCK * (skip + k) + c]));
    }

    // what is left, as an orthonormal block times R
    const coupling = new Float64Array(BLOCK * BLOCK);
    const before = kept.length;
    for (let c = 0; c < width && kept.length < size; c++) {
      for (let i = 0; i < size; i++) column[i] = x[BLOCK * i + c];
      const whole = Math.sqrt(massDot(masses, column, column));
      for (let pass = 0; pass < 2; pass++) {
        for (let k = before; k < kept.length; k++) {
          const part = massDot(masses, kept[k], column);
          coupling[BLOCK * (k - before) + c] += part;
          addMultiple(column, -part, kept[k]);
        }
      }
      const length = Math.sqrt(massDot(masses, column, column));
      if (length > 1e-14 * Math.abs(projected[from + c][from + c])) {
        coupling[BLOCK * (kept.length - before) + c] = length;
        kept.push(normalized(column, masses, length < 1e-3 * whole ? kept : []));
      } else {
        // the vectors so far span an invariant space: go on from anywhere else, uncoupled
        kept.push(freshVector(size, masses, kept, random));
      }
    }

    const exhausted = kept.length === before;
    if (exhausted || total >= nextCheck) {
      const eigen = symmetricEigen(symmetric(projected, total), total);
      let good = 0;
      for (let row = total - 1; row >= Math.max(0, total - count); row--) {
        if (exhausted || residual(eigen, row, total, width, coupling) <= tolerance * eigen.values[row]) good++;
      }
      if (exhausted || good === count) return combine(eigen, kept.slice(skip), total, Math.min(count, total));
      nextCheck = total + 2 * BLOCK;
    }
    width = kept.length - before;
  }
}

function symmetric(projected: readonly Float64Array[], total: number): Float64Array {
  const out = new Float64Array(total * total);
  for (let k = 0; k < total; k++) {
    for (let j = 0; j < projected[k].length; j++) out[k * total + j] = out[j * total + k] = projected[k][j];
  }
  return out;
}

/** Norm of operator·vector − value·vector for Ritz pair `row`: R times the pair's part in the last block. */
function residual(eigen: SymmetricEigen, row: number, total: number, width: number, coupling: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < BLOCK; k++) {
    let part = 0;
    for (let c = 0; c < width; c++) part += coupling[BLOCK * k + c] * eigen.vectors[row * total + total - width + c];
    sum += part * part;
  }
  return Math.sqrt(sum);
}

function combine(eigen: SymmetricEigen, basis: readonly Float64Array[], total: number, wanted: number): RitzPairs {
  const values = new Float64Array(wanted);
  const vectors: Float64Array[] = [];
  for (let k = 0; k < wanted; k++) {
    const row = total - 1 - k;
    values[k] = eigen.values[row];
    const vector = new Float64Array(basis[0].length);
    for (let j = 0; j < total; j++) addMultiple(vector, eigen.vectors[row * total + j], basis[j]);
    vectors.push(vector);
  }
  return { values, vectors };
}

function normalized(column: Float64Array, masses: Float64Array, against: readonly Float64Array[]): Float64Array {
  const out = column.slice();
  for (let pass = 0; pass < 2; pass++) {
    for (const vector of against) addMultiple(out, -massDot(masses, vector, out), vector);
  }
  const length = Math.sqrt(massDot(masses, out, out));
  for (let i = 0; i < out.length; i++) out[i] /= length;
  return out;
}

function freshVector(
  size: number,
  masses: Float64Array,
  against: readonly Float64Array[],
  random: () => number,
): Float64Array {
  return normalized(new Float64Array(size).map(random), masses, against);
}

/** Numbers from −1 to 1, the same on every run (xorshift). */
function createRandom(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

function removeBlock(x: Float64Array, masses: Float64Array, v: Float64Array, products: Float64Array, at: number): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let block = 0; block < masses.length; block++) {
    for (let i = 3 * block; i < 3 * block + 3; i++) {
      const weight = masses[block] * v[i];
      a += weight * x[BLOCK * i];
      b += weight * x[BLOCK * i + 1];
      c += weight * x[BLOCK * i + 2];
      d += weight * x[BLOCK * i + 3];
    }
  }
  for (let i = 0; i < v.length; i++) {
    const value = v[i];
    x[BLOCK * i] -= a * value;
    x[BLOCK * i + 1] -= b * value;
    x[BLOCK * i + 2] -= c * value;
    x[BLOCK * i + 3] -= d * value;
  }
  products[at] += a;
  products[at + 1] += b;
  products[at + 2] += c;
  products[at + 3] += d;
}
