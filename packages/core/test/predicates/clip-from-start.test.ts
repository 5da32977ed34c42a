import { expect, it } from 'vitest';
import { clipFromStart } from '../../src/predicates/clip-from-start.ts';
import { seededRandom } from './random.ts';

/** How often a clip passes a root: the polynomial, at 60 times before the clip, is not positive. */
function violations(clip: (c0: number, c1: number, c2: number, c3: number) => number): number {
  const random = seededRandom(7);
  let count = 0;
  for (let run = 0; run < 20_000; run++) {
    const [c0, c1, c2, c3] = [random() + 1e-3, 8 * random() - 4, 8 * random() - 4, 8 * random() - 4];
    const until = Math.min(1, clip(c0, c1, c2, c3)) * (1 - 1e-12);
    for (let i = 1; i <= 60; i++) {
      const t = (until * i) / 60;
      const s = 1 - t;
      const value = s * s * s * c0 + 3 * s * s * t * c1 + 3 * s * t * t * c2 + t * t * t * c3;
      if (value > 0) continue;
      count++;
      break;
    }
  }
  return count;
}

it('a clip never passes a root of the polynomial', () => {
  const scratch = new Float64Array(5);
  const clip = (...c: number[]) => {
    scratch.set(c);
    clipFromStart(scratch);
    return scratch[4];
  };
  expect(violations(clip)).toBe(0);
});

it('lines from the first control point only, or to the last only, do pass roots', () => {
  const fromFirst = (c0: number, c1: number, c2: number, c3: number) =>
    Math.min(...[c1, c2, c3].map((c, i) => (c <= 0 ? (c0 / (c0 - c)) * ((i + 1) / 3) : 2)));
  const toLast = (c0: number, _c1: number, _c2: number, c3: number) => (c3 <= 0 ? c0 / (c0 - c3) : 2);
  expect(violations(fromFirst)).toBeGreaterThan(0);
  expect(violations(toLast)).toBeGreaterThan(0);
});
