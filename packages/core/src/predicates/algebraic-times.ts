import { bernsteinSigns, greatestCommonDivisor, onInterval, type Polynomial, squareFree } from './polynomials.ts';

const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Doubles have 53 bits: a time is not needed finer. */
const TIME_BITS = 54;

/**
 * A root of a polynomial in [0, 1], held between start / 2^exponent and (start + 1) / 2^exponent. Signs of other polynomials at the root are decided
 * exactly: by narrowing the interval where they are not 0, and by a common divisor where they are.
 */
export class AlgebraicTime {
  /** Without multiple roots in the interval; of different signs at the two ends of the interval, unless `met`. */
  readonly #polynomial: Polynomial;
  #start: bigint;
  #exponent: number;
  /** The root is the lower end. */
  #met: boolean;
  /** The polynomial over the interval, stretched to [0, 1]. */
  #local: bigint[];

  constructor(polynomial: Polynomial, start: bigint, exponent: number, met: boolean) {
    this.#polynomial = polynomial;
    this.#start = start;
    this.#exponent = exponent;
    this.#met = met;
    this.#local = met ? [] : onInterval(polynomial, start, exponent);
  }

  sign(f: Polynomial): number {
    if (f.length < 2) return f.length === 0 ? 0 : signOf(f[0]);
    for (let round = 0; ; round++) {
      const local = onInterval(f, this.#start, this.#exponent);
      if (this.#met) return signOf(local[0]);
      const signs = bernsteinSigns(local);
      if (signs.every((value) => value > 0n)) return 1;
      if (signs.every((value) => value < 0n)) return -1;
      // a factor of both that is 0 at the root changes sign there, since the root is simple; others have no root in the interval
      if (round === 2 && this.#isRootOf(greatestCommonDivisor(this.#polynomial, f))) return 0;
      for (let step = 0; step < 4 + 2 * round; step++) this.#halve();
    }
  }

  /** Strictly before the other. */
  isBefore(other: AlgebraicTime): boolean {
    if (other.#met) return this.#signFrom(other.#start, other.#exponent) < 0;
    for (let round = 0; ; round++) {
      // the other is strictly inside its interval
      if (this.#signFrom(other.#start, other.#exponent) <= 0) return true;
      if (this.#signFrom(other.#start + 1n, other.#exponent) >= 0) return false;
      // in the same interval they are equal if this is a root of the other's polynomial, which has one there
      if (round === 3 && this.sign(other.#polynomial) === 0) return false;
      for (let step = 0; step < 4; step++) other.#halve();
      if (other.#met) return this.#signFrom(other.#start, other.#exponent) < 0;
    }
  }

  /** Sign of this time less start / 2^exponent. */
  #signFrom(start: bigint, exponent: number): number {
    return this.sign([-start, 1n << BigInt(exponent)]);
  }

  #isRootOf(divisor: Polynomial): boolean {
    if (divisor.length < 2) return false;
    const local = onInterval(divisor, this.#start, this.#exponent);
    if (this.#met) return local[0] === 0n;
    return signOf(local[0]) * signOf(local.reduce((sum, coefficient) => sum + coefficient, 0n)) < 0;
  }

  #halve(): void {
    if (this.#met) return;
    const low = signOf(this.#local[0]);
    const degree = this.#local.length - 1;
    const half = this.#local.map((coefficient, i) => coefficient << BigInt(degree - i));
    let middle = 0n;
    for (const coefficient of half) middle += coefficient;
    this.#exponent++;
    this.#start *= 2n;
    if (signOf(middle) === low || middle === 0n) {
      this.#start++;
      for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) half[j] += half[j + 1];
    }
    this.#met = middle === 0n;
    this.#local = half;
  }

  /**
   * A double at or before the root, by at most `slack` if doubles are that dense there. 0 only if the root is 0, or before every positive double.
   */
  before(slack: number): number {
    const slackBits = Math.min(2000, Math.ceil(-Math.log2(slack)));
    while (!this.#met && !(this.#start > 0n && (this.#exponent > slackBits || this.#start >> BigInt(TIME_BITS) > 0n))) {
      if (this.#exponent > 1100 && this.#start === 0n) return 0;
      this.#halve();
    }
    if (this.#start === 0n) return 0;
    const bits = this.#start.toString(2).length;
    const extra = Math.max(0, bits - 53);
    const exponent = extra - this.#exponent;
    if (exponent > -1022) return Number(this.#start >> BigInt(extra)) * 2 ** exponent;
    // below the normal doubles not every bit can be kept: a power of two is exact
    return bits - 1 - this.#exponent >= -1074 ? 2 ** (bits - 1 - this.#exponent) : 0;
  }
}

/** The time `numerator` / 2^`exponent`. */
export function dyadicTime(numerator: bigint, exponent: number): AlgebraicTime {
  return new AlgebraicTime([], numerator, exponent, true);
}

/** All roots in [0, 1], ascending, multiple ones once. `f` must not be zero. */
export function rootsInUnit(f: Polynomial): AlgebraicTime[] {
  const roots: AlgebraicTime[] = [];
  if (f.length < 2) return roots;
  // one change of sign means one simple root: only where there are more, multiple roots must go
  const changes = signChanges(f);
  const simple = changes > 1 ? squareFree(f) : f;
  if (simple[0] === 0n) roots.push(dyadicTime(0n, 0));
  if (changes > 0) isolate(simple, [...simple], 0n, 0, roots);
  if (simple.reduce((sum, coefficient) => sum + coefficient, 0n) === 0n) roots.push(dyadicTime(1n, 0));
  return roots;
}

/** At least the number of roots in the open interval (0, 1), multiple ones as often as they count, and of the same parity (Descartes). */
function signChanges(local: readonly bigint[]): number {
  let changes = 0;
  let last = 0;
  for (const value of bernsteinSigns(local)) {
    const sign = signOf(value);
    if (sign !== 0 && last !== 0 && sign !== last) changes++;
    if (sign !== 0) last = sign;
  }
  return changes;
}

/** Roots inside an open interval by Descartes' rule: halved until the coefficients change sign at most once. */
function isolate(simple: Polynomial, local: bigint[], start: bigint, exponent: number, roots: AlgebraicTime[]): void {
  const changes = signChanges(local);
  if (changes === 0) return;
  const degree = local.length - 1;
  let atEnd = 0n;
  for (const coefficient of local) atEnd += coefficient;
  if (changes === 1 && local[0] !== 0n && atEnd !== 0n) {
    roots.push(new AlgebraicTime(simple, start, exponent, false));
    return;
  }
  const left = local.map((coefficient, i) => coefficient << BigInt(degree - i));
  const right = [...left];
  for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) right[j] += right[j + 1];
  isolate(simple, left, 2n * start, exponent + 1, roots);
  if (right[0] === 0n) roots.push(dyadicTime(2n * start + 1n, exponent + 1));
  isolate(simple, right, 2n * start + 1n, exponent + 1, roots);
}
