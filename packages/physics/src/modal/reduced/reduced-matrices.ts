import type { ElasticTets } from '../elastic-tets.ts';
import { multiply } from '../linear-algebra/block-matrix.ts';
import { massDot } from '../linear-algebra/mass-product.ts';
import { basisColumn, type ModeBasis } from '../mode-basis.ts';

/** UᵀMU, count × count. */
export function reducedMasses(body: ElasticTets, basis: ModeBasis): Float64Array {
  const { count } = basis;
  const out = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      const product = massDot(body.masses, basisColumn(basis, i), basisColumn(basis, j));
      out[i * count + j] = out[j * count + i] = product;
    }
  }
  return out;
}

/** UᵀKU of linear elasticity, count × count. */
export function reducedStiffness(caller: string, body: ElasticTets, basis: ModeBasis): Float64Array {
  const { count } = basis;
  for (let i = 0; i < basis.vectors.length; i++) {
    const vertex = Math.floor(i / 3) % body.vertexCount;
    if (body.isFixed[vertex] === 0 || basis.vectors[i] === 0) continue;
    throw new RangeError(
      `${caller}: columns must be 0 at fixed vertices, got ${basis.vectors[i]} at vertex ${vertex}.`,
    );
  }
  const { vertices, stiffness } = body.system;
  const columns = Array.from({ length: count }, (_, k) => {
    const column = basisColumn(basis, k);
    return new Float64Array(body.unknownCount).map((_, i) => column[3 * vertices[Math.floor(i / 3)] + (i % 3)]);
  });
  const out = new Float64Array(count * count);
  const force = new Float64Array(body.unknownCount);
  for (let i = 0; i < count; i++) {
    multiply(stiffness, columns[i], force);
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < force.length; k++) sum += force[k] * columns[j][k];
      out[i * count + j] = out[j * count + i] = sum;
    }
  }
  return out;
}
