import { staged, vertexCount, vertexSource } from './layout-mesh';

/** Whether `count` staged doubles are finite and of a magnitude from `least` to `most`, or 0. */
export function checkDoubles(count: i32, least: f64, most: f64): i32 {
  let from = staged;
  const end = from + (<usize>count << 3);
  const leastTwo = f64x2.splat(least);
  const mostTwo = f64x2.splat(most);
  let good = i64x2.splat(-1);
  for (; from + 32 <= end; from += 32) {
    good = v128.and(good, inside(v128.load(from), leastTwo, mostTwo));
    good = v128.and(good, inside(v128.load(from, 16), leastTwo, mostTwo));
  }
  for (; from < end; from += 8) good = v128.and(good, inside(v128.load64_splat(from), leastTwo, mostTwo));
  return i64x2.all_true(good) ? 1 : 0;
}

/** Comparisons with NaN are false. */
function inside(x: v128, least: v128, most: v128): v128 {
  const magnitude = f64x2.abs(x);
  return v128.and(
    f64x2.le(magnitude, most),
    v128.or(f64x2.ge(magnitude, least), f64x2.eq(magnitude, f64x2.splat(0))),
  );
}

/** Whether `count` staged floats are finite: then they are of a magnitude that the exact range has. */
export function checkFloats(count: i32): i32 {
  let from = staged;
  const end = from + (<usize>count << 2);
  const most = f32x4.splat(f32.MAX_VALUE);
  let good = i32x4.splat(-1);
  for (; from + 16 <= end; from += 16) good = v128.and(good, f32x4.le(f32x4.abs(v128.load(from)), most));
  for (; from < end; from += 4) good = v128.and(good, f32x4.le(f32x4.abs(v128.load32_splat(from)), most));
  return i32x4.all_true(good) ? 1 : 0;
}

/** Copies staged vertices in the tree's order to the pose at an address. */
export function takeDoubles(pose: usize): void {
  const end = vertexSource + (<usize>vertexCount << 2);
  let out = pose;
  for (let at = vertexSource; at < end; at += 4) {
    const from = staged + <usize>load<u32>(at) * 24;
    v128.store(out, v128.load(from));
    store<f64>(out, load<f64>(from, 16), 16);
    out += 24;
  }
}

export function takeFloats(pose: usize): void {
  const end = vertexSource + (<usize>vertexCount << 2);
  let out = pose;
  for (let at = vertexSource; at < end; at += 4) {
    const from = staged + <usize>load<u32>(at) * 12;
    v128.store(out, f64x2.promote_low_f32x4(v128.load64_zero(from)));
    store<f64>(out, load<f32>(from, 8), 16);
    out += 24;
  }
}
