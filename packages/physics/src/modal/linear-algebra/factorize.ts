import type { BlockMatrix } from './block-matrix.ts';
import type { EliminationTree } from './elimination-tree.ts';

/**
 * A = L·D·Lᵀ, D diagonal, computed by blocks of 3 × 3. The panel of node i in `rows` holds its rows of L, first its own
 * blocks, then those below, each as long as the node's own columns; the ones on L's diagonal are not stored.
 */
export interface Factorization {
  readonly tree: EliminationTree;
  readonly rows: Float64Array;
  /** D⁻¹, one number an unknown. */
  readonly inverseDiagonal: Float64Array;
  /** Eigenvalues of A below 0, by Sylvester's law of inertia. */
  readonly negativeCount: number;
}

/**
 * Factorises A + shift·diag(masses) without pivoting, node after node (multifrontal). `matrix` is numbered in the order
 * of elimination. A positive definite matrix needs no pivots; of others the count of negative eigenvalues is right unless
 * a pivot happens to be tiny. Returns undefined where a pivot is 0 or not finite.
 */
export function factorize(
  matrix: BlockMatrix,
  masses: Float64Array,
  shift: number,
  tree: EliminationTree,
): Factorization | undefined {
  const { first, parent, belowStart, below, panelStart } = tree;
  const { start, columns, values, size } = matrix;
  const nodeCount = parent.length;
  const rows = new Float64Array(panelStart[nodeCount]);
  const inverseDiagonal = new Float64Array(3 * size);
  const place = new Int32Array(size); // row block of a block in the node at hand
  const updates: (Float64Array | undefined)[] = new Array(nodeCount);
  const waiting: number[][] = Array.from({ length: nodeCount }, () => []);
  let negativeCount = 0;

  for (let node = 0; node < nodeCount; node++) {
    const from = first[node];
    const own = first[node + 1] - from;
    const belowCount = belowStart[node + 1] - belowStart[node];
    const width = 3 * own;
    const panel = rows.subarray(panelStart[node], panelStart[node + 1]);
    const rest = 3 * belowCount;
    const update = new Float64Array(rest * rest);
    for (let k = 0; k < own; k++) place[from + k] = k;
    for (let k = 0; k < belowCount; k++) place[below[belowStart[node] + k]] = own + k;

    for (let k = 0; k < own; k++) {
      for (let e = start[from + k]; e < start[from + k + 1]; e++) {
        if (columns[e] < from + k) continue; // eliminated before, or the other triangle
        const at = 3 * place[columns[e]] * width + 3 * k;
        for (let i = 0; i < 3; i++) {
          // the block of row `columns[e]`, column k is the transpose of the one at hand
          for (let j = 0; j < 3; j++) panel[at + i * width + j] += values[9 * e + 3 * j + i];
        }
      }
      for (let i = 0; i < 3; i++) panel[(3 * k + i) * width + 3 * k + i] += shift * masses[from + k];
    }
    for (const child of waiting[node]) {
      addUpdate(updates[child]!, below.subarray(belowStart[child], belowStart[child + 1]), place, own, panel, update);
      updates[child] = undefined;
    }

    const negative = eliminate(panel, width, update, rest, inverseDiagonal.subarray(3 * from, 3 * (from + own)));
    if (negative < 0) return undefined;
    negativeCount += negative;
    updates[node] = update;
    if (parent[node] >= 0) waiting[parent[node]].push(node);
  }
  return { tree, rows, inverseDiagonal, negativeCount };
}

/** Adds what a child left for the blocks `list` to the front of its parent; of both, the lower triangle counts. */
export function addUpdate(
  child: Float64Array,
  list: Int32Array,
  place: Int32Array,
  own: number,
  panel: Float64Array,
  update: Float64Array,
): void {
  const width = 3 * own;
  const childWidth = 3 * list.length;
  const updateWidth = Math.round(Math.sqrt(update.length));
  for (let a = 0; a < list.length; a++) {
    const rowBlock = place[list[a]];
    for (let b = 0; b <= a; b++) {
      const columnBlock = place[list[b]]; // ≤ rowBlock: both lists ascend
      const source = 3 * a * childWidth + 3 * b;
      const inPanel = columnBlock < own;
      const target = inPanel ? panel : update;
      const stride = inPanel ? width : updateWidth;
      const at = inPanel
        ? 3 * rowBlock * width + 3 * columnBlock
        : 3 * (rowBlock - own) * stride + 3 * (columnBlock - own);
      for (let i = 0; i < 3; i++) {
        target[at + i * stride] += child[source + i * childWidth];
        target[at + i * stride + 1] += child[source + i * childWidth + 1];
        target[at + i * stride + 2] += child[source + i * childWidth + 2];
      }
    }
  }
}

/**
 * Eliminates the own blocks of a front: `panel` becomes L, `update` what is left for later blocks. Returns the number of
 * negative eigenvalues of D, −1 if a block of D cannot be inverted. Row blocks are handled one after the other; each
 * number is A less a dot product of two rows, and nearly all time goes into those (`subtractProducts`).
 */
export function eliminate(
  panel: Float64Array,
  width: number,
  update: Float64Array,
  rest: number,
  inverseDiagonal: Float64Array,
): number {
  const scaled = new Float64Array(3 * width); // three rows of L·D
  let negative = 0;
  for (let row = 0; row < width + rest; row += 3) {
    const at = row * width;
    const ends = row < width ? row : width;
    for (let i = 0; i < 3; i++) for (let k = 0; k < ends; k++) scaled[i * width + k] = panel[at + i * width + k];
    for (let column = 0; column < ends; column += 3) {
      if (column > 0) subtractProducts(scaled, width, panel, column * width, column, scaled, column, width);
      finishBlock(scaled, width, column, panel, column * width + column);
    }
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < ends; k++) panel[at + i * width + k] = scaled[i * width + k] * inverseDiagonal[k];
    }
    if (row < width) {
      subtractProducts(scaled, width, panel, at, row, panel, at + row, width);
      const found = factorPivot(panel, at + row, width, inverseDiagonal, row);
      if (found < 0) return -1;
      negative += found;
    } else {
      for (let column = width; column <= row; column += 3) {
        const out = (row - width) * rest + column - width;
        subtractProducts(scaled, width, panel, column * width, width, update, out, rest);
      }
    }
  }
  return negative;
}

/** out −= (three rows of `scaled`)·(three rows of `panel` from `at`)ᵀ, over `length` numbers. Nine sums stay in registers. */
function subtractProducts(
  scaled: Float64Array,
  width: number,
  panel: Float64Array,
  at: number,
  length: number,
  out: Float64Array,
  outAt: number,
  stride: number,
): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  for (let k = 0; k < length; k++) {
    const a0 = scaled[k];
    const a1 = scaled[width + k];
    const a2 = scaled[2 * width + k];
    const b0 = panel[at + k];
    const b1 = panel[at + width + k];
    const b2 = panel[at + 2 * width + k];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
  }
  out[outAt] -= s00;
  out[outAt + 1] -= s01;
  out[outAt + 2] -= s02;
  out[outAt + stride] -= s10;
  out[outAt + stride + 1] -= s11;
  out[outAt + stride + 2] -= s12;
  out[outAt + 2 * stride] -= s20;
  out[outAt + 2 * stride + 1] -= s21;
  out[outAt + 2 * stride + 2] -= s22;
}

/** Takes the part of the diagonal block of L out of three columns of L·D: its strict lower triangle is at `at` of `panel`. */
function finishBlock(scaled: Float64Array, width: number, column: number, panel: Float64Array, at: number): void {
  const l10 = panel[at + width];
  const l20 = panel[at + 2 * width];
  const l21 = panel[at + 2 * width + 1];
  for (let i = column; i < column + 3 * width; i += width) {
    const first = scaled[i];
    const second = scaled[i + 1] - first * l10;
    scaled[i + 1] = second;
    scaled[i + 2] -= first * l20 + second * l21;
  }
}

/**
 * L·D·Lᵀ of a diagonal block; returns the number of negative pivots, −1 if one is 0 or not finite. Number by number, not
 * by an inverse: what rigid motion leaves of the last blocks has condition 1e11, and cofactors would drown in rounding.
 */
function factorPivot(block: Float64Array, at: number, stride: number, inverse: Float64Array, to: number): number {
  const d0 = block[at];
  const b = block[at + stride];
  const c = block[at + 2 * stride];
  const l10 = b / d0;
  const l20 = c / d0;
  const d1 = block[at + stride + 1] - b * l10;
  const e = block[at + 2 * stride + 1] - c * l10;
  const l21 = e / d1;
  const d2 = block[at + 2 * stride + 2] - c * l20 - e * l21;
  inverse[to] = 1 / d0;
  inverse[to + 1] = 1 / d1;
  inverse[to + 2] = 1 / d2;
  block[at + stride] = l10;
  block[at + 2 * stride] = l20;
  block[at + 2 * stride + 1] = l21;
  for (let k = to; k < to + 3; k++) if (!(inverse[k] !== 0 && Number.isFinite(inverse[k]))) return -1;
  return Number(d0 < 0) + Number(d1 < 0) + Number(d2 < 0);
}
