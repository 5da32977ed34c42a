import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { hasExactContact } from '../../src/fuzz/exact-contacts.ts';
import { fuzzResponse } from '../../src/fuzz/fuzz-response.ts';

describe('fuzz --response', () => {
  it('finds no step that ends with a contact or passes through one', { timeout: 120_000 }, () => {
    const { failure, steps, tangled } = fuzzResponse({ steps: 80, seed: 7 });
    expect(failure).toBeUndefined();
    expect(steps).toBe(80);
    expect(tangled).toBeGreaterThan(20);
  });

  it.each(['no response', 'rounding ignored', 'group pair forgotten'] as const)(
    'control: %s is found out',
    {
      timeout: 120_000,
    },
    (fault) => {
      expect(fuzzResponse({ steps: 1500, seed: 7, fault }).failure).toMatch(/hits itself|passes through/);
    },
  );
});

describe('hasExactContact', () => {
  it('agrees with the oracle, also where things just touch', () => {
    let found = 0;
    let state = 5;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    for (let i = 0; i < 3000; i++) {
      const isLattice = i % 2 === 0;
      const positions = Float64Array.from({ length: 18 }, () => (isLattice ? Math.floor(3 * random()) : random()));
      const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
      const expected = createDetector(
        { positions, triangles },
        { method: 'brute-force', weld: false },
      ).selfIntersects();
      expect(hasExactContact(positions, triangles), positions.join()).toBe(expected);
      if (expected) found++;
    }
    expect(found).toBeGreaterThan(500);
  });
});
