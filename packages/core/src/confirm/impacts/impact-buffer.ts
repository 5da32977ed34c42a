const FIRST_CAPACITY = 256;

/** Found impacts of one kind: two numbers and a time each. Grows as needed and never drops one. */
export class ImpactBuffer {
  /** A vertex, or the half-edge of the first edge. */
  first: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** A triangle, or the half-edge of the second edge. */
  second: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  times: Float64Array = new Float64Array(FIRST_CAPACITY);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  push(first: number, second: number, { time }: { readonly time: number }): void {
    if (this.count === this.times.length) this.#grow();
    this.first[this.count] = first;
    this.second[this.count] = second;
    this.times[this.count++] = time;
  }

  get byteLength(): number {
    return this.first.byteLength + this.second.byteLength + this.times.byteLength;
  }

  #grow(): void {
    const { first, second, times } = this;
    this.first = new Uint32Array(2 * first.length);
    this.second = new Uint32Array(2 * second.length);
    this.times = new Float64Array(2 * times.length);
    this.first.set(first);
    this.second.set(second);
    this.times.set(times);
  }
}
