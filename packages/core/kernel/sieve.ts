import { neighbours, pairs, positions, triangles } from './addresses';

// Candidates that surely do not meet, four at a time. Differences of coordinates are taken in doubles and rounded to floats, so each is off by r = 2⁻²⁴
// of itself at most; what is below 2⁻¹²⁶ loses at most 2⁻¹⁵⁰, which LEAST covers, and what overflows is never sure.
// A sieve only drops: whoever is left is decided in doubles, as without it.

const LEAST: f32 = 1e-30;

/**
 * Leaves out pairs of which one triangle lies on one side of the other's plane. Sides are triple products of differences no longer than ℓ = √q (from one
 * corner) or 2ℓ (between others, off by 4rℓ): for the first plane off by less than 9rℓ³, for the second by
 * (27.4·2 + 16 + 24)·rℓ³ < 95rℓ³ < 2⁻¹⁷·⁴ℓ³. Returns how many are left.
 */
export function keepPairs(count: i32): i32 {
  const factor = f32x4.splat(<f32>(1.0 / 65536.0)); // 2⁻¹⁶
  const least = f32x4.splat(LEAST);
  let kept = 0;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = pairs + (<usize>i << 3);
    const s0 = triangles + <usize>load<u32>(at) * 12;
    const t0 = triangles + <usize>load<u32>(at, 4) * 12;
    const s1 = triangles + <usize>load<u32>(at, 8) * 12;
    const t1 = triangles + <usize>load<u32>(at, 12) * 12;
    const s2 = triangles + <usize>load<u32>(at, 16) * 12;
    const t2 = triangles + <usize>load<u32>(at, 20) * 12;
    const s3 = triangles + <usize>load<u32>(at, 24) * 12;
    const t3 = triangles + <usize>load<u32>(at, 28) * 12;
    // all relative to corner 0 of T
    const o0 = vertex(t0);
    const o1 = vertex(t1);
    const o2 = vertex(t2);
    const o3 = vertex(t3);
    let b0 = vertex(t0 + 4);
    let b1 = vertex(t1 + 4);
    let b2 = vertex(t2 + 4);
    let b3 = vertex(t3 + 4);
    let xy01 = edgesXY(b0, o0, b1, o1);
    let xy23 = edgesXY(b2, o2, b3, o3);
    const ux = evens(xy01, xy23);
    const uy = odds(xy01, xy23);
    const uz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(t0 + 8);
    b1 = vertex(t1 + 8);
    b2 = vertex(t2 + 8);
    b3 = vertex(t3 + 8);
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const vx = evens(xy01, xy23);
    const vy = odds(xy01, xy23);
    const vz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(s0);
    b1 = vertex(s1);
    b2 = vertex(s2);
    b3 = vertex(s3);
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const ax = evens(xy01, xy23);
    const ay = odds(xy01, xy23);
    const az = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(s0 + 4);
    b1 = vertex(s1 + 4);
    b2 = vertex(s2 + 4);
    b3 = vertex(s3 + 4);
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const bx = evens(xy01, xy23);
    const by = odds(xy01, xy23);
    const bz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(s0 + 8);
    b1 = vertex(s1 + 8);
    b2 = vertex(s2 + 8);
    b3 = vertex(s3 + 8);
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const cx = evens(xy01, xy23);
    const cy = odds(xy01, xy23);
    const cz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);

    const q = f32x4.add(
      f32x4.add(dot(ux, uy, uz, ux, uy, uz), dot(vx, vy, vz, vx, vy, vz)),
      f32x4.add(f32x4.add(dot(ax, ay, az, ax, ay, az), dot(bx, by, bz, bx, by, bz)), dot(cx, cy, cz, cx, cy, cz)),
    );
    const error = f32x4.add(f32x4.mul(f32x4.mul(factor, q), f32x4.sqrt(q)), least);
    const minus = f32x4.neg(error);
    let nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
    let ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
    let nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
    let d0 = dot(nx, ny, nz, ax, ay, az);
    let d1 = dot(nx, ny, nz, bx, by, bz);
    let d2 = dot(nx, ny, nz, cx, cy, cz);
    let apart = v128.or(allAbove(d0, d1, d2, error), allBelow(d0, d1, d2, minus));
    if (i32x4.bitmask(apart) != 15) {
      const fx = f32x4.sub(bx, ax);
      const fy = f32x4.sub(by, ay);
      const fz = f32x4.sub(bz, az);
      const gx = f32x4.sub(cx, ax);
      const gy = f32x4.sub(cy, ay);
      const gz = f32x4.sub(cz, az);
      nx = f32x4.sub(f32x4.mul(fy, gz), f32x4.mul(fz, gy));
      ny = f32x4.sub(f32x4.mul(fz, gx), f32x4.mul(fx, gz));
      nz = f32x4.sub(f32x4.mul(fx, gy), f32x4.mul(fy, gx));
      d0 = f32x4.neg(dot(nx, ny, nz, ax, ay, az));
      d1 = dot(nx, ny, nz, f32x4.sub(ux, ax), f32x4.sub(uy, ay), f32x4.sub(uz, az));
      d2 = dot(nx, ny, nz, f32x4.sub(vx, ax), f32x4.sub(vy, ay), f32x4.sub(vz, az));
      apart = v128.or(apart, v128.or(allAbove(d0, d1, d2, error), allBelow(d0, d1, d2, minus)));
    }
    kept = keep(pairs, at, kept, i32x4.bitmask(apart));
  }
  for (; i < count; i++) kept = keep1(pairs, pairs + (<usize>i << 3), kept);
  return kept;
}

/**
 * Leaves out pairs of neighbours, each given by the half-edge opposite the common vertex v, that lie on different sides of a plane through v. Its normal is a
 * sum of four differences, off by less than 12rℓ; a side by less than (12 + 4 + 12)·rℓ² < 2⁻¹⁹ℓ².
 */
export function keepNeighbours(count: i32): i32 {
  const factor = f32x4.splat(<f32>(1.0 / 262144.0)); // 2⁻¹⁸
  const least = f32x4.splat(LEAST);
  let kept = 0;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = neighbours + (<usize>i << 3);
    const s0 = load<u32>(at);
    const s1 = load<u32>(at, 8);
    const s2 = load<u32>(at, 16);
    const s3 = load<u32>(at, 24);
    const o0 = vertex(before(s0));
    const o1 = vertex(before(s1));
    const o2 = vertex(before(s2));
    const o3 = vertex(before(s3));
    let b0 = vertex(corner(s0));
    let b1 = vertex(corner(s1));
    let b2 = vertex(corner(s2));
    let b3 = vertex(corner(s3));
    let xy01 = edgesXY(b0, o0, b1, o1);
    let xy23 = edgesXY(b2, o2, b3, o3);
    const ax = evens(xy01, xy23);
    const ay = odds(xy01, xy23);
    const az = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(after(s0));
    b1 = vertex(after(s1));
    b2 = vertex(after(s2));
    b3 = vertex(after(s3));
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const bx = evens(xy01, xy23);
    const by = odds(xy01, xy23);
    const bz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    const t0 = load<u32>(at, 4);
    const t1 = load<u32>(at, 12);
    const t2 = load<u32>(at, 20);
    const t3 = load<u32>(at, 28);
    b0 = vertex(corner(t0));
    b1 = vertex(corner(t1));
    b2 = vertex(corner(t2));
    b3 = vertex(corner(t3));
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const cx = evens(xy01, xy23);
    const cy = odds(xy01, xy23);
    const cz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);
    b0 = vertex(after(t0));
    b1 = vertex(after(t1));
    b2 = vertex(after(t2));
    b3 = vertex(after(t3));
    xy01 = edgesXY(b0, o0, b1, o1);
    xy23 = edgesXY(b2, o2, b3, o3);
    const dx = evens(xy01, xy23);
    const dy = odds(xy01, xy23);
    const dz = edgesZ(b0, o0, b1, o1, b2, o2, b3, o3);

    const q = f32x4.add(
      f32x4.add(dot(ax, ay, az, ax, ay, az), dot(bx, by, bz, bx, by, bz)),
      f32x4.add(dot(cx, cy, cz, cx, cy, cz), dot(dx, dy, dz, dx, dy, dz)),
    );
    const error = f32x4.add(f32x4.mul(factor, q), least);
    const minus = f32x4.neg(error);
    const wx = f32x4.sub(f32x4.add(ax, bx), f32x4.add(cx, dx));
    const wy = f32x4.sub(f32x4.add(ay, by), f32x4.add(cy, dy));
    const wz = f32x4.sub(f32x4.add(az, bz), f32x4.add(cz, dz));
    const apart = v128.and(
      v128.and(f32x4.gt(dot(wx, wy, wz, ax, ay, az), error), f32x4.gt(dot(wx, wy, wz, bx, by, bz), error)),
      v128.and(f32x4.lt(dot(wx, wy, wz, cx, cy, cz), minus), f32x4.lt(dot(wx, wy, wz, dx, dy, dz), minus)),
    );
    kept = keep(neighbours, at, kept, i32x4.bitmask(apart));
  }
  for (; i < count; i++) kept = keep1(neighbours, neighbours + (<usize>i << 3), kept);
  return kept;
}

/** Moves those of four pairs whose bit is not set up to the ones kept before: written first, counted if wanted. */
// @ts-ignore: decorator of AssemblyScript
@inline
function keep(list: usize, at: usize, kept: i32, apart: i32): i32 {
  const first = load<u64>(at);
  const second = load<u64>(at, 8);
  const third = load<u64>(at, 16);
  const fourth = load<u64>(at, 24);
  let count = kept;
  store<u64>(list + (<usize>count << 3), first);
  count += ~apart & 1;
  store<u64>(list + (<usize>count << 3), second);
  count += (~apart >> 1) & 1;
  store<u64>(list + (<usize>count << 3), third);
  count += (~apart >> 2) & 1;
  store<u64>(list + (<usize>count << 3), fourth);
  return count + ((~apart >> 3) & 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function keep1(list: usize, at: usize, kept: i32): i32 {
  store<u64>(list + (<usize>kept << 3), load<u64>(at));
  return kept + 1;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function vertex(corner: usize): usize {
  return positions + <usize>load<u32>(corner) * 24;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function corner(halfEdge: u32): usize {
  return triangles + (<usize>halfEdge << 2);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function after(halfEdge: u32): usize {
  return corner(halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function before(halfEdge: u32): usize {
  return corner(halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1);
}

/** x, y of b0 − o0, then of b1 − o1. */
// @ts-ignore: decorator of AssemblyScript
@inline
function edgesXY(b0: usize, o0: usize, b1: usize, o1: usize): v128 {
  return v128.shuffle<f32>(
    f32x4.demote_f64x2_zero(f64x2.sub(v128.load(b0), v128.load(o0))),
    f32x4.demote_f64x2_zero(f64x2.sub(v128.load(b1), v128.load(o1))),
    0,
    1,
    4,
    5,
  );
}

// @ts-ignore: decorator of AssemblyScript
@inline
function edgesZ(b0: usize, o0: usize, b1: usize, o1: usize, b2: usize, o2: usize, b3: usize, o3: usize): v128 {
  return v128.shuffle<f32>(
    f32x4.demote_f64x2_zero(f64x2.sub(zOfTwo(b0, b1), zOfTwo(o0, o1))),
    f32x4.demote_f64x2_zero(f64x2.sub(zOfTwo(b2, b3), zOfTwo(o2, o3))),
    0,
    1,
    4,
    5,
  );
}

// @ts-ignore: decorator of AssemblyScript
@inline
function zOfTwo(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function evens(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 2, 4, 6);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function odds(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 1, 3, 5, 7);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function allAbove(a: v128, b: v128, c: v128, error: v128): v128 {
  return v128.and(v128.and(f32x4.gt(a, error), f32x4.gt(b, error)), f32x4.gt(c, error));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function allBelow(a: v128, b: v128, c: v128, minus: v128): v128 {
  return v128.and(v128.and(f32x4.lt(a, minus), f32x4.lt(b, minus)), f32x4.lt(c, minus));
}
