import { directions } from './layout-mesh';

// A shear along a direction onto a coordinate plane, as find/patches/projection.ts has it: X = ax·xᵢ + bx·xₘ, Y = ay·xⱼ + by·xₘ.

/** Where coordinates i, j and m are in a vertex, in bytes. */
export let atI: usize = 0;
export let atJ: usize = 8;
export let atMain: usize = 16;
export let ax: f64 = 1;
export let bx: f64 = 0;
export let ay: f64 = 1;
export let by: f64 = 0;
/** X and Y of a vector v are at most `gain` · max|v|. */
export let gain: f64 = 1;

/** Along the sum of all directions in `mask`, which must not be empty. */
export function projectAlongMask(mask: u32): void {
  let x: i32 = 0;
  let y: i32 = 0;
  let z: i32 = 0;
  for (let rest = mask; rest != 0; rest &= rest - 1) {
    const d = directions + <usize>ctz(rest) * 12;
    x += load<i32>(d);
    y += load<i32>(d, 4);
    z += load<i32>(d, 8);
  }
  const lx = abs(x);
  const ly = abs(y);
  const lz = abs(z);
  const main = lx >= ly && lx >= lz ? 0 : ly >= lz ? 1 : 2;
  const longest = main == 0 ? x : main == 1 ? y : z;
  const next = main == 0 ? y : main == 1 ? z : x;
  const last = main == 0 ? z : main == 1 ? x : y;
  const sign = longest < 0 ? -1 : 1;
  atMain = <usize>main << 3;
  atI = <usize>(main == 2 ? 0 : main + 1) << 3;
  atJ = <usize>(main == 0 ? 2 : main - 1) << 3;
  ax = <f64>(sign * longest);
  bx = <f64>(-sign * next);
  ay = <f64>longest;
  by = <f64>-last;
  gain = <f64>(lx + ly + lz);
}

export let straightenX: f64 = 1;
export let straightenXY: f64 = 0;
export let straightenY: f64 = 1;

/**
 * Finds the factors from sheared coordinates to those at right angles to the direction, so that lengths and angles are those of the orthogonal projection, as `writeStraightening` of find/patches/straight-loops.ts has
 * them with the proof: x becomes straightenX · x + straightenXY · y, and y straightenY · y. Coordinates grow by less than 1.6 / |dₘ|, and their error by less than 16 / |dₘ|.
 */
export function straightenEdges(): void {
  const along = ay;
  const next = along < 0 ? bx : -bx;
  const last = -by;
  const square = along * along + next * next + last * last;
  const l = sqrt<f64>((square - next * next) / square);
  straightenX = l / abs(along);
  straightenXY = -(next * last) / (square * l * along);
  straightenY = 1 / (sqrt<f64>(square) * l);
}
