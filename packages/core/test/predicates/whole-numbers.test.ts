import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIntegers, toNumber } from '../../src/predicates/whole-numbers.ts';
import { wholeNumbers } from './exact-oracle.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('toIntegers', () => {
  it('keeps all ratios, for any finite doubles', () => {
    fc.assert(
      fc.property(finite, finite, (x, y) => {
        const [a, b] = toIntegers([x, y]);
        const [c, d] = wholeNumbers([x, y]); // the same but for a power of two
        expect(a * d).toBe(b * c);
        expect([a < 0n, a === 0n]).toEqual([x < 0, x === 0]);
      }),
      { seed: 1, numRuns: 300, examples: [[5e-324, 1e-323]] },
    );
  });

  it('is exact', () => {
    expect(toIntegers([0.5, -1.5, 0, -0, 3])).toEqual([2n ** 52n, -3n * 2n ** 52n, 0n, 0n, 6n * 2n ** 52n]);
    expect(toIntegers([5e-324, -1e-323])).toEqual([1n, -2n]);
    expect(toIntegers([0, -0])).toEqual([0n, 0n]);
  });
});

describe('toNumber', () => {
  it('divides numbers of any length', () => {
    expect(toNumber(1n, 3n)).toBe(1 / 3);
    expect(toNumber(-(3n ** 700n), 3n ** 701n)).toBeCloseTo(-1 / 3, 15);
    expect(toNumber(7n << 6000n, 8n << 6000n)).toBe(0.875);
    expect(toNumber(1n, 1n << 6000n)).toBe(0);
    expect(toNumber(0n, 1n << 6000n)).toBe(0);
    expect(toNumber((1n << 6000n) - 1n, 1n << 6000n)).toBe(1);
  });

  it('is off by less than 2^−52', () => {
    const long = fc.bigInt({ min: 0n, max: 2n ** 2500n });
    fc.assert(
      fc.property(long, long, (x, y) => {
        const [top, bottom] = x < y ? [x, y] : [y, x];
        fc.pre(bottom > 0n);
        const hundred = Number((top << 100n) / bottom) / 2 ** 100;
        expect(Math.abs(toNumber(top, bottom) - hundred)).toBeLessThan(2 ** -52);
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});
