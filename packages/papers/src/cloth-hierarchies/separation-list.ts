const FIRST_CAPACITY = 256;

/**
 * Pairs of nodes at which the last search ended, each with how far both may have travelled before it has to be looked at again (cloth paper §5.3):
 * together they cover all pairs of triangles, so the next search may begin there. Two lists, of which one is read while the other is written.
 */
export class SeparationList {
  first: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  second: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  until: Float64Array = new Float64Array(FIRST_CAPACITY);
  count = 0;

  get byteLength(): number {
    return this.first.byteLength + this.second.byteLength + this.until.byteLength;
  }

  /** Returns the place, where `until` goes. */
  add(first: number, second: number): number {
    if (this.count === this.first.length) this.#grow();
    this.first[this.count] = first;
    this.second[this.count] = second;
    return this.count++;
  }

  #grow(): void {
    const size = 2 * this.first.length;
    const first = new Uint32Array(size);
    const second = new Uint32Array(size);
    const until = new Float64Array(size);
    first.set(this.first);
    second.set(this.second);
    until.set(this.until);
    this.first = first;
    this.second = second;
    this.until = until;
  }
}
