/**
 * The truth about moving pairs for tests, by whole-number arithmetic that shares nothing with the library: being close is a list of ways (corner to corner, corner to
 * line, plane or common perpendicular), each a polynomial that must not be positive and conditions; roots are counted by Sturm chains, signs at roots by Tarski's query.
 */
import { wholeNumbers } from './exact-oracle.ts';

export type PairKind = 'vertex-triangle' | 'edge-edge';
/** Ascending powers. */
export type Poly = bigint[];
type Vec = [Poly, Poly, Poly];
export interface Fraction {
  readonly top: bigint;
  /** Positive. */
  readonly bottom: bigint;
}

export function fraction(value: number): Fraction {
  const [top, bottom] = wholeNumbers([value, 1]);
  return { top, bottom };
}

const add = (f: Poly, g: Poly): Poly =>
  Array.from({ length: Math.max(f.length, g.length) }, (_, i) => (f[i] ?? 0n) + (g[i] ?? 0n));
const negative = (f: Poly): Poly => f.map((x) => -x);
const sub = (f: Poly, g: Poly): Poly => add(f, negative(g));
export function mul(f: Poly, g: Poly): Poly {
  const product: Poly = Array.from({ length: Math.max(0, f.length + g.length - 1) }, () => 0n);
  f.forEach((x, i) => {
    g.forEach((y, j) => {
      product[i + j] += x * y;
    });
  });
  return product;
}
const vsub = (u: Vec, v: Vec): Vec => [sub(u[0], v[0]), sub(u[1], v[1]), sub(u[2], v[2])];
export const inner = (u: Vec, v: Vec): Poly => add(add(mul(u[0], v[0]), mul(u[1], v[1])), mul(u[2], v[2]));
const minor = (u: Vec, v: Vec, i: number, j: number): Poly => sub(mul(u[i], v[j]), mul(u[j], v[i]));
export const outer = (u: Vec, v: Vec): Vec => [minor(u, v, 1, 2), minor(u, v, 2, 0), minor(u, v, 0, 1)];

export function isZero(f: Poly): boolean {
  return f.every((x) => x === 0n);
}

const sgn = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

export function signAtFraction(f: Poly, { top, bottom }: Fraction): number {
  let value = 0n;
  let power = 1n;
  for (let i = f.length - 1; i >= 0; i--) {
    value = value * top + f[i] * power;
    power *= bottom;
  }
  return sgn(value);
}

/** The moving points on one whole-number scale, and a length on the same. */
export function movingVectors(points: ArrayLike<number>, length: number): { at: Vec[]; length: bigint } {
  const whole = wholeNumbers([...Array.from(points), length]);
  const part = (i: number): Poly => [whole[i], whole[i + 12] - whole[i]];
  return { at: [0, 3, 6, 9].map((i): Vec => [part(i), part(i + 1), part(i + 2)]), length: whole[24] };
}

interface Way {
  readonly excess: Poly;
  readonly notNegative: Poly[];
  readonly positive: Poly[];
}

function waysToBeClose(at: readonly Vec[], kind: PairKind, length: bigint): Way[] {
  const square: Poly = [length * length];
  const corner = (p: Vec, q: Vec): Way => ({
    excess: sub(inner(vsub(p, q), vsub(p, q)), square),
    notNegative: [],
    positive: [],
  });
  const line = (p: Vec, a: Vec, b: Vec): Way => {
    const u = vsub(b, a);
    const area = outer(vsub(p, a), u);
    return {
      excess: sub(inner(area, area), mul(square, inner(u, u))),
      notNegative: [inner(vsub(p, a), u), inner(vsub(b, p), u)],
      positive: [inner(u, u)],
    };
  };
  const [x, y, z, w] = at;
  if (kind === 'vertex-triangle') {
    const normal = outer(vsub(z, y), vsub(w, y));
    const height = inner(normal, vsub(x, y));
    const cell = (p: Vec, q: Vec): Poly => inner(normal, outer(vsub(p, x), vsub(q, x)));
    return [
      corner(x, y),
      corner(x, z),
      corner(x, w),
      line(x, y, z),
      line(x, z, w),
      line(x, w, y),
      {
        excess: length === 0n ? height : sub(mul(height, height), mul(square, inner(normal, normal))),
        notNegative: [cell(y, z), cell(z, w), cell(w, y)],
        positive: [inner(normal, normal)],
      },
    ];
  }
  const u = vsub(y, x);
  const v = vsub(w, z);
  const normal = outer(u, v);
  const size = inner(normal, normal);
  const height = inner(normal, vsub(z, x));
  const s = inner(outer(vsub(z, x), v), normal);
  const t = inner(outer(vsub(z, x), u), normal);
  return [
    corner(x, z),
    corner(x, w),
    corner(y, z),
    corner(y, w),
    line(x, z, w),
    line(y, z, w),
    line(z, x, y),
    line(w, x, y),
    {
      excess: length === 0n ? height : sub(mul(height, height), mul(square, size)),
      notNegative: [s, sub(size, s), t, sub(size, t)],
      positive: [size],
    },
  ];
}

/** Whether the features are at most `separation` apart at the time. */
export function withinAt(points: ArrayLike<number>, kind: PairKind, separation: number, time: number): boolean {
  const { at, length } = movingVectors(points, separation);
  const when = fraction(time);
  return waysToBeClose(at, kind, length).some(
    (way) =>
      (separation === 0 ? signAtFraction(way.excess, when) === 0 : signAtFraction(way.excess, when) <= 0) &&
      way.notNegative.every((f) => signAtFraction(f, when) >= 0) &&
      way.positive.every((f) => signAtFraction(f, when) > 0),
  );
}

/** Whether they are at most `separation` apart at some time of [0, until], or of [0, until) if `before`. */
export function everWithin(
  points: ArrayLike<number>,
  kind: PairKind,
  separation: number,
  until: number,
  before = false,
): boolean {
  if (before && until === 0) return false;
  if (withinAt(points, kind, separation, 0)) return true;
  const { at, length } = movingVectors(points, separation);
  const last = fraction(until);
  const early: Poly = [last.top, -last.bottom];
  const late: Poly = [0n, 1n];
  return waysToBeClose(at, kind, length).some(({ excess, notNegative, positive }) => {
    if (isZero(excess) || signOverUnit(excess) !== 0) return false;
    return isolated(excess).some(
      (interval) =>
        signAtRoot(late, excess, interval) >= 0 &&
        signAtRoot(early, excess, interval) >= (before ? 1 : 0) &&
        positive.every((f) => (signOverUnit(f) || signAtRoot(f, excess, interval)) > 0) &&
        notNegative.every((f) => (signOverUnit(f) || signAtRoot(f, excess, interval)) >= 0),
    );
  });
}

/** The sign that f has on all of [0, 1], if all its Bernstein coefficients there have it; else 0. */
function signOverUnit(f: Poly): number {
  const degree = f.length - 1;
  let common = 0;
  for (let i = 0; i <= degree; i++) {
    // times degree! to stay whole: Σ f[j] · C(i, j) / C(degree, j)
    let value = 0n;
    for (let j = 0; j <= i; j++) {
      let weight = 1n;
      for (let k = 0; k < degree; k++) weight *= BigInt(k < j ? i - k : degree - k);
      value += f[j] * weight;
    }
    const sign = sgn(value);
    if (sign === 0 || sign === -common) return 0;
    common = sign;
  }
  return common;
}

type Interval = readonly [Fraction, Fraction];

/** Intervals with one root each, whose ends are no roots, for all roots in [0, 1] and possibly some beside it. */
function isolated(f: Poly): Interval[] {
  const sequence = chain(f, derivative(f));
  const found: Interval[] = [];
  // both ends over one denominator, or it would double in length with every halving
  const split = (low: bigint, high: bigint, bottom: bigint): void => {
    const interval: Interval = [
      { top: low, bottom },
      { top: high, bottom },
    ];
    const count = changes(sequence, interval[0]) - changes(sequence, interval[1]);
    if (count === 1) found.push(interval);
    if (count < 2) return;
    let finer = 2n;
    let middle = low + high;
    // a little further where the middle is a root
    for (; signAtFraction(f, { top: middle, bottom: finer * bottom }) === 0; finer *= 2n) middle = 2n * middle + 1n;
    split(finer * low, middle, finer * bottom);
    split(middle, finer * high, finer * bottom);
  };
  let k = 64n;
  while (signAtFraction(f, { top: -1n, bottom: k }) === 0 || signAtFraction(f, { top: k + 1n, bottom: k }) === 0) {
    k++;
  }
  split(-1n, k + 1n, k);
  return found;
}

/** Tarski's query over an interval with one root of f. */
function signAtRoot(g: Poly, f: Poly, [low, high]: Interval): number {
  if (isZero(g)) return 0;
  const sequence = chain(f, remainder(mul(derivative(f), g), f));
  return changes(sequence, low) - changes(sequence, high);
}

/** The remainder of g by f, times a positive factor: as good as g at the roots of f. */
function remainder(g: Poly, f: Poly): Poly {
  const rest = strip(g);
  const by = strip(f);
  const lead = by[by.length - 1];
  const size = lead < 0n ? -lead : lead;
  while (rest.length >= by.length) {
    const top = (lead < 0n ? -1n : 1n) * rest[rest.length - 1];
    const shift = rest.length - by.length;
    for (let i = 0; i < rest.length; i++) rest[i] = rest[i] * size - (i < shift ? 0n : top * by[i - shift]);
    while (rest.length > 0 && rest[rest.length - 1] === 0n) rest.pop();
  }
  return rest;
}

/** How many different roots f has in [low, high], which must not be roots themselves. */
export function countRoots(f: Poly, low: Fraction, high: Fraction): number {
  const sequence = chain(f, derivative(f));
  return changes(sequence, low) - changes(sequence, high);
}

const derivative = (f: Poly): Poly => f.slice(1).map((x, i) => x * BigInt(i + 1));

function strip(f: Poly): Poly {
  const g = [...f];
  while (g.length > 0 && g[g.length - 1] === 0n) g.pop();
  return g;
}

/** Euclid's remainders with signs reversed, times positive factors: those that subresultants are known to have are divided out again. */
function chain(f: Poly, g: Poly): Poly[] {
  const sequence = [strip(f), strip(g)];
  let known = 1n;
  let divisor = 1n;
  for (;;) {
    const a = [...sequence[sequence.length - 2]];
    const b = sequence[sequence.length - 1];
    if (b.length === 0) break;
    const drop = BigInt(Math.max(0, a.length - b.length));
    const lead = b[b.length - 1];
    const size = lead < 0n ? -lead : lead;
    let steps = a.length >= b.length ? drop + 1n : 0n;
    while (a.length >= b.length) {
      const top = (lead < 0n ? -1n : 1n) * a[a.length - 1];
      const shift = a.length - b.length;
      for (let i = 0; i < a.length; i++) a[i] = a[i] * size - (i < shift ? 0n : top * b[i - shift]);
      while (a.length > 0 && a[a.length - 1] === 0n) a.pop();
      steps--;
    }
    const factor = size ** steps;
    sequence.push(a.map((x) => (-x * factor) / divisor));
    known = drop === 0n ? known : drop === 1n ? size : size ** drop / known ** (drop - 1n);
    const next = sequence[sequence.length - 1];
    divisor = size * known ** BigInt(Math.max(0, b.length - next.length));
  }
  sequence.pop();
  return sequence;
}

function changes(sequence: readonly Poly[], at: Fraction): number {
  let count = 0;
  let last = 0;
  for (const f of sequence) {
    const sign = signAtFraction(f, at);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) count++;
    last = sign;
  }
  return count;
}
