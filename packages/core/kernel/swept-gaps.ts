import { CORNERS, WAYS, word } from './dops';

// Of pairs of triangles on their way, drops those that a direction tells apart all along, as `apartByFaces` does: a gap along a fixed direction is the least of functions
// linear in time, so above its chord, and both ends suffice. In doubles, both ends at once.

/** A direction whose square is smaller tells nothing: its products may have lost bits. */
const MIN_NORMAL: f64 = 1.90109156629516e-211;

/** Pairs of a batch whose outlines are not close, and how many that told apart. */
let looked: i32 = 0;
let told: i32 = 0;

/**
 * The first `count` pairs of places at `list`: those kept move up. Farther apart than `far` none counts, with room for rounding; closer than
 * `near` they do. With `within` both are of one tree, and those with a common vertex are dropped too.
 */
export function keepApproaching(
  list: usize,
  count: i32,
  treeA: usize,
  treeB: usize,
  near: f64,
  far: f64,
  within: i32,
): i32 {
  const cornersA = word(treeA, CORNERS);
  const cornersB = word(treeB, CORNERS);
  const waysA = word(treeA, WAYS);
  const waysB = word(treeB, WAYS);
  const end = list + (<usize>count << 3);
  let out = list;
  looked = 0;
  told = 0;
  for (let at = list; at < end; at += 8) {
    const s = cornersA + <usize>load<u32>(at) * 12;
    const t = cornersB + <usize>load<u32>(at, 4) * 12;
    const s0 = load<u32>(s);
    const s1 = load<u32>(s, 4);
    const s2 = load<u32>(s, 8);
    const t0 = load<u32>(t);
    const t1 = load<u32>(t, 4);
    const t2 = load<u32>(t, 8);
    if (within != 0) {
      const first = i32(s0 == t0) | i32(s0 == t1) | i32(s0 == t2);
      const second = i32(s1 == t0) | i32(s1 == t1) | i32(s1 == t2);
      if ((first | second | i32(s2 == t0) | i32(s2 == t1) | i32(s2 == t2)) != 0) continue;
    }
    const a0 = waysA + <usize>s0 * 48;
    const a1 = waysA + <usize>s1 * 48;
    const a2 = waysA + <usize>s2 * 48;
    const b0 = waysB + <usize>t0 * 48;
    const b1 = waysB + <usize>t1 * 48;
    const b2 = waysB + <usize>t2 * 48;
    if (areApart(a0, a1, a2, b0, b1, b2, near, far)) continue;
    store<u64>(out, load<u64>(at));
    out += 8;
  }
  return <i32>((out - list) >> 3);
}

/** Ways of six corners. */
function areApart(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize, near: f64, far: f64): bool {
  // seen from where the first corner begins
  const ox = v128.load64_splat(a0);
  const oy = v128.load64_splat(a0, 16);
  const oz = v128.load64_splat(a0, 32);
  const ax0 = f64x2.sub(v128.load(a0), ox);
  const ay0 = f64x2.sub(v128.load(a0, 16), oy);
  const az0 = f64x2.sub(v128.load(a0, 32), oz);
  const ax1 = f64x2.sub(v128.load(a1), ox);
  const ay1 = f64x2.sub(v128.load(a1, 16), oy);
  const az1 = f64x2.sub(v128.load(a1, 32), oz);
  const ax2 = f64x2.sub(v128.load(a2), ox);
  const ay2 = f64x2.sub(v128.load(a2, 16), oy);
  const az2 = f64x2.sub(v128.load(a2, 32), oz);
  const bx0 = f64x2.sub(v128.load(b0), ox);
  const by0 = f64x2.sub(v128.load(b0, 16), oy);
  const bz0 = f64x2.sub(v128.load(b0, 32), oz);
  const bx1 = f64x2.sub(v128.load(b1), ox);
  const by1 = f64x2.sub(v128.load(b1, 16), oy);
  const bz1 = f64x2.sub(v128.load(b1, 32), oz);
  const bx2 = f64x2.sub(v128.load(b2), ox);
  const by2 = f64x2.sub(v128.load(b2, 16), oy);
  const bz2 = f64x2.sub(v128.load(b2, 32), oz);
  // from middle to middle: mostly enough, and cheap
  const cx = bothEnds(f64x2.sub(f64x2.add(f64x2.add(bx0, bx1), bx2), f64x2.add(f64x2.add(ax0, ax1), ax2)));
  const cy = bothEnds(f64x2.sub(f64x2.add(f64x2.add(by0, by1), by2), f64x2.add(f64x2.add(ay0, ay1), ay2)));
  const cz = bothEnds(f64x2.sub(f64x2.add(f64x2.add(bz0, bz1), bz2), f64x2.add(f64x2.add(az0, az1), az2)));
  if (
    apartAlong(cx, cy, cz, far, ax0, ay0, az0, ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2)
  ) {
    return true;
  }
  // along the normals where the step begins
  const ux = f64x2.extract_lane(ax1, 0);
  const uy = f64x2.extract_lane(ay1, 0);
  const uz = f64x2.extract_lane(az1, 0);
  const vx = f64x2.extract_lane(ax2, 0);
  const vy = f64x2.extract_lane(ay2, 0);
  const vz = f64x2.extract_lane(az2, 0);
  if (
    apartAlong(
      uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, far,
      ax0, ay0, az0, ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2,
    )
  ) {
    return true;
  }
  const px = f64x2.extract_lane(bx0, 0);
  const py = f64x2.extract_lane(by0, 0);
  const pz = f64x2.extract_lane(bz0, 0);
  const fx = f64x2.extract_lane(bx1, 0) - px;
  const fy = f64x2.extract_lane(by1, 0) - py;
  const fz = f64x2.extract_lane(bz1, 0) - pz;
  const gx = f64x2.extract_lane(bx2, 0) - px;
  const gy = f64x2.extract_lane(by2, 0) - py;
  const gz = f64x2.extract_lane(bz2, 0) - pz;
  if (
    apartAlong(
      fy * gz - fz * gy, fz * gx - fx * gz, fx * gy - fy * gx, far,
      ax0, ay0, az0, ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2,
    )
  ) {
    return true;
  }
  // between the outlines, where the step begins and where it ends: dear, so only while it tells some apart
  if (told * 8 + 64 < looked) return false;
  least = f64x2.splat(Infinity);
  const close = near * near;
  betweenEdges(ax0, ay0, az0, ax1, ay1, az1, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2);
  if (isWithin(close)) return false;
  betweenEdges(ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2);
  if (isWithin(close)) return false;
  betweenEdges(ax2, ay2, az2, ax0, ay0, az0, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2);
  if (isWithin(close)) return false;
  const isApart =
    apartAlong(
      f64x2.extract_lane(wayX, 0), f64x2.extract_lane(wayY, 0), f64x2.extract_lane(wayZ, 0), far,
      ax0, ay0, az0, ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2,
    ) ||
    apartAlong(
      f64x2.extract_lane(wayX, 1), f64x2.extract_lane(wayY, 1), f64x2.extract_lane(wayZ, 1), far,
      ax0, ay0, az0, ax1, ay1, az1, ax2, ay2, az2, bx0, by0, bz0, bx1, by1, bz1, bx2, by2, bz2,
    );
  looked++;
  if (isApart) told++;
  return isApart;
}

/** The shortest way found so far from an edge of A to one of B, at both ends, and its square. */
let wayX: v128 = i64x2(0, 0);
let wayY: v128 = i64x2(0, 0);
let wayZ: v128 = i64x2(0, 0);
let least: v128 = i64x2(0, 0);

/** At either end: two points are that close already. */
// @ts-ignore: decorator of AssemblyScript
@inline
function isWithin(square: f64): bool {
  return v128.any_true(f64x2.le(least, f64x2.splat(square)));
}

/** Of one edge of A to the three of B. */
function betweenEdges(
  px: v128, py: v128, pz: v128, qx: v128, qy: v128, qz: v128,
  bx0: v128, by0: v128, bz0: v128, bx1: v128, by1: v128, bz1: v128, bx2: v128, by2: v128, bz2: v128,
): void {
  const ex = f64x2.sub(qx, px);
  const ey = f64x2.sub(qy, py);
  const ez = f64x2.sub(qz, pz);
  const ee = dot(ex, ey, ez, ex, ey, ez);
  betweenTwo(px, py, pz, ex, ey, ez, ee, bx0, by0, bz0, bx1, by1, bz1);
  betweenTwo(px, py, pz, ex, ey, ez, ee, bx1, by1, bz1, bx2, by2, bz2);
  betweenTwo(px, py, pz, ex, ey, ez, ee, bx2, by2, bz2, bx0, by0, bz0);
}

/** Any way will do: where edges are parallel or points, what 0 / 0 leaves is as good as another. */
// @ts-ignore: decorator of AssemblyScript
@inline
function betweenTwo(
  px: v128, py: v128, pz: v128, ex: v128, ey: v128, ez: v128, ee: v128,
  ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128,
): void {
  const fx = f64x2.sub(vx, ux);
  const fy = f64x2.sub(vy, uy);
  const fz = f64x2.sub(vz, uz);
  const rx = f64x2.sub(ux, px);
  const ry = f64x2.sub(uy, py);
  const rz = f64x2.sub(uz, pz);
  const ff = dot(fx, fy, fz, fx, fy, fz);
  const ef = dot(ex, ey, ez, fx, fy, fz);
  const er = dot(ex, ey, ez, rx, ry, rz);
  const fr = dot(fx, fy, fz, rx, ry, rz);
  const first = share(f64x2.sub(f64x2.mul(er, ff), f64x2.mul(ef, fr)), f64x2.sub(f64x2.mul(ee, ff), f64x2.mul(ef, ef)));
  const t = share(f64x2.sub(f64x2.mul(ef, first), fr), ff);
  const s = share(f64x2.add(er, f64x2.mul(ef, t)), ee);
  const x = f64x2.sub(f64x2.add(rx, f64x2.mul(t, fx)), f64x2.mul(s, ex));
  const y = f64x2.sub(f64x2.add(ry, f64x2.mul(t, fy)), f64x2.mul(s, ey));
  const z = f64x2.sub(f64x2.add(rz, f64x2.mul(t, fz)), f64x2.mul(s, ez));
  const square = dot(x, y, z, x, y, z);
  const shorter = f64x2.lt(square, least);
  least = v128.bitselect(square, least, shorter);
  wayX = v128.bitselect(x, wayX, shorter);
  wayY = v128.bitselect(y, wayY, shorter);
  wayZ = v128.bitselect(z, wayZ, shorter);
}

/** Between 0 and 1; 0 for 0 / 0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function share(top: v128, bottom: v128): v128 {
  return f64x2.pmin(f64x2.splat(1), f64x2.pmax(f64x2.splat(0), f64x2.div(top, bottom)));
}

/** At both ends by more than `far`, on the same side. */
// @ts-ignore: decorator of AssemblyScript
@inline
function apartAlong(
  nx: f64, ny: f64, nz: f64, far: f64,
  ax0: v128, ay0: v128, az0: v128, ax1: v128, ay1: v128, az1: v128, ax2: v128, ay2: v128, az2: v128,
  bx0: v128, by0: v128, bz0: v128, bx1: v128, by1: v128, bz1: v128, bx2: v128, by2: v128, bz2: v128,
): bool {
  const nn = nx * nx + ny * ny + nz * nz;
  const wide = f64x2.splat(far * sqrt(nn));
  const x = f64x2.splat(nx);
  const y = f64x2.splat(ny);
  const z = f64x2.splat(nz);
  const p0 = dot(x, y, z, ax0, ay0, az0);
  const p1 = dot(x, y, z, ax1, ay1, az1);
  const p2 = dot(x, y, z, ax2, ay2, az2);
  const q0 = dot(x, y, z, bx0, by0, bz0);
  const q1 = dot(x, y, z, bx1, by1, bz1);
  const q2 = dot(x, y, z, bx2, by2, bz2);
  const lowA = f64x2.pmin(f64x2.pmin(p0, p1), p2);
  const highA = f64x2.pmax(f64x2.pmax(p0, p1), p2);
  const lowB = f64x2.pmin(f64x2.pmin(q0, q1), q2);
  const highB = f64x2.pmax(f64x2.pmax(q0, q1), q2);
  const above = i64x2.bitmask(f64x2.gt(f64x2.sub(lowB, highA), wide));
  const below = i64x2.bitmask(f64x2.gt(f64x2.sub(lowA, highB), wide));
  return (above == 3 || below == 3) && nn >= MIN_NORMAL;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function bothEnds(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
