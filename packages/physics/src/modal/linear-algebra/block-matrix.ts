/**
 * A symmetric sparse matrix of 3 × 3 blocks, both triangles stored: row i has the blocks `start[i] … start[i + 1])` in
 * ascending columns, nine numbers each, row by row.
 */
export interface BlockMatrix {
  readonly size: number;
  readonly start: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

/** out = A·x. */
export function multiply(matrix: BlockMatrix, x: Float64Array, out: Float64Array): void {
  const { size, start, columns, values } = matrix;
  for (let i = 0; i < size; i++) {
    let a = 0;
    let b = 0;
    let c = 0;
    for (let e = start[i]; e < start[i + 1]; e++) {
      const k = 3 * columns[e];
      const v = 9 * e;
      const x0 = x[k];
      const x1 = x[k + 1];
      const x2 = x[k + 2];
      a += values[v] * x0 + values[v + 1] * x1 + values[v + 2] * x2;
      b += values[v + 3] * x0 + values[v + 4] * x1 + values[v + 5] * x2;
      c += values[v + 6] * x0 + values[v + 7] * x1 + values[v + 8] * x2;
    }
    out[3 * i] = a;
    out[3 * i + 1] = b;
    out[3 * i + 2] = c;
  }
}
