import type { Factorization } from './factorize.ts';

/** Right-hand sides that are solved at once: L is read from memory once for all. */
export const SOLVE_WIDTH = 4;

/** Replaces x, `SOLVE_WIDTH` numbers an unknown, by the solutions of L·D·Lᵀ·x = b. */
export function solveFactorized(factorization: Factorization, x: Float64Array): void {
  const { tree, rows, inverseDiagonal } = factorization;
  const { first, parent, belowStart, below, panelStart } = tree;
  const nodeCount = parent.length;
  let longest = 0;
  for (let node = 0; node < nodeCount; node++) {
    const height = first[node + 1] - first[node] + belowStart[node + 1] - belowStart[node];
    longest = Math.max(longest, height);
  }
  const local = new Float64Array(3 * SOLVE_WIDTH * longest);

  for (let node = 0; node < nodeCount; node++) {
    const own = 3 * (first[node + 1] - first[node]);
    const panel = rows.subarray(panelStart[node], panelStart[node + 1]);
    const ownX = x.subarray(3 * SOLVE_WIDTH * first[node], 3 * SOLVE_WIDTH * first[node + 1]);
    for (let i = 1; i < own; i++) subtractRow(panel, i * own, i, ownX, ownX, SOLVE_WIDTH * i);
    for (let k = belowStart[node]; k < belowStart[node + 1]; k++) {
      for (let c = 0; c < 3; c++) {
        const row = own + 3 * (k - belowStart[node]) + c;
        subtractRow(panel, row * own, own, ownX, x, SOLVE_WIDTH * (3 * below[k] + c));
      }
    }
  }
  for (let i = 0; i < inverseDiagonal.length; i++) {
    for (let c = SOLVE_WIDTH * i; c < SOLVE_WIDTH * (i + 1); c++) x[c] *= inverseDiagonal[i];
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    const own = 3 * (first[node + 1] - first[node]);
    const panel = rows.subarray(panelStart[node], panelStart[node + 1]);
    const ownX = x.subarray(3 * SOLVE_WIDTH * first[node], 3 * SOLVE_WIDTH * first[node + 1]);
    for (let k = belowStart[node]; k < belowStart[node + 1]; k++) {
      const row = 3 * (k - belowStart[node]);
      for (let c = 0; c < 3 * SOLVE_WIDTH; c++) local[SOLVE_WIDTH * row + c] = x[3 * SOLVE_WIDTH * below[k] + c];
    }
    const rest = 3 * (belowStart[node + 1] - belowStart[node]);
    for (let i = 0; i < rest; i++) subtractColumn(panel, (own + i) * own, own, local, SOLVE_WIDTH * i, ownX);
    for (let i = own - 1; i >= 1; i--) subtractColumn(panel, i * own, i, ownX, SOLVE_WIDTH * i, ownX);
  }
}

/** out[at …] −= row·x. */
function subtractRow(
  panel: Float64Array,
  row: number,
  length: number,
  x: Float64Array,
  out: Float64Array,
  at: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let k = 0; k < length; k++) {
    const l = panel[row + k];
    const i = SOLVE_WIDTH * k;
    a += l * x[i];
    b += l * x[i + 1];
    c += l * x[i + 2];
    d += l * x[i + 3];
  }
  out[at] -= a;
  out[at + 1] -= b;
  out[at + 2] -= c;
  out[at + 3] -= d;
}

/** out −= rowᵀ·x[at …]. */
function subtractColumn(
  panel: Float64Array,
  row: number,
  length: number,
  x: Float64Array,
  at: number,
  out: Float64Array,
): void {
  const a = x[at];
  const b = x[at + 1];
  const c = x[at + 2];
  const d = x[at + 3];
  for (let k = 0; k < length; k++) {
    const l = panel[row + k];
    const i = SOLVE_WIDTH * k;
    out[i] -= l * a;
    out[i + 1] -= l * b;
    out[i + 2] -= l * c;
    out[i + 3] -= l * d;
  }
}
