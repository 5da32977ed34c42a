import type { Horizon, PairBuffer, PairConsumer } from 'selfcollide/finder';

/** Numbers a triangle: low x, y, z and high x, y, z at t0, then the same at t1. */
const STRIDE = 12;

/**
 * Passes on the pairs of triangles that boxes of both ends of a step do not keep apart: a hash knows only what is swept. Comparing differences of
 * coordinates with the reach is safe, since rounding is monotone.
 */
export class MovingPairFilter implements PairConsumer {
  readonly #boxes: Float64Array;
  #reach = 0;
  #startReach = 0;
  #horizon: Horizon | null = null;
  #out: PairBuffer | null = null;

  constructor(triangleCount: number) {
    this.#boxes = new Float64Array(STRIDE * triangleCount);
  }

  get byteLength(): number {
    return this.#boxes.byteLength;
  }

  begin(
    triangles: Uint32Array,
    from: Float64Array,
    to: Float64Array,
    reach: number,
    horizon: Horizon | null,
    out: PairBuffer,
  ): void {
    this.#horizon = horizon;
    this.#reach = reach;
    this.#out = out;
    measure(this.#boxes, 0, triangles, from);
    measure(this.#boxes, 6, triangles, to);
  }

  takePairs(pairs: Uint32Array, count: number): boolean {
    const out = this.#out!;
    this.#startReach = this.#horizon?.startReach ?? Number.POSITIVE_INFINITY;
    for (let i = 0; i < 2 * count; i += 2) {
      if (this.#areApart(STRIDE * pairs[i], STRIDE * pairs[i + 1])) continue;
      out.pairs[2 * out.count] = pairs[i];
      out.pairs[2 * out.count + 1] = pairs[i + 1];
      if (++out.count === out.capacity && out.flushPairs()) return true;
    }
    return false;
  }

  takeNeighbours(): boolean {
    return false; // a hash knows of none
  }

  #areApart(i: number, j: number): boolean {
    const boxes = this.#boxes;
    const reach = this.#reach;
    const start = this.#startReach;
    for (let k = 0; k < 3; k++) {
      if (boxes[j + k] - boxes[i + k + 3] > start || boxes[i + k] - boxes[j + k + 3] > start) return true;
      if (boxes[j + k] - boxes[i + k + 3] > reach && boxes[j + k + 6] - boxes[i + k + 9] > reach) return true;
      if (boxes[i + k] - boxes[j + k + 3] > reach && boxes[i + k + 6] - boxes[j + k + 9] > reach) return true;
    }
    return false;
  }
}

function measure(boxes: Float64Array, offset: number, triangles: Uint32Array, positions: Float64Array): void {
  for (let t = 0; 3 * t < triangles.length; t++) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const out = STRIDE * t + offset;
    for (let k = 0; k < 3; k++) {
      const x = positions[a + k];
      const y = positions[b + k];
      const z = positions[c + k];
      boxes[out + k] = x < y ? (x < z ? x : z) : y < z ? y : z;
      boxes[out + k + 3] = x > y ? (x > z ? x : z) : y > z ? y : z;
    }
  }
}
