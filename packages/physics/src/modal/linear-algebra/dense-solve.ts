/**
 * Solves A·x = b by elimination with partial pivoting; A (n × n) is destroyed, b becomes x. Returns false if A is singular.
 */
export function denseSolve(a: Float64Array, n: number, b: Float64Array): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    const value = a[pivot * n + k];
    if (!(Math.abs(value) > 0 && Math.abs(value) < Number.POSITIVE_INFINITY)) return false;
    if (pivot !== k) {
      for (let j = k; j < n; j++) {
        const kept = a[k * n + j];
        a[k * n + j] = a[pivot * n + j];
        a[pivot * n + j] = kept;
      }
      const kept = b[k];
      b[k] = b[pivot];
      b[pivot] = kept;
    }
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / value;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let j = i + 1; j < n; j++) sum -= a[i * n + j] * b[j];
    b[i] = sum / a[i * n + i];
  }
  return true;
}
