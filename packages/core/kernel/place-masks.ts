import { cellMasks, places, positions, triangleCount, triangleMasks, triangles } from './layout-mesh';
import { maskFour, maskInDoubles, squareOf } from './masks';

/** 16 cells and a little less, so that no normal is sorted behind the last cell. */
const HALF: f32 = <f32>(16.0 - 1.0 / 131072.0);
/** Added to a number of less than 2²², it leaves the nearest whole number in the last bits. */
const WHOLE: f32 = 12582912.0; // 1.5 · 2²³
/** Bits of a cell's number, in bytes. */
const CELL_BYTES: i32 = 0x1fffc;

/**
 * Direction masks of triangles first … end − 1 from places, where these are linear and the same along all axes: a vertex is one vector, an edge one difference, which is exact.
 *
 * Bound, in places, with r = 2⁻²⁴: a place is within 0.501 of the exact e (boxes.ts), so an edge is off by less than 1.002√3 < 1.736. With u and v as they are in places, the true normal is off from u × v by less than
 * 1.736(|u| + |v|) + 3.1, and what floats make of it by 4.9r|u||v| more (masks.ts). The square of the sum is less than 49r²u²v² + 24.2(u² + v²) + 39. Asked is as in masks.ts that it is at most 2⁻²³n², for which
 * n² > 2⁻¹⁷u²v² + 2²⁸(u² + v² + 2) is enough. Nothing overflows: edges are below 2³¹, so n² is below 2¹²⁴.
 *
 * Cells: a component of the unit normal is off by less than 4.5r of itself, 4.3·10⁻⁶ cells; HALF takes 7.7·10⁻⁶ and what is subtracted rounds to 10⁻⁶: together less than 1.3·10⁻⁵, of which the table allows 1.6·10⁻⁵. No component is
 * beyond HALF(1 + 4.5r) < 16 − 3·10⁻⁶, so cells are 0 to 31. What is not sure is worked out from positions.
 */
export function placeMasksOf(first: i32, end: i32): void {
  const from = places;
  const cells = cellMasks;
  const ofTriangles = triangleMasks;
  // 0, but no compiler knows: it would build each constant anew, by three instructions, wherever it is used
  const zero = i32x4.splat(triangleCount >>> 31);
  const shareOfLengths = v128.or(f32x4.splat(<f32>(1.0 / 131072.0)), zero); // 2⁻¹⁷
  const share = v128.or(f32x4.splat(<f32>268435456.0), zero); // 2²⁸
  const two = v128.or(f32x4.splat(2), zero);
  const half = v128.or(f32x4.splat(<f32>0.5), zero);
  const sixteen = v128.or(f32x4.splat(HALF), zero);
  const whole = v128.or(f32x4.splat(WHOLE + 16), zero);
  const inTable = v128.or(i32x4.splat(CELL_BYTES), zero);
  let t = first;
  for (; t + 4 <= end; t += 4) {
    const corner = triangles + <usize>t * 12;
    const a0 = place(from, corner, 0);
    const a1 = place(from, corner, 12);
    const a2 = place(from, corner, 24);
    const a3 = place(from, corner, 36);
    const u0 = i32x4.sub(place(from, corner, 4), a0);
    const u1 = i32x4.sub(place(from, corner, 16), a1);
    const u2 = i32x4.sub(place(from, corner, 28), a2);
    const u3 = i32x4.sub(place(from, corner, 40), a3);
    const uXY01 = v128.shuffle<i32>(u0, u1, 0, 4, 1, 5);
    const uXY23 = v128.shuffle<i32>(u2, u3, 0, 4, 1, 5);
    const uZ01 = v128.shuffle<i32>(u0, u1, 2, 6, 3, 7);
    const uZ23 = v128.shuffle<i32>(u2, u3, 2, 6, 3, 7);
    const ux = f32x4.convert_i32x4_s(v128.shuffle<i32>(uXY01, uXY23, 0, 1, 4, 5));
    const uy = f32x4.convert_i32x4_s(v128.shuffle<i32>(uXY01, uXY23, 2, 3, 6, 7));
    const uz = f32x4.convert_i32x4_s(v128.shuffle<i32>(uZ01, uZ23, 0, 1, 4, 5));
    const v0 = i32x4.sub(place(from, corner, 8), a0);
    const v1 = i32x4.sub(place(from, corner, 20), a1);
    const v2 = i32x4.sub(place(from, corner, 32), a2);
    const v3 = i32x4.sub(place(from, corner, 44), a3);
    const vXY01 = v128.shuffle<i32>(v0, v1, 0, 4, 1, 5);
    const vXY23 = v128.shuffle<i32>(v2, v3, 0, 4, 1, 5);
    const vZ01 = v128.shuffle<i32>(v0, v1, 2, 6, 3, 7);
    const vZ23 = v128.shuffle<i32>(v2, v3, 2, 6, 3, 7);
    const vx = f32x4.convert_i32x4_s(v128.shuffle<i32>(vXY01, vXY23, 0, 1, 4, 5));
    const vy = f32x4.convert_i32x4_s(v128.shuffle<i32>(vXY01, vXY23, 2, 3, 6, 7));
    const vz = f32x4.convert_i32x4_s(v128.shuffle<i32>(vZ01, vZ23, 0, 1, 4, 5));

    const nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy));
    const ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz));
    const nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
    const square = squareOf(nx, ny, nz);
    const uu = squareOf(ux, uy, uz);
    const vv = squareOf(vx, vy, vz);
    const ofSizes = f32x4.mul(share, f32x4.add(f32x4.add(uu, vv), two));
    const enough = f32x4.add(f32x4.mul(f32x4.mul(shareOfLengths, uu), vv), ofSizes);
    if (i32x4.bitmask(f32x4.gt(square, enough)) != 15) {
      maskFour(t);
      continue;
    }
    const scale = f32x4.div(sixteen, f32x4.sqrt(square));
    // whole parts of x + 16, y + 16, z + 16
    const cx = i32x4.shl(f32x4.add(f32x4.sub(f32x4.mul(nx, scale), half), whole), 12);
    const cy = i32x4.shl(f32x4.add(f32x4.sub(f32x4.mul(ny, scale), half), whole), 7);
    const cz = i32x4.shl(f32x4.add(f32x4.sub(f32x4.mul(nz, scale), half), whole), 2);
    const cell = v128.and(i32x4.add(i32x4.add(cx, cy), cz), inTable);
    const out = ofTriangles + (<usize>t << 2);
    store<i32>(out, load<i32>(cells + i32x4.extract_lane(cell, 0)));
    store<i32>(out, load<i32>(cells + i32x4.extract_lane(cell, 1)), 4);
    store<i32>(out, load<i32>(cells + i32x4.extract_lane(cell, 2)), 8);
    store<i32>(out, load<i32>(cells + i32x4.extract_lane(cell, 3)), 12);
  }
  for (; t < end; t++) store<i32>(triangleMasks + (<usize>t << 2), maskInDoubles(t, positions));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function place(from: usize, corner: usize, offset: usize): v128 {
  return v128.load(from + (<usize>load<u32>(corner + offset) << 4));
}
