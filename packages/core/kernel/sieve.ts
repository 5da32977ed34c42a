import { pairs } from './addresses';
import { A, along, B, C, dot, gatherPairs, keep, keepRest, minor, square, U, V, x, y, z } from './lanes';

// Candidates that surely do not meet, four at a time, in floats; r = 2⁻²⁴, ℓ = √q for the sum q of the squares of five differences from one corner.
// LEAST covers what products below 2⁻¹²⁶ lose, and what overflows is never sure. A sieve only drops: whoever is left is decided in doubles, as without it.

const LEAST: f32 = 1e-30;
/** Of triple products, 2⁻¹⁶. */
const FACTOR: f32 = <f32>(1.0 / 65536.0);
/** Of differences of scalar products, 2⁻²⁰. */
const GAP: f32 = <f32>(1.0 / 1048576.0);

/** Leaves out pairs of triangles that do not meet, and returns how many are left. What is cheap comes first, and what is left moves up before what is not. */
export function keepPairs(count: i32): i32 {
  return keepCrossing(keepAcrossPlanes(count));
}

/**
 * Leaves out pairs of which one triangle lies on one side of the other's plane. Sides are triple products of differences no longer than ℓ (from one
 * corner) or 2ℓ (between others, off by 4rℓ): for the first plane off by less than 9rℓ³, for the second by
 * (27.4·2 + 16 + 24)·rℓ³ < 95rℓ³ < 2⁻¹⁷·⁴ℓ³.
 */
function keepAcrossPlanes(count: i32): i32 {
  let kept = 0;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = pairs + (<usize>i << 3);
    gatherPairs(at);
    const error = tripleError();
    sidesOfS();
    let apart = onOneSide(d0, d1, d2, error);
    if (i32x4.bitmask(apart) != 15) {
      sidesOfT();
      apart = v128.or(apart, onOneSide(d0, d1, d2, error));
    }
    kept = keep(pairs, at, kept, i32x4.bitmask(apart));
  }
  return keepRest(pairs, i, count, kept);
}

/**
 * Leaves out pairs that some plane across the way from one triangle to the other has on different sides, which decides most of those in one plane; then those whose
 * planes cut each other in a line on which they keep to places of their own.
 *
 * Any vector w will do for the first, so only products with it are off: each by r from the difference and 3r from products and sums, less than 4.1r|w|ℓ; two
 * of them and the last sum make less than 9.3r|w|ℓ, of which 16r is asked. For the second, four turns are triple products of differences up to 2ℓ long and
 * off by 4rℓ: as for the planes, less than 95rℓ³.
 */
function keepCrossing(count: i32): i32 {
  let kept = 0;
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const at = pairs + (<usize>i << 3);
    gatherPairs(at);
    let apart = areApartAlongWay();
    if (i32x4.bitmask(apart) != 15) apart = v128.or(apart, passEachOther());
    kept = keep(pairs, at, kept, i32x4.bitmask(apart));
  }
  return keepRest(pairs, i, count, kept);
}

// sides of three corners, of `sidesOfS` and `sidesOfT`
let d0: v128 = i32x4.splat(0);
let d1: v128 = i32x4.splat(0);
let d2: v128 = i32x4.splat(0);

// @ts-ignore: decorator of AssemblyScript
@inline
function sumOfSquares(): v128 {
  return f32x4.add(f32x4.add(square(U), square(V)), f32x4.add(f32x4.add(square(A), square(B)), square(C)));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function tripleError(): v128 {
  const q = sumOfSquares();
  return f32x4.add(f32x4.mul(f32x4.mul(f32x4.splat(FACTOR), q), f32x4.sqrt(q)), f32x4.splat(LEAST));
}

/** Corners of S against the plane of T. */
// @ts-ignore: decorator of AssemblyScript
@inline
function sidesOfS(): void {
  const nx = minor(y(U), z(U), y(V), z(V));
  const ny = minor(z(U), x(U), z(V), x(V));
  const nz = minor(x(U), y(U), x(V), y(V));
  d0 = along(nx, ny, nz, A);
  d1 = along(nx, ny, nz, B);
  d2 = along(nx, ny, nz, C);
}

/** Corners of T against the plane of S. */
// @ts-ignore: decorator of AssemblyScript
@inline
function sidesOfT(): void {
  const ax = x(A);
  const ay = y(A);
  const az = z(A);
  const fx = f32x4.sub(x(B), ax);
  const fy = f32x4.sub(y(B), ay);
  const fz = f32x4.sub(z(B), az);
  const gx = f32x4.sub(x(C), ax);
  const gy = f32x4.sub(y(C), ay);
  const gz = f32x4.sub(z(C), az);
  const nx = minor(fy, fz, gy, gz);
  const ny = minor(fz, fx, gz, gx);
  const nz = minor(fx, fy, gx, gy);
  d0 = f32x4.neg(dot(nx, ny, nz, ax, ay, az));
  d1 = dot(nx, ny, nz, f32x4.sub(x(U), ax), f32x4.sub(y(U), ay), f32x4.sub(z(U), az));
  d2 = dot(nx, ny, nz, f32x4.sub(x(V), ax), f32x4.sub(y(V), ay), f32x4.sub(z(V), az));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function onOneSide(a: v128, b: v128, c: v128, error: v128): v128 {
  const minus = f32x4.neg(error);
  return v128.or(
    v128.and(v128.and(f32x4.gt(a, error), f32x4.gt(b, error)), f32x4.gt(c, error)),
    v128.and(v128.and(f32x4.lt(a, minus), f32x4.lt(b, minus)), f32x4.lt(c, minus)),
  );
}

/** Clearly apart along the way from the middle of T to that of S. */
// @ts-ignore: decorator of AssemblyScript
@inline
function areApartAlongWay(): v128 {
  const wx = f32x4.sub(f32x4.add(f32x4.add(x(A), x(B)), x(C)), f32x4.add(x(U), x(V)));
  const wy = f32x4.sub(f32x4.add(f32x4.add(y(A), y(B)), y(C)), f32x4.add(y(U), y(V)));
  const wz = f32x4.sub(f32x4.add(f32x4.add(z(A), z(B)), z(C)), f32x4.add(z(U), z(V)));
  const length = f32x4.add(f32x4.add(f32x4.abs(wx), f32x4.abs(wy)), f32x4.abs(wz));
  const farthest = f32x4.max(f32x4.max(along(wx, wy, wz, U), along(wx, wy, wz, V)), f32x4.splat(0));
  const nearest = f32x4.min(f32x4.min(along(wx, wy, wz, A), along(wx, wy, wz, B)), along(wx, wy, wz, C));
  const reach = f32x4.mul(f32x4.mul(f32x4.splat(GAP), length), f32x4.sqrt(sumOfSquares()));
  return f32x4.gt(nearest, f32x4.add(farthest, f32x4.add(reach, f32x4.splat(LEAST))));
}

/**
 * Each triangle has a corner alone on its side of the other's plane; the two edges from there pass through that plane, at points of the line where
 * both planes meet. Four turns alike: both points of one come before both of the other.
 */
// @ts-ignore: decorator of AssemblyScript
@inline
function passEachOther(): v128 {
  const error = tripleError();
  sidesOfS();
  let sure = v128.and(isSure(d0, error), v128.and(isSure(d1, error), isSure(d2, error)));
  const zero = f32x4.splat(0);
  let above0 = f32x4.gt(d0, zero);
  let above1 = f32x4.gt(d1, zero);
  let above2 = f32x4.gt(d2, zero);
  const isA = i32x4.eq(above1, above2);
  const isB = i32x4.eq(above0, above2);
  sidesOfT();
  sure = v128.and(sure, v128.and(isSure(d0, error), v128.and(isSure(d1, error), isSure(d2, error))));
  if (!v128.any_true(sure)) return sure;
  above0 = f32x4.gt(d0, zero);
  above1 = f32x4.gt(d1, zero);
  above2 = f32x4.gt(d2, zero);
  const isO = i32x4.eq(above1, above2);
  const isU = i32x4.eq(above0, above2);
  // the lone corners p and r, and from there to the two others
  const px = choose(isA, isB, x(A), x(B), x(C));
  const py = choose(isA, isB, y(A), y(B), y(C));
  const pz = choose(isA, isB, z(A), z(B), z(C));
  const rx = choose(isO, isU, zero, x(U), x(V));
  const ry = choose(isO, isU, zero, y(U), y(V));
  const rz = choose(isO, isU, zero, z(U), z(V));
  const wx = f32x4.sub(rx, px);
  const wy = f32x4.sub(ry, py);
  const wz = f32x4.sub(rz, pz);
  const e1x = f32x4.sub(choose(isA, isB, x(B), x(C), x(A)), px);
  const e1y = f32x4.sub(choose(isA, isB, y(B), y(C), y(A)), py);
  const e1z = f32x4.sub(choose(isA, isB, z(B), z(C), z(A)), pz);
  const e2x = f32x4.sub(choose(isA, isB, x(C), x(A), x(B)), px);
  const e2y = f32x4.sub(choose(isA, isB, y(C), y(A), y(B)), py);
  const e2z = f32x4.sub(choose(isA, isB, z(C), z(A), z(B)), pz);
  const f1x = f32x4.sub(choose(isO, isU, x(U), x(V), zero), rx);
  const f1y = f32x4.sub(choose(isO, isU, y(U), y(V), zero), ry);
  const f1z = f32x4.sub(choose(isO, isU, z(U), z(V), zero), rz);
  const f2x = f32x4.sub(choose(isO, isU, x(V), zero, x(U)), rx);
  const f2y = f32x4.sub(choose(isO, isU, y(V), zero, y(U)), ry);
  const f2z = f32x4.sub(choose(isO, isU, z(V), zero, z(U)), rz);
  let nx = minor(e1y, e1z, wy, wz);
  let ny = minor(e1z, e1x, wz, wx);
  let nz = minor(e1x, e1y, wx, wy);
  const t11 = dot(nx, ny, nz, f1x, f1y, f1z);
  const t12 = dot(nx, ny, nz, f2x, f2y, f2z);
  nx = minor(e2y, e2z, wy, wz);
  ny = minor(e2z, e2x, wz, wx);
  nz = minor(e2x, e2y, wx, wy);
  const t21 = dot(nx, ny, nz, f1x, f1y, f1z);
  const t22 = dot(nx, ny, nz, f2x, f2y, f2z);
  const low = f32x4.min(f32x4.min(t11, t12), f32x4.min(t21, t22));
  const high = f32x4.max(f32x4.max(t11, t12), f32x4.max(t21, t22));
  return v128.and(sure, v128.or(f32x4.gt(low, error), f32x4.lt(high, f32x4.neg(error))));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function isSure(side: v128, error: v128): v128 {
  return f32x4.gt(f32x4.abs(side), error);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function choose(first: v128, second: v128, a: v128, b: v128, c: v128): v128 {
  return v128.bitselect(a, v128.bitselect(b, c, second), first);
}
