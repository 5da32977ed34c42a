import { minor, roundTwo, zOfTwo } from './lanes';
import { altitudeMasks, altitudesOfTriangles, steepTables, triangleCount, triangles } from './layout-mesh';
import { cellsOf, isSure, joinMasksOf, LEAST_SQUARE, squareOf, vertex } from './masks';

const CELL_BITS: i32 = 5;
/** Masks of a cell; directions of mask k are steeper than k / LEVELS by LEAST_COSINE (SteepDirectionSet of bounds/direction-set.ts). */
export const LEVELS: i32 = 8;
/** 1 − LEVELS · LEVEL_MARGIN: half of LEAST_COSINE is for the cosine, the other half for the normal. */
export const UP: f64 = 1 - 8 * 0.0005;
/** Of the squared lengths of two edges, what the square of their normal exceeds where floats may be trusted: 2⁻¹⁷. */
export const SHARE_OF_LENGTHS: f32 = <f32>(1.0 / 131072.0);

/**
 * Masks of directions along which the images of a node's triangles have altitudes above `reach`. Of a triangle with normal n (twice its area long) and longest edge l, seen along a unit direction d, they are at least
 * n·d / l. So d has to be steeper than c = reach · l / |n|, a cosine that picks the mask.
 *
 * Bounds, with r = 2⁻²⁴. *Normal:* off by less than 4.9r|u||v| (see masks.ts), and it counts if n² > 2⁻¹⁷u²v²: off by less than 4.9 · 2⁻¹⁵·⁵ < 1.1·10⁻⁴ of its length, and as a unit vector by less than
 * 1.1·10⁻⁴. *Longest edge:* v − u is off by less than r(|u| + |v|) + r|v − u| ≤ 3rl, squares by 4r more of themselves: l by less than 8r of itself. *Cosine:* below 1 where it counts, so off by
 * less than 1.1·10⁻⁴ + 16r < 1.2·10⁻⁴, the roundings of roots, quotient, products and sum included. Together less than 2.4·10⁻⁴, of which mask k leaves 5·10⁻⁴: it is taken for c ≤ k / LEVELS + 5·10⁻⁴ and its directions
 * are steeper than k / LEVELS + 10⁻³. A reach that is rounded to less than 2⁻¹²⁶ as a float is off by less than 2⁻¹⁵⁰, and c then by less than 10⁻²⁴, for l / |n| ≤ 2¹⁰ / min(|u|, |v|) < 10²¹·⁵; one that overflows
 * is beyond all altitudes whose squares do not. What is not sure is worked out in doubles, where normals shorter than 2⁻¹⁰|u||v| are not used; others are off by less than 2⁻⁴⁰.
 */
export function refitAltitudeMasks(reach: f64): void {
  const perCosine = f32x4.splat(<f32>(<f64>LEVELS * reach));
  const up = f32x4.splat(<f32>UP);
  const levels = f32x4.splat(<f32>LEVELS);
  const shareOfLengths = f32x4.splat(SHARE_OF_LENGTHS);
  const least = f32x4.splat(1e-30);
  let t = 0;
  for (; t + 4 <= triangleCount; t += 4) {
    const corner = triangles + <usize>t * 12;
    const a0 = vertex(corner, 0);
    const a1 = vertex(corner, 12);
    const a2 = vertex(corner, 24);
    const a3 = vertex(corner, 36);
    const b0 = vertex(corner, 4);
    const b1 = vertex(corner, 16);
    const b2 = vertex(corner, 28);
    const b3 = vertex(corner, 40);
    const c0 = vertex(corner, 8);
    const c1 = vertex(corner, 20);
    const c2 = vertex(corner, 32);
    const c3 = vertex(corner, 44);
    const xy0 = v128.load(a0);
    const xy1 = v128.load(a1);
    const xy2 = v128.load(a2);
    const xy3 = v128.load(a3);
    const z01 = zOfTwo(a0, a1);
    const z23 = zOfTwo(a2, a3);
    const u01 = roundTwo(f64x2.sub(v128.load(b0), xy0), f64x2.sub(v128.load(b1), xy1));
    const u23 = roundTwo(f64x2.sub(v128.load(b2), xy2), f64x2.sub(v128.load(b3), xy3));
    const v01 = roundTwo(f64x2.sub(v128.load(c0), xy0), f64x2.sub(v128.load(c1), xy1));
    const v23 = roundTwo(f64x2.sub(v128.load(c2), xy2), f64x2.sub(v128.load(c3), xy3));
    const ux = v128.shuffle<f32>(u01, u23, 0, 2, 4, 6);
    const uy = v128.shuffle<f32>(u01, u23, 1, 3, 5, 7);
    const uz = roundTwo(f64x2.sub(zOfTwo(b0, b1), z01), f64x2.sub(zOfTwo(b2, b3), z23));
    const vx = v128.shuffle<f32>(v01, v23, 0, 2, 4, 6);
    const vy = v128.shuffle<f32>(v01, v23, 1, 3, 5, 7);
    const vz = roundTwo(f64x2.sub(zOfTwo(c0, c1), z01), f64x2.sub(zOfTwo(c2, c3), z23));
    const nx = minor(uy, uz, vy, vz);
    const ny = minor(uz, ux, vz, vx);
    const nz = minor(ux, uy, vx, vy);
    const nn = squareOf(nx, ny, nz);
    const uu = squareOf(ux, uy, uz);
    const vv = squareOf(vx, vy, vz);
    const ww = squareOf(f32x4.sub(vx, ux), f32x4.sub(vy, uy), f32x4.sub(vz, uz));
    const longest = f32x4.sqrt(f32x4.max(f32x4.max(uu, vv), ww));
    const level = f32x4.add(f32x4.div(f32x4.mul(perCosine, longest), f32x4.sqrt(nn)), up);
    const sure = i32x4.bitmask(isSure(nn, f32x4.add(f32x4.mul(f32x4.mul(shareOfLengths, uu), vv), least), uu, vv));
    const steep = i32x4.bitmask(f32x4.lt(level, levels));
    const cell = cellsOf(nx, ny, nz, nn);
    const k = i32x4.shl(i32x4.trunc_sat_f32x4_s(level), 2);
    const out = altitudesOfTriangles + (<usize>t << 2);
    if ((sure & steep) == 15) {
      let four = v128.load32_zero(maskAt(i32x4.extract_lane(cell, 0), i32x4.extract_lane(k, 0)));
      four = v128.load32_lane(maskAt(i32x4.extract_lane(cell, 1), i32x4.extract_lane(k, 1)), four, 1);
      four = v128.load32_lane(maskAt(i32x4.extract_lane(cell, 2), i32x4.extract_lane(k, 2)), four, 2);
      four = v128.load32_lane(maskAt(i32x4.extract_lane(cell, 3), i32x4.extract_lane(k, 3)), four, 3);
      v128.store(out, four);
    } else {
      store<i32>(out, maskOfLane(t, sure & 1, steep & 1, i32x4.extract_lane(cell, 0), i32x4.extract_lane(k, 0), reach));
      store<i32>(out, maskOfLane(t + 1, sure & 2, steep & 2, i32x4.extract_lane(cell, 1), i32x4.extract_lane(k, 1), reach), 4);
      store<i32>(out, maskOfLane(t + 2, sure & 4, steep & 4, i32x4.extract_lane(cell, 2), i32x4.extract_lane(k, 2), reach), 8);
      store<i32>(out, maskOfLane(t + 3, sure & 8, steep & 8, i32x4.extract_lane(cell, 3), i32x4.extract_lane(k, 3), reach), 12);
    }
  }
  for (; t < triangleCount; t++) store<i32>(altitudesOfTriangles + (<usize>t << 2), maskInDoubles(t, reach));
  joinMasksOf(altitudeMasks, altitudesOfTriangles);
}

/** The cell of a normal that is not sure, or of one that is not steep enough for any table, may be any number: not read. */
// @ts-ignore: decorator of AssemblyScript
@inline
function maskOfLane(t: i32, sure: i32, steep: i32, cell: i32, k: i32, reach: f64): i32 {
  if (sure == 0) return maskInDoubles(t, reach);
  return steep != 0 ? load<i32>(maskAt(cell, k)) : 0;
}

/** Address of mask k of a cell, both times 4. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function maskAt(cell: i32, k: i32): usize {
  return steepTables + (<usize>load<u16>(steepTables + <usize>(cell >> 1)) << 5) + k;
}

function maskInDoubles(t: i32, reach: f64): i32 {
  const corner = triangles + <usize>t * 12;
  const a = vertex(corner, 0);
  const b = vertex(corner, 4);
  const c = vertex(corner, 8);
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = uu + vv - 2 * (ux * vx + uy * vy + uz * vz);
  const level = <f64>LEVELS * reach * sqrt<f64>(max<f64>(max<f64>(uu, vv), ww));
  return maskOfNormal(nx, ny, nz, LEAST_SINE_SQUARED * uu * vv + LEAST_SQUARE, level);
}

/** Directions along which a normal is steep enough, `perLength` its own length times LEVELS times the cosine. None if its square is not above `least`, or no number. */
export function maskOfNormal(nx: f64, ny: f64, nz: f64, least: f64, perLength: f64): i32 {
  const nn = nx * nx + ny * ny + nz * nz;
  const inverse = 1 / sqrt<f64>(nn);
  const level = perLength * inverse + UP;
  if (!(nn > least && nn < Infinity && level < <f64>LEVELS)) return 0;
  const scale = 16 * inverse;
  const cx = <i32>(nx * scale + 16);
  const cy = <i32>(ny * scale + 16);
  const cz = <i32>(nz * scale + 16);
  const cell =
    ((cx - (cx >> CELL_BITS)) << (2 * CELL_BITS)) | ((cy - (cy >> CELL_BITS)) << CELL_BITS) | (cz - (cz >> CELL_BITS));
  return load<i32>(maskAt(cell << 2, <i32>level << 2));
}

export const LEAST_SINE_SQUARED: f64 = reinterpret<f64>(<u64>(1023 - 20) << 52); // 2⁻²⁰
