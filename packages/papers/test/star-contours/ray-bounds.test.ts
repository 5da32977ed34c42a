import { describe, expect, it } from 'vitest';
import { toIntegers } from '../../../core/src/predicates/whole-numbers.ts';
import { RandomPoints } from '../../../core/test/predicates/random.ts';
import {
  BOTTOM,
  BOUNDS_STRIDE,
  boundEdges,
  joinBounds,
  LEFT_OF,
  lowestAt,
  RIGHT_OF,
  TILT,
  TOP,
} from '../../src/star-contours/ray-bounds.ts';

const SIZE = 4; // no coordinate is larger

interface Chain {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly error: number;
}

/** Chains that go anywhere; some steps are nearly vertical, exactly so, or specks. */
function randomChain(random: RandomPoints, specks: boolean): Chain {
  const count = 2 + random.below(30);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  // the least error that such coordinates can have, or a larger one
  const error = SIZE * 2 ** -51 * 2 ** [0, 1, 10, 25][random.below(4)];
  for (let k = 0; k < count; k++) {
    x[k] = SIZE * (2 * random.random() - 1);
    y[k] = SIZE * (2 * random.random() - 1);
    const kind = random.below(8);
    if (k > 0 && kind < 3)
      x[k] = x[k - 1] + [0, 7.9, 8.1, 3, 20, 1e3][random.below(6)] * error * (random.random() - 0.5);
    if (k > 0 && kind === 3) x[k] = x[k - 1] + 0.1 * (random.random() - 0.5);
    if (k > 0 && kind === 0 && specks) y[k] = y[k - 1] + 40 * error * (random.random() - 0.5);
    x[k] = Math.max(-SIZE, Math.min(SIZE, x[k]));
    y[k] = Math.max(-SIZE, Math.min(SIZE, y[k]));
  }
  return { x, y, error };
}

/** Bounds of the chain in entry 0: its edges by pieces, pieces joined at random. */
function boundChain(random: RandomPoints, { x, y, error }: Chain): Float64Array {
  const bounds = new Float64Array(BOUNDS_STRIDE * 100);
  let used = 100;
  const fill = (into: number, first: number, end: number): void => {
    const parts = Math.min(end - first, 1 + random.below(3));
    if (parts === 1) {
      boundEdges(bounds, BOUNDS_STRIDE * into, x, y, first, end, error);
      return;
    }
    used -= parts;
    const firstChild = used;
    for (let part = 0; part < parts; part++) {
      const cut = (k: number) => first + Math.floor((k * (end - first)) / parts);
      fill(firstChild + part, cut(part), cut(part + 1));
    }
    joinBounds(bounds, into, firstChild, firstChild + parts);
  };
  fill(0, 0, x.length - 1);
  return bounds;
}

/** The ends of an edge, each moved by up to `error`, as whole numbers together with others on the same scale. */
function* movedEnds({ x, y, error }: Chain, k: number, others: number[]): Generator<bigint[]> {
  for (let bits = 0; bits < 16; bits++) {
    const [e, x0, y0, x1, y1, ...rest] = toIntegers([error, x[k], y[k], x[k + 1], y[k + 1], ...others]);
    const moved = (bit: number) => ((bits >> bit) & 1 ? e : -e);
    yield [x0 + moved(0), y0 + moved(1), x1 + moved(2), y1 + moved(3), ...rest];
  }
}

describe('bounds of lines through edges', () => {
  it('are below every top line and above every bottom line, wherever points are within their error', () => {
    const random = new RandomPoints(2);
    const checked = { top: 0, bottom: 0 };
    for (let round = 0; round < 150; round++) {
      const chain = randomChain(random, false);
      const bounds = boundChain(random, chain);
      for (let sample = 0; sample < 6; sample++) {
        const inside = chain.x[random.below(chain.x.length)];
        const at = [inside, inside + 0.3 * (random.random() - 0.5), SIZE * (2 * random.random() - 1)][random.below(3)];
        const top = lowestAt(bounds, TOP, at);
        const bottom = lowestAt(bounds, BOTTOM, at);
        for (let k = 0; k + 1 < chain.x.length; k++) {
          const width = chain.x[k + 1] - chain.x[k];
          if (Math.abs(width) <= 8 * chain.error) continue;
          checked[width < 0 ? 'top' : 'bottom']++;
          const limit = width < 0 ? top : -bottom;
          for (const [x0, y0, x1, y1, ax, ay] of movedEnds(chain, k, [at, limit])) {
            // limit below the line, times the width; left of the point means above for a bottom edge
            const turn = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0);
            if (!(turn >= 0n)) expect.fail(`round ${round}: edge ${k} is beyond its bound at ${at}`);
          }
        }
      }
    }
    expect(checked.top).toBeGreaterThan(3000);
    expect(checked.bottom).toBeGreaterThan(3000);
  });

  it('are evaluated without ever rounding up, except at the ends, where nothing is rounded', () => {
    const random = new RandomPoints(6);
    for (let round = 0; round < 3000; round++) {
      const number = () => (2 * random.random() - 1) * 2 ** (random.below(20) - 10);
      const [a, b] = [number(), number()];
      const low = Math.min(a, b);
      const high = Math.max(a, b);
      const bundle = Float64Array.of(low, number(), high, number(), number(), number());
      const [, lowY, , highY, least, greatest] = bundle;
      expect(lowestAt(bundle, 0, low)).toBe(lowY);
      expect(lowestAt(bundle, 0, high)).toBe(highY);
      const x = [number(), low + random.random() * (high - low), low - random.random(), high + random.random()][
        round % 4
      ];
      if (x === low || x === high) continue;
      const numbers = [1, x, low, high, lowestAt(bundle, 0, x), lowY, highY, least, greatest];
      const [one, at, x0, x1, y, y0, y1, m0, m1] = toIntegers(numbers);
      if (x < low) expect((y - y0) * one <= m1 * (at - x0)).toBe(true);
      else if (x > high) expect((y - y1) * one <= m0 * (at - x1)).toBe(true);
      else expect((y - y0) * (x1 - x0) <= (y1 - y0) * (at - x0)).toBe(true);
    }
  });

  it('are as good as single lines: at the end of one edge, off by next to nothing', () => {
    const bounds = new Float64Array(BOUNDS_STRIDE);
    boundEdges(bounds, 0, Float64Array.of(3, 1), Float64Array.of(2, 1), 0, 1, 2 ** -50);
    for (const x of [-5, 0, 1, 1.5, 3, 4, 20]) {
      const y = 0.5 + x / 2;
      expect(lowestAt(bounds, TOP, x)).toBeLessThan(y);
      expect(lowestAt(bounds, TOP, x)).toBeGreaterThan(y - 1e-12);
    }
    expect(lowestAt(bounds, BOTTOM, 2)).toBe(Number.POSITIVE_INFINITY);
  });

  it('keep the search line clear of steep edges, at any height', () => {
    const random = new RandomPoints(3);
    let steep = 0;
    for (let round = 0; round < 1200; round++) {
      const chain = randomChain(random, true);
      const bounds = boundChain(random, chain);
      const lean = 3 * SIZE * bounds[TILT] + 2 ** -50 * SIZE;
      // as near as the search line may come from either side, or somewhere at random
      const near = [bounds[LEFT_OF] - lean, bounds[RIGHT_OF] + lean, SIZE * (2 * random.random() - 1)];
      for (const x of near.flatMap((at) => [at * (1 - 2 ** -52), at * (1 + 2 ** -52)])) {
        if (!(x + lean < bounds[LEFT_OF] && x - lean > bounds[RIGHT_OF] && Math.abs(x) <= SIZE)) continue;
        for (let k = 0; k + 1 < chain.x.length; k++) {
          if (Math.abs(chain.x[k + 1] - chain.x[k]) > 8 * chain.error) continue;
          steep++;
          for (const y of [-SIZE, SIZE * (2 * random.random() - 1), SIZE]) {
            for (const [x0, y0, x1, y1, qx, qy] of movedEnds(chain, k, [x, y])) {
              const turn = (x1 - x0) * (qy - y0) - (y1 - y0) * (qx - x0);
              if (!(turn > 0n)) expect.fail(`round ${round}: steep edge ${k} is not left behind at ${x}, ${y}`);
              if (x0 < qx !== x1 < qx) expect.fail(`round ${round}: steep edge ${k} crosses the search line at ${x}`);
            }
          }
        }
      }
    }
    expect(steep).toBeGreaterThan(200);
  });

  it('leave no room at all where an edge is a speck', () => {
    const bounds = new Float64Array(BOUNDS_STRIDE);
    const error = 2 ** -49;
    boundEdges(bounds, 0, Float64Array.of(1, 1 + 4 * error), Float64Array.of(1, 1 + 10 * error), 0, 1, error);
    expect(bounds[LEFT_OF]).toBe(Number.NEGATIVE_INFINITY);
  });
});
