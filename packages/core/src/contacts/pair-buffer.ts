const CAPACITY = 4096;

/**
 * Candidate pairs of triangles on their way to the exact test, in batches small enough to stay in cache.
 * Whoever appends calls `flush` when `count` reaches `capacity`; if that returns true, nobody wants more pairs.
 */
export class PairBuffer {
  readonly capacity: number = CAPACITY;
  /** Triangle numbers, two a pair. */
  readonly pairs: Uint32Array = new Uint32Array(2 * CAPACITY);
  count = 0;
  stopped = false;
  readonly #consume: (pairs: Uint32Array, count: number) => boolean;

  /** `consume` takes a batch and says whether it has seen enough. */
  constructor(consume: (pairs: Uint32Array, count: number) => boolean) {
    this.#consume = consume;
  }

  begin(): void {
    this.count = 0;
    this.stopped = false;
  }

  flush(): boolean {
    if (this.count > 0 && !this.stopped) this.stopped = this.#consume(this.pairs, this.count);
    this.count = 0;
    return this.stopped;
  }
}
