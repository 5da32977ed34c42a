/** Eigenvalues ascending, and the eigenvector of each as a row of `vectors`. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

/**
 * All eigenpairs of a dense symmetric matrix, n × n numbers: Householder reflections make it tridiagonal, then QL steps
 * with Wilkinson's shift make it diagonal. Backward stable; reads the lower triangle.
 */
export function symmetricEigen(matrix: Float64Array, n: number): SymmetricEigen {
  const a = matrix.slice();
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n); // beside[i] couples i and i + 1
  const basis = new Float64Array(n * n); // row k is what becomes eigenvector k
  tridiagonalize(a, n, diagonal, beside, basis);
  diagonalize(n, diagonal, beside, basis);
  const order = Array.from({ length: n }, (_, k) => k).sort((i, k) => diagonal[i] - diagonal[k] || i - k);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    vectors.set(basis.subarray(from * n, (from + 1) * n), to * n);
  });
  return { values: Float64Array.from(order, (k) => diagonal[k]), vectors };
}

function tridiagonalize(
  a: Float64Array,
  n: number,
  diagonal: Float64Array,
  beside: Float64Array,
  basis: Float64Array,
): void {
  const factors = new Float64Array(n); // reflection k is 1 − factor·v·vᵀ, v in a[k + 1 … n)[k]
  const w = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    let tail = 0;
    for (let i = k + 2; i < n; i++) tail += a[i * n + k] * a[i * n + k];
    const head = a[(k + 1) * n + k];
    if (tail === 0) {
      beside[k] = head;
      continue;
    }
    const length = Math.sqrt(head * head + tail);
    const target = head > 0 ? -length : length; // away from head: no cancellation
    const v0 = head - target;
    const factor = 2 / (v0 * v0 + tail);
    a[(k + 1) * n + k] = v0;
    beside[k] = target;
    factors[k] = factor;

    // A ← A − v·wᵀ − w·vᵀ on the rest, lower triangle
    for (let i = k + 1; i < n; i++) w[i] = 0;
    for (let i = k + 1; i < n; i++) {
      const vi = a[i * n + k];
      let sum = a[i * n + i] * vi;
      for (let j = k + 1; j < i; j++) {
        const aij = a[i * n + j];
        sum += aij * a[j * n + k];
        w[j] += aij * vi;
      }
      w[i] += sum;
    }
    let dot = 0;
    for (let i = k + 1; i < n; i++) {
      w[i] *= factor;
      dot += w[i] * a[i * n + k];
    }
    for (let i = k + 1; i < n; i++) w[i] -= 0.5 * factor * dot * a[i * n + k];
    for (let i = k + 1; i < n; i++) {
      const vi = a[i * n + k];
      const wi = w[i];
      for (let j = k + 1; j <= i; j++) a[i * n + j] -= vi * w[j] + wi * a[j * n + k];
    }
  }
  if (n > 1) beside[n - 2] = a[(n - 1) * n + n - 2];
  for (let k = 0; k < n; k++) diagonal[k] = a[k * n + k];

  // product of the reflections, transposed: row k is column k
  for (let k = 0; k < n; k++) basis[k * n + k] = 1;
  for (let k = n - 3; k >= 0; k--) {
    if (factors[k] === 0) continue;
    for (let row = k + 1; row < n; row++) {
      let dot = 0;
      for (let i = k + 1; i < n; i++) dot += basis[row * n + i] * a[i * n + k];
      dot *= factors[k];
      for (let i = k + 1; i < n; i++) basis[row * n + i] -= dot * a[i * n + k];
    }
  }
}

function diagonalize(n: number, d: Float64Array, e: Float64Array, basis: Float64Array): void {
  for (let low = 0; low < n; low++) {
    // 60 sweeps an eigenvalue are far more than the two or three that Wilkinson's shift needs
    for (let sweep = 0; sweep < 60; sweep++) {
      let end = low;
      while (end < n - 1 && Math.abs(e[end]) > 1.2e-16 * (Math.abs(d[end]) + Math.abs(d[end + 1]))) end++;
      if (end === low) break;
      const half = (d[low + 1] - d[low]) / (2 * e[low]);
      const root = Math.sqrt(half * half + 1);
      let g = d[end] - d[low] + e[low] / (half + (half < 0 ? -root : root));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = end - 1;
      for (; i >= low; i--) {
        const f = s * e[i];
        const b = c * e[i];
        const r = Math.sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r === 0) {
          // splits here: start over
          d[i + 1] -= p;
          e[end] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        rotateRows(basis, n, i, s, c);
      }
      if (i >= low) continue;
      d[low] -= p;
      e[low] = g;
      e[end] = 0;
    }
  }
}

function rotateRows(basis: Float64Array, n: number, row: number, s: number, c: number): void {
  const a = row * n;
  const b = a + n;
  for (let k = 0; k < n; k++) {
    const x = basis[a + k];
    const y = basis[b + k];
    basis[b + k] = s * x + c * y;
    basis[a + k] = c * x - s * y;
  }
}
