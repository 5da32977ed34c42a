/** A stream of pseudo-random numbers that depends on its seed alone. */
export interface Random {
  /** In [0, 1), a multiple of 2⁻³². */
  next(): number;
  /** In [low, high). */
  between(low: number, high: number): number;
  /** A whole number from 0 to count − 1. */
  index(count: number): number;
}

/** The mulberry32 generator: 32 bits of state, period 2³², integer arithmetic only, so equal on every engine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };

  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    index: (count) => Math.floor(next() * count),
  };
}
