import { addGram } from '../linear-algebra/add-gram.ts';
import { addMultiple, massDot } from '../linear-algebra/mass-product.ts';
import { symmetricEigen } from '../linear-algebra/symmetric-eigen.ts';
import { basisColumn, checkBasis, type ModeBasis } from '../mode-basis.ts';

/** Directions that hold less of the columns than this share of the first are rounding. */
const SMALLEST = 1e-7;

/**
 * The `count` directions that carry most of the columns, by masses: principal components in the inner product of M,
 * strongest first, of unit mass and orthogonal.
 */
export function massPca(columns: ModeBasis, masses: Float64Array, count: number): ModeBasis {
  const caller = 'massPca';
  const { vertexCount } = columns;
  checkBasis(caller, columns, masses.length);
  if (!(Number.isInteger(count) && count >= 1 && count <= columns.count)) {
    throw new RangeError(`${caller}: count must be a whole number from 1 to ${columns.count}, got ${count}.`);
  }
  const length = 3 * vertexCount;
  const roots = masses.map((mass) => Math.sqrt(mass));
  const rows = columns.vectors.map((x, i) => x * roots[Math.floor((i % length) / 3)]);
  const gram = new Float64Array(columns.count ** 2);
  addGram(rows, columns.count, length, gram);
  const { values, vectors: directions } = symmetricEigen(gram, columns.count);
  const strongest = Math.sqrt(values[columns.count - 1]);

  const vectors = new Float64Array(length * count);
  const out = { count, vertexCount, vectors };
  for (let k = 0; k < count; k++) {
    const row = columns.count - 1 - k;
    const strength = Math.sqrt(Math.max(0, values[row]));
    if (!(strength > SMALLEST * strongest)) {
      throw new RangeError(`${caller}: count must be at most ${k}, the rank of the columns, got ${count}.`);
    }
    const column = basisColumn(out, k);
    for (let j = 0; j < columns.count; j++) {
      addMultiple(column, directions[row * columns.count + j] / strength, basisColumn(columns, j));
    }
    // weak directions come out of the Gram matrix only roughly orthogonal
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < k; j++) {
        const other = basisColumn(out, j);
        addMultiple(column, -massDot(masses, other, column), other);
      }
    }
    const size = Math.sqrt(massDot(masses, column, column));
    for (let i = 0; i < length; i++) column[i] /= size;
  }
  return out;
}
