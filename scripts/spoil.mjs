/** Seeded numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy with one to eight bytes flipped, mostly near the start where headers are, cut off somewhere, or both. */
export function spoil(bytes, random) {
  const kind = Math.floor(3 * random());
  const spoilt = kind === 0 ? bytes.slice() : bytes.slice(0, Math.floor(bytes.length * random()));
  if (kind === 1 || spoilt.length === 0) return spoilt;
  for (let flips = 1 + Math.floor(8 * random()); flips > 0; flips--) {
    const at = Math.floor(spoilt.length * random() ** (random() < 0.5 ? 1 : 6));
    spoilt[at] ^= 1 << Math.floor(8 * random());
  }
  return spoilt;
}
