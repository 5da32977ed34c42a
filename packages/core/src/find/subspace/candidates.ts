import type { PairBuffer } from '../../results/pair-buffer.ts';
import { GrowingWords } from '../growing-words.ts';

/** Pairs that were found and are handed over later: triangles, and half-edges opposite a vertex that two triangles share. */
export class Candidates {
  readonly #pairs = new GrowingWords(256);
  readonly #neighbours = new GrowingWords(256);

  get byteLength(): number {
    return this.#pairs.words.byteLength + this.#neighbours.words.byteLength;
  }

  get neighbourCount(): number {
    return this.#neighbours.length / 2;
  }

  clear(): void {
    this.#pairs.length = 0;
    this.#neighbours.length = 0;
  }

  addPair(s: number, t: number): void {
    this.#pairs.push(s);
    this.#pairs.push(t);
  }

  addNeighbours(hS: number, hT: number): void {
    this.#neighbours.push(hS);
    this.#neighbours.push(hT);
  }

  /** Several at once, two numbers each. */
  addPairs(pairs: Uint32Array, count: number): void {
    append(this.#pairs, pairs, 2 * count);
  }

  addAllNeighbours(neighbours: Uint32Array, count: number): void {
    append(this.#neighbours, neighbours, 2 * count);
  }

  handOver(out: PairBuffer): void {
    for (let given = 0; 2 * given < this.#pairs.length && !out.stopped; ) {
      const count = fill(out.pairs, out.count, out.capacity, this.#pairs, given);
      given += count;
      out.count += count;
      if (out.count === out.capacity) out.flushPairs();
    }
    for (let given = 0; given < this.neighbourCount && !out.stopped; ) {
      const count = fill(out.neighbours, out.neighbourCount, out.capacity, this.#neighbours, given);
      given += count;
      out.neighbourCount += count;
      if (out.neighbourCount === out.capacity) out.flushNeighbours();
    }
  }
}

/** Pairs from `given` on, behind the `count` that are there: as many as there is room for, or are left. Returns how many. */
function fill(
  to: Uint32Array,
  count: number,
  capacity: number,
  { words, length }: GrowingWords,
  given: number,
): number {
  const more = Math.min(capacity - count, length / 2 - given);
  copy(words, 2 * given, to, 2 * count, 2 * more);
  return more;
}

/** Here and no method: who finds contacts without modes need not load it. */
function append(to: GrowingWords, from: Uint32Array, count: number): void {
  const end = to.length + count;
  if (end > to.words.length) {
    const larger = new Uint32Array(2 * end);
    larger.set(to.words);
    to.words = larger;
  }
  copy(from, 0, to.words, to.length, count);
  to.length = end;
}

/** By a loop: views would be made anew for every pose. */
function copy(from: Uint32Array, at: number, to: Uint32Array, start: number, count: number): void {
  for (let i = 0; i < count; i++) to[start + i] = from[at + i];
}
