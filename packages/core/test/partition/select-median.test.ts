import { expect, it } from 'vitest';
import { selectMedian } from '../../src/partition/select-median.ts';
import { seededRandom } from '../predicates/random.ts';

it('puts one item where sorting would, smaller keys before and larger behind, and touches nothing outside', () => {
  const random = seededRandom(1);
  for (let run = 0; run < 500; run++) {
    const count = 1 + Math.floor(40 * random());
    const few = run % 3 === 0 ? 3 : 1000; // few different keys: many are equal
    const keys = Float64Array.from({ length: count }, () => Math.floor(few * random()));
    const items = Uint32Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i--) {
      const j = Math.floor((i + 1) * random());
      [items[i], items[j]] = [items[j], items[i]];
    }
    const first = Math.floor(count * random());
    const end = first + 1 + Math.floor((count - first) * random());
    const middle = first + Math.floor((end - first) * random());
    const before = items.slice();
    selectMedian(items, keys, first, middle, end);

    expect([...items.subarray(0, first)]).toEqual([...before.subarray(0, first)]);
    expect([...items.subarray(end)]).toEqual([...before.subarray(end)]);
    expect([...items.subarray(first, end)].sort()).toEqual([...before.subarray(first, end)].sort());
    const here = keys[items[middle]];
    for (let i = first; i < middle; i++) expect(keys[items[i]]).toBeLessThanOrEqual(here);
    for (let i = middle; i < end; i++) expect(keys[items[i]]).toBeGreaterThanOrEqual(here);
  }
});
