import { A, along, B, behindLast, C, D, fillUp, gatherNeighbours, keep, minor, square, x, y, z } from './lanes';
import { pairNeighbours } from './layout-mesh';

// The same as sieve.ts for triangles v, a, b and v, c, d that share v, which they always meet in: dropped are those of which neither edge ab nor edge cd meets the other triangle.
// Differences are from v, so all are off by r of themselves; q is the sum of four squares.

const LEAST: f32 = 1e-30;
/** Of scalar products, 2⁻¹⁸. */
const FLAT: f32 = <f32>(1.0 / 262144.0);
/** Of triple products, 2⁻¹⁶. */
const FACTOR: f32 = <f32>(1.0 / 65536.0);

export function keepNeighbours(count: i32): i32 {
  return keepMissing(keepOnSides(count));
}

/**
 * Leaves out pairs that lie on different sides of a plane through v. Its normal is a sum of four differences, off by less than 12rℓ; a side by less than
 * (12 + 4 + 12)·rℓ² < 2⁻¹⁹ℓ².
 */
function keepOnSides(count: i32): i32 {
  let kept = 0;
  if (count > 0) fillUp(pairNeighbours, count);
  for (let i = 0; i < count; i += 4) {
    const at = pairNeighbours + (<usize>i << 3);
    gatherNeighbours(at);
    const error = flatError(sumOfSquares());
    const minus = f32x4.neg(error);
    const wx = f32x4.sub(f32x4.add(x(A), x(B)), f32x4.add(x(C), x(D)));
    const wy = f32x4.sub(f32x4.add(y(A), y(B)), f32x4.add(y(C), y(D)));
    const wz = f32x4.sub(f32x4.add(z(A), z(B)), f32x4.add(z(C), z(D)));
    const apart = v128.and(
      v128.and(f32x4.gt(along(wx, wy, wz, A), error), f32x4.gt(along(wx, wy, wz, B), error)),
      v128.and(f32x4.lt(along(wx, wy, wz, C), minus), f32x4.lt(along(wx, wy, wz, D), minus)),
    );
    kept = keep(pairNeighbours, at, kept, i32x4.bitmask(v128.or(apart, behindLast(count - i))));
  }
  return kept;
}

/** Leaves out pairs of which each edge opposite v misses the other triangle. */
function keepMissing(count: i32): i32 {
  let kept = 0;
  if (count > 0) fillUp(pairNeighbours, count);
  for (let i = 0; i < count; i += 4) {
    const at = pairNeighbours + (<usize>i << 3);
    gatherNeighbours(at);
    const q = sumOfSquares();
    let apart = misses(A, B, C, D, q);
    if (v128.any_true(apart)) apart = v128.and(apart, misses(C, D, A, B, q));
    kept = keep(pairNeighbours, at, kept, i32x4.bitmask(v128.or(apart, behindLast(count - i))));
  }
  return kept;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function sumOfSquares(): v128 {
  return f32x4.add(f32x4.add(square(A), square(B)), f32x4.add(square(C), square(D)));
}

/** Scalar products here are below 4q: infinite where one could overflow. */
// @ts-ignore: decorator of AssemblyScript
@inline
function flatError(q: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.mul(f32x4.splat(8), q), f32x4.splat(FLAT / 8)), f32x4.splat(LEAST));
}

/**
 * Whether segment ab misses triangle v, c, d for sure, in one of three ways.
 *
 * Beyond a line across the way from v to the middle of ab: any vector w of up to 2ℓ will do, products with it are off by less than 4.1r·2ℓ², two of them and what
 * is taken off by less than 19rℓ² < 2⁻¹⁹ℓ². On one side of the plane of v, c, d: triple products of differences from v, off by less than 9rℓ³. Past
 * it: the line of ab turns left around one side of the triangle and right around another. Two turns have one factor b − a of up to 2ℓ, off by 4rℓ: less than
 * (4 + 4 + 5.7 + 6)·rℓ³ < 20rℓ³; the third is what remains of the two sides' difference, off by less than (18 + 40 + 18)·rℓ³ = 76rℓ³, of which four times
 * 2⁻¹⁶ is asked. A line in the plane turns around no side, so then none is sure.
 */
function misses(a: usize, b: usize, c: usize, d: usize, q: v128): v128 {
  const wx = f32x4.add(x(a), x(b));
  const wy = f32x4.add(y(a), y(b));
  const wz = f32x4.add(z(a), z(b));
  const flat = flatError(q);
  const nearest = f32x4.sub(f32x4.pmin(along(wx, wy, wz, a), along(wx, wy, wz, b)), flat);
  const farthest = f32x4.pmax(f32x4.pmax(along(wx, wy, wz, c), along(wx, wy, wz, d)), f32x4.splat(0));
  let sure = f32x4.gt(nearest, farthest);
  if (i32x4.bitmask(sure) == 15) return sure;

  const most = f32x4.mul(f32x4.mul(f32x4.splat(32), q), f32x4.sqrt(q));
  const error = f32x4.add(f32x4.mul(most, f32x4.splat(FACTOR / 32)), f32x4.splat(LEAST));
  const minus = f32x4.neg(error);
  const nx = minor(y(c), z(c), y(d), z(d));
  const ny = minor(z(c), x(c), z(d), x(d));
  const nz = minor(x(c), y(c), x(d), y(d));
  const sideA = along(nx, ny, nz, a);
  const sideB = along(nx, ny, nz, b);
  sure = v128.or(sure, v128.and(f32x4.gt(sideA, error), f32x4.gt(sideB, error)));
  sure = v128.or(sure, v128.and(f32x4.lt(sideA, minus), f32x4.lt(sideB, minus)));
  if (i32x4.bitmask(sure) == 15) return sure;

  const ex = f32x4.sub(x(b), x(a));
  const ey = f32x4.sub(y(b), y(a));
  const ez = f32x4.sub(z(b), z(a));
  const rx = minor(ey, ez, y(a), z(a));
  const ry = minor(ez, ex, z(a), x(a));
  const rz = minor(ex, ey, x(a), y(a));
  const first = f32x4.neg(along(rx, ry, rz, c));
  const last = along(rx, ry, rz, d);
  const middle = f32x4.mul(
    f32x4.sub(f32x4.sub(f32x4.sub(sideB, sideA), first), last),
    f32x4.splat(0.25),
  );
  const left = v128.or(v128.or(f32x4.gt(first, error), f32x4.gt(last, error)), f32x4.gt(middle, error));
  const right = v128.or(v128.or(f32x4.lt(first, minus), f32x4.lt(last, minus)), f32x4.lt(middle, minus));
  return v128.or(sure, v128.and(left, right));
}
