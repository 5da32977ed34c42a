import {
  callerOrder,
  coordinates,
  deviations,
  means,
  modeRest,
  modeRows,
  nextPositions,
  positions,
  restBoxes,
  triangles,
  vertexCount,
  vertexSource,
  vertexTicks,
} from './layout-mesh';

// A body whose vertices are rest + rows·q: see find/subspace/subspace.ts. One pose, or the two ends of a step.

let rank: i32 = 0;
let isSingle: bool = false;
let least: f64 = 0;
let most: f64 = 0;

export let tick: u32 = 0;
export let poses: i32 = 1;
export let norm: f64 = 0;
export let endNorm: f64 = 0;
let slack: f64 = 0;
/** Vertices computed, and whether all of them are in the range of filters. */
export let placed: i32 = 0;
export let isPlain: bool = true;

export function setSubspace(modes: i32, single: i32, low: f64, high: f64): void {
  rank = modes;
  isSingle = single != 0;
  least = low;
  most = high;
}

/** Turns to one pose, or to two that are the ends of a step. `error`: what rounding may cost of a gap. */
export function turnTo(count: i32, firstNorm: f64, secondNorm: f64, error: f64, search: u32): void {
  poses = count;
  norm = firstNorm;
  endNorm = secondNorm;
  slack = error;
  tick = search;
  placed = 0;
  isPlain = true;
}

/** A vertex that waits for another: two are computed at once, since sums of one wait for each other. */
let waiting: i32 = -1;

/** Computes the vertices of triangles first … end − 1 that have not been. */
export function placeTriangles(first: u32, end: u32): void {
  const last = triangles + <usize>end * 12;
  for (let corner = triangles + <usize>first * 12; corner < last; corner += 4) place(load<u32>(corner));
  placeWaiting();
}

/** All vertices that have not been computed, in the order of their rows, of which more are read than caches hold. Says whether all are in the range of filters. */
export function placeAll(): i32 {
  const end = callerOrder + (<usize>vertexCount << 2);
  for (let at = callerOrder; at < end; at += 4) place(load<u32>(at));
  placeWaiting();
  return isPlain ? 1 : 0;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function place(v: i32): void {
  const at = vertexTicks + (<usize>v << 2);
  if (load<u32>(at) == tick) return;
  store<u32>(at, tick);
  placed++;
  if (waiting < 0) {
    waiting = v;
  } else {
    placeTwo(waiting, v);
    waiting = -1;
  }
}

function placeWaiting(): void {
  if (waiting >= 0) placeTwo(waiting, waiting);
  waiting = -1;
}

/** One product and one sum a mode, in their order, along all axes of two vertices at once: the numbers that `deform` has. */
function placeTwo(u: u32, v: u32): void {
  const ofU = <usize>load<u32>(vertexSource + (<usize>u << 2));
  const ofV = <usize>load<u32>(vertexSource + (<usize>v << 2));
  const row = <usize>rank << 3;
  const twoRows = row << 1;
  let x = modeRows + ofU * 3 * row;
  const other = modeRows + ofV * 3 * row - x;
  let sumU = v128.load(modeRest + ofU * 24);
  let sumV = v128.load(modeRest + ofV * 24);
  let sumZ = v128.load64_lane(modeRest + ofV * 24, v128.load64_zero(modeRest + ofU * 24, 16), 1, 16);
  const end = coordinates + row;
  if (poses == 1) {
    for (let at = coordinates; at < end; at += 8) {
      const by = v128.load_splat<f64>(at);
      const y = x + row;
      const z = x + twoRows;
      sumU = f64x2.add(sumU, f64x2.mul(v128.load64_lane(y, v128.load64_zero(x), 1), by));
      sumV = f64x2.add(sumV, f64x2.mul(v128.load64_lane(y + other, v128.load64_zero(x + other), 1), by));
      sumZ = f64x2.add(sumZ, f64x2.mul(v128.load64_lane(z + other, v128.load64_zero(z), 1), by));
      x += 8;
    }
  } else {
    let endU = sumU;
    let endV = sumV;
    let endZ = sumZ;
    for (let at = coordinates; at < end; at += 8) {
      const by = v128.load_splat<f64>(at);
      const endBy = v128.load_splat<f64>(at + row);
      const y = x + row;
      const z = x + twoRows;
      const modeU = v128.load64_lane(y, v128.load64_zero(x), 1);
      const modeV = v128.load64_lane(y + other, v128.load64_zero(x + other), 1);
      const modeZ = v128.load64_lane(z + other, v128.load64_zero(z), 1);
      sumU = f64x2.add(sumU, f64x2.mul(modeU, by));
      sumV = f64x2.add(sumV, f64x2.mul(modeV, by));
      sumZ = f64x2.add(sumZ, f64x2.mul(modeZ, by));
      endU = f64x2.add(endU, f64x2.mul(modeU, endBy));
      endV = f64x2.add(endV, f64x2.mul(modeV, endBy));
      endZ = f64x2.add(endZ, f64x2.mul(modeZ, endBy));
      x += 8;
    }
    storeTwo(u, v, nextPositions, endU, endV, endZ);
  }
  storeTwo(u, v, positions, sumU, sumV, sumZ);
}

/** x and y of either, and both z. */
// @ts-ignore: decorator of AssemblyScript
@inline
function storeTwo(u: u32, v: u32, pose: usize, xyU: v128, xyV: v128, bothZ: v128): void {
  let sumU = xyU;
  let sumV = xyV;
  let sumZ = bothZ;
  if (isSingle) {
    sumU = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(sumU));
    sumV = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(sumV));
    sumZ = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(sumZ));
  }
  v128.store(pose + <usize>u * 24, sumU);
  v128.store64_lane(pose + <usize>u * 24, sumZ, 0, 16);
  v128.store(pose + <usize>v * 24, sumV);
  v128.store64_lane(pose + <usize>v * 24, sumZ, 1, 16);
  if (i64x2.bitmask(v128.and(v128.and(inRange(sumU), inRange(sumV)), inRange(sumZ))) != 3) isPlain = false;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function inRange(x: v128): v128 {
  const size = f64x2.abs(x);
  const is = v128.and(f64x2.le(size, f64x2.splat(most)), f64x2.ge(size, f64x2.splat(least)));
  return v128.or(is, f64x2.eq(x, f64x2.splat(0)));
}

/** The box of a node with a mean, in one of the poses: at rest, moved by the mean and widened by deviations; into six floats at `out`. */
export function moveBox(mean: i32, pose: i32, out: usize): void {
  const row = <usize>rank << 3;
  const q = coordinates + (pose == 0 ? 0 : row);
  const x = means + <usize>mean * 3 * row;
  const wide = pose == 0 ? norm : endNorm;
  const box = restBoxes + <usize>mean * 48;
  const deviation = deviations + <usize>mean * 24;
  const wayX = product(x, q);
  const wayY = product(x + row, q);
  const wayZ = product(x + 2 * row, q);
  const wideX = load<f64>(deviation) * wide + slack;
  const wideY = load<f64>(deviation, 8) * wide + slack;
  const wideZ = load<f64>(deviation, 16) * wide + slack;
  // rounding to floats keeps the order of numbers, so boxes that meet still do
  store<f32>(out, <f32>(load<f64>(box) + wayX - wideX));
  store<f32>(out, <f32>(load<f64>(box, 8) + wayY - wideY), 4);
  store<f32>(out, <f32>(load<f64>(box, 16) + wayZ - wideZ), 8);
  store<f32>(out, <f32>(load<f64>(box, 24) + wayX + wideX), 12);
  store<f32>(out, <f32>(load<f64>(box, 32) + wayY + wideY), 16);
  store<f32>(out, <f32>(load<f64>(box, 40) + wayZ + wideZ), 20);
}

/** Sums may be in any order here: `slack` allows for roundings of all. */
// @ts-ignore: decorator of AssemblyScript
@inline
function product(row: usize, q: usize): f64 {
  let sum = f64x2.splat(0);
  const even = <usize>(rank & ~1) << 3;
  for (let at: usize = 0; at < even; at += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(row + at), v128.load(q + at)));
  }
  const both = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  return (rank & 1) == 0 ? both : both + load<f64>(row + even) * load<f64>(q + even);
}

/** The box of a triangle whose vertices are placed, in one of the poses, into six floats at `out`. */
export function boxTriangle(t: u32, pose: usize, out: usize): void {
  const corner = triangles + <usize>t * 12;
  const a = pose + <usize>load<u32>(corner) * 24;
  const b = pose + <usize>load<u32>(corner, 4) * 24;
  const c = pose + <usize>load<u32>(corner, 8) * 24;
  const p = v128.load(a);
  const q = v128.load(b);
  const r = v128.load(c);
  const u = load<f64>(a, 16);
  const v = load<f64>(b, 16);
  const w = load<f64>(c, 16);
  v128.store64_lane(out, f32x4.demote_f64x2_zero(f64x2.pmin(f64x2.pmin(p, q), r)), 0);
  store<f32>(out, <f32>min(min(u, v), w), 8);
  v128.store64_lane(out, f32x4.demote_f64x2_zero(f64x2.pmax(f64x2.pmax(p, q), r)), 0, 12);
  store<f32>(out, <f32>max(max(u, v), w), 20);
}
