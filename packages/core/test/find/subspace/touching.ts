import type { MovingPair } from '../../../src/find/subspace/moving-pair.ts';
import { createMovingPair } from '../../../src/find/subspace/moving-pair.ts';

/** Two bodies with random corners and modes, along the first axis. */
export interface PairRecipe {
  readonly rank: number;
  readonly countA: number;
  /** All corners are near one plane. */
  readonly flat: boolean;
  /** How much of the motion is an affine map of space, from 0 to 1. */
  readonly affine: number;
  /** Edge length against distance. */
  readonly size: number;
}

export function randomPair(random: () => number, { rank, countA, flat, affine, size }: PairRecipe): MovingPair {
  const pair = createMovingPair(rank);
  pair.countA = countA;
  pair.countB = 3;
  const at = () => 2 * random() - 1;
  for (let k = 0; k < countA + 3; k++) {
    const side = k < countA ? 0.5 : -0.5;
    pair.points.set([side + size * at(), size * at(), (flat ? 0.02 : 1) * size * at()], 3 * k);
  }
  for (let i = 0; i < rank; i++) {
    const map = Array.from({ length: 9 }, at);
    const shift = Array.from({ length: 3 }, at);
    // mostly affine: a rotation to first order
    if (affine > 0.9)
      for (let e = 0; e < 9; e++)
        map[e] = e % 4 === 0 ? 0 : e % 3 > e / 3 ? map[e] : -map[3 * (e % 3) + Math.floor(e / 3)];
    for (let k = 0; k < countA + 3; k++) {
      const [x, y, z] = pair.points.subarray(3 * k, 3 * k + 3);
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c] = map.slice(3 * axis);
        pair.rows[(3 * k + axis) * rank + i] = affine * (a * x + b * y + c * z + shift[axis]) + (1 - affine) * at();
      }
    }
  }
  return pair;
}

/** Norm of the shortest q that brings the points with these weights together; infinite if none does. */
export function touchNorm({ countA, points, rows }: MovingPair, rank: number, weights: readonly number[]): number {
  const d = [0, 0, 0];
  const c = Array.from({ length: 3 }, () => new Float64Array(rank));
  weights.forEach((weight, k) => {
    const w = k < countA ? weight : -weight;
    for (let axis = 0; axis < 3; axis++) {
      d[axis] += w * points[3 * k + axis];
      for (let i = 0; i < rank; i++) c[axis][i] += w * rows[(3 * k + axis) * rank + i];
    }
  });
  if (rank < 3) return rank === 1 ? alongOne(c, d) : Number.POSITIVE_INFINITY;
  // (C·Cᵀ)·y = d, then ‖q‖² = d·y
  const s = c.map((x) => c.map((y) => x.reduce((sum, value, i) => sum + value * y[i], 0)));
  const det3 = (m: number[][]) =>
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  const whole = det3(s);
  if (!(whole > 1e-12 * s[0][0] * s[1][1] * s[2][2])) return Number.POSITIVE_INFINITY;
  const y = [0, 1, 2].map((column) => det3(s.map((row, i) => row.map((x, j) => (j === column ? d[i] : x)))) / whole);
  return Math.sqrt(Math.max(0, d[0] * y[0] + d[1] * y[1] + d[2] * y[2]));
}

function alongOne(c: readonly Float64Array[], d: readonly number[]): number {
  const t = -d[0] / c[0][0];
  return [1, 2].every((axis) => Math.abs(d[axis] + t * c[axis][0]) < 1e-12) ? Math.abs(t) : Number.POSITIVE_INFINITY;
}

/** The smallest norm of a real touch that a random search finds: never below the true one. */
export function leastTouch(pair: MovingPair, rank: number, random: () => number, tries = 400): number {
  const { countA, countB } = pair;
  const normalized = (w: number[]) => {
    const sum = (from: number, end: number) => w.slice(from, end).reduce((x, y) => x + y, 0);
    const [a, b] = [sum(0, countA), sum(countA, countA + countB)];
    return w.map((x, k) => (k < countA ? x / a : x / b));
  };
  let best = Number.POSITIVE_INFINITY;
  let at: number[] = [];
  for (let attempt = 0; attempt < tries; attempt++) {
    const near = attempt > tries / 4 && at.length > 0;
    const step = 0.5 * (1 - attempt / tries) ** 2 + 1e-4;
    const weights = normalized(
      Array.from({ length: countA + countB }, (_, k) =>
        near
          ? Math.max(0, at[k] + step * (2 * random() - 1) * +(random() < 0.6))
          : random() < 0.3
            ? 0
            : -Math.log(1 - random()),
      ),
    );
    if (!weights.every(Number.isFinite)) continue;
    const norm = touchNorm(pair, rank, weights);
    if (norm < best) {
      best = norm;
      at = weights;
    }
  }
  return best;
}
