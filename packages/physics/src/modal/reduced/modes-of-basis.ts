import type { ElasticTets } from '../elastic-tets.ts';
import { addMultiple } from '../linear-algebra/mass-product.ts';
import { symmetricEigen } from '../linear-algebra/symmetric-eigen.ts';
import { basisColumn, checkBasis, type ModeBasis } from '../mode-basis.ts';
import { reducedMasses, reducedStiffness } from './reduced-matrices.ts';

export interface BasisModes extends ModeBasis {
  /** ω², in 1/s², ascending. */
  readonly eigenvalues: Float64Array;
  /** ω / 2π, in Hz. */
  readonly frequencies: Float64Array;
}

/**
 * Vibrations of a body that can move only as a basis allows, polynomial modes for one: the columns are combined so that
 * xᵀMy = 0 and xᵀKy = 0 for two of them and xᵀMx = 1. Frequencies are never below the body's own.
 */
export function modesOfBasis(body: ElasticTets, basis: ModeBasis): BasisModes {
  const caller = 'modesOfBasis';
  checkBasis(caller, basis, body.vertexCount);
  const { count, vertexCount } = basis;
  const { values: sizes, vectors: axes } = symmetricEigen(reducedMasses(body, basis), count);
  if (!(sizes[0] > 1e-13 * sizes[count - 1])) {
    throw new RangeError(`${caller}: columns must be independent, got a combination of mass ${sizes[0]}.`);
  }
  const whole = { count, vertexCount, vectors: new Float64Array(basis.vectors.length) };
  for (let k = 0; k < count; k++) {
    const column = basisColumn(whole, k);
    for (let j = 0; j < count; j++)
      addMultiple(column, axes[k * count + j] / Math.sqrt(sizes[k]), basisColumn(basis, j));
  }
  const { values: eigenvalues, vectors: rotation } = symmetricEigen(reducedStiffness(caller, body, whole), count);
  const out = { count, vertexCount, vectors: new Float64Array(basis.vectors.length) };
  for (let k = 0; k < count; k++) {
    const column = basisColumn(out, k);
    for (let j = 0; j < count; j++) addMultiple(column, rotation[k * count + j], basisColumn(whole, j));
  }
  const frequencies = eigenvalues.map((value) => Math.sqrt(Math.max(0, value)) / (2 * Math.PI));
  return { ...out, eigenvalues, frequencies };
}
