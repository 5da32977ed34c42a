import { addUpdate, eliminate } from '../modal/linear-algebra/factorize.ts';
import type { StepMatrix } from './step-matrix.ts';
import { BLOCK } from './stretch-system.ts';
import { findSupernodes, type Supernodes } from './supernodes.ts';

/**
 * A = L·D·Lᵀ of a positive definite {@link StepMatrix}, by 3 × 3 blocks, node after node (multifrontal). A node is a run of places whose columns of L have
 * blocks in about the same rows: dense, so that nearly all time goes into products of rows that stay in the cache. Which nodes there are is found again only when the matrix
 * has other entries than before.
 */
export class BlockCholesky {
  readonly #matrix: StepMatrix;
  #pattern = -1;
  #nodes: Supernodes | null = null;
  /** Rows of L, node after node: its own places, then those below, each as long as its own columns. Ones on the diagonal are not stored. */
  #rows = new Float64Array(0);
  /** D⁻¹. */
  readonly #inverseDiagonal: Float64Array;
  /** Row of a place in the node at hand, in blocks. */
  readonly #rowOf: Int32Array;
  /** What nodes leave for later places, until it is added there; then the memory is kept for others, by the logarithm of its length. */
  readonly #updates: (Float64Array | undefined)[] = [];
  readonly #spare: Float64Array[][] = Array.from({ length: 32 }, () => []);
  /** Numbers of the node at hand. */
  #local = new Float64Array(0);
  readonly #block = new Float64Array(9);

  constructor(matrix: StepMatrix) {
    this.#matrix = matrix;
    this.#inverseDiagonal = new Float64Array(3 * matrix.size);
    this.#rowOf = new Int32Array(matrix.size);
  }

  /** Blocks of L below the diagonal, those that are 0 in a node included. */
  get blockCount(): number {
    return this.#nodes?.blockCount ?? 0;
  }

  /** Products of blocks that a factorisation takes, about. */
  get work(): number {
    return this.#nodes?.work ?? 0;
  }

  /**
   * Factorises S·A·S + (I − S): `filter` (S) has a projector for each place. Returns false, and nothing can be solved, if a pivot is not positive:
   * the matrix has numbers that are not finite.
   */
  factorize(filter: Float64Array): boolean {
    const matrix = this.#matrix;
    if (!this.#nodes || this.#pattern !== matrix.pattern) {
      this.#nodes = findSupernodes(matrix);
      this.#pattern = matrix.pattern;
      const { panelStart, widest } = this.#nodes;
      const length = panelStart[panelStart.length - 1];
      if (this.#rows.length < length) this.#rows = new Float64Array(Math.ceil(1.2 * length));
      if (this.#local.length < 3 * widest) this.#local = new Float64Array(3 * widest);
    }
    const { count, first, belowStart, below, panelStart, childStart, children } = this.#nodes;
    const updates = this.#updates;
    const rowOf = this.#rowOf;
    this.#rows.fill(0, 0, panelStart[count]);
    for (let node = 0; node < count; node++) {
      const from = first[node];
      const own = first[node + 1] - from;
      const list = below.subarray(belowStart[node], belowStart[node + 1]);
      const panel = this.#rows.subarray(panelStart[node], panelStart[node + 1]);
      const rest = 3 * list.length;
      const update = this.#take(rest * rest);
      for (let k = 0; k < own; k++) rowOf[from + k] = k;
      for (let k = 0; k < list.length; k++) rowOf[list[k]] = own + k;
      this.#load(filter, node, panel);
      for (let c = childStart[node]; c < childStart[node + 1]; c++) {
        const child = children[c];
        const left = updates[child]!;
        addUpdate(left, below.subarray(belowStart[child], belowStart[child + 1]), rowOf, own, panel, update);
        this.#giveBack(left);
        updates[child] = undefined;
      }
      const pivots = this.#inverseDiagonal.subarray(3 * from, 3 * (from + own));
      if (eliminate(panel, 3 * own, update, rest, pivots) !== 0) {
        updates.fill(undefined);
        return false;
      }
      updates[node] = update;
    }
    return true;
  }

  /** Replaces x, numbered by place, by the solution of L·D·Lᵀ·x = b. */
  solve(x: Float64Array): void {
    const { count, first, belowStart, below, panelStart } = this.#nodes!;
    const rows = this.#rows;
    const local = this.#local;
    const inverse = this.#inverseDiagonal;
    for (let node = 0; node < count; node++) {
      const from = first[node];
      const width = 3 * (first[node + 1] - from);
      const list = below.subarray(belowStart[node], belowStart[node + 1]);
      for (let k = 0; k < width; k++) local[k] = x[3 * from + k];
      forwardOwn(rows, panelStart[node], width, local);
      forwardBelow(rows, panelStart[node] + width * width, width, local, list, x);
      for (let k = 0; k < width; k++) x[3 * from + k] = local[k] * inverse[3 * from + k];
    }
    for (let node = count - 1; node >= 0; node--) {
      const from = first[node];
      const width = 3 * (first[node + 1] - from);
      const list = below.subarray(belowStart[node], belowStart[node + 1]);
      for (let k = 0; k < width; k++) local[k] = x[3 * from + k];
      backBelow(rows, panelStart[node] + width * width, width, local, list, x);
      backOwn(rows, panelStart[node], width, local);
      for (let k = 0; k < width; k++) x[3 * from + k] = local[k];
    }
  }

  /** Zeros. */
  #take(length: number): Float64Array {
    const size = 32 - Math.clz32(Math.max(0, length - 1));
    const buffer = this.#spare[size].pop() ?? new Float64Array(2 ** size);
    return buffer.subarray(0, length).fill(0);
  }

  #giveBack(update: Float64Array): void {
    const buffer = new Float64Array(update.buffer);
    this.#spare[32 - Math.clz32(buffer.length - 1)].push(buffer);
  }

  /** Puts the entries of a node's columns into its panel. */
  #load(filter: Float64Array, node: number, panel: Float64Array): void {
    const { first, columnStart, entryRows, entries } = this.#nodes!;
    const { diagonal, values } = this.#matrix;
    const block = this.#block;
    const from = first[node];
    const width = 3 * (first[node + 1] - from);
    for (let c = from; c < first[node + 1]; c++) {
      const held = !isFree(filter, c);
      this.#loadDiagonal(filter, held, c, diagonal);
      put(block, panel, 3 * (c - from) * width + 3 * (c - from), width);
      for (let k = columnStart[c]; k < columnStart[c + 1]; k++) {
        spreadBlock(values, BLOCK * entries[k], block);
        const p = entryRows[k];
        if (held || !isFree(filter, p)) filterBlock(block, filter, p, c);
        put(block, panel, 3 * this.#rowOf[p] * width + 3 * (c - from), width);
      }
    }
  }

  #loadDiagonal(filter: Float64Array, held: boolean, p: number, diagonal: Float64Array): void {
    const block = this.#block;
    spreadBlock(diagonal, BLOCK * p, block);
    if (!held) return;
    filterBlock(block, filter, p, p);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) block[3 * i + j] += (i === j ? 1 : 0) - filter[BLOCK * p + symmetric(i, j)];
    }
  }
}

/** L·y = x of a node's own places, in place; three rows at a time. */
function forwardOwn(rows: Float64Array, at: number, width: number, x: Float64Array): void {
  for (let i = 0; i < width; i += 3, at += 3 * width) {
    let s = x[i];
    let t = x[i + 1];
    let u = x[i + 2];
    const b = at + width;
    const c = b + width;
    for (let k = 0; k < i; k++) {
      const value = x[k];
      s -= rows[at + k] * value;
      t -= rows[b + k] * value;
      u -= rows[c + k] * value;
    }
    t -= rows[b + i] * s;
    x[i] = s;
    x[i + 1] = t;
    x[i + 2] = u - rows[c + i] * s - rows[c + i + 1] * t;
  }
}

/** Takes a node's part out of the places below; six rows at a time, whose sums do not wait for each other. */
function forwardBelow(
  rows: Float64Array,
  at: number,
  width: number,
  x: Float64Array,
  list: Int32Array,
  out: Float64Array,
): void {
  const even = list.length & ~1;
  for (let l = 0; l < even; l += 2, at += 6 * width) {
    let s = 0;
    let t = 0;
    let u = 0;
    let v = 0;
    let w = 0;
    let z = 0;
    for (let k = 0; k < width; k++) {
      const value = x[k];
      const r = at + k;
      s += rows[r] * value;
      t += rows[r + width] * value;
      u += rows[r + 2 * width] * value;
      v += rows[r + 3 * width] * value;
      w += rows[r + 4 * width] * value;
      z += rows[r + 5 * width] * value;
    }
    const i = 3 * list[l];
    out[i] -= s;
    out[i + 1] -= t;
    out[i + 2] -= u;
    const j = 3 * list[l + 1];
    out[j] -= v;
    out[j + 1] -= w;
    out[j + 2] -= z;
  }
  if (even === list.length) return;
  let s = 0;
  let t = 0;
  let u = 0;
  for (let k = 0; k < width; k++) {
    const value = x[k];
    s += rows[at + k] * value;
    t += rows[at + width + k] * value;
    u += rows[at + 2 * width + k] * value;
  }
  const i = 3 * list[even];
  out[i] -= s;
  out[i + 1] -= t;
  out[i + 2] -= u;
}

/** Takes the part of the places below out of a node's own. */
function backBelow(
  rows: Float64Array,
  at: number,
  width: number,
  out: Float64Array,
  list: Int32Array,
  x: Float64Array,
): void {
  const even = list.length & ~1;
  for (let l = 0; l < even; l += 2, at += 6 * width) {
    const i = 3 * list[l];
    const j = 3 * list[l + 1];
    const s = x[i];
    const t = x[i + 1];
    const u = x[i + 2];
    const v = x[j];
    const w = x[j + 1];
    const z = x[j + 2];
    for (let k = 0; k < width; k++) {
      const r = at + k;
      const above = rows[r] * s + rows[r + width] * t + rows[r + 2 * width] * u;
      out[k] -= above + (rows[r + 3 * width] * v + rows[r + 4 * width] * w + rows[r + 5 * width] * z);
    }
  }
  if (even === list.length) return;
  const i = 3 * list[even];
  const s = x[i];
  const t = x[i + 1];
  const u = x[i + 2];
  for (let k = 0; k < width; k++) {
    out[k] -= rows[at + k] * s + rows[at + width + k] * t + rows[at + 2 * width + k] * u;
  }
}

/** Lᵀ·y = x of a node's own places, in place. */
function backOwn(rows: Float64Array, start: number, width: number, x: Float64Array): void {
  for (let i = width - 3; i >= 0; i -= 3) {
    const a = start + i * width;
    const b = a + width;
    const c = b + width;
    const u = x[i + 2];
    const t = x[i + 1] - rows[c + i + 1] * u;
    const s = x[i] - rows[b + i] * t - rows[c + i] * u;
    x[i + 1] = t;
    x[i] = s;
    for (let k = 0; k < i; k++) x[k] -= rows[a + k] * s + rows[b + k] * t + rows[c + k] * u;
  }
}

function put(block: Float64Array, panel: Float64Array, at: number, width: number): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) panel[at + i * width + j] = block[3 * i + j];
}

/** Of a symmetric block all nine numbers. */
function spreadBlock(from: Float64Array, b: number, block: Float64Array): void {
  block[0] = from[b];
  block[1] = block[3] = from[b + 1];
  block[2] = block[6] = from[b + 2];
  block[4] = from[b + 3];
  block[5] = block[7] = from[b + 4];
  block[8] = from[b + 5];
}

function isFree(filter: Float64Array, p: number): boolean {
  const b = BLOCK * p;
  return filter[b] === 1 && filter[b + 3] === 1 && filter[b + 5] === 1;
}

/** Of row i and column j, where a symmetric block has its number. */
function symmetric(i: number, j: number): number {
  return i === 0 || j === 0 ? i + j : i + j + 1;
}

/** The block of places p and c becomes S·block·S. */
function filterBlock(block: Float64Array, filter: Float64Array, p: number, c: number): void {
  const from = Array.from(block);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) {
          sum += filter[BLOCK * p + symmetric(i, k)] * from[3 * k + l] * filter[BLOCK * c + symmetric(l, j)];
        }
      }
      block[3 * i + j] = sum;
    }
  }
}
