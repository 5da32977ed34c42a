/**
 * Coordinates whose magnitude is 0 or between these two can go through floating-point filters and
 * expansions: a product of three differences neither overflows nor loses bits to underflow.
 * (A difference is a multiple of 2^(−250−52), so a triple product is one of 2^−906 > 2^−1022; and at most 2^904.)
 */
export const MIN_MAGNITUDE: number = 2 ** -250;
export const MAX_MAGNITUDE: number = 2 ** 300;

export function inExactRange(x: number): boolean {
  const magnitude = x < 0 ? -x : x;
  return (magnitude <= MAX_MAGNITUDE && magnitude >= MIN_MAGNITUDE) || x === 0;
}
