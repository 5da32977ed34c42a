/** u · (v × w) of the vectors that begin at i, j and k of the arrays. */
export function triple(u: Float64Array, i: number, v: Float64Array, j: number, w: Float64Array, k: number): number {
  return (
    u[i] * (v[j + 1] * w[k + 2] - v[j + 2] * w[k + 1]) +
    u[i + 1] * (v[j + 2] * w[k] - v[j] * w[k + 2]) +
    u[i + 2] * (v[j] * w[k + 1] - v[j + 1] * w[k])
  );
}
