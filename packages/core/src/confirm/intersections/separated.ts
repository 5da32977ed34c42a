const MAX_Q = 2 ** 500;
/** A rounding near zero is off by 2^−1075 at most; a gap takes fewer than 32 of them. */
const UNDERFLOW = 2 ** -1070;

/**
 * Whether a plane, upright on triangle T along one of the six edges, has triangles S and T clearly on different sides. Decides nearly
 * coplanar pairs, for which plane distances say nothing.
 * Any axis proves separation if the gap exceeds the rounding error of the six dot products. These are of degree four in
 * the coordinates, so the exact range is no guarantee: sizes whose products could overflow are not decided here
 * (2q² bounds them), and UNDERFLOW covers the bits that tiny products lose.
 *
 * Takes vertices, though its caller has the differences: V8 would box each of nineteen doubles, 300 bytes a call.
 */
export function separated(
  positions: Float64Array,
  t0: number,
  t1: number,
  t2: number,
  s0: number,
  s1: number,
  s2: number,
): boolean {
  // everything relative to corner 0 of T
  const ox = positions[3 * t0];
  const oy = positions[3 * t0 + 1];
  const oz = positions[3 * t0 + 2];
  const ux = positions[3 * t1] - ox;
  const uy = positions[3 * t1 + 1] - oy;
  const uz = positions[3 * t1 + 2] - oz;
  const vx = positions[3 * t2] - ox;
  const vy = positions[3 * t2 + 1] - oy;
  const vz = positions[3 * t2 + 2] - oz;
  const ax = positions[3 * s0] - ox;
  const ay = positions[3 * s0 + 1] - oy;
  const az = positions[3 * s0 + 2] - oz;
  const bx = positions[3 * s1] - ox;
  const by = positions[3 * s1 + 1] - oy;
  const bz = positions[3 * s1 + 2] - oz;
  const cx = positions[3 * s2] - ox;
  const cy = positions[3 * s2 + 1] - oy;
  const cz = positions[3 * s2 + 2] - oz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const q =
    ux * ux +
    uy * uy +
    uz * uz +
    (vx * vx + vy * vy + vz * vz) +
    (ax * ax + ay * ay + az * az) +
    (bx * bx + by * by + bz * bz) +
    (cx * cx + cy * cy + cz * cz);
  if (!(q < MAX_Q)) return false;
  const length = Math.sqrt(q);
  let ex = ux;
  let ey = uy;
  let ez = uz;
  for (let edge = 0; edge < 6; edge++) {
    if (edge === 1) {
      ex = vx - ux;
      ey = vy - uy;
      ez = vz - uz;
    } else if (edge === 2) {
      ex = vx;
      ey = vy;
      ez = vz;
    } else if (edge === 3) {
      ex = bx - ax;
      ey = by - ay;
      ez = bz - az;
    } else if (edge === 4) {
      ex = cx - bx;
      ey = cy - by;
      ez = cz - bz;
    } else if (edge === 5) {
      ex = cx - ax;
      ey = cy - ay;
      ez = cz - az;
    }
    const wx = ny * ez - nz * ey;
    const wy = nz * ex - nx * ez;
    const wz = nx * ey - ny * ex;
    const u = wx * ux + wy * uy + wz * uz;
    const v = wx * vx + wy * vy + wz * vz;
    const a = wx * ax + wy * ay + wz * az;
    const b = wx * bx + wy * by + wz * bz;
    const c = wx * cx + wy * cy + wz * cz;
    const lowT = u < v ? (u < 0 ? u : 0) : v < 0 ? v : 0;
    const highT = u > v ? (u > 0 ? u : 0) : v > 0 ? v : 0;
    const lowS = a < b ? (a < c ? a : c) : b < c ? b : c;
    const highS = a > b ? (a > c ? a : c) : b > c ? b : c;
    const margin = 2 ** -46 * (Math.abs(wx) + Math.abs(wy) + Math.abs(wz)) * length + UNDERFLOW;
    if (lowS > highT + margin || highS < lowT - margin) return true;
  }
  return false;
}
