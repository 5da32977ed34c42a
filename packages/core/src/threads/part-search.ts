import { IntersectionQuery } from '../confirm/intersections/intersection-query.ts';
import type { PairFilter } from '../confirm/pair-filter.ts';
import type { Search } from '../find/pair-finder.ts';
import type { PatchFinder } from '../find/patches/patch-finder.ts';
import { APART, NODES, type PatchWork } from '../find/patches/patch-work.ts';
import type { ContactBuffer } from '../results/contact-buffer.ts';
import { type Counters, createCounters, resetCounters } from '../results/counters.ts';
import { PairBuffer } from '../results/pair-buffer.ts';

/** Searches parts of a pose, one after the other: what every thread does. */
export class PartSearch {
  readonly work: PatchWork;
  /** Of the last part. */
  readonly counters: Counters = createCounters();
  readonly #finder: PatchFinder;
  readonly #query: IntersectionQuery;
  readonly #candidates = new PairBuffer();
  readonly #pair = new Uint32Array(2);
  readonly #search: { -readonly [K in keyof Search]: Search[K] };

  constructor(finder: PatchFinder, filter: PairFilter) {
    const { surface, pose } = finder;
    this.work = finder.work();
    this.#finder = finder;
    this.#query = new IntersectionQuery(surface, pose, filter, this.counters);
    this.#search = { pose, reach: 0, next: null, from: 0, end: finder.steps };
  }

  get byteLength(): number {
    return this.#query.contacts.byteLength + this.#candidates.byteLength;
  }

  /** Works out what all parts need, before there is one. */
  prepare(): void {
    this.work.prepare(this.#search);
  }

  /** Cuts the search into `work.parts`. */
  list(): void {
    resetCounters(this.counters);
    this.work.list(this.#search, this.counters);
  }

  /** The contacts of one part, in any order. `apart` are the pairs of patches of parts of that kind. */
  find(kind: number, a: number, b: number, apart: ArrayLike<number>): ContactBuffer {
    resetCounters(this.counters);
    this.#query.begin(0, Number.POSITIVE_INFINITY);
    this.#candidates.begin(this.#query);
    if (kind === NODES) {
      this.#search.from = a;
      this.#search.end = b;
      this.#finder.findPairs(this.#search, this.#candidates, this.counters);
    } else {
      const isApart = kind === APART;
      this.#pair[0] = a;
      this.#pair[1] = b;
      const pairs = isApart ? apart : this.#pair;
      this.work.findBoxes(pairs, isApart ? a : 0, isApart ? b : 1, this.#search, this.#candidates, this.counters);
    }
    return this.#query.contacts;
  }
}
