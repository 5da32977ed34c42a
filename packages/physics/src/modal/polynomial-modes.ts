import { addMultiple, massDot } from './linear-algebra/mass-product.ts';
import type { ModeBasis } from './mode-basis.ts';
import { basisColumn } from './mode-basis.ts';
import { rigidMotions } from './rigid-motions.ts';

/** The six strains, as pairs of axes, and the six products of two coordinates. */
const PAIRS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [1, 2],
  [2, 0],
];

/**
 * 24 modes that are polynomials of the rest position: six linear ones (nine less three rotations), then the six products
 * of two coordinates in each of three directions. Coordinates are measured from the middle of mass and divided by the
 * radius. Rigid motion, which quadratic ones carry, is taken out by masses: one a vertex, or all the same if left out.
 */
export function polynomialModes(positions: ArrayLike<number>, masses?: Float64Array): ModeBasis {
  const caller = 'polynomialModes';
  const vertexCount = positions.length / 3;
  if (!(Number.isInteger(vertexCount) && vertexCount >= 1)) {
    throw new RangeError(`${caller}: positions must hold three numbers a vertex, got length ${positions.length}.`);
  }
  const weights = masses ?? new Float64Array(vertexCount).fill(1 / vertexCount);
  if (weights.length !== vertexCount) {
    throw new RangeError(`${caller}: masses must hold ${vertexCount} numbers, got ${weights.length}.`);
  }
  const bad = weights.findIndex((mass) => !(mass >= 0 && mass < Number.POSITIVE_INFINITY));
  if (bad >= 0)
    throw new RangeError(`${caller}: masses must be finite and from 0, got ${weights[bad]} at vertex ${bad}.`);
  let total = 0;
  const middle = [0, 0, 0];
  for (let v = 0; v < vertexCount; v++) {
    total += weights[v];
    for (let k = 0; k < 3; k++) middle[k] += weights[v] * positions[3 * v + k];
  }
  for (let k = 0; k < 3; k++) middle[k] /= total;
  let radius = 0;
  for (let v = 0; v < vertexCount; v++) {
    radius = Math.max(radius, Math.hypot(...middle.map((m, k) => positions[3 * v + k] - m)));
  }
  if (!(radius > 0 && radius < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${caller}: positions must be finite and not all in one place, got radius ${radius}.`);
  }

  const vectors = new Float64Array(3 * vertexCount * 24);
  const basis = { count: 24, vertexCount, vectors };
  for (let v = 0; v < vertexCount; v++) {
    const x = middle.map((m, k) => (positions[3 * v + k] - m) / radius);
    PAIRS.forEach(([a, b], pair) => {
      const strain = 3 * (vertexCount * pair + v);
      vectors[strain + a] += a === b ? x[b] : 0.5 * x[b];
      if (a !== b) vectors[strain + b] += 0.5 * x[a];
      for (let k = 0; k < 3; k++) vectors[3 * (vertexCount * (6 + 3 * pair + k) + v) + k] = x[a] * x[b];
    });
  }
  const all = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const rigid = rigidMotions({ motions: 6, point: middle, axis: [] }, positions, all, weights);
  for (let k = 0; k < 24; k++) {
    const column = basisColumn(basis, k);
    for (const motion of rigid) addMultiple(column, -massDot(weights, motion, column), motion);
  }
  return basis;
}
