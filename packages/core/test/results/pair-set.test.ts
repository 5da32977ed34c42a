import { describe, expect, it } from 'vitest';
import { PairSet } from '../../src/results/pair-set.ts';

describe('PairSet', () => {
  it('keeps each pair once, in the order they came', () => {
    const set = new PairSet();
    expect([set.add(5, 7), set.add(7, 5), set.add(5, 7), set.add(0, 0), set.add(0, 0)]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    expect([...set.first.subarray(0, set.count)]).toEqual([5, 7, 0]);
    expect([...set.second.subarray(0, set.count)]).toEqual([7, 5, 0]);
  });

  it('does so while it grows, and again after it was cleared', () => {
    const set = new PairSet();
    for (let round = 0; round < 2; round++) {
      set.clear();
      const seen = new Set<string>();
      for (let i = 0; i < 40_000; i++) {
        const a = (i * 7919) % 211;
        const b = (i * 104729) % 97;
        const isNew = !seen.has(`${a},${b}`);
        seen.add(`${a},${b}`);
        if (set.add(a, b) !== isNew) expect.fail(`${a}, ${b} in round ${round}`);
      }
      expect(set.count).toBe(seen.size);
    }
  });

  it('tells large numbers apart', () => {
    const set = new PairSet();
    expect(set.add(0xffffffff, 0)).toBe(true);
    expect(set.add(0, 0xffffffff)).toBe(true);
    expect(set.add(0xffffffff, 0)).toBe(false);
  });
});
