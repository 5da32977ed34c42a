/** A Uint32Array that grows as numbers are appended: half the memory of a plain array, and nothing for the garbage collector to walk. */
export class GrowingWords {
  words: Uint32Array;
  length = 0;

  constructor(expected: number) {
    this.words = new Uint32Array(Math.max(16, expected));
  }

  push(value: number): void {
    if (this.length === this.words.length) this.#grow();
    this.words[this.length++] = value;
  }

  /** What was appended. Of memory behind it, which nobody wrote to, a system has only the promise. */
  finish(): Uint32Array {
    return this.words.subarray(0, this.length);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.words.length);
    larger.set(this.words);
    this.words = larger;
  }
}
