import { describe, expect, it } from 'vitest';
import { StretchBound } from '../../../src/find/subspace/stretch-bound.ts';
import { seededRandom } from '../../predicates/random.ts';

type Six = number[];

/** Coordinates of x·xᵀ whose squares add up to those of all nine entries. */
const ofDirection = ([x, y, z]: number[]): Six => [
  x * x,
  y * y,
  z * z,
  Math.SQRT2 * x * y,
  Math.SQRT2 * x * z,
  Math.SQRT2 * y * z,
];

const gramOf = (matrices: Six[]): Float64Array =>
  Float64Array.from({ length: 36 }, (_, k) =>
    matrices.reduce((sum, one) => sum + one[Math.floor(k / 6)] * one[k % 6], 0),
  );

const shrinkAlong = (matrices: Six[], direction: number[]): number => {
  const m = ofDirection(direction);
  return Math.hypot(...matrices.map((one) => one.reduce((sum, x, k) => sum + x * m[k], 0)));
};

/** The largest over many directions, each then moved uphill a little: what is surely reached. */
function reached(matrices: Six[], random: () => number): number {
  let best = 0;
  for (let start = 0; start < 30; start++) {
    let at = unit([0, 0, 0].map(() => random() - 0.5));
    let value = shrinkAlong(matrices, at);
    for (let size = 0.5; size > 1e-6; ) {
      const next = unit(at.map((x) => x + size * (random() - 0.5)));
      const other = shrinkAlong(matrices, next);
      if (other > value) [at, value] = [next, other];
      else size *= 0.9;
    }
    best = Math.max(best, value);
  }
  return best;
}

const unit = (x: number[]) => x.map((one) => one / Math.hypot(...x));

const randomMatrices = (random: () => number, count: number): Six[] =>
  Array.from({ length: count }, () =>
    Array.from({ length: 6 }, (_, k) => (random() - 0.5) * (k < 3 ? 1 : random() < 0.5 ? 0.1 : 1)),
  );

describe('StretchBound', () => {
  const bound = new StretchBound();

  it('is never below what a direction reaches, and near it', () => {
    const random = seededRandom(41);
    const ratios: number[] = [];
    for (let i = 0; i < 120; i++) {
      const matrices = randomMatrices(random, 1 + Math.floor(20 * random() ** 2));
      const factor = 10 ** (10 * (random() - 0.5));
      const scaled = matrices.map((one) => one.map((x) => factor * x));
      const most = reached(scaled, random);
      const result = bound.of(gramOf(scaled));
      expect(result).toBeGreaterThanOrEqual(most * (1 - 1e-12));
      ratios.push(result / most);
    }
    expect(ratios.sort((a, b) => a - b)[60]).toBeLessThan(1.05);
  });

  it('of growing alike along all axes is that along one, not √3 times it', () => {
    const result = bound.of(gramOf([[2, 2, 2, 0, 0, 0]]));
    expect(result).toBeGreaterThanOrEqual(2);
    // a trace of high powers is above the largest eigenvalue by up to 3 %
    expect(result).toBeLessThan(2.06);
  });

  it('of nothing is nothing', () => {
    expect(bound.of(new Float64Array(36))).toBe(0);
  });

  it('control: multipliers of forms that do not vanish give no bound', () => {
    const random = seededRandom(42);
    let wrong = 0;
    for (let i = 0; i < 40; i++) {
      const matrices = randomMatrices(random, 6);
      const gram = gramOf(matrices);
      // without what balances them: products of two squares alone, minus theirs off the diagonal
      for (const [j, k] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ]) {
        const amount = Math.abs(gram[6 * j + k]);
        gram[6 * j + k] -= amount;
        gram[6 * k + j] -= amount;
      }
      if (bound.of(gram) < reached(matrices, random)) wrong++;
    }
    expect(wrong).toBeGreaterThan(5);
  });
});
