import type { ElasticTets } from '../../src/modal/elastic-tets.ts';

/** M^(−½)·K·M^(−½) with all numbers written out, to check sparse solvers against. */
export function denseMatrix(body: ElasticTets): Float64Array {
  const { stiffness, masses } = body.system;
  const n = body.unknownCount;
  const out = new Float64Array(n * n);
  for (let row = 0; row < stiffness.size; row++) {
    for (let e = stiffness.start[row]; e < stiffness.start[row + 1]; e++) {
      const column = stiffness.columns[e];
      const scale = Math.sqrt(masses[row] * masses[column]);
      for (let k = 0; k < 9; k++) {
        out[(3 * row + Math.floor(k / 3)) * n + 3 * column + (k % 3)] = stiffness.values[9 * e + k] / scale;
      }
    }
  }
  return out;
}
