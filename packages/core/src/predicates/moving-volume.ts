/**
 * C. Interpolated differences are off by 8u times their largest component m; a Bernstein coefficient is (the mean of three) six triple products: 6 · (3 · 8u + 11u)m₁m₂m₃ = 210u. The
 * time where the lower hull is 0 costs 54u, its rounding to a double 3u · |p′| ≤ 3u · 36 = 108u: together 372u < 2⁻⁴⁴.
 */
export const VOLUME_ERROR: number = 2 ** -44;

/** Error bounds below this could themselves be lost to underflow, as products of what they bound may have been. */
export const LEAST_BOUND: number = 2 ** -900;

/** Bernstein coefficients over an interval of the triple product of three vectors that move straight from those of p to those of q. */
export function writeVolumes(p: Float64Array, q: Float64Array, c: Float64Array): void {
  const ax = p[0];
  const ay = p[1];
  const az = p[2];
  const bx = p[3];
  const by = p[4];
  const bz = p[5];
  const cx = p[6];
  const cy = p[7];
  const cz = p[8];
  const dx = q[0];
  const dy = q[1];
  const dz = q[2];
  const ex = q[3];
  const ey = q[4];
  const ez = q[5];
  const fx = q[6];
  const fy = q[7];
  const fz = q[8];
  const bcx = by * cz - bz * cy;
  const bcy = bz * cx - bx * cz;
  const bcz = bx * cy - by * cx;
  const efx = ey * fz - ez * fy;
  const efy = ez * fx - ex * fz;
  const efz = ex * fy - ey * fx;
  // b × f + e × c, the mixed products of the second and third difference
  const mx = by * fz - bz * fy + (ey * cz - ez * cy);
  const my = bz * fx - bx * fz + (ez * cx - ex * cz);
  const mz = bx * fy - by * fx + (ex * cy - ey * cx);
  c[0] = ax * bcx + ay * bcy + az * bcz;
  c[1] = (dx * bcx + dy * bcy + dz * bcz + (ax * mx + ay * my + az * mz)) / 3;
  c[2] = (ax * efx + ay * efy + az * efz + (dx * mx + dy * my + dz * mz)) / 3;
  c[3] = dx * efx + dy * efy + dz * efz;
}
