import { toIntegers } from './whole-numbers.ts';

/** Sign of (b−a)×(c−a) for any finite doubles; slow, for magnitudes outside the exact range. */
export function bigOrient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return bigOrient3d([ax, ay, 0, bx, by, 0, cx, cy, 0, ax, ay, 1]);
}

/** Sign of ((b−a)×(c−a))·(d−a) for any finite doubles; slow, for magnitudes outside the exact range. */
export function bigOrient3d(coordinates: readonly number[]): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = toIntegers(coordinates);
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const det = (uy * vz - uz * vy) * (dx - ax) + (uz * vx - ux * vz) * (dy - ay) + (ux * vy - uy * vx) * (dz - az);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}
