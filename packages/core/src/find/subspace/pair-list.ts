import type { ListedPairs } from '../certificates.ts';

/** Pairs that are listed for places, as they come. */
export class PairList {
  #entries: [number, number, number][] = [];
  #place = 0;

  clear(): void {
    this.#entries = [];
  }

  get count(): number {
    return this.#entries.length;
  }

  at(place: number): PairList {
    this.#place = place;
    return this;
  }

  add(first: number, second: number): void {
    this.#entries.push([this.#place, first, second]);
  }

  /** Places ascending; of one place in the order in which they came. */
  finish(): ListedPairs {
    const sorted = this.#entries.slice().sort((x, y) => x[0] - y[0]);
    return {
      place: Uint32Array.from(sorted, (entry) => entry[0]),
      pairs: Uint32Array.from(sorted.flatMap(([, first, second]) => [first, second])),
    };
  }
}
