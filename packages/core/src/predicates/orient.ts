import { bigOrient2d, bigOrient3d } from './big-sign.ts';
import { inExactRange } from './exact-range.ts';
import { difference, type Expansion, product, signOf, sum } from './expansions.ts';

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
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const turn = left - right;
  // Shewchuk's bound is (3 + 16u)u of the terms, u = 2^−53
  const error = 2 ** -51 * (Math.abs(left) + Math.abs(right));
  if (turn > error) return 1;
  if (turn < -error) return -1;
  if (error === 0) return 0; // a difference, and so a product, is 0 only where it is exactly that
  return signOf(minor(difference(ax, cx), difference(by, cy), difference(ay, cy), difference(bx, cx)));
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
  const exact = placeInRange(positions, i) && placeInRange(positions, j);
  if (!(exact && placeInRange(positions, k) && placeInRange(positions, l))) {
    return bigOrient3d([a, b, c, d].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
  }
  const dx = positions[l];
  const dy = positions[l + 1];
  const dz = positions[l + 2];
  const ux = positions[i] - dx;
  const uy = positions[i + 1] - dy;
  const uz = positions[i + 2] - dz;
  const vx = positions[j] - dx;
  const vy = positions[j + 1] - dy;
  const vz = positions[j + 2] - dz;
  const wx = positions[k] - dx;
  const wy = positions[k + 1] - dy;
  const wz = positions[k + 2] - dz;
  const det = uz * (vx * wy - wx * vy) + vz * (wx * uy - ux * wy) + wz * (ux * vy - vx * uy);
  const terms =
    Math.abs(uz) * (Math.abs(vx * wy) + Math.abs(wx * vy)) +
    Math.abs(vz) * (Math.abs(wx * uy) + Math.abs(ux * wy)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(vx * uy));
  // Shewchuk's bound is (7 + 56u)u of the terms, u = 2^−53
  const error = 2 ** -50 * terms;
  if (det > error) return -1;
  if (det < -error) return 1;
  if (error === 0) return 0; // as above: all terms are exactly 0
  return signOf(exactVolume(positions, i, j, k, l));
}

/** Six times the volume of the tetrahedron at places i, j, k, l, with the sign of `orient3d`; coordinates must be in the exact range. */
export function exactVolume(positions: Float64Array, i: number, j: number, k: number, l: number): Expansion {
  const along = (from: number, axis: number) => difference(positions[from + axis], positions[l + axis]);
  const [ux, uy, vx, vy] = [along(i, 0), along(i, 1), along(j, 0), along(j, 1)];
  const [wx, wy] = [along(k, 0), along(k, 1)];
  const u = product(minor(wx, vy, vx, wy), along(i, 2));
  const v = product(minor(ux, wy, wx, uy), along(j, 2));
  const w = product(minor(vx, uy, ux, vy), along(k, 2));
  return sum(sum(u, v), w);
}

/** a·b − c·d. */
function minor(a: Expansion, b: Expansion, c: Expansion, d: Expansion): Expansion {
  return sum(product(a, b), product(c, d), -1);
}

function placeInRange(positions: Float64Array, i: number): boolean {
  return inExactRange(positions[i]) && inExactRange(positions[i + 1]) && inExactRange(positions[i + 2]);
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
