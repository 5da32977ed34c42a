import { lanes, positions, triangles } from './addresses';

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
  const s0 = triangles + <usize>load<u32>(at) * 12;
  const t0 = triangles + <usize>load<u32>(at, 4) * 12;
  const s1 = triangles + <usize>load<u32>(at, 8) * 12;
  const t1 = triangles + <usize>load<u32>(at, 12) * 12;
  const s2 = triangles + <usize>load<u32>(at, 16) * 12;
  const t2 = triangles + <usize>load<u32>(at, 20) * 12;
  const s3 = triangles + <usize>load<u32>(at, 24) * 12;
  const t3 = triangles + <usize>load<u32>(at, 28) * 12;
  const o0 = vertex(t0);
  const o1 = vertex(t1);
  const o2 = vertex(t2);
  const o3 = vertex(t3);
  const xy0 = v128.load(o0);
  const xy1 = v128.load(o1);
  const xy2 = v128.load(o2);
  const xy3 = v128.load(o3);
  const z01 = zOfTwo(o0, o1);
  const z23 = zOfTwo(o2, o3);
  putFrom(U, vertex(t0 + 4), vertex(t1 + 4), vertex(t2 + 4), vertex(t3 + 4), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(V, vertex(t0 + 8), vertex(t1 + 8), vertex(t2 + 8), vertex(t3 + 8), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(A, vertex(s0), vertex(s1), vertex(s2), vertex(s3), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(B, vertex(s0 + 4), vertex(s1 + 4), vertex(s2 + 4), vertex(s3 + 4), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(C, vertex(s0 + 8), vertex(s1 + 8), vertex(s2 + 8), vertex(s3 + 8), xy0, xy1, xy2, xy3, z01, z23);
}

/** The four pairs of half-edges at an address, each opposite the common vertex. */
export function gatherNeighbours(at: usize): void {
  const s0 = load<u32>(at);
  const t0 = load<u32>(at, 4);
  const s1 = load<u32>(at, 8);
  const t1 = load<u32>(at, 12);
  const s2 = load<u32>(at, 16);
  const t2 = load<u32>(at, 20);
  const s3 = load<u32>(at, 24);
  const t3 = load<u32>(at, 28);
  const o0 = vertex(before(s0));
  const o1 = vertex(before(s1));
  const o2 = vertex(before(s2));
  const o3 = vertex(before(s3));
  const xy0 = v128.load(o0);
  const xy1 = v128.load(o1);
  const xy2 = v128.load(o2);
  const xy3 = v128.load(o3);
  const z01 = zOfTwo(o0, o1);
  const z23 = zOfTwo(o2, o3);
  putFrom(A, vertex(corner(s0)), vertex(corner(s1)), vertex(corner(s2)), vertex(corner(s3)), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(B, vertex(after(s0)), vertex(after(s1)), vertex(after(s2)), vertex(after(s3)), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(C, vertex(corner(t0)), vertex(corner(t1)), vertex(corner(t2)), vertex(corner(t3)), xy0, xy1, xy2, xy3, z01, z23);
  putFrom(D, vertex(after(t0)), vertex(after(t1)), vertex(after(t2)), vertex(after(t3)), xy0, xy1, xy2, xy3, z01, z23);
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

/** Those behind the last four stay. */
export function keepRest(list: usize, from: i32, count: i32, kept: i32): i32 {
  memory.copy(list + (<usize>kept << 3), list + (<usize>from << 3), <usize>(count - from) << 3);
  return kept + count - from;
}

function vertex(corner: usize): usize {
  return positions + <usize>load<u32>(corner) * 24;
}

function corner(halfEdge: u32): usize {
  return triangles + (<usize>halfEdge << 2);
}

function after(halfEdge: u32): usize {
  return corner(halfEdge % 3 == 2 ? halfEdge - 2 : halfEdge + 1);
}

function before(halfEdge: u32): usize {
  return corner(halfEdge % 3 == 0 ? halfEdge + 2 : halfEdge - 1);
}

/** Four vertices less four others. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function put(to: usize, b0: usize, o0: usize, b1: usize, o1: usize, b2: usize, o2: usize, b3: usize, o3: usize): void {
  putFrom(to, b0, b1, b2, b3, v128.load(o0), v128.load(o1), v128.load(o2), v128.load(o3), zOfTwo(o0, o1), zOfTwo(o2, o3));
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
  v128.store(lanes + to, v128.shuffle<f32>(xy01, xy23, 0, 2, 4, 6));
  v128.store(lanes + to, v128.shuffle<f32>(xy01, xy23, 1, 3, 5, 7), 16);
  v128.store(lanes + to, roundTwo(f64x2.sub(zOfTwo(b0, b1), z01), f64x2.sub(zOfTwo(b2, b3), z23)), 32);
}

function roundTwo(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5);
}

function zOfTwo(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
}
