import { describe, expect, it } from 'vitest';
import { Candidates } from '../../../src/find/subspace/candidates.ts';
import { PairBuffer } from '../../../src/results/pair-buffer.ts';

/** What a consumer gets of `count` pairs and half as many neighbours, handed over on top of one that waits already. */
function handOver(count: number, most = Number.POSITIVE_INFINITY) {
  const candidates = new Candidates();
  const words = Uint32Array.from({ length: 2 * count + 8 }, (_, i) => i);
  candidates.addPairs(words, 1);
  candidates.clear();
  candidates.addPairs(words, count - 1);
  candidates.addPair(words[2 * count - 2], words[2 * count - 1]);
  candidates.addAllNeighbours(words, count / 2);
  const taken = { pairs: [] as number[], neighbours: [] as number[] };
  const out = new PairBuffer();
  out.begin({
    takePairs: (pairs, n) => {
      taken.pairs.push(...pairs.subarray(0, 2 * n));
      return taken.pairs.length >= 2 * most;
    },
    takeNeighbours: (pairs, n) => {
      taken.neighbours.push(...pairs.subarray(0, 2 * n));
      return false;
    },
  });
  out.pairs.set([7, 9]);
  out.count = 1;
  candidates.handOver(out);
  out.end();
  return { ...taken, capacity: out.capacity };
}

describe('Candidates', () => {
  it.each([2, 4094, 4096, 4098, 8190, 20_000])('hands over all of %i pairs in their order', (count) => {
    const { pairs, neighbours } = handOver(count);
    expect(pairs).toEqual([7, 9, ...Array.from({ length: 2 * count }, (_, i) => i)]);
    expect(neighbours).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  it('ends where nobody wants more', () => {
    const { pairs, neighbours, capacity } = handOver(20_000, 1);
    expect(pairs).toHaveLength(2 * capacity);
    expect(neighbours).toEqual([]);
  });
});
