/** Floats whose number is known only at the end; doubles its room when full. */
export class GrowingFloats {
  private items: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.items = new Float64Array(capacity);
  }

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.items.length) {
      const larger = new Float64Array(2 * this.items.length + 3);
      larger.set(this.items);
      this.items = larger;
    }
    const { items, length } = this;
    items[length] = x;
    items[length + 1] = y;
    items[length + 2] = z;
    this.length = length + 3;
  }

  toArray(): Float64Array {
    return this.items.slice(0, this.length);
  }
}

/** Whole numbers below 2^32 whose number is known only at the end. */
export class GrowingIndices {
  private items: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.items = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = new Uint32Array(2 * this.items.length + 1);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = value;
  }

  at(index: number): number {
    return this.items[index];
  }

  toArray(): Uint32Array {
    return this.items.slice(0, this.length);
  }
}
