/**
 * A number as a sum of doubles that do not overlap, the least in magnitude first, none of them 0: exact where one double is not (Shewchuk 1997,
 * "Adaptive precision floating-point arithmetic and fast robust geometric predicates"). Its sign is that of the last.
 *
 * Nothing here may overflow or fall below the smallest normal double: coordinates are in the exact range.
 */
export type Expansion = readonly number[];

/** 2^27 + 1 times a double, taken away again, leaves its upper half: products of halves are exact. */
const SPLITTER = 2 ** 27 + 1;

/** a − b. */
export function difference(a: number, b: number): Expansion {
  const x = a - b;
  const lost = a - x;
  const tail = a - (x + lost) + (lost - b);
  if (tail !== 0) return [tail, x];
  return x === 0 ? [] : [x];
}

/** e + f, or e − f with `sign` −1: merges by magnitude and adds up from below. */
export function sum(e: Expansion, f: Expansion, sign: 1 | -1 = 1): Expansion {
  const parts: number[] = [];
  let top = 0;
  for (let i = 0, j = 0; i < e.length || j < f.length; ) {
    const next = j === f.length || (i < e.length && Math.abs(e[i]) < Math.abs(f[j])) ? e[i++] : sign * f[j++];
    const total = top + next;
    const added = total - top;
    const tail = top - (total - added) + (next - added);
    if (tail !== 0) parts.push(tail);
    top = total;
  }
  if (top !== 0) parts.push(top);
  return parts;
}

/** e · f: the sum of e times each part of f. */
export function product(e: Expansion, f: Expansion): Expansion {
  if (e.length === 0 || f.length === 0) return [];
  const first = scaled(e, f[0]);
  return f.length === 1 ? first : f.slice(1).reduce((whole, part) => sum(whole, scaled(e, part)), first);
}

function scaled(e: Expansion, factor: number): Expansion {
  const parts: number[] = [];
  const big = SPLITTER * factor;
  const high = big - (big - factor);
  const low = factor - high;
  let top = 0;
  for (let i = 0; i < e.length; i++) {
    const x = e[i];
    const wide = SPLITTER * x;
    const upper = wide - (wide - x);
    const lower = x - upper;
    const times = x * factor;
    const rest = lower * low - (times - upper * high - lower * high - upper * low);
    const total = top + rest;
    const added = total - top;
    const under = top - (total - added) + (rest - added);
    if (under !== 0) parts.push(under);
    top = times + total;
    const tail = total - (top - times);
    if (tail !== 0) parts.push(tail);
  }
  if (top !== 0) parts.push(top);
  return parts;
}

export function signOf(e: Expansion): number {
  return e.length === 0 ? 0 : Math.sign(e[e.length - 1]);
}
