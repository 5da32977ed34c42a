/** rows ≈ weights · targets. */
export interface LowRank {
  /** One array per target, as long as a row. */
  readonly targets: readonly Float64Array[];
  /** Per row one number for every target. */
  readonly weights: readonly Float64Array[];
}

const ITERATIONS = 40;

/**
 * The `rank` directions that keep most of the rows, by least squares: a truncated SVD, by orthogonal iteration on the Gram matrix. `rowScale` says how much each row counts.
 * Targets are scaled so that the largest weight of each is 1. Deterministic.
 */
export function fitLowRank(rows: readonly Float64Array[], rowScale: Float64Array, rank: number): LowRank {
  const n = rows.length;
  const k = Math.min(rank, n);
  const gram = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      gram[i][j] = gram[j][i] = rowScale[i] * rowScale[j] * dot(rows[i], rows[j]);
    }
  }
  // any start that is in general position will do
  let basis = Array.from({ length: k }, (_, t) => Float64Array.from(gram[Math.floor((t * n) / k)]));
  for (let round = 0; round < ITERATIONS; round++) {
    orthonormalize(basis);
    basis = basis.map((vector) => Float64Array.from(gram, (row) => dot(row, vector)));
  }
  orthonormalize(basis);
  const kept = basis.filter((vector) => vector.some((x) => x !== 0));
  const targets: Float64Array[] = [];
  const weights = rows.map(() => new Float64Array(kept.length));
  kept.forEach((vector, t) => {
    const target = new Float64Array(rows[0].length);
    let most = 0;
    for (let i = 0; i < n; i++) {
      const share = vector[i] * rowScale[i];
      const row = rows[i];
      if (share !== 0) for (let c = 0; c < row.length; c++) target[c] += share * row[c];
      most = Math.max(most, Math.abs(vector[i] / rowScale[i]));
    }
    for (let c = 0; c < target.length; c++) target[c] *= most;
    for (let i = 0; i < n; i++) weights[i][t] = vector[i] / rowScale[i] / most;
    targets.push(target);
  });
  return { targets, weights };
}

/** Gram–Schmidt, twice; vectors that depend on others become 0. */
function orthonormalize(vectors: readonly Float64Array[]): void {
  vectors.forEach((vector, t) => {
    const before = Math.sqrt(dot(vector, vector));
    for (let pass = 0; pass < 2; pass++) {
      for (let s = 0; s < t; s++) {
        const along = dot(vector, vectors[s]);
        for (let i = 0; i < vector.length; i++) vector[i] -= along * vectors[s][i];
      }
    }
    const size = Math.sqrt(dot(vector, vector));
    const scale = size > 1e-10 * before ? 1 / size : 0;
    for (let i = 0; i < vector.length; i++) vector[i] *= scale;
  });
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
