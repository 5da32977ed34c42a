import { orderOfElimination } from './elimination-order.ts';
import { BLOCK } from './stretch-system.ts';

const NONE = -1;

/**
 * The matrix of a step: symmetric, of symmetric 3 × 3 blocks, each as xx, xy, xz, yy, yz, zz. Vertices are numbered by `place`, in an
 * order of elimination that keeps the factor small. Of a pair of places the block is stored once, in the row of the later one.
 * Places that springs and hinges couple have fixed entries; contacts of cloth with cloth couple others, whose entries are made as they come.
 */
export class StepMatrix {
  readonly size: number;
  /** Where a vertex comes in the order of elimination. */
  readonly place: Int32Array;
  /** Blocks (p, p). */
  readonly diagonal: Float64Array;
  /** Row p has the fixed entries `start[p] … start[p + 1])`, ascending. */
  readonly start: Int32Array;
  /** Of each entry, the earlier place; then the entries of contacts. */
  columns: Int32Array;
  values: Float64Array;
  /** Of each row the first entry of contacts, or −1, */
  readonly firstAdded: Int32Array;
  /** ... and of each of them the next, from `start[size]` on. */
  nextAdded: Int32Array;
  /** All entries. */
  count: number;
  /** Changes when entries are added or taken away. */
  pattern = 0;

  /** `pairs` of vertices may be given more than once, in any order. The order of elimination also minds that `contacts`, pairs too, will be entries. */
  constructor(positions: ArrayLike<number>, pairs: ArrayLike<number>, contacts: ArrayLike<number> = []) {
    const size = positions.length / 3;
    this.size = size;
    this.place = orderOfElimination(positions, [pairs, contacts]);
    const rows: Set<number>[] = Array.from({ length: size }, () => new Set());
    for (let k = 0; k < pairs.length; k += 2) {
      const a = this.place[pairs[k]];
      const b = this.place[pairs[k + 1]];
      if (a !== b) rows[Math.max(a, b)].add(Math.min(a, b));
    }
    this.start = new Int32Array(size + 1);
    rows.forEach((row, p) => {
      this.start[p + 1] = this.start[p] + row.size;
    });
    this.count = this.start[size];
    this.columns = new Int32Array(this.count);
    rows.forEach((row, p) => {
      this.columns.set(Int32Array.from(row).sort(), this.start[p]);
    });
    this.values = new Float64Array(BLOCK * this.count);
    this.diagonal = new Float64Array(BLOCK * size);
    this.firstAdded = new Int32Array(size).fill(NONE);
    this.nextAdded = new Int32Array(this.count);
  }

  /** All blocks are 0; those of contacts are gone. */
  clear(): void {
    const fixed = this.start[this.size];
    if (this.count > fixed) {
      this.pattern++;
      this.firstAdded.fill(NONE);
      this.count = fixed;
    }
    this.diagonal.fill(0);
    this.values.fill(0, 0, BLOCK * fixed);
  }

  /** Pairs of vertices that have entries of contacts. */
  get contacts(): number[] {
    const { size, place, columns, firstAdded, nextAdded } = this;
    const vertex = new Int32Array(size);
    for (let v = 0; v < size; v++) vertex[place[v]] = v;
    const pairs: number[] = [];
    for (let p = 0; p < size; p++) {
      for (let e = firstAdded[p]; e !== NONE; e = nextAdded[e]) pairs.push(vertex[p], vertex[columns[e]]);
    }
    return pairs;
  }

  /** The entry of two places, a fixed one; −1 if there is none. */
  fixedEntry(a: number, b: number): number {
    const row = a > b ? a : b;
    const column = a > b ? b : a;
    let low = this.start[row];
    let high = this.start[row + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.columns[middle] < column) low = middle + 1;
      else high = middle;
    }
    return low < this.start[row + 1] && this.columns[low] === column ? low : NONE;
  }

  /** The entry of two places, made if need be. */
  entry(a: number, b: number): number {
    const fixed = this.fixedEntry(a, b);
    if (fixed !== NONE) return fixed;
    const row = a > b ? a : b;
    const column = a > b ? b : a;
    for (let e = this.firstAdded[row]; e !== NONE; e = this.nextAdded[e]) if (this.columns[e] === column) return e;
    if (this.count === this.columns.length) this.#grow();
    const e = this.count++;
    this.pattern++;
    this.columns[e] = column;
    this.nextAdded[e] = this.firstAdded[row];
    this.firstAdded[row] = e;
    this.values.fill(0, BLOCK * e, BLOCK * e + BLOCK);
    return e;
  }

  #grow(): void {
    const capacity = this.count + Math.max(256, this.count >> 1);
    const columns = new Int32Array(capacity);
    columns.set(this.columns);
    const nextAdded = new Int32Array(capacity);
    nextAdded.set(this.nextAdded);
    const values = new Float64Array(BLOCK * capacity);
    values.set(this.values);
    this.columns = columns;
    this.nextAdded = nextAdded;
    this.values = values;
  }

  /** out = A · v; both are numbered by place. */
  multiply(v: Float64Array, out: Float64Array): void {
    const { size, diagonal, start, columns, values, firstAdded, nextAdded } = this;
    for (let p = 0; p < size; p++) {
      const i = 3 * p;
      const d = BLOCK * p;
      const x = v[i];
      const y = v[i + 1];
      const z = v[i + 2];
      let sx = diagonal[d] * x + diagonal[d + 1] * y + diagonal[d + 2] * z;
      let sy = diagonal[d + 1] * x + diagonal[d + 3] * y + diagonal[d + 4] * z;
      let sz = diagonal[d + 2] * x + diagonal[d + 4] * y + diagonal[d + 5] * z;
      let e = start[p];
      const end = start[p + 1];
      let added = firstAdded[p];
      while (e < end || added !== NONE) {
        const at = e < end ? e++ : added;
        if (at === added) added = nextAdded[added];
        const b = BLOCK * at;
        const j = 3 * columns[at];
        const xx = values[b];
        const xy = values[b + 1];
        const xz = values[b + 2];
        const yy = values[b + 3];
        const yz = values[b + 4];
        const zz = values[b + 5];
        const u = v[j];
        const w = v[j + 1];
        const t = v[j + 2];
        sx += xx * u + xy * w + xz * t;
        sy += xy * u + yy * w + yz * t;
        sz += xz * u + yz * w + zz * t;
        out[j] += xx * x + xy * y + xz * z;
        out[j + 1] += xy * x + yy * y + yz * z;
        out[j + 2] += xz * x + yz * y + zz * z;
      }
      out[i] = sx;
      out[i + 1] = sy;
      out[i + 2] = sz;
    }
  }
}
