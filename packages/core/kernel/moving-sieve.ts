import { dot, keep, minor, put, x, y, z } from './lanes';
import { FEATURE_CAPACITY, features, nextPositions, ownedCorners, ownedEdges, pairs, positions, stepCounts, triangles } from './layout-mesh';

// Pairs of features, of triangles that may come together during a step, which surely do not: boxes of both ends keep them apart, or their four points never come into one plane. The same that
// confirm/impacts does first with every pair; what is left is decided there. Without a separation only.

/** Vertex and triangle: of two edges the first number is a half-edge's, below this. */
const IS_VERTEX: u32 = 0x80000000;
/** Pairs of features that two triangles have at most. */
const MOST: i32 = 15;
/** So many are looked at together, while they are in the cache. */
const BATCH: i32 = 256;

let count: i32 = 0;
/** Those before are kept. */
let tested: i32 = 0;
let reached: i32 = 0;

/** First pair of triangles that `siftFeatures` has not looked at, for want of room. */
export function siftedPairs(): i32 {
  return reached;
}

/**
 * Lists the pairs of features of pairs of triangles from … end − 1 that may impact, and returns how many; what starts farther apart than `startReach`, along an axis, need not come. Adds to `stepCounts` how many
 * vertices and edges were dropped for their volumes.
 */
export function siftFeatures(from: i32, end: i32, startReach: f64): i32 {
  count = 0;
  tested = 0;
  reached = from;
  const isBounded = startReach < Infinity;
  for (; reached < end && count <= FEATURE_CAPACITY - MOST; reached++) {
    const at = pairs + (<usize>reached << 3);
    const s = load<u32>(at);
    const t = load<u32>(at, 4);
    listVertices(s, t, isBounded, startReach);
    listVertices(t, s, isBounded, startReach);
    let mine: u32 = load<u8>(ownedEdges + s);
    const theirs: u32 = load<u8>(ownedEdges + t);
    for (; mine != 0; mine &= mine - 1) {
      const e = 3 * s + ctz(mine);
      for (let left = theirs; left != 0; left &= left - 1) listEdges(e, 3 * t + ctz(left), isBounded, startReach);
    }
    if (count - tested >= BATCH) keepUnsteady();
  }
  keepUnsteady();
  return count;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function append(first: u32, second: u32): void {
  const at = features + (<usize>count << 3);
  store<u32>(at, first);
  store<u32>(at, second, 4);
  count++;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function corner(h: u32): u32 {
  return load<u32>(triangles + (<usize>h << 2));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function after(h: u32): u32 {
  return corner(h % 3 == 2 ? h - 2 : h + 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function place(vertex: u32): usize {
  return positions + <usize>vertex * 24;
}

/** z at both ends. */
// @ts-ignore: decorator of AssemblyScript
@inline
function zOf(vertex: usize, shift: usize): v128 {
  return v128.load64_lane(vertex + shift, v128.load64_zero(vertex, 16), 1, 16);
}

/** Corners that triangle s owns, against triangle t. */
// @ts-ignore: decorator of AssemblyScript
@inline
function listVertices(s: u32, t: u32, isBounded: bool, startReach: f64): void {
  let owned: u32 = load<u8>(ownedCorners + s);
  if (owned == 0) return;
  const a = corner(3 * t);
  const b = corner(3 * t + 1);
  const c = corner(3 * t + 2);
  const pa = place(a);
  const pb = place(b);
  const pc = place(c);
  const k = nextPositions - positions;
  const low = f64x2.pmin(v128.load(pa), f64x2.pmin(v128.load(pb), v128.load(pc)));
  const high = f64x2.pmax(v128.load(pa), f64x2.pmax(v128.load(pb), v128.load(pc)));
  const low1 = f64x2.pmin(v128.load(pa + k), f64x2.pmin(v128.load(pb + k), v128.load(pc + k)));
  const high1 = f64x2.pmax(v128.load(pa + k), f64x2.pmax(v128.load(pb + k), v128.load(pc + k)));
  const lowZ = f64x2.pmin(zOf(pa, k), f64x2.pmin(zOf(pb, k), zOf(pc, k)));
  const highZ = f64x2.pmax(zOf(pa, k), f64x2.pmax(zOf(pb, k), zOf(pc, k)));
  for (; owned != 0; owned &= owned - 1) {
    const h = 3 * s + ctz(owned);
    const v = corner(h);
    if (v == a || v == b || v == c) continue;
    const pv = place(v);
    const at = v128.load(pv);
    const at1 = v128.load(pv + k);
    const atZ = zOf(pv, k);
    if (areApart(at, at, at1, at1, atZ, atZ, low, high, low1, high1, lowZ, highZ)) continue;
    if (isBounded && startFar(at, at, atZ, atZ, low, high, lowZ, highZ, startReach)) continue;
    append(IS_VERTEX | h, t);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function listEdges(e: u32, f: u32, isBounded: bool, startReach: f64): void {
  const a = corner(e);
  const b = after(e);
  const c = corner(f);
  const d = after(f);
  if (a == b || c == d || a == c || a == d || b == c || b == d) return;
  const pa = place(a);
  const pb = place(b);
  const pc = place(c);
  const pd = place(d);
  const k = nextPositions - positions;
  const lowE = f64x2.pmin(v128.load(pa), v128.load(pb));
  const highE = f64x2.pmax(v128.load(pa), v128.load(pb));
  const lowF = f64x2.pmin(v128.load(pc), v128.load(pd));
  const highF = f64x2.pmax(v128.load(pc), v128.load(pd));
  const lowE1 = f64x2.pmin(v128.load(pa + k), v128.load(pb + k));
  const highE1 = f64x2.pmax(v128.load(pa + k), v128.load(pb + k));
  const lowF1 = f64x2.pmin(v128.load(pc + k), v128.load(pd + k));
  const highF1 = f64x2.pmax(v128.load(pc + k), v128.load(pd + k));
  const lowEz = f64x2.pmin(zOf(pa, k), zOf(pb, k));
  const highEz = f64x2.pmax(zOf(pa, k), zOf(pb, k));
  const lowFz = f64x2.pmin(zOf(pc, k), zOf(pd, k));
  const highFz = f64x2.pmax(zOf(pc, k), zOf(pd, k));
  if (areApart(lowE, highE, lowE1, highE1, lowEz, highEz, lowF, highF, lowF1, highF1, lowFz, highFz)) return;
  if (isBounded && startFar(lowE, highE, lowEz, highEz, lowF, highF, lowFz, highFz, startReach)) return;
  append(e, f);
}

/** Apart along one axis, in the same order, at both ends. Comparisons, so nothing is rounded. */
// @ts-ignore: decorator of AssemblyScript
@inline
function areApart(
  lowE: v128,
  highE: v128,
  lowE1: v128,
  highE1: v128,
  lowEz: v128,
  highEz: v128,
  lowF: v128,
  highF: v128,
  lowF1: v128,
  highF1: v128,
  lowFz: v128,
  highFz: v128,
): bool {
  const below = v128.and(f64x2.gt(lowF, highE), f64x2.gt(lowF1, highE1));
  const above = v128.and(f64x2.gt(lowE, highF), f64x2.gt(lowE1, highF1));
  if (v128.any_true(v128.or(below, above))) return true;
  return i64x2.all_true(f64x2.gt(lowFz, highEz)) || i64x2.all_true(f64x2.gt(lowEz, highFz));
}

/** Farther apart than `startReach` along an axis at t0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function startFar(
  lowE: v128,
  highE: v128,
  lowEz: v128,
  highEz: v128,
  lowF: v128,
  highF: v128,
  lowFz: v128,
  highFz: v128,
  startReach: f64,
): bool {
  const reach = f64x2.splat(startReach);
  const far = v128.or(f64x2.gt(f64x2.sub(lowF, highE), reach), f64x2.gt(f64x2.sub(lowE, highF), reach));
  if (v128.any_true(far)) return true;
  const z0 = f64x2.extract_lane(lowFz, 0) - f64x2.extract_lane(highEz, 0);
  const z1 = f64x2.extract_lane(lowEz, 0) - f64x2.extract_lane(highFz, 0);
  return z0 > startReach || z1 > startReach;
}

/** 84r, and a half as much again: 2⁻¹⁷. */
const VOLUME: f32 = <f32>(0.5 / 65536.0);
const LEAST: f32 = 1e-30;

// differences a − b, c − d, e − f at t0 and at t1
const A: usize = 0;
const B: usize = 48;
const C: usize = 96;
const D: usize = 144;
const E: usize = 192;
const F: usize = 240;

/**
 * Drops pairs of features whose volume keeps its sign: the four Bernstein coefficients of the triple product of three differences, as predicates/steady-volume.ts has them, in floats, four pairs at a time.
 *
 * Bound, with r = 2⁻²⁴ and m₁, m₂, m₃ the largest components at both ends: a coefficient is (the mean of three) six products of three components, each component off by 1.01r, and each product rounded at most eight times
 * on its way: less than 6 · 11.1r · m₁m₂m₃ = 67r; 128r are asked. Products below 2⁻¹²⁶ lose at most 2⁻¹⁴⁸ in all: nothing beside LEAST, nor, where m₂m₃ and each m exceed LEAST, beside 2⁻²⁴ of m₁m₂m₃; else, and
 * where something overflows, none is sure.
 */
function keepUnsteady(): void {
  let kept = tested;
  let i = tested;
  for (; i + 4 <= count; i += 4) {
    const at = features + (<usize>i << 3);
    gather(at);
    const first = mostOf(A, D);
    const second = mostOf(B, E);
    const third = mostOf(C, F);
    const area = f32x4.mul(second, third);
    const least = f32x4.splat(LEAST);
    const whole = f32x4.gt(f32x4.min(f32x4.min(first, second), f32x4.min(third, area)), least);
    const error = f32x4.add(f32x4.mul(f32x4.splat(VOLUME), f32x4.mul(first, area)), least);
    const bcx = minor(y(B), z(B), y(C), z(C));
    const bcy = minor(z(B), x(B), z(C), x(C));
    const bcz = minor(x(B), y(B), x(C), y(C));
    const efx = minor(y(E), z(E), y(F), z(F));
    const efy = minor(z(E), x(E), z(F), x(F));
    const efz = minor(x(E), y(E), x(F), y(F));
    const mx = f32x4.add(minor(y(B), z(B), y(F), z(F)), minor(y(E), z(E), y(C), z(C)));
    const my = f32x4.add(minor(z(B), x(B), z(F), x(F)), minor(z(E), x(E), z(C), x(C)));
    const mz = f32x4.add(minor(x(B), y(B), x(F), y(F)), minor(x(E), y(E), x(C), y(C)));
    const ax = x(A);
    const ay = y(A);
    const az = z(A);
    const dx = x(D);
    const dy = y(D);
    const dz = z(D);
    const v0 = dot(ax, ay, az, bcx, bcy, bcz);
    const v3 = dot(dx, dy, dz, efx, efy, efz);
    const share = f32x4.splat(<f32>(1.0 / 3.0));
    const v1 = f32x4.mul(share, f32x4.add(dot(dx, dy, dz, bcx, bcy, bcz), dot(ax, ay, az, mx, my, mz)));
    const v2 = f32x4.mul(share, f32x4.add(dot(ax, ay, az, efx, efy, efz), dot(dx, dy, dz, mx, my, mz)));
    const low = f32x4.min(f32x4.min(v0, v1), f32x4.min(v2, v3));
    const high = f32x4.max(f32x4.max(v0, v1), f32x4.max(v2, v3));
    const steady = v128.or(f32x4.gt(low, error), f32x4.lt(high, f32x4.neg(error)));
    const apart = i32x4.bitmask(v128.and(whole, steady));
    if (apart != 0) {
      const isVertex = i32x4.bitmask(v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6));
      const vertices = popcnt(apart & isVertex);
      store<i32>(stepCounts, load<i32>(stepCounts) + vertices);
      store<i32>(stepCounts, load<i32>(stepCounts, 4) + popcnt(apart) - vertices, 4);
    }
    kept = keep(features, at, kept, apart);
  }
  memory.copy(features + (<usize>kept << 3), features + (<usize>i << 3), <usize>(count - i) << 3);
  tested = kept;
  count = kept + count - i;
}

/** Largest component of two differences. */
// @ts-ignore: decorator of AssemblyScript
@inline
function mostOf(p: usize, q: usize): v128 {
  const mostP = f32x4.max(f32x4.max(f32x4.abs(x(p)), f32x4.abs(y(p))), f32x4.abs(z(p)));
  const mostQ = f32x4.max(f32x4.max(f32x4.abs(x(q)), f32x4.abs(y(q))), f32x4.abs(z(q)));
  return f32x4.max(mostP, mostQ);
}

// vertices of a pair of features: the differences are p0 − q0, p0 − q1 and p1 − q2
let p0: usize = 0;
let p1: usize = 0;
let q0: usize = 0;
let q1: usize = 0;
let q2: usize = 0;

/** Of a vertex and a triangle v − a, v − b, v − c; of two edges a − c, a − d, b − c. */
// @ts-ignore: decorator of AssemblyScript
@inline
function readPair(at: usize): void {
  const first = load<u32>(at);
  const second = load<u32>(at, 4);
  if ((first & IS_VERTEX) != 0) {
    p0 = place(corner(first & ~IS_VERTEX));
    p1 = p0;
    q0 = place(corner(3 * second));
    q1 = place(corner(3 * second + 1));
    q2 = place(corner(3 * second + 2));
  } else {
    p0 = place(corner(first));
    p1 = place(after(first));
    q0 = place(corner(second));
    q1 = place(after(second));
    q2 = q0;
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function gather(at: usize): void {
  readPair(at);
  const a0 = p0;
  const b0 = p1;
  const c0 = q0;
  const d0 = q1;
  const e0 = q2;
  readPair(at + 8);
  const a1 = p0;
  const b1 = p1;
  const c1 = q0;
  const d1 = q1;
  const e1 = q2;
  readPair(at + 16);
  const a2 = p0;
  const b2 = p1;
  const c2 = q0;
  const d2 = q1;
  const e2 = q2;
  readPair(at + 24);
  const a3 = p0;
  const b3 = p1;
  const c3 = q0;
  const d3 = q1;
  const e3 = q2;
  put(A, a0, c0, a1, c1, a2, c2, a3, c3);
  put(B, a0, d0, a1, d1, a2, d2, a3, d3);
  put(C, b0, e0, b1, e1, b2, e2, b3, e3);
  const k = nextPositions - positions;
  put(D, a0 + k, c0 + k, a1 + k, c1 + k, a2 + k, c2 + k, a3 + k, c3 + k);
  put(E, a0 + k, d0 + k, a1 + k, d1 + k, a2 + k, d2 + k, a3 + k, d3 + k);
  put(F, b0 + k, e0 + k, b1 + k, e1 + k, b2 + k, e2 + k, b3 + k, e3 + k);
}
