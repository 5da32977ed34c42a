import { roundTwo } from './lanes';

// Boxes of a contour's edges, in columns of floats. `min` and `max` of numbers that may be none cost many instructions, `pmin` and `pmax` one each: all numbers here are finite.

/** Where four edges begin and end along an axis. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function fillColumn(points: usize, low: usize, high: usize, perWidth: f64, wide: f64): void {
  const factor = f64x2.splat(perWidth);
  const more = f64x2.splat(wide);
  const p = f64x2.mul(v128.load(points), factor);
  const q = f64x2.mul(v128.load(points, 8), factor);
  const r = f64x2.mul(v128.load(points, 16), factor);
  const s = f64x2.mul(v128.load(points, 24), factor);
  v128.store(low, roundTwo(f64x2.sub(f64x2.pmin(p, q), more), f64x2.sub(f64x2.pmin(r, s), more)));
  v128.store(high, roundTwo(f64x2.add(f64x2.pmax(p, q), more), f64x2.add(f64x2.pmax(r, s), more)));
}

/** Of eight numbers. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function leastOf(at: usize): f32 {
  const four = f32x4.pmin(v128.load(at), v128.load(at, 16));
  const two = f32x4.pmin(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmin(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function mostOf(at: usize): f32 {
  const four = f32x4.pmax(v128.load(at), v128.load(at, 16));
  const two = f32x4.pmax(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
  return f32x4.extract_lane(f32x4.pmax(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0);
}
