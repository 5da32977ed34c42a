import { floats } from './layout-tets';
import { tolerance } from './tet-candidates';

// Four vertices against four tets at once, in floats: which are surely outside.

/**
 * Bits of those of four pairs that may be inside. A pair is a candidate and the corners of a tet, a byte each, as places among the candidates.
 *
 * With e, f, g the edges at the first corner a and q the way from there to the vertex, the determinants with the vertex in the place of b, c and d are q·(f × g),
 * −g·(q × e) and f·(q × e); in the place of a it is what they leave of e·(f × g). The vertex is outside if two of the four surely differ in sign.
 */
// @ts-ignore: decorator of AssemblyScript
@inline
export function mayBeInside(at: usize): i32 {
  const corners0 = load<u32>(at, 4);
  const corners1 = load<u32>(at, 12);
  const corners2 = load<u32>(at, 20);
  const corners3 = load<u32>(at, 28);
  const a0 = corner(corners0, 0);
  const a1 = corner(corners1, 0);
  const a2 = corner(corners2, 0);
  const a3 = corner(corners3, 0);
  let r0 = f32x4.sub(corner(corners0, 8), a0);
  let r1 = f32x4.sub(corner(corners1, 8), a1);
  let r2 = f32x4.sub(corner(corners2, 8), a2);
  let r3 = f32x4.sub(corner(corners3, 8), a3);
  const ex = firsts(xy(r0, r1), xy(r2, r3));
  const ey = seconds(xy(r0, r1), xy(r2, r3));
  const ez = firsts(zOf(r0, r1), zOf(r2, r3));
  r0 = f32x4.sub(corner(corners0, 16), a0);
  r1 = f32x4.sub(corner(corners1, 16), a1);
  r2 = f32x4.sub(corner(corners2, 16), a2);
  r3 = f32x4.sub(corner(corners3, 16), a3);
  const fx = firsts(xy(r0, r1), xy(r2, r3));
  const fy = seconds(xy(r0, r1), xy(r2, r3));
  const fz = firsts(zOf(r0, r1), zOf(r2, r3));
  r0 = f32x4.sub(corner(corners0, 24), a0);
  r1 = f32x4.sub(corner(corners1, 24), a1);
  r2 = f32x4.sub(corner(corners2, 24), a2);
  r3 = f32x4.sub(corner(corners3, 24), a3);
  const gx = firsts(xy(r0, r1), xy(r2, r3));
  const gy = seconds(xy(r0, r1), xy(r2, r3));
  const gz = firsts(zOf(r0, r1), zOf(r2, r3));
  r0 = f32x4.sub(candidate(at, 0), a0);
  r1 = f32x4.sub(candidate(at, 8), a1);
  r2 = f32x4.sub(candidate(at, 16), a2);
  r3 = f32x4.sub(candidate(at, 24), a3);
  const qx = firsts(xy(r0, r1), xy(r2, r3));
  const qy = seconds(xy(r0, r1), xy(r2, r3));
  const qz = firsts(zOf(r0, r1), zOf(r2, r3));

  const mx = minor(fy, fz, gy, gz);
  const my = minor(fz, fx, gz, gx);
  const mz = minor(fx, fy, gx, gy);
  const nx = minor(qy, qz, ey, ez);
  const ny = minor(qz, qx, ez, ex);
  const nz = minor(qx, qy, ex, ey);
  const b = dot(qx, qy, qz, mx, my, mz);
  const c = f32x4.neg(dot(gx, gy, gz, nx, ny, nz));
  const d = dot(fx, fy, fz, nx, ny, nz);
  const a = f32x4.sub(f32x4.sub(f32x4.sub(dot(ex, ey, ez, mx, my, mz), b), c), d);
  const above = f32x4.splat(tolerance);
  const below = f32x4.neg(above);
  // NaN, of what is not in the box at all, is neither
  const positive = v128.or(v128.or(f32x4.gt(a, above), f32x4.gt(b, above)), v128.or(f32x4.gt(c, above), f32x4.gt(d, above)));
  const negative = v128.or(v128.or(f32x4.lt(a, below), f32x4.lt(b, below)), v128.or(f32x4.lt(c, below), f32x4.lt(d, below)));
  return ~i32x4.bitmask(v128.and(positive, negative)) & 15;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function corner(corners: u32, shift: u32): v128 {
  return v128.load(floats + (<usize>((corners >> shift) & 255) << 4));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function candidate(at: usize, offset: usize): v128 {
  return v128.load(floats + (<usize>load<u32>(at + offset) << 4));
}

/** x of two, y of two. */
// @ts-ignore: decorator of AssemblyScript
@inline
function xy(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

/** z of two, and what is behind it. */
// @ts-ignore: decorator of AssemblyScript
@inline
function zOf(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7);
}

/** a·d − b·c: a component of a cross product. */
// @ts-ignore: decorator of AssemblyScript
@inline
function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, d), f32x4.mul(b, c));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}
