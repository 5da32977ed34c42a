/**
 * Whether the line p + λe passes a triangle with corners 0, u, v inside: 1 yes, 0 no, −1 too close to say.
 * The three turns add up to e·(u×v), which is the difference `along` of the plane distances of the edge's ends:
 * two are computed, the third is what remains, with at most four times their error.
 */
export function passesThrough(
  ex: number,
  ey: number,
  ez: number,
  px: number,
  py: number,
  pz: number,
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  along: number,
  error: number,
): number {
  const rx = ey * pz - ez * py;
  const ry = ez * px - ex * pz;
  const rz = ex * py - ey * px;
  const first = -(rx * ux + ry * uy + rz * uz);
  const last = rx * vx + ry * vy + rz * vz;
  const middle = along - first - last;
  const wide = 4 * error;
  if (first > error && last > error && middle > wide) return 1;
  if (first < -error && last < -error && middle < -wide) return 1;
  const left = first > error || last > error || middle > wide;
  const right = first < -error || last < -error || middle < -wide;
  return left && right ? 0 : -1;
}
