import { toIntegers } from './whole-numbers.ts';

const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Sign of (b−a)×(c−a) for any finite doubles; slow, for magnitudes outside the exact range. */
export function bigOrient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const [x0, y0, x1, y1, x2, y2] = toIntegers([ax, ay, bx, by, cx, cy]);
  return signOf((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));
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
  return signOf((uy * vz - uz * vy) * (dx - ax) + (uz * vx - ux * vz) * (dy - ay) + (ux * vy - uy * vx) * (dz - az));
}
