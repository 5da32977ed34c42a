import { LEAST_SINE_SQUARED, LEVELS, maskAt, maskOfNormal, SHARE_OF_LENGTHS, UP } from './altitude-masks';
import { minor, square, x, y, z } from './lanes';
import { altitudesOfTriangles, marginMasks, nextPositions, positions, triangleCount, triangles } from './layout-mesh';
import { cellsOf, isSure, joinMasksOf, LEAST_SQUARE, squareOf, vertex } from './masks';
import { setMargin } from './moving-margins';
import { gatherStep, P, Q, U, V } from './moving-masks';

/**
 * `refitAltitudeMasks` over a step: for every node the mask of directions along which all its triangles are seen so steeply, at all times, that the altitudes of their images exceed `reach`. What follows asks for margins of that.
 *
 * With u, v the edges from one corner at t0 and p, q at t1, the normal is quadratic in time with Bernstein coefficients u × v, (u × q + p × v) / 2 and p × q: where all three have n·d > c, it does so throughout. No edge is
 * ever longer than at one of the ends. So d has to be steeper to each of the three than the longest edge of both ends times reach / |n|.
 *
 * Bounds, with r = 2⁻²⁴ and s, t the longer of |u|, |p| and of |v|, |q|. A cross product is off by less than 4.9r·st (see masks.ts), the mean of two by no more, and by r of itself. A coefficient counts if its square exceeds
 * 2⁻¹⁷s²t²: then it is off by less than 1.1·10⁻⁴ of its length, and the rest is as for one pose. What is not sure is worked out in doubles, where coefficients shorter than 2⁻¹⁰·st are not used.
 */
export function refitMarginMasks(reach: f64): void {
  setMargin(reach);
  const perCosine = f32x4.splat(<f32>(<f64>LEVELS * reach));
  const shareOfLengths = f32x4.splat(SHARE_OF_LENGTHS);
  const least = f32x4.splat(1e-30);
  const half = f32x4.splat(0.5);
  let t = 0;
  for (; t + 4 <= triangleCount; t += 4) {
    gatherStep(t);
    const uu = square(U);
    const vv = square(V);
    const pp = square(P);
    const qq = square(Q);
    const first = f32x4.max(uu, pp);
    const second = f32x4.max(vv, qq);
    const third = f32x4.max(
      squareOf(f32x4.sub(x(V), x(U)), f32x4.sub(y(V), y(U)), f32x4.sub(z(V), z(U))),
      squareOf(f32x4.sub(x(Q), x(P)), f32x4.sub(y(Q), y(P)), f32x4.sub(z(Q), z(P))),
    );
    const level = f32x4.mul(perCosine, f32x4.sqrt(f32x4.max(f32x4.max(first, second), third)));
    enough = f32x4.add(f32x4.mul(f32x4.mul(shareOfLengths, first), second), least);
    shortest = f32x4.min(f32x4.min(uu, pp), f32x4.min(vv, qq));
    sure = i32x4.splat(-1);
    let four = masksAlong(minor(y(U), z(U), y(V), z(V)), minor(z(U), x(U), z(V), x(V)), minor(x(U), y(U), x(V), y(V)), level);
    four = v128.and(
      four,
      masksAlong(minor(y(P), z(P), y(Q), z(Q)), minor(z(P), x(P), z(Q), x(Q)), minor(x(P), y(P), x(Q), y(Q)), level),
    );
    const mx = f32x4.add(minor(y(U), z(U), y(Q), z(Q)), minor(y(P), z(P), y(V), z(V)));
    const my = f32x4.add(minor(z(U), x(U), z(Q), x(Q)), minor(z(P), x(P), z(V), x(V)));
    const mz = f32x4.add(minor(x(U), y(U), x(Q), y(Q)), minor(x(P), y(P), x(V), y(V)));
    four = v128.and(four, masksAlong(f32x4.mul(half, mx), f32x4.mul(half, my), f32x4.mul(half, mz), level));
    const at = altitudesOfTriangles + (<usize>t << 2);
    v128.store(at, four);
    const known = i32x4.bitmask(sure);
    if (known == 15) continue;
    for (let i = 0; i < 4; i++) {
      if (((known >> i) & 1) == 0) store<i32>(at + (<usize>i << 2), maskInDoubles(t + i, reach));
    }
  }
  for (; t < triangleCount; t++) store<i32>(altitudesOfTriangles + (<usize>t << 2), maskInDoubles(t, reach));
  joinMasksOf(marginMasks, altitudesOfTriangles);
}

/** What the square of a coefficient has to exceed, the least square of an edge, and which triangles are sure so far. */
let enough: v128 = f32x4.splat(0);
let shortest: v128 = f32x4.splat(0);
let sure: v128 = i32x4.splat(-1);

/** Masks of four triangles by one coefficient. What is not sure, or not steep enough for any table, reads the first cell, in which no normal is. */
// @ts-ignore: decorator of AssemblyScript
@inline
function masksAlong(nx: v128, ny: v128, nz: v128, perLength: v128): v128 {
  const nn = squareOf(nx, ny, nz);
  const level = f32x4.add(f32x4.div(perLength, f32x4.sqrt(nn)), f32x4.splat(<f32>UP));
  const known = isSure(nn, enough, shortest, shortest);
  sure = v128.and(sure, known);
  const steep = v128.and(known, f32x4.lt(level, f32x4.splat(<f32>LEVELS)));
  const cell = v128.and(cellsOf(nx, ny, nz, nn), steep);
  const k = v128.and(i32x4.shl(i32x4.trunc_sat_f32x4_s(level), 2), steep);
  let four = v128.load32_zero(maskAt(i32x4.extract_lane(cell, 0), i32x4.extract_lane(k, 0)));
  four = v128.load32_lane(maskAt(i32x4.extract_lane(cell, 1), i32x4.extract_lane(k, 1)), four, 1);
  four = v128.load32_lane(maskAt(i32x4.extract_lane(cell, 2), i32x4.extract_lane(k, 2)), four, 2);
  return v128.load32_lane(maskAt(i32x4.extract_lane(cell, 3), i32x4.extract_lane(k, 3)), four, 3);
}

function maskInDoubles(t: i32, reach: f64): i32 {
  const corner = triangles + <usize>t * 12;
  const a = vertex(corner, 0);
  const b = vertex(corner, 4);
  const c = vertex(corner, 8);
  const k = nextPositions - positions;
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const px = load<f64>(b + k) - load<f64>(a + k);
  const py = load<f64>(b + k, 8) - load<f64>(a + k, 8);
  const pz = load<f64>(b + k, 16) - load<f64>(a + k, 16);
  const qx = load<f64>(c + k) - load<f64>(a + k);
  const qy = load<f64>(c + k, 8) - load<f64>(a + k, 8);
  const qz = load<f64>(c + k, 16) - load<f64>(a + k, 16);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = uu + vv - 2 * (ux * vx + uy * vy + uz * vz);
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  const rr = pp + qq - 2 * (px * qx + py * qy + pz * qz);
  const first = max<f64>(uu, pp);
  const second = max<f64>(vv, qq);
  const least = LEAST_SINE_SQUARED * first * second + LEAST_SQUARE;
  const level = <f64>LEVELS * reach * sqrt<f64>(max<f64>(max<f64>(first, second), max<f64>(ww, rr)));
  const mask = maskOfNormal(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx, least, level);
  if (mask == 0) return 0;
  const atEnd = mask & maskOfNormal(py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx, least, level);
  if (atEnd == 0) return 0;
  const mx = uy * qz - uz * qy + (py * vz - pz * vy);
  const my = uz * qx - ux * qz + (pz * vx - px * vz);
  const mz = ux * qy - uy * qx + (px * vy - py * vx);
  return atEnd & maskOfNormal(mx / 2, my / 2, mz / 2, least, level);
}
