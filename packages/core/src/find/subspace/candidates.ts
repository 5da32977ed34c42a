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
    for (let i = 0; i < 2 * count; i++) this.#pairs.push(pairs[i]);
  }

  addAllNeighbours(neighbours: Uint32Array, count: number): void {
    for (let i = 0; i < 2 * count; i++) this.#neighbours.push(neighbours[i]);
  }

  handOver(out: PairBuffer): void {
    const pairs = this.#pairs;
    for (let i = 0; i < pairs.length && !out.stopped; i += 2) {
      out.pairs[2 * out.count] = pairs.words[i];
      out.pairs[2 * out.count + 1] = pairs.words[i + 1];
      if (++out.count === out.capacity) out.flushPairs();
    }
    const neighbours = this.#neighbours;
    for (let i = 0; i < neighbours.length && !out.stopped; i += 2) {
      out.neighbours[2 * out.neighbourCount] = neighbours.words[i];
      out.neighbours[2 * out.neighbourCount + 1] = neighbours.words[i + 1];
      if (++out.neighbourCount === out.capacity) out.flushNeighbours();
    }
  }
}
