import { roundTwo } from './lanes';
import { cellMasks, endTriangle, firstTriangle, masks, nodeCount, positions, rightChild, triangleCount, triangleMasks, triangles } from './layout-mesh';
import { innerBits, kindWords, leafBits } from './node-kinds';
import { placeMasksOf } from './place-masks';

const CELL_BITS: i32 = 5;
const HALF: f32 = 16;
/** The mask of a node that nobody asked for: there are no 32 directions. */
const NOT_KNOWN: i32 = -1;

/**
 * Direction masks of all triangles. Edges are taken in doubles and rounded to floats, and normals worked out of those, four triangles at a time.
 *
 * Bound, with r = 2⁻²⁴: edges u and v are off by r each, relatively; a component of u × v by 2r more of the sum of its two products, whose
 * vector is at most √2·|u||v| long. So the normal is off by less than (2 + 2√2)·1.01·r·|u||v| < 4.9·r·|u||v|. It counts only if that is at most
 * 2⁻¹¹·⁵ of its length, for which n² > 2⁻²⁰ u²v² would do and 2⁻¹⁷ is asked: the true normal is then within 3.5·10⁻⁴ of it, and a table
 * entry leaves 10⁻³ (LEAST_COSINE). Cells: off by less than 6·10⁻⁶ cells, of which the table allows 1.6·10⁻⁵. Products below 2⁻¹²⁶ lose at most 2⁻¹⁴⁸
 * in all, nothing beside a normal of more than 10⁻¹⁵; what overflows is not counted, nor where an edge is shorter than 10⁻¹⁸. What is not counted is worked out in doubles.
 */
export function refitMasks(): void {
  forgetMasks();
  let t = 0;
  for (; t + 4 <= triangleCount; t += 4) maskFour(t);
  for (; t < triangleCount; t++) store<i32>(triangleMasks + (<usize>t << 2), maskInDoubles(t, positions));
}

/** Masks of four triangles. */
export function maskFour(t: i32): void {
  const shareOfLengths = f32x4.splat(<f32>(1.0 / 131072.0)); // 2⁻¹⁷
  const least = f32x4.splat(1e-30);
  const corner = triangles + <usize>t * 12;
  const a0 = vertex(corner, 0);
  const b0 = vertex(corner, 4);
  const c0 = vertex(corner, 8);
  const a1 = vertex(corner, 12);
  const b1 = vertex(corner, 16);
  const c1 = vertex(corner, 20);
  const a2 = vertex(corner, 24);
  const b2 = vertex(corner, 28);
  const c2 = vertex(corner, 32);
  const a3 = vertex(corner, 36);
  const b3 = vertex(corner, 40);
  const c3 = vertex(corner, 44);
  // x and y of an edge in one vector, z of two triangles in another
  const xyA0 = v128.load(a0);
  const xyA1 = v128.load(a1);
  const xyA2 = v128.load(a2);
  const xyA3 = v128.load(a3);
  const zA01 = zOfTwo(a0, a1);
  const zA23 = zOfTwo(a2, a3);
  const uXY01 = roundTwo(f64x2.sub(v128.load(b0), xyA0), f64x2.sub(v128.load(b1), xyA1));
  const uXY23 = roundTwo(f64x2.sub(v128.load(b2), xyA2), f64x2.sub(v128.load(b3), xyA3));
  const uz = roundTwo(f64x2.sub(zOfTwo(b0, b1), zA01), f64x2.sub(zOfTwo(b2, b3), zA23));
  const vXY01 = roundTwo(f64x2.sub(v128.load(c0), xyA0), f64x2.sub(v128.load(c1), xyA1));
  const vXY23 = roundTwo(f64x2.sub(v128.load(c2), xyA2), f64x2.sub(v128.load(c3), xyA3));
  const vz = roundTwo(f64x2.sub(zOfTwo(c0, c1), zA01), f64x2.sub(zOfTwo(c2, c3), zA23));
  const ux = v128.shuffle<f32>(uXY01, uXY23, 0, 2, 4, 6);
  const uy = v128.shuffle<f32>(uXY01, uXY23, 1, 3, 5, 7);
  const vx = v128.shuffle<f32>(vXY01, vXY23, 0, 2, 4, 6);
  const vy = v128.shuffle<f32>(vXY01, vXY23, 1, 3, 5, 7);

  const nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
  const ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
  const nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  const square = squareOf(nx, ny, nz);
  const uu = squareOf(ux, uy, uz);
  const vv = squareOf(vx, vy, vz);
  const enough = f32x4.add(f32x4.mul(f32x4.mul(shareOfLengths, uu), vv), least);
  const sure = i32x4.bitmask(isSure(square, enough, uu, vv));

  const cell = cellsOf(nx, ny, nz, square);
  const out = triangleMasks + (<usize>t << 2);
  if (sure == 15) {
    store<i32>(out, load<i32>(cellMasks + i32x4.extract_lane(cell, 0)));
    store<i32>(out, load<i32>(cellMasks + i32x4.extract_lane(cell, 1)), 4);
    store<i32>(out, load<i32>(cellMasks + i32x4.extract_lane(cell, 2)), 8);
    store<i32>(out, load<i32>(cellMasks + i32x4.extract_lane(cell, 3)), 12);
  } else {
    // the cell of a lane that is not sure may be any number: not read
    store<i32>(out, (sure & 1) != 0 ? load<i32>(cellMasks + i32x4.extract_lane(cell, 0)) : maskInDoubles(t, positions));
    store<i32>(out, (sure & 2) != 0 ? load<i32>(cellMasks + i32x4.extract_lane(cell, 1)) : maskInDoubles(t + 1, positions), 4);
    store<i32>(out, (sure & 4) != 0 ? load<i32>(cellMasks + i32x4.extract_lane(cell, 2)) : maskInDoubles(t + 2, positions), 8);
    store<i32>(out, (sure & 8) != 0 ? load<i32>(cellMasks + i32x4.extract_lane(cell, 3)) : maskInDoubles(t + 3, positions), 12);
  }
}

/** Nobody knows masks of nodes any more. */
function forgetMasks(): void {
  memory.fill(masks, 0xff, <usize>nodeCount << 2);
  onDemand = false;
}

/** Masks of triangles are worked out from places when first asked for, in blocks: one whose first mask is not known is not there yet. */
let onDemand: bool = false;
/** A multiple of four. */
const BLOCK: u32 = 256;

/** All at once, for who will ask for nearly all of them: 1 to 3 % of a frame. */
export function refitPlaceMasks(): void {
  forgetMasks();
  placeMasksOf(0, triangleCount);
}

export function offerPlaceMasks(): void {
  forgetMasks();
  for (let t: u32 = 0; t < <u32>triangleCount; t += BLOCK) store<i32>(triangleMasks + (<usize>t << 2), NOT_KNOWN);
  onDemand = true;
}

/** Sees to it that the block of a triangle is there; returns where the next one begins. */
function askForBlock(t: u32): u32 {
  const first = t & ~(BLOCK - 1);
  const next = first + BLOCK;
  if (load<i32>(triangleMasks + (<usize>first << 2)) == NOT_KNOWN) placeMasksOf(first, min<u32>(next, triangleCount));
  return next;
}

/** Those of all triangles and nodes. The kernel itself asks for few of them, see `maskOf`. */
export function joinMasks(): void {
  if (onDemand) for (let t: u32 = 0; t < <u32>triangleCount; ) t = askForBlock(t);
  onDemand = false;
  joinMasksOf(masks, triangleMasks);
}

/** Directions that face all triangles of a patch, which are one behind the other; worked out when first asked for. */
export function maskOf(patch: u32): i32 {
  const ofNode = masks + (<usize>patch << 2);
  const known = load<i32>(ofNode);
  if (known != NOT_KNOWN) return known;
  const end = load<u32>(endTriangle + (<usize>patch << 2));
  let t = load<u32>(firstTriangle + (<usize>patch << 2));
  let mask = -1;
  while (t < end && mask != 0) {
    const next = onDemand ? min<u32>(askForBlock(t), end) : end;
    mask &= maskOfRun(t, next);
    t = next;
  }
  store<i32>(ofNode, mask);
  return mask;
}

/** Directions that face triangles first … last − 1. */
function maskOfRun(first: u32, last: u32): i32 {
  let at = triangleMasks + (<usize>first << 2);
  const end = triangleMasks + (<usize>last << 2);
  let four = i32x4.splat(-1);
  let mask = -1;
  for (; at + 64 <= end && mask != 0; at += 64) {
    const first = v128.and(v128.load(at), v128.load(at, 16));
    four = v128.and(four, v128.and(first, v128.and(v128.load(at, 32), v128.load(at, 48))));
    mask = andOf(four);
  }
  if (mask != 0) {
    for (; at + 16 <= end; at += 16) four = v128.and(four, v128.load(at));
    mask = andOf(v128.and(four, firstMasks(at, <u32>(end - at) >> 2)));
  }
  return mask;
}

/** Four masks, of which those behind the first `count` have all directions. */
// @ts-ignore: decorator of AssemblyScript
@inline
function firstMasks(at: usize, count: u32): v128 {
  return v128.or(v128.load(at), i32x4.ge_s(i32x4(0, 1, 2, 3), i32x4.splat(count)));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function andOf(four: v128): i32 {
  const two = v128.and(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(v128.and(two, v128.shuffle<i32>(two, two, 1, 0, 3, 2)), 0);
}

/** Masks of all nodes from those of triangles: of leaves first, then upwards. */
export function joinMasksOf(ofNodes: usize, ofTriangles: usize): void {
  for (let word = 0; word < kindWords; word++) {
    const base = word << 6;
    for (let bits = load<u64>(leafBits + (<usize>word << 3)); bits != 0; bits &= bits - 1) {
      const node = base + <i32>ctz(bits);
      const first = load<u32>(firstTriangle + (<usize>node << 2));
      const count = load<u32>(endTriangle + (<usize>node << 2)) - first;
      const from = ofTriangles + (<usize>first << 2);
      let mask = andOf(firstMasks(from, count));
      for (let i: u32 = 4; i < count; i++) mask &= load<i32>(from + (<usize>i << 2));
      store<i32>(ofNodes + (<usize>node << 2), mask);
    }
  }
  for (let word = kindWords - 1; word >= 0; word--) {
    const base = word << 6;
    for (let bits = load<u64>(innerBits + (<usize>word << 3)); bits != 0; ) {
      const bit = 63 - <i32>clz(bits);
      bits ^= <u64>1 << bit;
      const at = ofNodes + (<usize>(base + bit) << 2);
      const right = load<u32>(rightChild + (<usize>(base + bit) << 2));
      store<i32>(at, load<i32>(at, 4) & load<i32>(ofNodes + (<usize>right << 2)));
    }
  }
}

/** Whether squares of normals are enough, none of them overflowed, and those of edges have not lost bits to underflow, so that `enough` is what it should be. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function isSure(square: v128, enough: v128, uu: v128, vv: v128): v128 {
  const finite = f32x4.le(square, f32x4.splat(f32.MAX_VALUE));
  const whole = f32x4.gt(f32x4.min(uu, vv), f32x4.splat(1e-36));
  return v128.and(v128.and(f32x4.gt(square, enough), finite), whole);
}

/** Where the table has the masks of four normals, in bytes; of normals that are not sure it may be anywhere. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function cellsOf(nx: v128, ny: v128, nz: v128, square: v128): v128 {
  const half = f32x4.splat(HALF);
  const scale = f32x4.div(half, f32x4.sqrt(square));
  // the sum is never negative by more than rounding, and what is cut towards 0 lands in the first cell then
  const x = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(nx, scale), half));
  const y = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(ny, scale), half));
  const z = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(nz, scale), half));
  // exactly 1 is pulled into the last cell
  const cx = i32x4.sub(x, i32x4.shr_s(x, CELL_BITS));
  const cy = i32x4.sub(y, i32x4.shr_s(y, CELL_BITS));
  const cz = i32x4.sub(z, i32x4.shr_s(z, CELL_BITS));
  return i32x4.shl(v128.or(v128.or(i32x4.shl(cx, 2 * CELL_BITS), i32x4.shl(cy, CELL_BITS)), cz), 2);
}

export function vertex(corner: usize, offset: usize): usize {
  return positions + <usize>load<u32>(corner + offset) * 24;
}

function zOfTwo(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
}

export function squareOf(x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
}

/** The same numbers as bounds/direction-masks.ts, in the pose at an address. */
export function maskInDoubles(t: i32, pose: usize): i32 {
  const corner = triangles + <usize>t * 12;
  const a = pose + <usize>load<u32>(corner) * 24;
  const b = pose + <usize>load<u32>(corner, 4) * 24;
  const c = pose + <usize>load<u32>(corner, 8) * 24;
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const least = LEAST_SINE_SQUARED * (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  return maskOfNormal(nx, ny, nz, least + LEAST_SQUARE);
}

/** Directions that face a normal whose square exceeds `least`; none if it does not, or is no number. */
export function maskOfNormal(nx: f64, ny: f64, nz: f64, least: f64): i32 {
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square > least && square < Infinity)) return 0;
  const scale = 16 / sqrt<f64>(square);
  const x = <i32>(nx * scale + 16);
  const y = <i32>(ny * scale + 16);
  const z = <i32>(nz * scale + 16);
  const cx = x - (x >> CELL_BITS);
  const cy = y - (y >> CELL_BITS);
  const cz = z - (z >> CELL_BITS);
  return load<i32>(cellMasks + (<usize>((cx << (2 * CELL_BITS)) | (cy << CELL_BITS) | cz) << 2));
}

const LEAST_SINE_SQUARED: f64 = reinterpret<f64>(<u64>(1023 - 72) << 52); // 2⁻⁷²
export const LEAST_SQUARE: f64 = reinterpret<f64>(<u64>(1023 - 1000) << 52); // 2⁻¹⁰⁰⁰
