import { minor, put, square, x, y, z } from './lanes';
import { cellMasks, endMasks, masks, movingMasks, nextPositions, positions, stepMasks, triangleCount, triangleMasks, triangles } from './layout-mesh';
import { cellsOf, isSure, joinMasksOf, LEAST_SQUARE, maskInDoubles, maskOfNormal, squareOf, vertex } from './masks';

// edges u and v of four triangles at t0, p and q at t1
export const U: usize = 0;
export const V: usize = 48;
export const P: usize = 96;
export const Q: usize = 144;

/**
 * Masks of a step: the normal is quadratic in time, so directions that face a triangle at t0, at t1 and by the mixed normal m = (u × q + p × v) / 2, its Bernstein coefficients, face it at all times. Those at t0 must be known; those at t1
 * come out as `refitMasks` finds them there.
 *
 * Bounds, with r = 2⁻²⁴. *Mixed normal.* Each product is off by less than 4.9r of its edges' lengths (see masks.ts), their sum by r more of itself. It counts if m² > 2⁻¹⁶(u²q² + p²v²), so |m| > 2⁻⁸·⁵(|u||q| + |p||v|):
 * off by less than 1.1·10⁻⁴ of its length, of the 10⁻³ that the table leaves.
 *
 * *None needed* where the change w = Δu × Δv of the normal is small: 2m = n⁰ + n¹ − w, n⁰ faces d, and n¹ does by a cosine of 10⁻³. Rounded edges make Δu off by less than 2.02r(|p| + |Δu|), so w, with
 * A = |p| + |Δu| and B = |q| + |Δv|, by less than (2 · 2.02 + 3)·1.01·rAB < 7.2rAB. If n² ≥ 2⁻¹⁴(p² + Δu²)(q² + Δv²) ≥ 2⁻¹⁶A²B², this is below 1.1·10⁻⁴|n¹|, n¹ itself off by less than 4·10⁻⁵ of its length, and
 * |w| ≤ 2⁻¹¹|n¹| leaves (10 − 4.9 − 1.1 − 0.4)·10⁻⁴|n¹| > 0. Else, and where floats do not tell, doubles.
 */
export function refitMovingMasks(): void {
  fillStepMasks();
  joinMasksOf(movingMasks, stepMasks);
}

/** The pose is now the end of the step. */
export function takeEndMasks(): void {
  memory.copy(triangleMasks, endMasks, <usize>triangleCount << 2);
  joinMasksOf(masks, triangleMasks);
}

function fillStepMasks(): void {
  const shareOfLengths = f32x4.splat(<f32>(1.0 / 131072.0)); // 2⁻¹⁷, as for one pose
  const shareOfMixed = f32x4.splat(<f32>(0.5 / 32768.0)); // 2⁻¹⁶
  const shareOfReach = f32x4.splat(<f32>(0.25 / 4096.0)); // 2⁻¹⁴
  const smallTurn = f32x4.splat(<f32>(0.125 / 524288.0)); // 2⁻²²
  const least = f32x4.splat(1e-30);
  let t = 0;
  for (; t + 4 <= triangleCount; t += 4) {
    gatherStep(t);
    const nx = minor(y(P), z(P), y(Q), z(Q));
    const ny = minor(z(P), x(P), z(Q), x(Q));
    const nz = minor(x(P), y(P), x(Q), y(Q));
    const nn = squareOf(nx, ny, nz);
    const pp = square(P);
    const qq = square(Q);
    const sureLanes = isSure(nn, f32x4.add(f32x4.mul(f32x4.mul(shareOfLengths, pp), qq), least), pp, qq);
    const sure = i32x4.bitmask(sureLanes);
    const cell = cellsOf(nx, ny, nz, nn);

    const dx = f32x4.sub(x(P), x(U));
    const dy = f32x4.sub(y(P), y(U));
    const dz = f32x4.sub(z(P), z(U));
    const ex = f32x4.sub(x(Q), x(V));
    const ey = f32x4.sub(y(Q), y(V));
    const ez = f32x4.sub(z(Q), z(V));
    const ww = squareOf(minor(dy, dz, ey, ez), minor(dz, dx, ez, ex), minor(dx, dy, ex, ey));
    const reach = f32x4.mul(f32x4.add(pp, squareOf(dx, dy, dz)), f32x4.add(qq, squareOf(ex, ey, ez)));
    const calmLanes = v128.and(
      f32x4.le(ww, f32x4.mul(smallTurn, nn)),
      f32x4.gt(nn, f32x4.add(f32x4.mul(shareOfReach, reach), least)),
    );
    const calm = i32x4.bitmask(v128.and(sureLanes, calmLanes));
    const at = <usize>t << 2;
    if (calm == 15) {
      let ends = v128.load32_zero(cellMasks + i32x4.extract_lane(cell, 0));
      ends = v128.load32_lane(cellMasks + i32x4.extract_lane(cell, 1), ends, 1);
      ends = v128.load32_lane(cellMasks + i32x4.extract_lane(cell, 2), ends, 2);
      ends = v128.load32_lane(cellMasks + i32x4.extract_lane(cell, 3), ends, 3);
      v128.store(endMasks + at, ends);
      v128.store(stepMasks + at, v128.and(ends, v128.load(triangleMasks + at)));
      continue;
    }
    const mx = f32x4.add(minor(y(U), z(U), y(Q), z(Q)), minor(y(P), z(P), y(V), z(V)));
    const my = f32x4.add(minor(z(U), x(U), z(Q), x(Q)), minor(z(P), x(P), z(V), x(V)));
    const mz = f32x4.add(minor(x(U), y(U), x(Q), y(Q)), minor(x(P), y(P), x(V), y(V)));
    const mm = squareOf(mx, my, mz);
    const uu = square(U);
    const vv = square(V);
    const lengths = f32x4.add(f32x4.mul(uu, qq), f32x4.mul(pp, vv));
    const enough = f32x4.add(f32x4.mul(shareOfMixed, lengths), least);
    const known = i32x4.bitmask(isSure(mm, enough, f32x4.min(uu, vv), f32x4.min(pp, qq)));
    const mixed = cellsOf(mx, my, mz, mm);
    writeMasks(t, sure & 1, i32x4.extract_lane(cell, 0), calm & 1, known & 1, i32x4.extract_lane(mixed, 0));
    writeMasks(t + 1, sure & 2, i32x4.extract_lane(cell, 1), calm & 2, known & 2, i32x4.extract_lane(mixed, 1));
    writeMasks(t + 2, sure & 4, i32x4.extract_lane(cell, 2), calm & 4, known & 4, i32x4.extract_lane(mixed, 2));
    writeMasks(t + 3, sure & 8, i32x4.extract_lane(cell, 3), calm & 8, known & 8, i32x4.extract_lane(mixed, 3));
  }
  for (; t < triangleCount; t++) writeMasks(t, 0, 0, 0, 0, 0);
}

/** Edges of triangles t … t + 3 at both ends. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function gatherStep(t: i32): void {
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
  put(U, b0, a0, b1, a1, b2, a2, b3, a3);
  put(V, c0, a0, c1, a1, c2, a2, c3, a3);
  const k = nextPositions - positions; // from an address of t0 to that of t1
  put(P, b0 + k, a0 + k, b1 + k, a1 + k, b2 + k, a2 + k, b3 + k, a3 + k);
  put(Q, c0 + k, a0 + k, c1 + k, a1 + k, c2 + k, a2 + k, c3 + k, a3 + k);
}

/** The cell of a normal that is not sure may be any number: not read. */
// @ts-ignore: decorator of AssemblyScript
@inline
function writeMasks(t: i32, sure: i32, cell: i32, calm: i32, known: i32, mixed: i32): void {
  const at = <usize>t << 2;
  const ends = sure != 0 ? load<i32>(cellMasks + cell) : maskInDoubles(t, nextPositions);
  store<i32>(endMasks + at, ends);
  let both = ends & load<i32>(triangleMasks + at);
  if (calm == 0 && both != 0) both &= known != 0 ? load<i32>(cellMasks + mixed) : mixedInDoubles(t);
  store<i32>(stepMasks + at, both);
}

/** Directions that the mixed normal faces, in doubles. */
function mixedInDoubles(t: i32): i32 {
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
  const pp = px * px + py * py + pz * pz;
  const qq = qx * qx + qy * qy + qz * qz;
  return maskOfNormal(
    uy * qz - uz * qy + (py * vz - pz * vy),
    uz * qx - ux * qz + (pz * vx - px * vz),
    ux * qy - uy * qx + (px * vy - py * vx),
    2 * LEAST_MIXED_SQUARED * (uu * qq + pp * vv) + LEAST_SQUARE,
  );
}

const LEAST_MIXED_SQUARED: f64 = reinterpret<f64>(<u64>(1023 - 67) << 52); // 2⁻⁶⁷
