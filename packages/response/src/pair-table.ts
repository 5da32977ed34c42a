const KEY = 5;

/** Numbers pairs of features, given by their four vertices and a code, in the order in which they come. Allocates only to grow. */
export class PairTable {
  count = 0;
  #keys = new Uint32Array(KEY * 64);
  /** Entry numbers, −1 where free: open addressing, at most half full. */
  #slots = new Int32Array(256).fill(-1);

  clear(): void {
    this.count = 0;
    this.#slots.fill(-1);
  }

  /** The number of a pair; −1 if it is not in. */
  find(a: number, b: number, c: number, d: number, code: number): number {
    return this.#slots[this.#slotOf(a, b, c, d, code)];
  }

  /** The number that a pair gets, or has. */
  add(a: number, b: number, c: number, d: number, code: number): number {
    const slot = this.#slotOf(a, b, c, d, code);
    if (this.#slots[slot] >= 0) return this.#slots[slot];
    if (KEY * (this.count + 1) > this.#keys.length) {
      this.#grow();
      return this.add(a, b, c, d, code);
    }
    const keys = this.#keys;
    const at = KEY * this.count;
    keys[at] = a;
    keys[at + 1] = b;
    keys[at + 2] = c;
    keys[at + 3] = d;
    keys[at + 4] = code;
    this.#slots[slot] = this.count;
    return this.count++;
  }

  #slotOf(a: number, b: number, c: number, d: number, code: number): number {
    const slots = this.#slots;
    const keys = this.#keys;
    const mask = slots.length - 1;
    let hash =
      Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
    hash = Math.imul(hash ^ (hash >>> 15) ^ code, 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const entry = slots[slot];
      if (entry < 0) return slot;
      const at = KEY * entry;
      const isSame =
        keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d && keys[at + 4] === code;
      if (isSame) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const keys = new Uint32Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let i = 0; i < this.count; i++) {
      const at = KEY * i;
      this.#slots[this.#slotOf(keys[at], keys[at + 1], keys[at + 2], keys[at + 3], keys[at + 4])] = i;
    }
  }
}
