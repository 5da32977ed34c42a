const FIRST_CAPACITY = 256;

/** A growing set of number pairs that keeps them in the order they came. Open addressing, at most half full. */
export class PairSet {
  first: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  second: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  count = 0;
  /** Place + 1 of the pair in each slot, 0 for none. */
  #slots: Uint32Array = new Uint32Array(4 * FIRST_CAPACITY);

  clear(): void {
    this.count = 0;
    this.#slots.fill(0);
  }

  /** Whether the pair is new. */
  add(a: number, b: number): boolean {
    if (this.count === this.first.length) this.#grow();
    const slot = this.#find(a, b);
    if (this.#slots[slot] !== 0) return false;
    this.first[this.count] = a;
    this.second[this.count] = b;
    this.#slots[slot] = ++this.count;
    return true;
  }

  get byteLength(): number {
    return this.first.byteLength + this.second.byteLength + this.#slots.byteLength;
  }

  /** The slot of this pair, or the free one where it belongs. */
  #find(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(a, 0x9e3779b1);
    hash = Math.imul((hash ^ (hash >>> 15)) + b, 0x85ebca6b);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const place = this.#slots[slot];
      if (place === 0 || (this.first[place - 1] === a && this.second[place - 1] === b)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const grown = (from: Uint32Array) => {
      const to = new Uint32Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.first = grown(this.first);
    this.second = grown(this.second);
    this.#slots = new Uint32Array(4 * this.first.length);
    for (let i = 0; i < this.count; i++) this.#slots[this.#find(this.first[i], this.second[i])] = i + 1;
  }
}
