import type { Counters } from '../../contacts/counters.ts';
import type { PairBuffer } from '../../contacts/pair-buffer.ts';
import type { Pose } from '../../mesh/pose.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { PairFinder } from '../pair-finder.ts';

/** Cells an axis at most, so that three cell numbers fit into one double exactly. */
const MAX_CELLS = 1 << 16;

/** A triangle whose box covers more cells than this is compared with all others instead. */
const MAX_CELLS_PER_TRIANGLE = 64;

/**
 * Sorts triangles into the cells of a hashed grid and compares those that share one (hashing paper, in the variant that the star
 * paper compares with). Nothing is worked out beforehand, so a mesh may be thrown away after one pose.
 *
 * Entries are sorted by bucket in two passes (count, fill). They carry their cell, which is compared, so that two cells in one bucket
 * do not mix; and a pair is handed on only in the cell that is the larger of both triangles' first cells on every axis: that cell is one of both
 * whenever their boxes meet, so every pair comes exactly once.
 */
export class SpatialHashFinder implements PairFinder {
  readonly surface: Surface;
  readonly #wantedCellSize: number | undefined;
  readonly #boxes: Float64Array;
  /** First cell of each triangle's box: x, y, z. */
  readonly #firstCell: Uint32Array;
  readonly #lastCell: Uint32Array;
  readonly #giants: Uint32Array;
  readonly #isGiant: Uint8Array;
  #giantCount = 0;
  #bucketStart: Uint32Array = new Uint32Array(0);
  #entryTriangle: Uint32Array = new Uint32Array(0);
  #entryCell: Float64Array = new Float64Array(0);
  #bits = 0;

  /** @param cellSize Edge of a cell; left out: the mean edge length of each pose. */
  constructor(surface: Surface, cellSize?: number) {
    this.surface = surface;
    this.#wantedCellSize = cellSize;
    this.#boxes = new Float64Array(6 * surface.triangleCount);
    this.#firstCell = new Uint32Array(3 * surface.triangleCount);
    this.#lastCell = new Uint32Array(3 * surface.triangleCount);
    this.#giants = new Uint32Array(surface.triangleCount);
    this.#isGiant = new Uint8Array(surface.triangleCount);
  }

  get memoryBytes(): number {
    const fixed = [this.#boxes, this.#firstCell, this.#lastCell, this.#giants, this.#isGiant];
    const grown = [this.#bucketStart, this.#entryTriangle, this.#entryCell];
    return [...fixed, ...grown].reduce((bytes, array) => bytes + array.byteLength, 0);
  }

  refit(pose: Pose): void {
    const { triangles, triangleCount } = this.surface;
    const { positions } = pose;
    const boxes = this.#boxes;
    const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let t = 0; t < triangleCount; t++) {
      const a = 3 * triangles[3 * t];
      const b = 3 * triangles[3 * t + 1];
      const c = 3 * triangles[3 * t + 2];
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[a + axis];
        const y = positions[b + axis];
        const z = positions[c + axis];
        const least = x < y ? (x < z ? x : z) : y < z ? y : z;
        const most = x > y ? (x > z ? x : z) : y > z ? y : z;
        boxes[6 * t + axis] = least;
        boxes[6 * t + axis + 3] = most;
        if (least < low[axis]) low[axis] = least;
        if (most > high[axis]) high[axis] = most;
      }
    }
    const extent = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    const wanted = (this.#wantedCellSize ?? meanEdge(triangles, positions) / pose.scale) * pose.scale;
    // cells are counted from the low corner, so their numbers are small and never negative
    const size = Math.max(wanted, extent / (MAX_CELLS - 2));
    this.#assignCells(low, 1 / size);
    this.#fillBuckets();
  }

  findPairs(_pose: Pose, out: PairBuffer, counters: Counters): void {
    this.#pairsInBuckets(out, counters);
    if (!out.stopped) this.#pairsWithGiants(out, counters);
    out.end();
  }

  #assignCells(low: readonly number[], scale: number): void {
    const boxes = this.#boxes;
    const firstCell = this.#firstCell;
    const lastCell = this.#lastCell;
    this.#giantCount = 0;
    for (let t = 0; t < this.surface.triangleCount; t++) {
      let cells = 1;
      for (let axis = 0; axis < 3; axis++) {
        const first = Math.floor((boxes[6 * t + axis] - low[axis]) * scale);
        const last = Math.floor((boxes[6 * t + axis + 3] - low[axis]) * scale);
        firstCell[3 * t + axis] = first;
        lastCell[3 * t + axis] = last;
        cells *= last - first + 1;
        if (!(last < MAX_CELLS)) cells = Number.POSITIVE_INFINITY; // also for NaN: coordinates too far apart to divide
      }
      this.#isGiant[t] = cells <= MAX_CELLS_PER_TRIANGLE ? 0 : 1;
      if (this.#isGiant[t]) this.#giants[this.#giantCount++] = t;
    }
  }

  #fillBuckets(): void {
    const { triangleCount } = this.surface;
    const first = this.#firstCell;
    const last = this.#lastCell;
    let entries = 0;
    for (let t = 0; t < triangleCount; t++) {
      if (this.#isGiant[t]) continue;
      const i = 3 * t;
      entries += (last[i] - first[i] + 1) * (last[i + 1] - first[i + 1] + 1) * (last[i + 2] - first[i + 2] + 1);
    }
    this.#reserve(entries);
    const start = this.#bucketStart;
    start.fill(0);
    for (let pass = 0; pass < 2; pass++) {
      for (let t = 0; t < triangleCount; t++) {
        if (this.#isGiant[t]) continue;
        for (let x = first[3 * t]; x <= last[3 * t]; x++) {
          for (let y = first[3 * t + 1]; y <= last[3 * t + 1]; y++) {
            for (let z = first[3 * t + 2]; z <= last[3 * t + 2]; z++) {
              const bucket = hashCell(x, y, z) >>> (32 - this.#bits);
              if (pass === 0) start[bucket + 1]++;
              else {
                const place = start[bucket]++;
                this.#entryTriangle[place] = t;
                this.#entryCell[place] = (x * MAX_CELLS + y) * MAX_CELLS + z;
              }
            }
          }
        }
      }
      if (pass === 0) for (let bucket = 0; bucket + 1 < start.length; bucket++) start[bucket + 1] += start[bucket];
    }
    // filling moved every start to its end, which is the next one's start
    start.copyWithin(1, 0, start.length - 1);
    start[0] = 0;
  }

  /** About two buckets an entry; grows, never shrinks. */
  #reserve(entries: number): void {
    const bits = Math.max(1, Math.min(28, Math.ceil(Math.log2(2 * entries + 1))));
    if (bits > this.#bits) {
      this.#bits = bits;
      this.#bucketStart = new Uint32Array(2 ** bits + 1);
    }
    if (entries <= this.#entryTriangle.length) return;
    const capacity = Math.ceil(1.25 * entries);
    this.#entryTriangle = new Uint32Array(capacity);
    this.#entryCell = new Float64Array(capacity);
  }

  #pairsInBuckets(out: PairBuffer, counters: Counters): void {
    const start = this.#bucketStart;
    const triangleOf = this.#entryTriangle;
    const cellOf = this.#entryCell;
    const first = this.#firstCell;
    const { pairs, capacity } = out;
    for (let bucket = 0; bucket + 1 < start.length; bucket++) {
      const end = start[bucket + 1];
      for (let i = start[bucket]; i < end; i++) {
        const s = triangleOf[i];
        for (let j = i + 1; j < end; j++) {
          if (cellOf[i] !== cellOf[j]) continue;
          const t = triangleOf[j];
          const x = first[3 * s] > first[3 * t] ? first[3 * s] : first[3 * t];
          const y = first[3 * s + 1] > first[3 * t + 1] ? first[3 * s + 1] : first[3 * t + 1];
          const z = first[3 * s + 2] > first[3 * t + 2] ? first[3 * s + 2] : first[3 * t + 2];
          if ((x * MAX_CELLS + y) * MAX_CELLS + z !== cellOf[i]) continue;
          counters.boxTests++;
          if (!this.#boxesMeet(s, t)) continue;
          pairs[2 * out.count] = s;
          pairs[2 * out.count + 1] = t;
          if (++out.count === capacity && out.flushPairs()) return;
        }
      }
    }
  }

  #pairsWithGiants(out: PairBuffer, counters: Counters): void {
    const { pairs, capacity } = out;
    for (let i = 0; i < this.#giantCount; i++) {
      const s = this.#giants[i];
      for (let t = 0; t < this.surface.triangleCount; t++) {
        if (t === s || (this.#isGiant[t] && t < s)) continue;
        counters.boxTests++;
        if (!this.#boxesMeet(s, t)) continue;
        pairs[2 * out.count] = s;
        pairs[2 * out.count + 1] = t;
        if (++out.count === capacity && out.flushPairs()) return;
      }
    }
  }

  #boxesMeet(s: number, t: number): boolean {
    const boxes = this.#boxes;
    const i = 6 * s;
    const j = 6 * t;
    return !(
      boxes[i] > boxes[j + 3] ||
      boxes[j] > boxes[i + 3] ||
      boxes[i + 1] > boxes[j + 4] ||
      boxes[j + 1] > boxes[i + 4] ||
      boxes[i + 2] > boxes[j + 5] ||
      boxes[j + 2] > boxes[i + 5]
    );
  }
}

/** Mixes the three numbers one after the other: collides as rarely as chance, also in tables of a power of two. */
function hashCell(x: number, y: number, z: number): number {
  let hash = Math.imul(x, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ y, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ z, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function meanEdge(triangles: Uint32Array, positions: Float64Array): number {
  let sum = 0;
  for (let h = 0; h < triangles.length; h++) {
    const a = 3 * triangles[h];
    const b = 3 * triangles[h % 3 === 2 ? h - 2 : h + 1];
    const dx = positions[a] - positions[b];
    const dy = positions[a + 1] - positions[b + 1];
    const dz = positions[a + 2] - positions[b + 2];
    sum += Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return sum / triangles.length;
}
