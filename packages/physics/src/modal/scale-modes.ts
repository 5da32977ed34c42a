import type { ElasticTets } from './elastic-tets.ts';
import type { Modes } from './find-modes.ts';
import { addMultiple, massDot } from './linear-algebra/mass-product.ts';
import { symmetricEigen } from './linear-algebra/symmetric-eigen.ts';
import { basisColumn, checkBasis, type ModeBasis } from './mode-basis.ts';
import { reducedStiffness } from './reduced/reduced-matrices.ts';

/** A basis whose columns are divided by √weight, so that |q|² of the new coordinates is Σ weight·q² of the old ones. */
export interface ScaledBasis extends ModeBasis {
  readonly weights: Float64Array;
}

/** Columns over √weight. */
export function scaleModes(basis: ModeBasis, weights: ArrayLike<number>): ScaledBasis {
  const caller = 'scaleModes';
  checkBasis(caller, basis, basis.vertexCount);
  if (weights.length !== basis.count) {
    throw new RangeError(`${caller}: weights must hold ${basis.count} numbers, got ${weights.length}.`);
  }
  for (let k = 0; k < basis.count; k++) {
    if (weights[k] > 0 && weights[k] < Number.POSITIVE_INFINITY) continue;
    throw new RangeError(`${caller}: weights must be finite and above 0, got ${weights[k]} at place ${k}.`);
  }
  const { count, vertexCount } = basis;
  const length = 3 * vertexCount;
  const vectors = basis.vectors.map((x, i) => x / Math.sqrt(weights[Math.floor(i / length)]));
  return { count, vertexCount, vectors, weights: Float64Array.from(weights) };
}

/** Modes scaled by ω²/2: |q|² is the linear elastic energy (subspace paper §6). */
export function scaleByEnergy(modes: Modes): ScaledBasis {
  return scaleModes(
    modes,
    modes.eigenvalues.map((value) => value / 2),
  );
}

/**
 * Any basis scaled by energy: first rotated so that UᵀKU is diagonal, then weighted by its diagonal, softest first. High
 * stiffness is damped, λ ↦ (1/λ + 1/(100·λ_min))⁻¹, lest stiff columns starve (subspace paper §6).
 */
export function scaleBasisByEnergy(body: ElasticTets, basis: ModeBasis): ScaledBasis {
  const caller = 'scaleBasisByEnergy';
  checkBasis(caller, basis, body.vertexCount);
  const { count, vertexCount } = basis;
  const { values, vectors: rotation } = symmetricEigen(reducedStiffness(caller, body, basis), count);
  if (!(values[0] > 1e-12 * values[count - 1])) {
    throw new RangeError(
      `${caller}: columns must be independent and without rigid motion, got stiffness ${values[0]}.`,
    );
  }
  const rotated = { count, vertexCount, vectors: new Float64Array(basis.vectors.length) };
  for (let k = 0; k < count; k++) {
    const column = basisColumn(rotated, k);
    for (let j = 0; j < count; j++) addMultiple(column, rotation[k * count + j], basisColumn(basis, j));
  }
  return scaleModes(
    rotated,
    values.map((value) => 1 / (1 / value + 1 / (100 * values[0]))),
  );
}

/** Columns scaled to move the same mass: xᵀMx = 1. */
export function scaleByMass(body: ElasticTets, basis: ModeBasis): ScaledBasis {
  checkBasis('scaleByMass', basis, body.vertexCount);
  const weights = Float64Array.from({ length: basis.count }, (_, k) => {
    const column = basisColumn(basis, k);
    return massDot(body.masses, column, column);
  });
  return scaleModes(basis, weights);
}
