const FIRST_CAPACITY = 256;

/** Found proximities, in the surface's numbers; grows as needed and never drops one unless `limit` says so. */
export class ProximityBuffer {
  triangleA: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  triangleB: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  distance: Float64Array = new Float64Array(FIRST_CAPACITY);
  /** At the end of a step, where one was asked for. */
  nextDistance: Float64Array = new Float64Array(FIRST_CAPACITY);
  /** Of the corners of A, three a pair: where its closest point is. */
  weightsA: Float64Array = new Float64Array(3 * FIRST_CAPACITY);
  weightsB: Float64Array = new Float64Array(3 * FIRST_CAPACITY);
  count = 0;
  limit: number = Number.POSITIVE_INFINITY;
  /** There was a proximity beyond `limit`. */
  overflowed = false;

  clear(limit: number): void {
    this.count = 0;
    this.limit = limit;
    this.overflowed = false;
  }

  /**
   * Makes room for a pair with its weights, those of A first. Returns its place, where distances go, or −1 beyond the limit. Distances are no
   * arguments: V8 would put them on the heap.
   */
  add(triangleA: number, triangleB: number, weights: Float64Array): number {
    const i = this.reserve(triangleA, triangleB);
    if (i < 0) return i;
    for (let k = 0; k < 3; k++) {
      this.weightsA[3 * i + k] = weights[k];
      this.weightsB[3 * i + k] = weights[3 + k];
    }
    return i;
  }

  /** The same without weights. */
  reserve(triangleA: number, triangleB: number): number {
    if (this.count >= this.limit) {
      this.overflowed = true;
      return -1;
    }
    if (this.count === this.triangleA.length) this.#grow();
    const i = this.count++;
    this.triangleA[i] = triangleA;
    this.triangleB[i] = triangleB;
    return i;
  }

  get byteLength(): number {
    return (
      this.triangleA.byteLength +
      this.triangleB.byteLength +
      this.distance.byteLength +
      this.nextDistance.byteLength +
      this.weightsA.byteLength +
      this.weightsB.byteLength
    );
  }

  #grow(): void {
    this.triangleA = grown(this.triangleA, new Uint32Array(2 * this.triangleA.length));
    this.triangleB = grown(this.triangleB, new Uint32Array(2 * this.triangleB.length));
    this.distance = grown(this.distance, new Float64Array(2 * this.distance.length));
    this.nextDistance = grown(this.nextDistance, new Float64Array(2 * this.nextDistance.length));
    this.weightsA = grown(this.weightsA, new Float64Array(2 * this.weightsA.length));
    this.weightsB = grown(this.weightsB, new Float64Array(2 * this.weightsB.length));
  }
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
