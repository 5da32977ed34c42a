import { describe, expect, it } from 'vitest';
import { inExactRange, MAX_MAGNITUDE, MIN_MAGNITUDE } from '../../src/predicates/exact-range.ts';
import { nudged } from './random.ts';

describe('inExactRange', () => {
  it.each([0, -0, 1, -1, MAX_MAGNITUDE, -MAX_MAGNITUDE, MIN_MAGNITUDE, -MIN_MAGNITUDE])('holds %s', (x) => {
    expect(inExactRange(x)).toBe(true);
  });

  it.each([nudged(MAX_MAGNITUDE, 1), nudged(-MAX_MAGNITUDE, -1), nudged(MIN_MAGNITUDE, -1), 5e-324, NaN, Infinity])(
    'does not hold %s',
    (x) => {
      expect(inExactRange(x)).toBe(false);
    },
  );

  it('leaves room for a triple product: no overflow at the top, no lost bit at the bottom', () => {
    expect((2 * MAX_MAGNITUDE) ** 3 * 6).toBeLessThan(Number.MAX_VALUE);
    const leastStep = MIN_MAGNITUDE * 2 ** -52;
    expect(leastStep ** 3).toBeGreaterThan(2 ** -1022);
  });
});
