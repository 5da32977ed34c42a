const MAX_Q = 2 ** 500;
/** A rounding near zero is off by 2^−1075 at most; a gap takes fewer than 32 of them. */
const UNDERFLOW = 2 ** -1070;

/**
 * Whether a plane, upright on triangle T along one of the six edges, has triangles S (a, b, c) and T (0, u, v) clearly
 * on different sides. Decides nearly coplanar pairs, for which plane distances say nothing; n is the normal of T.
 * Any axis proves separation if the gap exceeds the rounding error of the six dot products. These are of degree four in
 * the coordinates, so the exact range is no guarantee: sizes whose products could overflow are not decided here
 * (2q² bounds them), and UNDERFLOW covers the bits that tiny products lose.
 */
export function separated(
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  nx: number,
  ny: number,
  nz: number,
  q: number,
): boolean {
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
