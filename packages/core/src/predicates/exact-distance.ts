import { closestPairs, coordinatesOf, type ExactPair, passingEdge, vectorsOf } from './exact-pairs.ts';
import { trianglesMeet } from './triangles-meet.ts';
import { toIntegers, toNumber } from './whole-numbers.ts';

/**
 * The distance of two closed triangles and its weights (as `triangleDistance` has it) by whole-number arithmetic: for what doubles cannot prove and for any size. Slow.
 * Off by less than 2^−50 of itself; weights by 2^−51.
 */
export function exactDistance(
  positions: Float64Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
  work: Float64Array,
): number {
  const values = coordinatesOf(positions, [a0, a1, a2, b0, b1, b2]);
  const whole = toIntegers([...values, 1]);
  const one = whole[18];
  const corners = vectorsOf(whole);
  let best: ExactPair | null = trianglesMeet(positions, a0, a1, a2, b0, b1, b2) ? passingEdge(corners) : null;
  if (best === null) {
    for (const pair of closestPairs(corners)) {
      if (best === null || pair.top * best.bottom < best.top * pair.bottom) best = pair;
    }
  }
  const { top, bottom, weights } = best!;
  for (let k = 0; k < 6; k++) work[k] = toNumber(weights[k], best!.whole);
  return rootOfQuotient(top, bottom * one * one);
}

/** √(top / bottom) of any size that a double can have: 128 bits of the quotient are kept, and an even power of two. */
function rootOfQuotient(top: bigint, bottom: bigint): number {
  if (top === 0n) return 0;
  const excess = 4 * (top.toString(16).length - bottom.toString(16).length);
  const shift = 128 - excess; // even, since excess is a multiple of 4
  const quotient = shift >= 0 ? (top << BigInt(shift)) / bottom : top / (bottom << BigInt(-shift));
  const half = -shift / 2;
  const first = Math.trunc(half / 2);
  return Math.sqrt(Number(quotient)) * 2 ** first * 2 ** (half - first);
}
