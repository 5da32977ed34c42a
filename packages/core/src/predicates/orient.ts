import { orient2d as robustOrient2d, orient3d as robustOrient3d } from 'robust-predicates';
import { bigOrient2d, bigOrient3d } from './big-sign.ts';
import { inExactRange } from './exact-range.ts';

/** Sign of (b−a)×(c−a): 1 if a, b, c turn counterclockwise (y up), −1 if clockwise, 0 if collinear. Exact. */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  if (
    !(
      inExactRange(ax) &&
      inExactRange(ay) &&
      inExactRange(bx) &&
      inExactRange(by) &&
      inExactRange(cx) &&
      inExactRange(cy)
    )
  ) {
    return bigOrient2d(ax, ay, bx, by, cx, cy);
  }
  // robust-predicates has y pointing down: its sign is the opposite of ours
  const value = robustOrient2d(ax, ay, bx, by, cx, cy);
  return value < 0 ? 1 : value > 0 ? -1 : 0;
}

/**
 * Sign of ((b−a)×(c−a))·(d−a) for vertices of `positions`: 1 if d is on the side that the normal of
 * a, b, c points to, −1 on the other, 0 if the four are coplanar. Exact.
 */
export function orient3d(positions: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const l = 3 * d;
  return orient3dOf(
    positions[i],
    positions[i + 1],
    positions[i + 2],
    positions[j],
    positions[j + 1],
    positions[j + 2],
    positions[k],
    positions[k + 1],
    positions[k + 2],
    positions[l],
    positions[l + 1],
    positions[l + 2],
  );
}

/** {@link orient3d} of four points given by their coordinates. */
export function orient3dOf(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  if (
    !(inExactRange(ax) && inExactRange(ay) && inExactRange(az) && inExactRange(bx)) ||
    !(inExactRange(by) && inExactRange(bz) && inExactRange(cx) && inExactRange(cy)) ||
    !(inExactRange(cz) && inExactRange(dx) && inExactRange(dy) && inExactRange(dz))
  ) {
    return bigOrient3d([ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz]);
  }
  const value = robustOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  return value < 0 ? 1 : value > 0 ? -1 : 0;
}

/** Sign of the turn a, b, c seen along coordinate axis `axis` (0: yz, 1: zx, 2: xy). Exact. */
export function orientAlong(positions: Float64Array, axis: number, a: number, b: number, c: number): number {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return orient2d(
    positions[3 * a + u],
    positions[3 * a + v],
    positions[3 * b + u],
    positions[3 * b + v],
    positions[3 * c + u],
    positions[3 * c + v],
  );
}

/** An axis along which a, b, c are not collinear, or −1 if they are collinear in space. Exact. */
export function axisThatSees(positions: Float64Array, a: number, b: number, c: number): number {
  for (let axis = 2; axis >= 0; axis--) if (orientAlong(positions, axis, a, b, c) !== 0) return axis;
  return -1;
}
