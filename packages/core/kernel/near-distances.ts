import { doubles, doubts, exchange, FAR, FEATURE_WORDS, features, LIMIT, numbers, records, sure, SURE_NUMBERS, SURE_WORDS } from './layout-distances';
import { chooseFeatures, codes, squares } from './near-features';
import { gatherMoving, gatherStill, HALF } from './near-pairs';

// Distances of pairs with closest points, in doubles: of the corners, edges or faces that were chosen. What a gap along the way between the two points proves is certain;
// the rest is left to TypeScript.

let doubtCount: i32 = 0;
let sureEnd: usize = 0;
let numbersEnd: usize = 0;

/** Times the size: what gaps and distances may be off by; the accuracy of a distance; and what squares of floats may be too small by. */
const GAP_ERROR: f64 = 3.552713678800501e-15;
const ACCURACY: f64 = 1e-12;
const ENLARGED: f64 = 1.0000152587890625;
/** 2⁻¹²⁰: far more than floats lose of a square below their range, of a pair that is tiny beside the whole. */
const LOST: f64 = 7.52316384526264e-37;
/** A way whose square is smaller proves nothing. */
const LEAST_SQUARE: f64 = 1e-100;

/** Of the last half: the least gap and the distance of both points, what they may be off by, four weights and the way from A to B. */
let lower: v128 = i64x2(0, 0);
let upper: v128 = i64x2(0, 0);
let error: v128 = i64x2(0, 0);
let w0: v128 = i64x2(0, 0);
let w1: v128 = i64x2(0, 0);
let w2: v128 = i64x2(0, 0);
let w3: v128 = i64x2(0, 0);
let wayX: v128 = i64x2(0, 0);
let wayY: v128 = i64x2(0, 0);
let wayZ: v128 = i64x2(0, 0);
/** Lanes whose points are proven to be closest. */
let proven: i32 = 0;

/** Of the first `count` records lists those certainly within the limit as sure, drops those certainly beyond it, and lists the others as doubts, whose count is returned. */
export function measureStill(count: i32, vertices: usize): i32 {
  const limit = load<f64>(exchange, LIMIT);
  begin();
  const end = records + <usize>count * SURE_WORDS;
  for (let at = records; at < end; at += 4 * SURE_WORDS) {
    gatherStill(at, vertices);
    chooseFeatures();
    judgeTwo(at, end, 0, limit);
    judgeTwo(at + 2 * SURE_WORDS, end, 1, limit);
  }
  return doubtCount;
}

/** The same for a step: sure are those within the limit where it begins or ends, dropped those that a direction keeps farther apart than `far` all along. */
export function measureMoving(count: i32, vertices: usize): i32 {
  const limit = load<f64>(exchange, LIMIT);
  const far = load<f64>(exchange, FAR);
  begin();
  const end = records + <usize>count * SURE_WORDS;
  for (let at = records; at < end; at += 2 * SURE_WORDS) {
    gatherMoving(at, vertices);
    chooseFeatures();
    judgeStep(at, 0, limit, far);
    if (at + SURE_WORDS < end) judgeStep(at + SURE_WORDS, 1, limit, far);
  }
  return doubtCount;
}

function begin(): void {
  doubtCount = 0;
  sureEnd = sure;
  numbersEnd = numbers;
}

function judgeTwo(at: usize, end: usize, half: i32, limit: f64): void {
  if (at >= end) return;
  const first = half == 0 ? i32x4.extract_lane(codes, 0) : i32x4.extract_lane(codes, 2);
  const second = half == 0 ? i32x4.extract_lane(codes, 1) : i32x4.extract_lane(codes, 3);
  const square = half == 0 ? squares : v128.shuffle<i32>(squares, squares, 2, 3, 2, 3);
  prove(features + <usize>first * FEATURE_WORDS, features + <usize>second * FEATURE_WORDS, doubles + <usize>half * HALF, square);
  const within = i64x2.bitmask(f64x2.le(f64x2.add(upper, error), f64x2.splat(limit))) & proven;
  const beyond = i64x2.bitmask(f64x2.gt(f64x2.sub(lower, error), f64x2.splat(limit)));
  if ((beyond & 1) == 0) {
    if ((within & 1) != 0) keepFirst(at, features + <usize>first * FEATURE_WORDS, f64x2.extract_lane(lower, 0), 0);
    else doubt(at);
  }
  if ((beyond & 2) == 0 && at + SURE_WORDS < end) {
    if ((within & 2) != 0) keepSecond(at + SURE_WORDS, features + <usize>second * FEATURE_WORDS, f64x2.extract_lane(lower, 1));
    else doubt(at + SURE_WORDS);
  }
}

function judgeStep(at: usize, half: i32, limit: f64, far: f64): void {
  const first = half == 0 ? i32x4.extract_lane(codes, 0) : i32x4.extract_lane(codes, 2);
  const second = half == 0 ? i32x4.extract_lane(codes, 1) : i32x4.extract_lane(codes, 3);
  const square = half == 0 ? squares : v128.shuffle<i32>(squares, squares, 2, 3, 2, 3);
  const corners = doubles + <usize>half * HALF;
  prove(features + <usize>first * FEATURE_WORDS, features + <usize>second * FEATURE_WORDS, corners, square);
  const within = i64x2.bitmask(f64x2.le(f64x2.add(upper, error), f64x2.splat(limit)));
  if (within != 0) {
    if (proven == 3) keepFirst(at, features + <usize>first * FEATURE_WORDS, f64x2.extract_lane(lower, 0), f64x2.extract_lane(lower, 1));
    else doubt(at);
    return;
  }
  const apart =
    apartAlong(f64x2.extract_lane(wayX, 0), f64x2.extract_lane(wayY, 0), f64x2.extract_lane(wayZ, 0), corners, far) ||
    apartAlong(f64x2.extract_lane(wayX, 1), f64x2.extract_lane(wayY, 1), f64x2.extract_lane(wayZ, 1), corners, far);
  if (!apart) doubt(at);
}

function doubt(at: usize): void {
  const out = doubts + (<usize>doubtCount << 3);
  store<u32>(out, load<u32>(at, 12));
  store<u32>(out, load<u32>(at, 28), 4);
  doubtCount++;
}

/** Weights of the first lane. */
function keepFirst(at: usize, feature: usize, distance: f64, next: f64): void {
  const out = begun(at, distance, next);
  store<f64>(out + <usize>load<u32>(feature, 24), f64x2.extract_lane(w0, 0));
  store<f64>(out + <usize>load<u32>(feature, 28), f64x2.extract_lane(w1, 0));
  store<f64>(out + <usize>load<u32>(feature, 32), f64x2.extract_lane(w2, 0));
  store<f64>(out + <usize>load<u32>(feature, 36), f64x2.extract_lane(w3, 0));
}

function keepSecond(at: usize, feature: usize, distance: f64): void {
  const out = begun(at, distance, 0);
  store<f64>(out + <usize>load<u32>(feature, 24), f64x2.extract_lane(w0, 1));
  store<f64>(out + <usize>load<u32>(feature, 28), f64x2.extract_lane(w1, 1));
  store<f64>(out + <usize>load<u32>(feature, 32), f64x2.extract_lane(w2, 1));
  store<f64>(out + <usize>load<u32>(feature, 36), f64x2.extract_lane(w3, 1));
}

/** Where weights go, all 0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function begun(at: usize, distance: f64, next: f64): usize {
  v128.store(sureEnd, v128.load(at));
  v128.store(sureEnd, v128.load(at, 16), 16);
  sureEnd += SURE_WORDS;
  const out = numbersEnd;
  numbersEnd += SURE_NUMBERS;
  store<f64>(out, distance);
  store<f64>(out, next, 8);
  v128.store(out, f64x2.splat(0), 16);
  v128.store(out, f64x2.splat(0), 32);
  v128.store(out, f64x2.splat(0), 48);
  return out + 16;
}

export function sureCount(): i32 {
  return <i32>((sureEnd - sure) / SURE_WORDS);
}

/**
 * Closest points a + s·e and b + t·f with z = b − a + t·f − s·e between them. For a face and a corner e and f are two of its sides, one the other way round, and a, b where
 * they begin and the corner: the same equations, but a third weight is 1 − s − t.
 */
function prove(first: usize, second: usize, half: usize, square: v128): void {
  const ax = pick(first, second, half, 0);
  const ay = pick(first, second, half + 16, 0);
  const az = pick(first, second, half + 32, 0);
  const ex = f64x2.sub(pick(first, second, half, 12), pick(first, second, half, 8));
  const ey = f64x2.sub(pick(first, second, half + 16, 12), pick(first, second, half + 16, 8));
  const ez = f64x2.sub(pick(first, second, half + 32, 12), pick(first, second, half + 32, 8));
  const fx = f64x2.sub(pick(first, second, half, 20), pick(first, second, half, 16));
  const fy = f64x2.sub(pick(first, second, half + 16, 20), pick(first, second, half + 16, 16));
  const fz = f64x2.sub(pick(first, second, half + 32, 20), pick(first, second, half + 32, 16));
  const rx = f64x2.sub(pick(first, second, half, 4), ax);
  const ry = f64x2.sub(pick(first, second, half + 16, 4), ay);
  const rz = f64x2.sub(pick(first, second, half + 32, 4), az);
  const ee = dot(ex, ey, ez, ex, ey, ez);
  const ff = dot(fx, fy, fz, fx, fy, fz);
  const ef = dot(ex, ey, ez, fx, fy, fz);
  const er = dot(ex, ey, ez, rx, ry, rz);
  const fr = dot(fx, fy, fz, rx, ry, rz);
  const across = f64x2.sub(f64x2.mul(ee, ff), f64x2.mul(ef, ef));
  const begin = share(f64x2.sub(f64x2.mul(er, ff), f64x2.mul(ef, fr)), across);
  const t = share(f64x2.sub(f64x2.mul(ef, begin), fr), ff);
  const s = share(f64x2.add(er, f64x2.mul(ef, t)), ee);
  const zx = f64x2.sub(f64x2.add(rx, f64x2.mul(t, fx)), f64x2.mul(s, ex));
  const zy = f64x2.sub(f64x2.add(ry, f64x2.mul(t, fy)), f64x2.mul(s, ey));
  const zz = f64x2.sub(f64x2.add(rz, f64x2.mul(t, fz)), f64x2.mul(s, ez));
  const zero = f64x2.splat(0);
  const u = dot(zx, zy, zz, v128.load(half, 48), v128.load(half, 64), v128.load(half, 80));
  const v = dot(zx, zy, zz, v128.load(half, 96), v128.load(half, 112), v128.load(half, 128));
  const p = dot(zx, zy, zz, v128.load(half, 144), v128.load(half, 160), v128.load(half, 176));
  const q = dot(zx, zy, zz, v128.load(half, 192), v128.load(half, 208), v128.load(half, 224));
  const r = dot(zx, zy, zz, v128.load(half, 240), v128.load(half, 256), v128.load(half, 272));
  const gap = f64x2.sub(f64x2.pmin(f64x2.pmin(p, q), r), f64x2.pmax(f64x2.pmax(u, v), zero));
  const zs = dot(zx, zy, zz, zx, zy, zz);
  upper = f64x2.sqrt(zs);
  // NaN where the way proves nothing: then nothing is certain
  lower = v128.or(f64x2.div(gap, upper), f64x2.lt(zs, f64x2.splat(LEAST_SQUARE)));
  const size = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(square), f64x2.splat(ENLARGED)), f64x2.splat(LOST));
  error = f64x2.mul(f64x2.splat(GAP_ERROR), f64x2.sqrt(size));
  wayX = zx;
  wayY = zy;
  wayZ = zz;
  const one = f64x2.splat(1);
  const inFace = v128.load64_lane(second, v128.load64_zero(first, 40), 1, 40);
  const onEdge = v128.load64_lane(second, v128.load64_zero(first, 48), 1, 48);
  w0 = f64x2.sub(f64x2.sub(one, s), f64x2.mul(inFace, t));
  w1 = s;
  w2 = t;
  w3 = f64x2.sub(one, f64x2.mul(onEdge, t));
  const off = f64x2.add(f64x2.sub(upper, lower), f64x2.add(error, error));
  const close = f64x2.le(off, f64x2.mul(f64x2.splat(ACCURACY), f64x2.sub(lower, error)));
  proven = i64x2.bitmask(v128.and(close, f64x2.ge(w0, zero)));
}

/** At both ends of a step, lanes of a half, by more than `far`; B is ahead. */
function apartAlong(nx: f64, ny: f64, nz: f64, half: usize, far: f64): bool {
  const square = nx * nx + ny * ny + nz * nz;
  const x = f64x2.splat(nx);
  const y = f64x2.splat(ny);
  const z = f64x2.splat(nz);
  const u = dot(x, y, z, v128.load(half, 48), v128.load(half, 64), v128.load(half, 80));
  const v = dot(x, y, z, v128.load(half, 96), v128.load(half, 112), v128.load(half, 128));
  const p = dot(x, y, z, v128.load(half, 144), v128.load(half, 160), v128.load(half, 176));
  const q = dot(x, y, z, v128.load(half, 192), v128.load(half, 208), v128.load(half, 224));
  const r = dot(x, y, z, v128.load(half, 240), v128.load(half, 256), v128.load(half, 272));
  const gap = f64x2.sub(f64x2.pmin(f64x2.pmin(p, q), r), f64x2.pmax(f64x2.pmax(u, v), f64x2.splat(0)));
  const wide = f64x2.mul(f64x2.splat(sqrt(square)), f64x2.add(f64x2.splat(far), error));
  return i64x2.bitmask(f64x2.gt(gap, wide)) == 3 && square >= LEAST_SQUARE;
}

/** A corner of either lane, whose place is in a word of its feature. */
// @ts-ignore: decorator of AssemblyScript
@inline
function pick(first: usize, second: usize, half: usize, word: usize): v128 {
  const a = v128.load64_zero(half + <usize>load<u32>(first + word));
  return v128.load64_lane(half + <usize>load<u32>(second + word), a, 1, 8);
}

/** Between 0 and 1; 0 for 0 / 0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function share(top: v128, bottom: v128): v128 {
  return f64x2.pmin(f64x2.splat(1), f64x2.pmax(f64x2.splat(0), f64x2.div(top, bottom)));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}
