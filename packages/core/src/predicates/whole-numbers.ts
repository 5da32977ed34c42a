/** `value` as mantissa · 2^(exponent), both whole numbers. */
function split(value: number): [bigint, number] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const field = (high >>> 20) & 0x7ff;
  let mantissa = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4));
  if (field !== 0) mantissa |= 1n << 52n;
  return [high >>> 31 ? -mantissa : mantissa, (field === 0 ? 1 : field) - 1075];
}

/** The values as whole numbers on a common power-of-two scale: exact for every finite double. */
export function toIntegers(values: readonly number[]): bigint[] {
  const parts = values.map(split);
  let least = Number.POSITIVE_INFINITY;
  for (const [mantissa, exponent] of parts) if (mantissa !== 0n && exponent < least) least = exponent;
  return parts.map(([mantissa, exponent]) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - least)));
}

/** top / bottom as a double, for a quotient of size 1 at most: off by less than 2^−52. */
export function toNumber(top: bigint, bottom: bigint): number {
  const excess = 4 * (bottom < 0n ? -bottom : bottom).toString(16).length - 900; // a double holds up to 1023 bits
  if (excess <= 0) return Number(top) / Number(bottom);
  return Number(top >> BigInt(excess)) / Number(bottom >> BigInt(excess));
}
