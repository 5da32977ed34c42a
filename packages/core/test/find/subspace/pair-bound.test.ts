import { describe, expect, it } from 'vitest';
import { AffineSeparation } from '../../../src/find/subspace/affine-separation.ts';
import type { MovingPair } from '../../../src/find/subspace/moving-pair.ts';
import { PairBound } from '../../../src/find/subspace/pair-bound.ts';
import { Separation } from '../../../src/find/subspace/separation.ts';
import { gapError, type Subspace } from '../../../src/find/subspace/subspace.ts';
import { seededRandom } from '../../predicates/random.ts';
import { leastTouch, randomPair, touchNorm } from './touching.ts';

const ERROR = gapError(30, false, 10);

/** The pair as a subspace of six vertices. */
function subspaceOf({ points, rows }: MovingPair, rank: number): Subspace {
  const scale = new Float64Array(rank).fill(1);
  const sizes = { reach: 2, motion: 10, farthest: 1e6, gapError: ERROR, safeNorm: 1e9, single: false };
  const motions = new Float64Array(rank).fill(10);
  return { rank, vertexCount: 6, rest: points.slice(), rows: rows.slice(), scale, motions, ...sizes };
}

function* cases(
  count: number,
  seed: number,
): Generator<{ pair: MovingPair; rank: number; touch: number; random: () => number }> {
  const random = seededRandom(seed);
  for (let i = 0; i < count; i++) {
    const rank = 3 + Math.floor(28 * random() ** 2);
    const recipe = { rank, countA: i % 3 === 0 ? 2 : 3, flat: i % 2 === 0, affine: [0, 0.5, 0.97][i % 3] };
    const pair = randomPair(random, { ...recipe, size: [0.05, 0.3, 0.6][Math.floor(i / 3) % 3] });
    const touch = leastTouch(pair, rank, random);
    if (touch < Number.POSITIVE_INFINITY) yield { pair, rank, touch, random };
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

describe('PairBound', () => {
  it('is never above the norm of a pose that touches, and close to it', () => {
    const ratios: number[] = [];
    let gained = 0;
    const six = [0, 1, 2, 3, 4, 5];
    for (const { pair, rank, touch } of cases(150, 1)) {
      const bound = new PairBound(subspaceOf(pair, rank));
      const radius = bound.radius(six, pair.countA, 3, 1e6);
      expect(radius).toBeLessThanOrEqual(touch);
      if (radius > 0) ratios.push(radius / touch);
      const thorough = bound.radius(six, pair.countA, 3, 1e6, 2);
      expect(thorough).toBeLessThanOrEqual(touch);
      expect(thorough).toBeGreaterThanOrEqual(radius);
      if (thorough > 1.02 * radius) gained++;
      const pose = new Float64Array(rank);
      if (bound.touchingPose(six, pair.countA, 3, pose)) expect(radius).toBeLessThanOrEqual(Math.hypot(...pose));
      // a running minimum only cuts off
      expect(new PairBound(subspaceOf(pair, rank)).radius(six, pair.countA, 3, radius / 2)).toBe(radius / 2);
    }
    expect(ratios.length).toBeGreaterThan(100);
    expect(median(ratios)).toBeGreaterThan(0.9);
    expect(gained).toBeGreaterThan(0);
  });

  it('gains by cutting into parts', () => {
    let gained = 0;
    for (const { pair, rank } of cases(60, 2)) {
      const [coarse, fine] = [0, 8].map((cuts) =>
        new PairBound(subspaceOf(pair, rank), cuts).radius([0, 1, 2, 3, 4, 5], pair.countA, 3, 1e6),
      );
      expect(fine).toBeGreaterThanOrEqual(coarse);
      if (fine > 1.02 * coarse) gained++;
    }
    expect(gained).toBeGreaterThan(3);
  });
});

describe('every direction gives a valid radius', () => {
  it.each(['separation', 'affine'] as const)('%s', (kind) => {
    let positive = 0;
    for (const { pair, rank, touch, random } of cases(120, 3)) {
      const separation = new Separation(rank, ERROR);
      const affine = new AffineSeparation(rank, ERROR);
      affine.load(pair);
      affine.tighten();
      for (let i = 0; i < 10; i++) {
        const n = [1, 0.3 * (random() - 0.5), 0.3 * (random() - 0.5)];
        const length = Math.hypot(...n);
        const [x, y, z] = n.map((component) => component / length);
        const radius = (kind === 'affine' ? affine : separation).radiusAlong(pair, x, y, z);
        if (radius > 0) positive++;
        expect(radius).toBeLessThanOrEqual(touch);
      }
    }
    expect(positive).toBeGreaterThan(200);
  });

  it('the affine one wins where pairs move alike', () => {
    let wins = 0;
    for (const { pair, rank } of cases(60, 4)) {
      const affine = new AffineSeparation(rank, ERROR);
      affine.load(pair);
      if (affine.radiusAlong(pair, 1, 0, 0) > 1.1 * new Separation(rank, ERROR).radiusAlong(pair, 1, 0, 0)) wins++;
    }
    expect(wins).toBeGreaterThan(5);
  });
});

describe('controls: bounds as printed in the paper, which are none', () => {
  /** Largest single mode instead of the norm of all: d / max over modes and corner pairs. */
  const printedFast = ({ countA, countB, points, rows }: MovingPair, rank: number): number => {
    const height = (k: number) => points[3 * k];
    const corners = Array.from({ length: countA + countB }, (_, k) => k);
    const [a, b] = [corners.slice(0, countA), corners.slice(countA)];
    const gap = Math.min(...a.map(height)) - Math.max(...b.map(height));
    const speeds = a.flatMap((i) =>
      b.flatMap((j) =>
        Array.from({ length: rank }, (_, m) => Math.abs(rows[3 * i * rank + m] - rows[3 * j * rank + m])),
      ),
    );
    return gap / Math.max(...speeds);
  };

  /** Modes constant on each body, and the norm for those; then the perturbation factor on squares, as printed, or on norms. */
  const perturbed = (pair: MovingPair, rank: number): { printed: number; corrected: number } => {
    const constant: MovingPair = { ...pair, rows: pair.rows.slice() };
    const width = 3 * rank;
    const deviations = [0, 1].map((body) => {
      const [from, end] = body === 0 ? [0, pair.countA] : [pair.countA, pair.countA + pair.countB];
      const mean = new Float64Array(width);
      for (let k = from; k < end; k++)
        for (let i = 0; i < width; i++) mean[i] += pair.rows[k * width + i] / (end - from);
      let most = 0;
      for (let k = from; k < end; k++) {
        most = Math.max(
          most,
          singularValues(
            mean.map((x, i) => x - pair.rows[k * width + i]),
            rank,
          )[0],
        );
        constant.rows.set(mean, k * width);
      }
      return most;
    });
    const spread = constant.rows.slice(0, width).map((x, i) => x - constant.rows[pair.countA * width + i]);
    const factor = 1 + (deviations[0] + deviations[1]) / singularValues(spread, rank)[2];
    // no more than the true one
    const norm = new PairBound(subspaceOf(constant, rank), 0).radius([0, 1, 2, 3, 4, 5], pair.countA, 3, 1e6);
    return { printed: Math.sqrt(norm ** 2 / factor), corrected: norm / factor };
  };

  /** Of a matrix of three rows, largest first: roots of the characteristic polynomial of its Gram matrix, by angles. */
  const singularValues = (rows: Float64Array, rank: number): number[] => {
    const row = (k: number) => Array.from(rows.slice(k * rank, (k + 1) * rank));
    const g = [0, 1, 2].map((j) => [0, 1, 2].map((k) => row(j).reduce((sum, x, i) => sum + x * row(k)[i], 0)));
    const mean = (g[0][0] + g[1][1] + g[2][2]) / 3;
    const b = g.map((line, j) => line.map((x, k) => x - (j === k ? mean : 0)));
    const p = Math.sqrt(b.flat().reduce((sum, x) => sum + x * x, 0) / 6);
    const det =
      b[0][0] * (b[1][1] * b[2][2] - b[1][2] ** 2) -
      b[0][1] * (b[0][1] * b[2][2] - b[1][2] * b[0][2]) +
      b[0][2] * (b[0][1] * b[1][2] - b[1][1] * b[0][2]);
    const angle = Math.acos(Math.max(-1, Math.min(1, det / (2 * p ** 3)))) / 3;
    return [0, 4, 2].map((k) => Math.sqrt(Math.max(0, mean + 2 * p * Math.cos(angle + (k * Math.PI) / 3))));
  };

  it('fail', () => {
    const wrong = { fast: 0, printed: 0, corrected: 0, total: 0 };
    for (const { pair, rank, touch } of cases(150, 5)) {
      wrong.total++;
      if (printedFast(pair, rank) > touch) wrong.fast++;
      const { printed, corrected } = perturbed(pair, rank);
      if (printed > touch) wrong.printed++;
      if (corrected > touch) wrong.corrected++;
    }
    expect(wrong.total).toBeGreaterThan(100);
    expect(wrong.fast).toBeGreaterThan(5);
    expect(wrong.printed).toBeGreaterThan(2);
    expect(wrong.corrected).toBe(0);
  });

  it('a norm of motion that is too small by a third is noticed', () => {
    let noticed = 0;
    for (const { pair, rank, touch } of cases(120, 6)) {
      const radius = new PairBound(subspaceOf(pair, rank)).radius([0, 1, 2, 3, 4, 5], pair.countA, 3, 1e6);
      if (1.5 * radius > touch) noticed++;
    }
    expect(noticed).toBeGreaterThan(20);
  });
});

describe('touchNorm', () => {
  it('is the distance where every axis has a mode of its own', () => {
    const pair = randomPair(seededRandom(9), { rank: 3, countA: 3, flat: false, affine: 0, size: 0.1 });
    pair.rows.fill(0);
    for (let k = 0; k < 3; k++) for (let axis = 0; axis < 3; axis++) pair.rows[(3 * k + axis) * 3 + axis] = 1;
    const weights = [1, 0, 0, 0, 1, 0];
    const [a, b] = [pair.points.slice(0, 3), pair.points.slice(12, 15)];
    expect(touchNorm(pair, 3, weights)).toBeCloseTo(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 12);
  });
});
