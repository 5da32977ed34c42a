const CAPACITY = 4096;

/** Takes a batch of candidates and says whether it has seen enough. */
export interface PairConsumer {
  /** Pairs of triangles. */
  takePairs(pairs: Uint32Array, count: number): boolean;
  /** Pairs of half-edges: each lies opposite the one vertex that its triangle shares with the other's. */
  takeNeighbours(pairs: Uint32Array, count: number): boolean;
}

const NOBODY: PairConsumer = { takePairs: () => true, takeNeighbours: () => true };

/**
 * Candidates on their way to the exact test, in batches small enough to stay in cache. Whoever appends calls the matching
 * `flush` when a count reaches `capacity`; if that returns true, nobody wants more.
 */
export class PairBuffer {
  readonly capacity: number = CAPACITY;
  /** Triangle numbers, two a pair. */
  readonly pairs: Uint32Array = new Uint32Array(2 * CAPACITY);
  count = 0;
  /** Half-edge numbers, two a pair, for methods that know which triangles share a vertex. */
  readonly neighbours: Uint32Array = new Uint32Array(2 * CAPACITY);
  neighbourCount = 0;
  stopped = false;
  #consumer: PairConsumer = NOBODY;

  /** Forgets what was left, and hands over to `consumer` from now on. */
  begin(consumer: PairConsumer): void {
    this.#consumer = consumer;
    this.count = 0;
    this.neighbourCount = 0;
    this.stopped = false;
  }

  flushPairs(): boolean {
    if (this.count > 0 && !this.stopped) this.stopped = this.#consumer.takePairs(this.pairs, this.count);
    this.count = 0;
    return this.stopped;
  }

  flushNeighbours(): boolean {
    if (this.neighbourCount > 0 && !this.stopped) {
      this.stopped = this.#consumer.takeNeighbours(this.neighbours, this.neighbourCount);
    }
    this.neighbourCount = 0;
    return this.stopped;
  }

  /** Hands over what is left. */
  end(): void {
    this.flushPairs();
    this.flushNeighbours();
  }

  get byteLength(): number {
    return this.pairs.byteLength + this.neighbours.byteLength;
  }
}
