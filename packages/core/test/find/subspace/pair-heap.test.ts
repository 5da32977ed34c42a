import { expect, it } from 'vitest';
import { PairHeap } from '../../../src/find/subspace/pair-heap.ts';
import { seededRandom } from '../../predicates/random.ts';

it('takes pairs by ascending bound, each with what it was added with, also between additions', () => {
  const random = seededRandom(5);
  const heap = new PairHeap();
  let inside: number[] = [];
  for (let round = 0; round < 3000; round++) {
    // more come than go, then more go than come
    if (heap.count === 0 || random() < (round < 1500 ? 0.7 : 0.3)) {
      const bound = Math.floor(200 * random());
      heap.add(bound, 10 * bound, 4_000_000_000 + bound, bound % 7);
      inside.push(bound);
      continue;
    }
    const least = Math.min(...inside);
    expect(heap.lowest).toBe(least);
    heap.take();
    expect([heap.bound, heap.first, heap.second, heap.tag]).toEqual([
      least,
      10 * least,
      4_000_000_000 + least,
      least % 7,
    ]);
    inside.splice(inside.indexOf(least), 1);
    expect(heap.count).toBe(inside.length);
  }
  inside = [];
  heap.clear();
  expect(heap.lowest).toBe(Number.POSITIVE_INFINITY);
});
