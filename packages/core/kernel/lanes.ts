import { lanes, positions, triangles } from './layout-mesh';

// Corners of four pairs of triangles as differences, in columns: x of four, y of four, z of four, 48 bytes a corner. Differences are taken in doubles and rounded to floats,
// so each is off by r = 2⁻²⁴ of itself at most; what is below 2⁻¹²⁶ loses at most 2⁻¹⁵⁰.

/** Corners of `gatherPairs`: 1 and 2 of T, then 0, 1, 2 of S, all from corner 0 of T. */
export const U: usize = 0;
export const V: usize = 48;
export const A: usize = 96;
export const B: usize = 144;
export const C: usize = 192;
/** Corners of `gatherNeighbours`, from the common vertex: A and B of the first triangle, C and D of the second. */
export const D: usize = 240;

/** The four pairs of triangle numbers at an address. */
export function gatherPairs(at: usize): void {
  // here and below once: V8 reads a global anew after every store
  const list = triangles;
  const pose = positions;
  const out = lanes;
  const s0 = list + <usize>load<u32>(at) * 12;
  const t0 = list + <usize>load<u32>(at, 4) * 12;
  const s1 = list + <usize>load<u32>(at, 8) * 12;
  const t1 = list + <usize>load<u32>(at, 12) * 12;
  const s2 = list + <usize>load<u32>(at, 16) * 12;
  const t2 = list + <usize>load<u32>(at, 20) * 12;
  const s3 = list + <usize>load<u32>(at, 24) * 12;
  const t3 = list + <usize>load<u32>(at, 28) * 12;
  const o0 = vertex(pose, t0, 0);
  const o1 = vertex(pose, t1, 0);
  const o2 = vertex(pose, t2, 0);
  const o3 = vertex(pose, t3, 0);
  const xy0 = v128.load(o0);
  const xy1 = v128.load(o1);
  const xy2 = v128.load(o2);
  const xy3 = v128.load(o3);
  const z01 = zOfTwo(o0, o1);
  const z23 = zOfTwo(o2, o3);
  putFrom(out + U, vertex(pose, t0, 4), vertex(pose, t1, 4), vertex(pose, t2, 4), vertex(pose, t3, 4), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + V, vertex(pose, t0, 8), vertex(pose, t1, 8), vertex(pose, t2, 8), vertex(pose, t3, 8), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + A, vertex(pose, s0, 0), vertex(pose, s1, 0), vertex(pose, s2, 0), vertex(pose, s3, 0), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + B, vertex(pose, s0, 4), vertex(pose, s1, 4), vertex(pose, s2, 4), vertex(pose, s3, 4), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + C, vertex(pose, s0, 8), vertex(pose, s1, 8), vertex(pose, s2, 8), vertex(pose, s3, 8), xy0, xy1, xy2, xy3, z01, z23);
}

/** The four pairs of half-edges at an address, each opposite the common vertex. */
export function gatherNeighbours(at: usize): void {
  const list = triangles;
  const pose = positions;
  const out = lanes;
  const s0 = load<u32>(at);
  const t0 = load<u32>(at, 4);
  const s1 = load<u32>(at, 8);
  const t1 = load<u32>(at, 12);
  const s2 = load<u32>(at, 16);
  const t2 = load<u32>(at, 20);
  const s3 = load<u32>(at, 24);
  const t3 = load<u32>(at, 28);
  const o0 = vertex(pose, before(list, s0), 0);
  const o1 = vertex(pose, before(list, s1), 0);
  const o2 = vertex(pose, before(list, s2), 0);
  const o3 = vertex(pose, before(list, s3), 0);
  const xy0 = v128.load(o0);
  const xy1 = v128.load(o1);
  const xy2 = v128.load(o2);
  const xy3 = v128.load(o3);
  const z01 = zOfTwo(o0, o1);
  const z23 = zOfTwo(o2, o3);
  putFrom(out + A, start(pose, list, s0), start(pose, list, s1), start(pose, list, s2), start(pose, list, s3), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + B, end(pose, list, s0), end(pose, list, s1), end(pose, list, s2), end(pose, list, s3), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + C, start(pose, list, t0), start(pose, list, t1), start(pose, list, t2), start(pose, list, t3), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(out + D, end(pose, list, t0), end(pose, list, t1), end(pose, list, t2), end(pose, list, t3), xy0, xy1, xy2, xy3, z01, z23);
}

export function x(corner: usize): v128 {
  return v128.load(lanes + corner);
}

export function y(corner: usize): v128 {
  return v128.load(lanes + corner, 16);
}

export function z(corner: usize): v128 {
  return v128.load(lanes + corner, 32);
}

export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

/** Scalar product of a vector and a corner. */
export function along(ax: v128, ay: v128, az: v128, corner: usize): v128 {
  return dot(ax, ay, az, x(corner), y(corner), z(corner));
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function square(corner: usize): v128 {
  return along(x(corner), y(corner), z(corner), corner);
}

/** a·d − b·c: a component of a cross product. */
export function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, d), f32x4.mul(b, c));
}

/** Moves those of four pairs whose bit is not set up to the ones kept before: written first, counted if wanted. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function keep(list: usize, at: usize, kept: i32, apart: i32): i32 {
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

/** Repeats the last of `count` pairs until there are four times so many: lists have room for a multiple of four. */
export function fillUp(list: usize, count: i32): void {
  const last = load<u64>(list + (<usize>(count - 1) << 3));
  for (let i = count; (i & 3) != 0; i++) store<u64>(list + (<usize>i << 3), last);
}

/** Which of four pairs come behind the last, if so many are left. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function behindLast(left: i32): v128 {
  return i32x4.ge_s(i32x4(0, 1, 2, 3), i32x4.splat(left));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function vertex(pose: usize, corner: usize, offset: usize): usize {
  return pose + <usize>load<u32>(corner + offset) * 24;
}

/** Where a half-edge begins and ends, and the corner before it. */
// @ts-ignore: decorator of AssemblyScript
@inline
function start(pose: usize, list: usize, halfEdge: u32): usize {
  return vertex(pose, list + (<usize>halfEdge << 2), 0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function end(pose: usize, list: usize, halfEdge: u32): usize {
  return vertex(pose, list + (<usize>(halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1) << 2), 0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function before(list: usize, halfEdge: u32): usize {
  return list + (<usize>(halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1) << 2);
}

/** Four vertices less four others. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function put(to: usize, b0: usize, o0: usize, b1: usize, o1: usize, b2: usize, o2: usize, b3: usize, o3: usize): void {
  putFrom(lanes + to, b0, b1, b2, b3, v128.load(o0), v128.load(o1), v128.load(o2), v128.load(o3), zOfTwo(o0, o1), zOfTwo(o2, o3));
}

/** Four vertices less four others of which x and y, and z of two, are at hand. */
// @ts-ignore: decorator of AssemblyScript
@inline
function putFrom(
  to: usize,
  b0: usize,
  b1: usize,
  b2: usize,
  b3: usize,
  xy0: v128,
  xy1: v128,
  xy2: v128,
  xy3: v128,
  z01: v128,
  z23: v128,
): void {
  const xy01 = roundTwo(f64x2.sub(v128.load(b0), xy0), f64x2.sub(v128.load(b1), xy1));
  const xy23 = roundTwo(f64x2.sub(v128.load(b2), xy2), f64x2.sub(v128.load(b3), xy3));
  v128.store(to, v128.shuffle<f32>(xy01, xy23, 0, 2, 4, 6));
  v128.store(to, v128.shuffle<f32>(xy01, xy23, 1, 3, 5, 7), 16);
  v128.store(to, roundTwo(f64x2.sub(zOfTwo(b0, b1), z01), f64x2.sub(zOfTwo(b2, b3), z23)), 32);
}

/** Two vectors of doubles as one of floats. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function roundTwo(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5);
}

export function zOfTwo(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
}
