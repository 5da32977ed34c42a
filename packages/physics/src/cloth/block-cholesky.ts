import type { StepMatrix } from './step-matrix.ts';
import { BLOCK } from './stretch-system.ts';

const NONE = -1;

/**
 * A = L·D·Lᵀ of a positive definite {@link StepMatrix}, by 3 × 3 blocks, row after row (up-looking, as in Davis 2006). Which blocks of L are not
 * zero is found again only when the matrix has other entries than before.
 */
export class BlockCholesky {
  readonly #matrix: StepMatrix;
  #pattern = NONE;
  /** The first row below in which a column of L has a block: the elimination tree. */
  readonly #parent: Int32Array;
  /** Column p of L has `#start[p] … #start[p + 1])`. */
  readonly #start: Int32Array;
  readonly #filled: Int32Array;
  #rows = new Int32Array(0);
  /** Nine numbers a block, row by row. */
  #values = new Float64Array(0);
  /** D⁻¹. */
  readonly #pivots: Float64Array;
  readonly #mark: Int32Array;
  readonly #reach: Int32Array;
  readonly #path: Int32Array;
  /** The row at hand of L·D, nine numbers a block. */
  readonly #row: Float64Array;
  readonly #block = new Float64Array(9);

  constructor(matrix: StepMatrix) {
    const { size } = matrix;
    this.#matrix = matrix;
    this.#parent = new Int32Array(size);
    this.#start = new Int32Array(size + 1);
    this.#filled = new Int32Array(size);
    this.#pivots = new Float64Array(BLOCK * size);
    this.#mark = new Int32Array(size);
    this.#reach = new Int32Array(size);
    this.#path = new Int32Array(size);
    this.#row = new Float64Array(9 * size);
  }

  /** Blocks of L below the diagonal. */
  get blockCount(): number {
    return this.#start[this.#matrix.size];
  }

  /**
   * Factorises S·A·S + (I − S): `filter` (S) has a projector for each place. Returns false, and nothing can be solved, if a pivot is not positive:
   * the matrix has numbers that are not finite.
   */
  factorize(filter: Float64Array): boolean {
    const matrix = this.#matrix;
    if (this.#pattern !== matrix.pattern) this.#analyze();
    const { size, diagonal, start, columns, values, firstAdded, nextAdded } = matrix;
    const filled = this.#filled;
    filled.set(this.#start.subarray(0, size));
    const rows = this.#rows;
    const factor = this.#values;
    const pivots = this.#pivots;
    const work = this.#row;
    const reach = this.#reach;
    this.#mark.fill(NONE);
    for (let p = 0; p < size; p++) {
      const first = this.#reachOf(p);
      const held = !isFree(filter, p);
      for (let e = start[p]; e < start[p + 1]; e++) this.#load(filter, held, p, columns[e], values, e);
      for (let e = firstAdded[p]; e !== NONE; e = nextAdded[e]) this.#load(filter, held, p, columns[e], values, e);
      let d = BLOCK * p;
      let xx = diagonal[d];
      let xy = diagonal[d + 1];
      let xz = diagonal[d + 2];
      let yy = diagonal[d + 3];
      let yz = diagonal[d + 4];
      let zz = diagonal[d + 5];
      if (held) {
        this.#filterDiagonal(filter, p);
        [xx, xy, xz, , yy, yz, , , zz] = this.#block;
      }
      for (let k = first; k < size; k++) {
        const c = reach[k];
        const w = 9 * c;
        const w0 = work[w];
        const w1 = work[w + 1];
        const w2 = work[w + 2];
        const w3 = work[w + 3];
        const w4 = work[w + 4];
        const w5 = work[w + 5];
        const w6 = work[w + 6];
        const w7 = work[w + 7];
        const w8 = work[w + 8];
        work.fill(0, w, w + 9);
        const end = filled[c];
        for (let e = this.#start[c]; e < end; e++) {
          const r = 9 * rows[e];
          const f = 9 * e;
          const a = factor[f];
          const b = factor[f + 1];
          const g = factor[f + 2];
          work[r] -= w0 * a + w1 * b + w2 * g;
          work[r + 3] -= w3 * a + w4 * b + w5 * g;
          work[r + 6] -= w6 * a + w7 * b + w8 * g;
          const h = factor[f + 3];
          const i = factor[f + 4];
          const j = factor[f + 5];
          work[r + 1] -= w0 * h + w1 * i + w2 * j;
          work[r + 4] -= w3 * h + w4 * i + w5 * j;
          work[r + 7] -= w6 * h + w7 * i + w8 * j;
          const l = factor[f + 6];
          const m = factor[f + 7];
          const n = factor[f + 8];
          work[r + 2] -= w0 * l + w1 * m + w2 * n;
          work[r + 5] -= w3 * l + w4 * m + w5 * n;
          work[r + 8] -= w6 * l + w7 * m + w8 * n;
        }
        // the block of L: the one of L·D times D⁻¹
        d = BLOCK * c;
        const q0 = pivots[d];
        const q1 = pivots[d + 1];
        const q2 = pivots[d + 2];
        const q3 = pivots[d + 3];
        const q4 = pivots[d + 4];
        const q5 = pivots[d + 5];
        const l0 = w0 * q0 + w1 * q1 + w2 * q2;
        const l1 = w0 * q1 + w1 * q3 + w2 * q4;
        const l2 = w0 * q2 + w1 * q4 + w2 * q5;
        const l3 = w3 * q0 + w4 * q1 + w5 * q2;
        const l4 = w3 * q1 + w4 * q3 + w5 * q4;
        const l5 = w3 * q2 + w4 * q4 + w5 * q5;
        const l6 = w6 * q0 + w7 * q1 + w8 * q2;
        const l7 = w6 * q1 + w7 * q3 + w8 * q4;
        const l8 = w6 * q2 + w7 * q4 + w8 * q5;
        const f = 9 * end;
        factor[f] = l0;
        factor[f + 1] = l1;
        factor[f + 2] = l2;
        factor[f + 3] = l3;
        factor[f + 4] = l4;
        factor[f + 5] = l5;
        factor[f + 6] = l6;
        factor[f + 7] = l7;
        factor[f + 8] = l8;
        rows[end] = p;
        filled[c] = end + 1;
        xx -= l0 * w0 + l1 * w1 + l2 * w2;
        xy -= l0 * w3 + l1 * w4 + l2 * w5;
        xz -= l0 * w6 + l1 * w7 + l2 * w8;
        yy -= l3 * w3 + l4 * w4 + l5 * w5;
        yz -= l3 * w6 + l4 * w7 + l5 * w8;
        zz -= l6 * w6 + l7 * w7 + l8 * w8;
      }
      const a = yy * zz - yz * yz;
      const b = xz * yz - xy * zz;
      const c = xy * yz - xz * yy;
      const determinant = xx * a + xy * b + xz * c;
      if (!(determinant > 0 && determinant < Infinity)) return false;
      const scale = 1 / determinant;
      d = BLOCK * p;
      pivots[d] = scale * a;
      pivots[d + 1] = scale * b;
      pivots[d + 2] = scale * c;
      pivots[d + 3] = scale * (xx * zz - xz * xz);
      pivots[d + 4] = scale * (xy * xz - xx * yz);
      pivots[d + 5] = scale * (xx * yy - xy * xy);
    }
    return true;
  }

  /** Replaces x, numbered by place, by the solution of L·D·Lᵀ·x = b. */
  solve(x: Float64Array): void {
    const { size } = this.#matrix;
    const start = this.#start;
    const rows = this.#rows;
    const factor = this.#values;
    const pivots = this.#pivots;
    for (let c = 0; c < size; c++) {
      const a = x[3 * c];
      const b = x[3 * c + 1];
      const g = x[3 * c + 2];
      for (let e = start[c], f = 9 * e; e < start[c + 1]; e++, f += 9) {
        const r = 3 * rows[e];
        x[r] -= factor[f] * a + factor[f + 1] * b + factor[f + 2] * g;
        x[r + 1] -= factor[f + 3] * a + factor[f + 4] * b + factor[f + 5] * g;
        x[r + 2] -= factor[f + 6] * a + factor[f + 7] * b + factor[f + 8] * g;
      }
    }
    for (let c = size - 1; c >= 0; c--) {
      const d = BLOCK * c;
      const u = x[3 * c];
      const v = x[3 * c + 1];
      const w = x[3 * c + 2];
      let a = pivots[d] * u + pivots[d + 1] * v + pivots[d + 2] * w;
      let b = pivots[d + 1] * u + pivots[d + 3] * v + pivots[d + 4] * w;
      let g = pivots[d + 2] * u + pivots[d + 4] * v + pivots[d + 5] * w;
      for (let e = start[c], f = 9 * e; e < start[c + 1]; e++, f += 9) {
        const r = 3 * rows[e];
        const s = x[r];
        const t = x[r + 1];
        const y = x[r + 2];
        a -= factor[f] * s + factor[f + 3] * t + factor[f + 6] * y;
        b -= factor[f + 1] * s + factor[f + 4] * t + factor[f + 7] * y;
        g -= factor[f + 2] * s + factor[f + 5] * t + factor[f + 8] * y;
      }
      x[3 * c] = a;
      x[3 * c + 1] = b;
      x[3 * c + 2] = g;
    }
  }

  /** Elimination tree and places of L's blocks: those of a row are the places that lead up to it from its entries. */
  #analyze(): void {
    const { size, start, columns, firstAdded, nextAdded, pattern } = this.#matrix;
    const parent = this.#parent;
    const mark = this.#mark;
    const counts = this.#filled;
    counts.fill(0);
    parent.fill(NONE);
    mark.fill(NONE);
    const climb = (from: number, p: number) => {
      for (let c = from; mark[c] !== p; c = parent[c]) {
        mark[c] = p;
        counts[c]++;
        if (parent[c] === NONE) parent[c] = p;
      }
    };
    for (let p = 0; p < size; p++) {
      mark[p] = p;
      for (let e = start[p]; e < start[p + 1]; e++) climb(columns[e], p);
      for (let e = firstAdded[p]; e !== NONE; e = nextAdded[e]) climb(columns[e], p);
    }
    for (let p = 0; p < size; p++) this.#start[p + 1] = this.#start[p] + counts[p];
    const total = this.#start[size];
    if (this.#rows.length < total) {
      const capacity = Math.ceil(1.2 * total);
      this.#rows = new Int32Array(capacity);
      this.#values = new Float64Array(9 * capacity);
    }
    this.#pattern = pattern;
  }

  /** The columns in which row p of L has blocks, each before those that it leads to, at the end of `#reach`; returns where they start. */
  #reachOf(p: number): number {
    const { start, columns, firstAdded, nextAdded, size } = this.#matrix;
    const parent = this.#parent;
    const mark = this.#mark;
    const reach = this.#reach;
    const path = this.#path;
    let first = size;
    mark[p] = p;
    let e = start[p];
    let added = firstAdded[p];
    while (e < start[p + 1] || added !== NONE) {
      let c = columns[e < start[p + 1] ? e : added];
      if (e < start[p + 1]) e++;
      else added = nextAdded[added];
      let length = 0;
      for (; mark[c] !== p; c = parent[c]) {
        mark[c] = p;
        path[length++] = c;
      }
      while (length > 0) reach[--first] = path[--length];
    }
    return first;
  }

  /** Puts the block of an entry into the row at hand. */
  #load(filter: Float64Array, held: boolean, p: number, c: number, values: Float64Array, e: number): void {
    const work = this.#row;
    const b = BLOCK * e;
    const w = 9 * c;
    work[w] = values[b];
    work[w + 1] = work[w + 3] = values[b + 1];
    work[w + 2] = work[w + 6] = values[b + 2];
    work[w + 4] = values[b + 3];
    work[w + 5] = work[w + 7] = values[b + 4];
    work[w + 8] = values[b + 5];
    if (held || !isFree(filter, c)) filterBlock(work, w, filter, p, c);
  }

  #filterDiagonal(filter: Float64Array, p: number): void {
    const block = this.#block;
    const { diagonal } = this.#matrix;
    const d = BLOCK * p;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) block[3 * i + j] = diagonal[d + symmetric(i, j)];
    filterBlock(block, 0, filter, p, p);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) block[3 * i + j] += (i === j ? 1 : 0) - filter[d + symmetric(i, j)];
    }
  }
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
function filterBlock(block: Float64Array, at: number, filter: Float64Array, p: number, c: number): void {
  const from = Array.from(block.subarray(at, at + 9));
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        for (let l = 0; l < 3; l++) {
          sum += filter[BLOCK * p + symmetric(i, k)] * from[3 * k + l] * filter[BLOCK * c + symmetric(l, j)];
        }
      }
      block[at + 3 * i + j] = sum;
    }
  }
}
