import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsMeet } from '../../src/predicates/segments-meet.ts';
import { hullsMeet, type Point } from './exact-oracle.ts';
import { points } from './points.ts';
import { nudged, RandomPoints } from './random.ts';

function expectInEveryOrder([p, q, r, s]: readonly Point[], meets: boolean): void {
  const orders = [
    [p, q, r, s],
    [q, p, r, s],
    [p, q, s, r],
    [q, p, s, r],
  ];
  for (const order of [...orders, ...orders.map(([a, b, c, d]) => [c, d, a, b])]) {
    expect(segmentsMeet(Float64Array.from(order.flat()), 0, 1, 2, 3)).toBe(meets);
  }
}

describe('segmentsMeet', () => {
  it.each([
    ['cross', true, [0, 0, 0, 2, 2, 2, 0, 2, 1, 2, 0, 1]],
    ['pass each other', false, [0, 0, 0, 2, 2, 2, 0, 2, 0, 2, 0, 0]],
    ['touch like a T', true, [0, 0, 0, 2, 2, 2, 1, 1, 1, 5, 0, 0]],
    ['touch at their ends', true, [0, 0, 0, 2, 2, 2, 2, 2, 2, 5, 0, 0]],
    ['share a plane only', false, [0, 0, 0, 2, 0, 0, 3, 1, 0, 3, -1, 0]],
    ['are parallel', false, [0, 0, 0, 2, 2, 2, 0, 0, 1, 2, 2, 3]],
    ['overlap on one line', true, [0, 0, 0, 2, 2, 2, 1, 1, 1, 5, 5, 5]],
    ['follow each other on one line', false, [0, 0, 0, 2, 2, 2, 3, 3, 3, 5, 5, 5]],
    ['are one inside the other', true, [0, 0, 0, 9, 0, 0, 3, 0, 0, 5, 0, 0]],
    ['are a point on a segment', true, [1, 1, 1, 1, 1, 1, 0, 0, 0, 2, 2, 2]],
    ['are a point on the line of a segment', false, [3, 3, 3, 3, 3, 3, 0, 0, 0, 2, 2, 2]],
    ['are a point off a segment', false, [1, 1, 2, 1, 1, 2, 0, 0, 0, 2, 2, 2]],
    ['are one point', true, [1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2]],
    ['are two points', false, [1, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 2]],
  ] as const)('segments that %s: %s', (_, meets, flat) => {
    const list = points(...flat);
    expect(hullsMeet(list.slice(0, 2), list.slice(2))).toBe(meets);
    expectInEveryOrder(list, meets);
  });

  it('is the truth on a small lattice', () => {
    const at = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(fc.array(fc.tuple(at, at, at), { minLength: 4, maxLength: 4 }), (list) => {
        expectInEveryOrder(list, hullsMeet(list.slice(0, 2), list.slice(2)));
      }),
      { seed: 21, numRuns: 1000 },
    );
  });

  it('is the truth for points within an ulp of one line', () => {
    const random = new RandomPoints(22);
    for (let run = 0; run < 600; run++) {
      const [a, b] = [random.onLattice(9), random.onLattice(9)];
      const on = (): Point => {
        const t = (random.below(17) - 4) / 8;
        const at = (axis: number) => nudged(a[axis] + t * (b[axis] - a[axis]), random.below(4) === 0 ? 1 : 0);
        return [at(0), at(1), at(2)];
      };
      const list = [a, b, on(), on()];
      expectInEveryOrder(list, hullsMeet(list.slice(0, 2), list.slice(2)));
    }
  });
});
