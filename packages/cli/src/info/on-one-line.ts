/** A product below this may have lost digits to underflow. */
const SAFE_PRODUCT = 1e-280;
/** Relative error of a 2 × 2 determinant of differences: fewer than eight roundings of 2⁻⁵³. */
const ERROR = 2 ** -50;

/** Whether three points lie on one line, decided exactly; each is at its place in `positions`. */
export function onOneLine(positions: Float64Array, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const i = (axis + 1) % 3;
    const j = (axis + 2) % 3;
    const left = (positions[b + i] - positions[a + i]) * (positions[c + j] - positions[a + j]);
    const right = (positions[b + j] - positions[a + j]) * (positions[c + i] - positions[a + i]);
    const size = Math.abs(left) + Math.abs(right);
    if (size > SAFE_PRODUCT && Math.abs(left - right) > ERROR * size) return false;
  }
  return onOneLineExactly(positions, a, b, c);
}

function onOneLineExactly(positions: Float64Array, a: number, b: number, c: number): boolean {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = toWholeNumbers(
    [a, b, c].flatMap((at) => [positions[at], positions[at + 1], positions[at + 2]]),
  );
  const zero = (px: bigint, py: bigint, qx: bigint, qy: bigint) => px * qy === py * qx;
  return (
    zero(bx - ax, by - ay, cx - ax, cy - ay) &&
    zero(by - ay, bz - az, cy - ay, cz - az) &&
    zero(bz - az, bx - ax, cz - az, cx - ax)
  );
}

/** Doubles times a common power of two that makes all of them whole. */
function toWholeNumbers(values: readonly number[]): bigint[] {
  const view = new DataView(new ArrayBuffer(8));
  const parts = values.map((value) => {
    view.setFloat64(0, value);
    const high = view.getUint32(0);
    const exponent = (high >>> 20) & 0x7ff;
    const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
    const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
    return { mantissa: high >>> 31 ? -mantissa : mantissa, exponent: Math.max(exponent, 1) };
  });
  const least = Math.min(...parts.map(({ exponent }) => exponent));
  return parts.map(({ mantissa, exponent }) => mantissa << BigInt(exponent - least));
}
