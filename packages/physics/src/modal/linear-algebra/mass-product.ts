/** xᵀ·M·y, M one number for three of x. */
export function massDot(masses: ArrayLike<number>, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let v = 0; v < masses.length; v++) {
    const i = 3 * v;
    sum += masses[v] * (x[i] * y[i] + x[i + 1] * y[i + 1] + x[i + 2] * y[i + 2]);
  }
  return sum;
}

/** x ← x + factor·y. */
export function addMultiple(x: Float64Array, factor: number, y: Float64Array): void {
  for (let i = 0; i < x.length; i++) x[i] += factor * y[i];
}
