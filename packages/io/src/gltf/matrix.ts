/** 4 × 4 matrices, column-major, sixteen numbers at an offset of a larger array. */
export type Matrices = Float64Array;

/** out = a · b; `out` must be other memory than `a` and `b`. */
export function multiplyMatrices(
  out: Matrices,
  outAt: number,
  a: Matrices,
  aAt: number,
  b: Matrices,
  bAt: number,
): void {
  for (let column = 0; column < 4; column++) {
    const b0 = b[bAt + 4 * column];
    const b1 = b[bAt + 4 * column + 1];
    const b2 = b[bAt + 4 * column + 2];
    const b3 = b[bAt + 4 * column + 3];
    for (let row = 0; row < 4; row++) {
      out[outAt + 4 * column + row] =
        a[aAt + row] * b0 + a[aAt + 4 + row] * b1 + a[aAt + 8 + row] * b2 + a[aAt + 12 + row] * b3;
    }
  }
}

/** Translation, rotation (quaternion xyzw of any length but 0) and scale, ten numbers, to a matrix. */
export function composeMatrix(out: Matrices, outAt: number, trs: Float64Array, at: number): void {
  let x = trs[at + 3];
  let y = trs[at + 4];
  let z = trs[at + 5];
  let w = trs[at + 6];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > 0) {
    x /= length;
    y /= length;
    z /= length;
    w /= length;
  } else {
    w = 1;
  }
  const sx = trs[at + 7];
  const sy = trs[at + 8];
  const sz = trs[at + 9];
  out[outAt] = (1 - 2 * (y * y + z * z)) * sx;
  out[outAt + 1] = 2 * (x * y + z * w) * sx;
  out[outAt + 2] = 2 * (x * z - y * w) * sx;
  out[outAt + 3] = 0;
  out[outAt + 4] = 2 * (x * y - z * w) * sy;
  out[outAt + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[outAt + 6] = 2 * (y * z + x * w) * sy;
  out[outAt + 7] = 0;
  out[outAt + 8] = 2 * (x * z + y * w) * sz;
  out[outAt + 9] = 2 * (y * z - x * w) * sz;
  out[outAt + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[outAt + 11] = 0;
  out[outAt + 12] = trs[at];
  out[outAt + 13] = trs[at + 1];
  out[outAt + 14] = trs[at + 2];
  out[outAt + 15] = 1;
}
