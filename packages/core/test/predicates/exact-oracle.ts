/**
 * The truth for tests: whether convex hulls of few points meet, and where, in whole-number arithmetic.
 *
 * Independent of the library on purpose. It knows no cases (crossing, coplanar, …): a common point is a solution of
 * Σ λᵢ pᵢ = Σ μⱼ qⱼ, Σ λ = Σ μ = 1, λ, μ ≥ 0, and the basic solutions of that system are the corners of all of them.
 */
export type Point = readonly [number, number, number];

/** A common point of the two hulls as weights of the points of each, numerators over `bottom`. */
export interface CommonPoint {
  readonly first: readonly bigint[];
  readonly second: readonly bigint[];
  readonly bottom: bigint;
}

/** The doubles times one power of two that makes all of them whole. */
export function wholeNumbers(values: readonly number[]): bigint[] {
  const halvings = values.map((value) => {
    let steps = 0;
    for (let x = value; !Number.isInteger(x); x *= 2 ** 32) steps++;
    return steps;
  });
  const most = Math.max(0, ...halvings);
  return values.map((value, i) => {
    let x = value;
    for (let step = 0; step < halvings[i]; step++) x *= 2 ** 32;
    return BigInt(x) << BigInt(32 * (most - halvings[i]));
  });
}

/** Whether the hulls of the two point lists (2 or 3 points each) have a point in common. */
export function hullsMeet(first: readonly Point[], second: readonly Point[]): boolean {
  return commonPoints(first, second, true).length > 0;
}

/** The common points of two hulls: every corner of their intersection is among them. `once` stops at the first. */
export function commonPoints(first: readonly Point[], second: readonly Point[], once = false): CommonPoint[] {
  const whole = wholeNumbers([...first, ...second].flat());
  const columns: bigint[][] = [];
  for (let i = 0; i < first.length + second.length; i++) {
    const sign = i < first.length ? 1n : -1n;
    const xyz = [0, 1, 2].map((axis) => sign * whole[3 * i + axis]);
    columns.push([...xyz, i < first.length ? 1n : 0n, i < first.length ? 0n : 1n]);
  }
  const right = [0n, 0n, 0n, 1n, 1n];
  const rank = rankOf(columns);
  const found: CommonPoint[] = [];
  for (const chosen of subsets(columns.length, rank)) {
    const solution = solve(
      chosen.map((i) => columns[i]),
      right,
    );
    if (solution === null || solution.weights.some((weight) => weight < 0n)) continue;
    const weights: bigint[] = columns.map(() => 0n);
    for (const [k, i] of chosen.entries()) weights[i] = solution.weights[k];
    found.push({
      first: weights.slice(0, first.length),
      second: weights.slice(first.length),
      bottom: solution.bottom,
    });
    if (once) break;
  }
  return found;
}

/**
 * Whether two triangles that share the given corners have a point in common outside the hull of those corners. Triangles
 * that share three different corners are duplicates: they always do.
 */
export function meetBeyond(first: readonly Point[], second: readonly Point[], shared: readonly Point[]): boolean {
  if (shared.length >= 3) return true;
  const whole = wholeNumbers([...first, ...shared].flat());
  const at = (i: number) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]];
  const u = at(3);
  const v = at(first.length + shared.length - 1);
  return commonPoints(first, second).some(({ first: weights, bottom }) => {
    // everything relative to u and times bottom
    const x = [0, 1, 2].map((axis) => {
      const sum = weights.reduce((total, weight, i) => total + weight * at(i)[axis], 0n);
      return sum - bottom * u[axis];
    });
    const d = [0, 1, 2].map((axis) => v[axis] - u[axis]);
    if (d.every((part) => part === 0n)) return x.some((part) => part !== 0n);
    const offLine = [0, 1, 2].some((axis) => {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      return d[i] * x[j] !== d[j] * x[i];
    });
    const along = d[0] * x[0] + d[1] * x[1] + d[2] * x[2];
    return offLine || along < 0n || along > bottom * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  });
}

/** Sign of ((b−a)×(c−a))·(d−a), by expansion along the first row of a 4×4 determinant. */
export function orientation(a: Point, b: Point, c: Point, d: Point): number {
  const whole = wholeNumbers([a, b, c, d].flat());
  const row = (i: number) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2], 1n];
  const value = determinant([row(0), row(1), row(2), row(3)]);
  return value > 0n ? -1 : value < 0n ? 1 : 0; // |a b c d| with ones last is −((b−a)×(c−a))·(d−a)
}

export function determinant(rows: readonly (readonly bigint[])[]): bigint {
  if (rows.length === 1) return rows[0][0];
  let sum = 0n;
  for (let j = 0; j < rows.length; j++) {
    const minor = rows.slice(1).map((row) => row.filter((_, k) => k !== j));
    sum += (j % 2 ? -1n : 1n) * rows[0][j] * determinant(minor);
  }
  return sum;
}

/** The quotient as the nearest double but for one rounding more: 60 bits of it, then rounded. */
export function quotient(top: bigint, bottom: bigint): number {
  if (top === 0n) return 0;
  const bits = (x: bigint) => (x < 0n ? -x : x).toString(16).length * 4;
  const shift = 80 + bits(bottom) - bits(top);
  const scaled = shift >= 0 ? (top << BigInt(shift)) / bottom : top / (bottom << BigInt(-shift));
  return Number(scaled) * 2 ** -shift;
}

function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const all: number[][] = [];
  for (let i = from; i <= count - size; i++) for (const rest of subsets(count, size - 1, i + 1)) all.push([i, ...rest]);
  return all;
}

function rankOf(columns: readonly bigint[][]): number {
  return eliminate(columns, []).rank;
}

/** The only weights with Σ weights · columns = right, or null if there are none or many. */
function solve(columns: readonly bigint[][], right: readonly bigint[]): { weights: bigint[]; bottom: bigint } | null {
  const { rank, rows, bottom } = eliminate(columns, right);
  if (rank < columns.length) return null;
  if (rows.slice(rank).some((row) => row[columns.length] !== 0n)) return null;
  const sign = bottom < 0n ? -1n : 1n;
  return { weights: rows.slice(0, rank).map((row) => sign * row[columns.length]), bottom: sign * bottom };
}

/** Gauss and Jordan without fractions: the divisions have no remainder (Bareiss). */
function eliminate(columns: readonly bigint[][], right: readonly bigint[]) {
  const height = columns[0].length;
  const rows = Array.from({ length: height }, (_, i) => [
    ...columns.map((column) => column[i]),
    ...(right.length > 0 ? [right[i]] : []),
  ]);
  let rank = 0;
  let bottom = 1n;
  for (let j = 0; j < columns.length && rank < height; j++) {
    const pivot = rows.findIndex((row, i) => i >= rank && row[j] !== 0n);
    if (pivot < 0) continue;
    [rows[rank], rows[pivot]] = [rows[pivot], rows[rank]];
    const lead = rows[rank][j];
    for (let i = 0; i < height; i++) {
      if (i === rank) continue;
      const factor = rows[i][j];
      for (let k = 0; k < rows[i].length; k++) rows[i][k] = (rows[i][k] * lead - factor * rows[rank][k]) / bottom;
    }
    bottom = lead;
    rank++;
  }
  return { rank, rows, bottom };
}
