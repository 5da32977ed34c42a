import { A, along, B, behindLast, C, dot, fillUp, gatherPairs, keep, minor, square, U, V, x, y, z } from './lanes';
import { contactHalfEdges, contactTriangles, ownedEdges, pairs, positions, triangles } from './layout-mesh';

// Candidates that surely do not meet, four at a time, in floats; r = 2⁻²⁴, ℓ = √q for the sum q of the squares of five differences from one corner.
// LEAST covers what products below 2⁻¹²⁶ lose; where a product could overflow, bounds are infinite and nothing is sure, so `pmin` may pass over what is no number (it is one
// instruction, `min` many). A sieve only drops: whoever is left is decided in doubles, as without it.

const LEAST: f32 = 1e-30;
/** Of triple products, 2⁻¹⁶. */
const FACTOR: f32 = <f32>(1.0 / 65536.0);
/** Of differences of scalar products, 2⁻²⁰. */
const GAP: f32 = <f32>(1.0 / 1048576.0);

/** Contacts that `keepPairs` was sure of, and edges that it decided on. */
let contacts: i32 = 0;
let edges: i32 = 0;

export function sureContacts(): i32 {
  return contacts;
}

export function decidedEdges(): i32 {
  return edges;
}

/**
 * Leaves out pairs of triangles that do not meet, and returns how many are left. With `decide`, those that surely meet are left out as well, and their contacts are in
 * `contactHalfEdges` and `contactTriangles`. What is cheap comes first, and what is left moves up before what is not.
 */
export function keepPairs(count: i32, decide: i32): i32 {
  contacts = 0;
  edges = 0;
  return keepCrossing(keepAcrossPlanes(count), decide != 0);
}

/**
 * Leaves out pairs of which one triangle lies on one side of the other's plane. Sides are triple products of differences no longer than ℓ (from one
 * corner) or 2ℓ (between others, off by 4rℓ): for the first plane off by less than 9rℓ³, for the second by
 * (27.4·2 + 16 + 24)·rℓ³ < 95rℓ³ < 2⁻¹⁷·⁴ℓ³.
 */
function keepAcrossPlanes(count: i32): i32 {
  let kept = 0;
  if (count > 0) fillUp(pairs, count);
  for (let i = 0; i < count; i += 4) {
    const at = pairs + (<usize>i << 3);
    gatherPairs(at);
    const error = tripleError();
    sidesOfS();
    let apart = onOneSide(d0, d1, d2, error);
    if (i32x4.bitmask(apart) != 15) {
      sidesOfT();
      apart = v128.or(apart, onOneSide(d0, d1, d2, error));
    }
    kept = keep(pairs, at, kept, i32x4.bitmask(v128.or(apart, behindLast(count - i))));
  }
  return kept;
}

/**
 * Leaves out pairs that some plane across the way from one triangle to the other has on different sides, which decides most of those in one plane; then those whose
 * planes cut each other in a line on which they keep to places of their own; then, with `decide`, those that meet on it.
 *
 * Any vector w will do for the first, so only products with it are off: each by r from the difference and 3r from products and sums, less than 4.1r|w|ℓ; two
 * of them and the last sum make less than 9.3r|w|ℓ, of which 16r is asked. For the others, four turns are triple products of differences up to 2ℓ long and
 * off by 4rℓ: as for the planes, less than 95rℓ³. Triangles that share a corner are never sure: its side of the other's plane is 0.
 */
function keepCrossing(count: i32, decide: bool): i32 {
  let kept = 0;
  if (count > 0) fillUp(pairs, count);
  for (let i = 0; i < count; i += 4) {
    const at = pairs + (<usize>i << 3);
    gatherPairs(at);
    const apart = v128.or(areApartAlongWay(), behindLast(count - i));
    let done = i32x4.bitmask(apart);
    if (done != 15) done |= passEachOther(at, apart, decide);
    kept = keep(pairs, at, kept, done);
  }
  return kept;
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

/** Terms of triple products are below 8q^(3/2) and three of them below 32q^(3/2), so where one could overflow, this is infinite and nothing sure. */
// @ts-ignore: decorator of AssemblyScript
@inline
function tripleError(): v128 {
  const q = sumOfSquares();
  const most = f32x4.mul(f32x4.mul(f32x4.splat(32), q), f32x4.sqrt(q));
  return f32x4.add(f32x4.mul(most, f32x4.splat(FACTOR / 32)), f32x4.splat(LEAST));
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
  const farthest = f32x4.pmax(f32x4.pmax(along(wx, wy, wz, U), along(wx, wy, wz, V)), f32x4.splat(0));
  const nearest = f32x4.pmin(f32x4.pmin(along(wx, wy, wz, A), along(wx, wy, wz, B)), along(wx, wy, wz, C));
  // terms are below |w|ℓ, three of them below four times that: infinite where one could overflow
  const most = f32x4.mul(f32x4.mul(f32x4.splat(4), length), f32x4.sqrt(sumOfSquares()));
  const reach = f32x4.mul(most, f32x4.splat(GAP / 4));
  return f32x4.gt(nearest, f32x4.add(farthest, f32x4.add(reach, f32x4.splat(LEAST))));
}

/**
 * Which pairs pass each other, or, with `decide`, surely meet: contacts of those are written. Not asked for those in `done`.
 *
 * If all six sides are sure, each triangle has a corner alone on its side of the other's plane; the two edges from there pass through that plane, at points of the line where
 * both planes meet. Four turns alike: both points of one come before both of the other. Four sure ones that are not: each edge whose point is between the two of the other triangle meets it.
 * A turn that is 0 exactly puts two points at one place: both edges meet the other triangle. Such a pair has three or four contacts, others two.
 */
// @ts-ignore: decorator of AssemblyScript
@inline
function passEachOther(at: usize, done: v128, decide: bool): i32 {
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
  sure = v128.andnot(sure, done);
  if (!v128.any_true(sure)) return 0;
  above0 = f32x4.gt(d0, zero);
  above1 = f32x4.gt(d1, zero);
  above2 = f32x4.gt(d2, zero);
  const isO = i32x4.eq(above1, above2);
  const isU = i32x4.eq(above0, above2);
  // the lone corners p and r (no triangle is on one side: `keepAcrossPlanes` left those out), and from there to the two others
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
  const low = f32x4.pmin(f32x4.pmin(t11, t12), f32x4.pmin(t21, t22));
  const high = f32x4.pmax(f32x4.pmax(t11, t12), f32x4.pmax(t21, t22));
  const past = v128.and(sure, v128.or(f32x4.gt(low, error), f32x4.lt(high, f32x4.neg(error))));
  let decided = i32x4.bitmask(past);
  if (!decide) return decided;
  let lanesLeft = i32x4.bitmask(v128.andnot(sure, past));
  if (lanesLeft == 0) return decided;
  const near11 = ~i32x4.bitmask(isSure(t11, error));
  const near12 = ~i32x4.bitmask(isSure(t12, error));
  const near21 = ~i32x4.bitmask(isSure(t21, error));
  const near22 = ~i32x4.bitmask(isSure(t22, error));
  const near = near11 | near12 | near21 | near22;
  const meets1S = i32x4.bitmask(v128.xor(t11, t12)) | near11 | near12;
  const meets2S = i32x4.bitmask(v128.xor(t21, t22)) | near21 | near22;
  const meets1T = i32x4.bitmask(v128.xor(t11, t21)) | near11 | near21;
  const meets2T = i32x4.bitmask(v128.xor(t12, t22)) | near12 | near22;
  const loneA = i32x4.bitmask(isA);
  const loneB = i32x4.bitmask(isB);
  const loneO = i32x4.bitmask(isO);
  const loneU = i32x4.bitmask(isU);
  for (; lanesLeft != 0; lanesLeft &= lanesLeft - 1) {
    const lane = <i32>ctz(lanesLeft);
    const s = load<u32>(at + (<usize>lane << 3));
    const t = load<u32>(at + (<usize>lane << 3), 4);
    const cornerS = ((loneA >> lane) & 1) != 0 ? 0 : ((loneB >> lane) & 1) != 0 ? 1 : 2;
    const cornerT = ((loneO >> lane) & 1) != 0 ? 0 : ((loneU >> lane) & 1) != 0 ? 1 : 2;
    const lastS = cornerS == 0 ? 2 : cornerS - 1;
    const lastT = cornerT == 0 ? 2 : cornerT - 1;
    if ((near >> lane) & 1) {
      if ((near11 >> lane) & 1 && !touch(s, cornerS, t, cornerT)) continue;
      if ((near12 >> lane) & 1 && !touch(s, cornerS, t, lastT)) continue;
      if ((near21 >> lane) & 1 && !touch(s, lastS, t, cornerT)) continue;
      if ((near22 >> lane) & 1 && !touch(s, lastS, t, lastT)) continue;
    }
    decided |= 1 << lane;
    const ownedS = <i32>load<u8>(ownedEdges + s);
    const ownedT = <i32>load<u8>(ownedEdges + t);
    write(s, cornerS, t, ownedS, meets1S >> lane);
    write(s, lastS, t, ownedS, meets2S >> lane);
    write(t, cornerT, s, ownedT, meets1T >> lane);
    write(t, lastT, s, ownedT, meets2T >> lane);
  }
  return decided;
}

/** Whether edges of s and t have all four ends at one x, y or z, so that they turn neither way, exactly: nearly all turns of 0 of meshes that were made by axes are such. */
function touch(s: u32, edgeS: i32, t: u32, edgeT: i32): bool {
  const a = end(s, edgeS);
  const b = end(s, edgeS == 2 ? 0 : edgeS + 1);
  const c = end(t, edgeT);
  const d = end(t, edgeT == 2 ? 0 : edgeT + 1);
  const xy = v128.load(a);
  const same = v128.and(f64x2.eq(xy, v128.load(b)), v128.and(f64x2.eq(xy, v128.load(c)), f64x2.eq(xy, v128.load(d))));
  const z = load<f64>(a, 16);
  return v128.any_true(same) || (z == load<f64>(b, 16) && z == load<f64>(c, 16) && z == load<f64>(d, 16));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function end(triangle: u32, corner: i32): usize {
  return positions + <usize>load<u32>(triangles + (<usize>(3 * triangle + corner) << 2)) * 24;
}

/** An edge of triangle s with triangle t, if it is its to test and they meet: written first, counted if so. */
// @ts-ignore: decorator of AssemblyScript
@inline
function write(s: u32, edge: i32, t: u32, owned: i32, meets: i32): void {
  const isOwned = (owned >> edge) & 1;
  edges += isOwned;
  const at = <usize>contacts << 2;
  store<u32>(contactHalfEdges + at, 3 * s + edge);
  store<u32>(contactTriangles + at, t);
  contacts += isOwned & meets & 1;
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
