/** A growing block of bytes, and the encodings that the report's page undoes: differences, then bytes in planes. */
export class BytePacker {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** Numbers below 2³², each as difference to the one before, folded so that small ones stay small. Returns where they start. */
  addNumbers(numbers: ArrayLike<number>): number {
    const start = this.#reserve(4 * numbers.length);
    const count = numbers.length;
    let before = 0;
    for (let i = 0; i < count; i++) {
      const folded = foldSign((numbers[i] - before) | 0);
      before = numbers[i];
      for (let plane = 0; plane < 4; plane++) this.#bytes[start + plane * count + i] = folded >>> (8 * plane);
    }
    return start;
  }

  /** 16-bit numbers as differences to those of `before`, or to the previous vertex. Returns where they start. */
  addPositions(positions: Uint16Array, before: Uint16Array | undefined): number {
    const count = positions.length;
    const start = this.#reserve(2 * count);
    for (let i = 0; i < count; i++) {
      const reference = before ? before[i] : i < 3 ? 0 : positions[i - 3];
      const folded = foldSign(((positions[i] - reference) << 16) >> 16);
      this.#bytes[start + i] = folded;
      this.#bytes[start + count + i] = folded >>> 8;
    }
    return start;
  }

  /** As {@link addPositions} for floats: differences of their bits. */
  addFloats(positions: Float32Array, before: Float32Array | undefined): number {
    const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
    const bitsBefore = before && new Uint32Array(before.buffer, before.byteOffset, before.length);
    const count = bits.length;
    const start = this.#reserve(4 * count);
    for (let i = 0; i < count; i++) {
      const reference = bitsBefore ? bitsBefore[i] : i < 3 ? 0 : bits[i - 3];
      const folded = foldSign((bits[i] - reference) | 0);
      for (let plane = 0; plane < 4; plane++) this.#bytes[start + plane * count + i] = folded >>> (8 * plane);
    }
    return start;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return start;
  }
}

/** 0, −1, 1, −2 … → 0, 1, 2, 3 …: differences around 0 then have empty high bytes. */
function foldSign(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
