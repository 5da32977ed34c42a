import { along, areApartAlongAxes, count, cross, crossError, edgesAreApart, error, hasOneOuterLoop, linkLoops, loadMovingContour, nextOf, side, straighten, swap, width, xOf, yOf } from './moving-contours';

/*
 * Shows that features of patches that share no vertex stay farther apart than a margin during a step. At all times, along one direction: altitudes of all triangles, as they are seen, exceed it (`refitMarginMasks`); so do distances of contour
 * edges that do not follow each other; contour corners are blunt, and the contour is strictly simple with one loop counterclockwise.
 *
 * Then take features F and G without common vertex, at one time, and points of their images that are closest. The sum of the hat functions of F's corners falls from 1 to 0 on the way. Inside of the patch its slope is at most 1 / altitude.
 * Where the way is outside, between contour edges that do not follow each other, that part alone is longer than the margin; across the corner of two edges that do, the sum changes by at most the parts of both edges cut off,
 * so its slope is at most 1 / (|e| sin(θ / 2)). All of these are below 1 / margin, so the way is longer than the margin; and what is seen is no farther apart than what is there.
 *
 * A vector holds a number at the beginning and at the end.
 */

/**
 * Points of a straightened contour are off by less than one error, so a distance along a unit vector by less than 64, roundings included, and products by less than `crossError`; rounding of squares and roots is less than the
 * distance · 2⁻²⁰, and what underflows less than 2⁻⁴⁰⁰.
 */
const GAP_ERRORS: f64 = 64;
const ROUNDED_UP: f64 = 1 + 1 / 1048576.0;
const LEAST_GAP: f64 = reinterpret<f64>(<u64>(1023 - 400) << 52); // 2⁻⁴⁰⁰

/** The margin. */
let reach: f64 = 0;
/** The same with all that may be lost to rounding; twice its square, with a product's error. */
let gap: f64 = 0;
let least: f64 = 0;

export function setMargin(distance: f64): void {
  reach = distance;
}

/**
 * Whether the contour of a test node is strictly simple, and at all times edges that do not follow each other are more than the margin apart, and corners of an outer angle θ below a half turn, with e the shorter of their edges,
 * have |e| sin(θ / 2) above it.
 */
export function testMovingMargin(node: i32): bool {
  if (!loadMovingContour(node)) return false;
  straighten();
  linkLoops(node);
  gap = reach * ROUNDED_UP + GAP_ERRORS * error + LEAST_GAP;
  // nothing of the contour is that far apart
  if (!(gap < 2 * width)) return false;
  least = 2 * gap * gap * ROUNDED_UP + crossError;
  for (let e = 0; e < count; e++) {
    const f = nextOf(e);
    if (nextOf(f) == e || !isBlunt(e, f, nextOf(f))) return false;
  }
  return hasOneOuterLoop() && edgesAreApart(gap, true);
}

/** Whether two edges stay farther apart than the margin: along an axis, along the way from one middle to the other, or across one of them. */
export function keepMargin(e: i32, e1: i32, f: i32, f1: i32): bool {
  const ex = xOf(e);
  const ey = yOf(e);
  const eX = xOf(e1);
  const eY = yOf(e1);
  const fx = xOf(f);
  const fy = yOf(f);
  const fX = xOf(f1);
  const fY = yOf(f1);
  const wayX = sumOf(f64x2.sub(f64x2.add(fx, fX), f64x2.add(ex, eX)));
  const wayY = sumOf(f64x2.sub(f64x2.add(fy, fY), f64x2.add(ey, eY)));
  for (let k = 0; k < 3; k++) {
    let hx = k == 0 ? wayX : k == 1 ? sumOf(f64x2.sub(eY, ey)) : sumOf(f64x2.sub(fY, fy));
    let hy = k == 0 ? wayY : k == 1 ? -sumOf(f64x2.sub(eX, ex)) : -sumOf(f64x2.sub(fX, fx));
    // from e to f
    if (hx * wayX + hy * wayY < 0) {
      hx = -hx;
      hy = -hy;
    }
    const wanted = f64x2.splat(gap * sqrt<f64>(hx * hx + hy * hy) * ROUNDED_UP);
    const x = f64x2.splat(hx);
    const y = f64x2.splat(hy);
    const last = f64x2.max(along(x, y, ex, ey), along(x, y, eX, eY));
    const first = f64x2.min(along(x, y, fx, fy), along(x, y, fX, fY));
    if (areBoth(f64x2.gt(f64x2.sub(first, last), wanted))) return true;
  }
  // floats may have called boxes near that are not
  return areApartAlongAxes(e, e1, f, f1, gap);
}

/**
 * Whether the corner at f, from e and on to g, is blunt enough. Of p and q, from f to both, with p the shorter, |p|² sin²(θ / 2) = (p² − p·q |p| / |q|) / 2 is at least the smaller of p² / 2 and p·(p − q) / 2; and |p| sin(θ / 2) is at
 * least half of |p| sin θ = |p × q| / |q|. Bernstein coefficients of a product that exceed a bound at both ends and in the middle do so throughout.
 */
function isBlunt(e: i32, f: i32, g: i32): bool {
  if (side(e, f, g) > 0) return true; // to the left: the outer angle is more than a half turn
  const x = xOf(f);
  const y = yOf(f);
  const px = f64x2.sub(xOf(e), x);
  const py = f64x2.sub(yOf(e), y);
  const qx = f64x2.sub(xOf(g), x);
  const qy = f64x2.sub(yOf(g), y);
  // products at both ends, and in the middle
  const pp = dot(px, py, px, py);
  const qq = dot(qx, qy, qx, qy);
  const pq = dot(px, py, qx, qy);
  const middleP = f64x2.extract_lane(dot(px, py, swap(px), swap(py)), 0);
  const middleQ = f64x2.extract_lane(dot(qx, qy, swap(qx), swap(qy)), 0);
  const mixed = sumOf(dot(px, py, swap(qx), swap(qy))) / 2;
  const enough = f64x2.splat(least);
  const areLong = areBoth(v128.and(f64x2.gt(pp, enough), f64x2.gt(qq, enough))) && middleP > least && middleQ > least;
  // a difference of two products is off by two errors
  const more = least + crossError;
  const enoughMore = f64x2.splat(more);
  const areWide = v128.and(f64x2.gt(f64x2.sub(pp, pq), enoughMore), f64x2.gt(f64x2.sub(qq, pq), enoughMore));
  if (areLong && areBoth(areWide) && middleP - mixed > more && middleQ - mixed > more) return true;
  const turn = cross(qx, qy, px, py);
  const between = sumOf(cross(qx, qy, swap(px), swap(py))) / 2;
  const longest = f64x2.max(pp, qq);
  const length = sqrt<f64>(max(f64x2.extract_lane(longest, 0), f64x2.extract_lane(longest, 1)) + crossError);
  const wide = 2 * gap * length * ROUNDED_UP + crossError;
  if (areBoth(f64x2.gt(turn, f64x2.splat(wide)))) return between > wide;
  return areBoth(f64x2.lt(turn, f64x2.splat(-wide))) && between < -wide;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function dot(px: v128, py: v128, qx: v128, qy: v128): v128 {
  return f64x2.add(f64x2.mul(px, qx), f64x2.mul(py, qy));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function sumOf(both: v128): f64 {
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function areBoth(lanes: v128): bool {
  return i64x2.bitmask(lanes) == 3;
}
