import { FACE_REACH, type SweptScratch } from './swept-scratch.ts';

/** As in `comeWithin`: what is farther apart than this times the distance, and this part of the size, does not count. */
const REACH = 1.001;
const FINEST = 2 ** -24;
/** Outside of these, products of three lengths could overflow, or lose bits below the smallest double. */
const MAX_SQUARE = 2 ** 300;
const MIN_SQUARE = 2 ** -300;
const MIN_NORMAL = 2 ** -700;

/**
 * Whether the plane of one of two moving triangles, where the step begins, has the other on one side all along: by more than `distance`, with room for
 * what `comeWithin` may count besides. Most pairs whose bounds meet are told apart by this, at a fraction of a distance's cost.
 *
 * A gap along a fixed direction is the least of functions linear in time, so above its chord: both ends suffice. Any direction will do, so the normal's own error
 * does not matter; a height is off by less than 2⁻⁴⁹ of normal times size, far below the room.
 */
export function apartByFaces({ now, next, found }: SweptScratch, distance: number): boolean {
  const ox = now[0];
  const oy = now[1];
  const oz = now[2];
  let square = 0;
  for (let i = 0; i < 18; i += 3) {
    const x = now[i] - ox;
    const y = now[i + 1] - oy;
    const z = now[i + 2] - oz;
    const u = next[i] - ox;
    const v = next[i + 1] - oy;
    const w = next[i + 2] - oz;
    square += x * x + y * y + z * z + (u * u + v * v + w * w);
  }
  if (!(square <= MAX_SQUARE && square >= MIN_SQUARE)) return false;
  found[FACE_REACH] = REACH * distance + FINEST * Math.sqrt(square);
  return beyondFace(now, next, 0, 9, found) || beyondFace(now, next, 9, 0, found);
}

/** Along the normal of the triangle at `face`. */
function beyondFace(now: Float64Array, next: Float64Array, face: number, other: number, found: Float64Array): boolean {
  const ox = now[face];
  const oy = now[face + 1];
  const oz = now[face + 2];
  const ux = now[face + 3] - ox;
  const uy = now[face + 4] - oy;
  const uz = now[face + 5] - oz;
  const vx = now[face + 6] - ox;
  const vy = now[face + 7] - oy;
  const vz = now[face + 8] - oz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square >= MIN_NORMAL)) return false;
  const far = found[FACE_REACH] * Math.sqrt(square);
  const a1 = nx * ux + ny * uy + nz * uz;
  const a2 = nx * vx + ny * vy + nz * vz;
  const b0 = nx * (now[other] - ox) + ny * (now[other + 1] - oy) + nz * (now[other + 2] - oz);
  const b1 = nx * (now[other + 3] - ox) + ny * (now[other + 4] - oy) + nz * (now[other + 5] - oz);
  const b2 = nx * (now[other + 6] - ox) + ny * (now[other + 7] - oy) + nz * (now[other + 8] - oz);
  const up = b0 > 0;
  const a = up ? Math.max(0, a1, a2) : -Math.min(0, a1, a2);
  const b = up ? Math.min(b0, b1, b2) : -Math.max(b0, b1, b2);
  if (!(b - a > far)) return false;
  const c0 = nx * (next[face] - ox) + ny * (next[face + 1] - oy) + nz * (next[face + 2] - oz);
  const c1 = nx * (next[face + 3] - ox) + ny * (next[face + 4] - oy) + nz * (next[face + 5] - oz);
  const c2 = nx * (next[face + 6] - ox) + ny * (next[face + 7] - oy) + nz * (next[face + 8] - oz);
  const d0 = nx * (next[other] - ox) + ny * (next[other + 1] - oy) + nz * (next[other + 2] - oz);
  const d1 = nx * (next[other + 3] - ox) + ny * (next[other + 4] - oy) + nz * (next[other + 5] - oz);
  const d2 = nx * (next[other + 6] - ox) + ny * (next[other + 7] - oy) + nz * (next[other + 8] - oz);
  const c = up ? Math.max(c0, c1, c2) : -Math.min(c0, c1, c2);
  const d = up ? Math.min(d0, d1, d2) : -Math.max(d0, d1, d2);
  return d - c > far;
}
