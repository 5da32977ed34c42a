import { type Point, wholeNumbers } from './exact-oracle.ts';

/**
 * The truth for tests: the squared distance of two hulls of few points, in whole-number arithmetic, top / bottom.
 *
 * Independent of the library on purpose. It knows no cases (edge, face, piercing, …): it is the quadratic programme
 * min |Σ λᵢ pᵢ − Σ μⱼ qⱼ|², Σ λ = Σ μ = 1, λ, μ ≥ 0. For every choice of points that may have weight, the conditions of a smallest value are a
 * linear system; solutions without negative weights are candidates, and one with the fewest points has a regular system.
 */
export function squaredDistance(
  first: readonly Point[],
  second: readonly Point[],
  /** Which numbers of points may have weight; all, unless a control wants less. */
  allowed: (countA: number, countB: number) => boolean = () => true,
): { top: bigint; bottom: bigint } {
  const whole = wholeNumbers([...first.flat(), ...second.flat(), 1]);
  const vectors = [...first, ...second].map((_, i) => whole.slice(3 * i, 3 * i + 3));
  const one = whole[whole.length - 1];
  let best: { top: bigint; bottom: bigint } | null = null;
  for (const s of choices(first.length)) {
    for (const t of choices(second.length)) {
      if (!allowed(s.length, t.length)) continue;
      const found = smallest(
        s.map((i) => vectors[i]),
        t.map((j) => vectors[first.length + j]),
      );
      if (found !== null && (best === null || found.top * best.bottom < best.top * found.bottom)) best = found;
    }
  }
  return { top: best!.top, bottom: best!.bottom * one * one };
}

/** √(top / bottom), good to the last bits for anything between 2^−150 and 2^150. */
export function rootOf({ top, bottom }: { top: bigint; bottom: bigint }): number {
  return Math.sqrt(Number((top << 500n) / bottom)) * 2 ** -250;
}

/** Whether the root of top / bottom is at most `limit`. */
export function rootAtMost({ top, bottom }: { top: bigint; bottom: bigint }, limit: number): boolean {
  const [whole, one] = wholeNumbers([limit, 1]);
  return top * one * one <= whole * whole * bottom;
}

function choices(count: number): number[][] {
  const all = Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: 2 ** count - 1 }, (_, set) => all.filter((i) => ((set + 1) >> i) & 1));
}

const dot = (a: readonly bigint[], b: readonly bigint[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function smallest(p: readonly bigint[][], q: readonly bigint[][]): { top: bigint; bottom: bigint } | null {
  const columns = [...p, ...q.map((v) => v.map((x) => -x))];
  const size = columns.length + 2;
  // rows: every weighted corner sees the same height (one unknown a side); weights of a side add up to 1
  const rows = columns.map((v, i) => [
    ...columns.map((w) => dot(v, w)),
    i < p.length ? 1n : 0n,
    i < p.length ? 0n : 1n,
    0n,
  ]);
  rows.push([...columns.map((_, i) => (i < p.length ? 1n : 0n)), 0n, 0n, 1n]);
  rows.push([...columns.map((_, i) => (i < p.length ? 0n : 1n)), 0n, 0n, 1n]);
  let previous = 1n;
  for (let k = 0; k < size; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && row[k] !== 0n);
    if (pivot < 0) return null;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const factor = rows[i][k];
      // without fractions (Bareiss): each division leaves no rest
      for (let j = 0; j <= size; j++) rows[i][j] = (rows[k][k] * rows[i][j] - factor * rows[k][j]) / previous;
    }
    previous = rows[k][k];
  }
  const bottom = previous;
  const weights = columns.map((_, i) => rows[i][size] * (bottom / rows[i][i]));
  const sign = bottom < 0n ? -1n : 1n;
  if (weights.some((weight) => weight * sign < 0n)) return null;
  const z = [0, 1, 2].map((axis) => columns.reduce((sum, v, i) => sum + weights[i] * v[axis], 0n));
  return { top: dot(z, z), bottom: bottom * bottom };
}
