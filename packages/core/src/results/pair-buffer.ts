const CAPACITY = 2048;

/** Takes a batch of candidates and says whether it has seen enough. */
export interface PairConsumer {
  /** Pairs of triangles. */
  takePairs(pairs: Uint32Array, count: number): boolean;
  /** Pairs of half-edges: each lies opposite the one vertex that its triangle shares with the other's. */
  takeNeighbours(pairs: Uint32Array, count: number): boolean;
  /** Contacts that a sieve was sure of, half-edges and triangles, and how many edges it tested for them. Who has no such call decides on pairs alone. */
  takeContacts?(halfEdges: Uint32Array, triangles: Uint32Array, count: number, edgeTests: number): boolean;
}

/**
 * Drops candidates that surely do not meet, in memory of its own: the first `count` pairs there are looked at, those kept move up. With `decide` those that surely do
 * are dropped too, and leave their contacts.
 */
export interface PairSieve {
  readonly pairs: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly contactHalfEdges: Uint32Array;
  readonly contactTriangles: Uint32Array;
  readonly sureContacts: number;
  readonly decidedEdges: number;
  keepPairs(count: number, decide: boolean): number;
  keepNeighbours(count: number): number;
}

/**
 * Candidates on their way to the exact test, in batches small enough to stay in cache. Whoever appends calls the matching
 * `flush` when a count reaches `capacity`; if that returns true, nobody wants more.
 */
export class PairBuffer {
  readonly capacity: number = CAPACITY;
  /** Triangle numbers, two a pair. */
  pairs: Uint32Array = new Uint32Array(2 * CAPACITY);
  count = 0;
  /** Half-edge numbers, two a pair, for methods that know which triangles share a vertex. */
  neighbours: Uint32Array = new Uint32Array(2 * CAPACITY);
  neighbourCount = 0;
  stopped = false;
  /** Since `begin`. */
  #consumer!: PairConsumer;
  #sieve: PairSieve | null = null;

  /** Forgets what was left, and hands over to `consumer` from now on. */
  begin(consumer: PairConsumer): void {
    this.#consumer = consumer;
    this.#sieve = null;
    this.count = 0;
    this.neighbourCount = 0;
    this.stopped = false;
  }

  /** Goes on in the memory of a sieve, through which all pairs go from now on. For searches of what meets only. */
  sift(sieve: PairSieve): void {
    this.moveTo(sieve);
    this.#sieve = sieve;
  }

  /** Goes on in other memory of the same size. */
  moveTo({ pairs, neighbours }: { readonly pairs: Uint32Array; readonly neighbours: Uint32Array }): void {
    if (pairs === this.pairs) return;
    pairs.set(this.pairs.subarray(0, 2 * this.count));
    neighbours.set(this.neighbours.subarray(0, 2 * this.neighbourCount));
    this.pairs = pairs;
    this.neighbours = neighbours;
  }

  flushPairs(): boolean {
    if (this.count > 0 && !this.stopped) {
      const kept = this.#sieve === null ? this.count : this.#sift(this.#sieve);
      if (kept > 0 && !this.stopped) this.stopped = this.#consumer.takePairs(this.pairs, kept);
    }
    this.count = 0;
    return this.stopped;
  }

  #sift(sieve: PairSieve): number {
    const consumer = this.#consumer;
    const kept = sieve.keepPairs(this.count, consumer.takeContacts !== undefined);
    const { sureContacts, contactHalfEdges, contactTriangles, decidedEdges } = sieve;
    if (decidedEdges > 0) {
      this.stopped = consumer.takeContacts!(contactHalfEdges, contactTriangles, sureContacts, decidedEdges);
    }
    return kept;
  }

  flushNeighbours(): boolean {
    if (this.neighbourCount > 0 && !this.stopped) {
      const kept = this.#sieve === null ? this.neighbourCount : this.#sieve.keepNeighbours(this.neighbourCount);
      if (kept > 0) this.stopped = this.#consumer.takeNeighbours(this.neighbours, kept);
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
