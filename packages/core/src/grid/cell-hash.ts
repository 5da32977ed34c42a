/** Odd constants with well spread bits (golden ratio; murmur3 finalizer). */
const MIX_X = 0x9e3779b1 | 0;
const MIX_Y = 0x85ebca6b | 0;
const MIX_END = 0xc2b2ae35 | 0;

/**
 * Mixes the two cell numbers of a row of cells that runs along z; 32 bits. The last round is for the low bits, which
 * tables use: without it rows side by side start at even steps, and their stretches overlap.
 */
export function mixRow(i: number, j: number): number {
  let h = Math.imul(i, MIX_X);
  h = Math.imul(h ^ (h >>> 15) ^ j, MIX_Y);
  h = Math.imul(h ^ (h >>> 13), MIX_END);
  return h ^ (h >>> 16);
}

/**
 * The hash of the paper before the modulo, 32 bits (hashing paper §4.1). Kept for the reproduction: for odd i, j it maps
 * (i, j, 0) and (−i, −j, 0) to the same value, and its second constant is no prime, contrary to the paper.
 */
export function paperHash(i: number, j: number, k: number): number {
  return Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791);
}
