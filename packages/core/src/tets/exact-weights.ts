/**
 * Barycentric coordinates of vertex v in the tet a, b, c, d by whole-number arithmetic, rounded once at the end.
 * Some microseconds each: for tets so flat, or coordinates so far out of the usual, that floating point knows no digit.
 * The tet's volume must not be 0.
 */
export function exactWeights(
  positions: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  d: number,
  weights: Float64Array,
): void {
  const p = point(positions, v);
  const [ra, rb, rc, rd] = [a, b, c, d].map((corner) => {
    const q = point(positions, corner);
    return [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  });
  const parts = [determinant(rb, rc, rd), -determinant(ra, rc, rd), determinant(ra, rb, rd), -determinant(ra, rb, rc)];
  const whole = parts[0] + parts[1] + parts[2] + parts[3];
  for (let i = 0; i < 4; i++) weights[i] = Number((parts[i] << 60n) / whole) / 2 ** 60;
}

function point(positions: Float64Array, v: number): bigint[] {
  return [toFixedPoint(positions[3 * v]), toFixedPoint(positions[3 * v + 1]), toFixedPoint(positions[3 * v + 2])];
}

/** x · 2^1074, a whole number for every finite double; each product and difference below is exact. */
function toFixedPoint(x: number): bigint {
  const whole = Math.trunc(x);
  const rest = (x - whole) * 2 ** 1000;
  const upper = Math.trunc(rest);
  return (BigInt(whole) << 1074n) + (BigInt(upper) << 74n) + BigInt((rest - upper) * 2 ** 74);
}

function determinant(a: readonly bigint[], b: readonly bigint[], c: readonly bigint[]): bigint {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
