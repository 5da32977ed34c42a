import {
  endTriangle,
  firstTriangle,
  KERNEL_STRIDE,
  nodeBoxes,
  numbers,
  places,
  positions,
  rightChild,
  triangleBoxes,
  triangles,
  vertexCount,
} from './layout-mesh';
import { innerBits, leafBits } from './node-kinds';

/** Lowest and highest coordinates, x y z each, into `numbers`. */
export function measureExtent(): void {
  v128.store(numbers, v128.load(positions));
  store<f64>(numbers, load<f64>(positions, 16), 16);
  v128.store(numbers, v128.load(positions), 24);
  store<f64>(numbers, load<f64>(positions, 16), 40);
  widenExtent(positions);
}

/** The same for those that `numbers` has and a pose's. */
export function widenExtent(pose: usize): void {
  const end = pose + <usize>vertexCount * 24;
  let low = v128.load(numbers);
  let high = v128.load(numbers, 24);
  let lowZ = load<f64>(numbers, 16);
  let highZ = load<f64>(numbers, 40);
  // two vertices are three vectors: x y, z x, y z
  let lowZX = v128.shuffle<f64>(f64x2.splat(lowZ), low, 0, 2);
  let lowYZ = v128.shuffle<f64>(low, f64x2.splat(lowZ), 1, 2);
  let highZX = v128.shuffle<f64>(f64x2.splat(highZ), high, 0, 2);
  let highYZ = v128.shuffle<f64>(high, f64x2.splat(highZ), 1, 2);
  let from = pose;
  for (; from + 48 <= end; from += 48) {
    const xy = v128.load(from);
    const zx = v128.load(from, 16);
    const yz = v128.load(from, 32);
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    lowZX = f64x2.pmin(lowZX, zx);
    highZX = f64x2.pmax(highZX, zx);
    lowYZ = f64x2.pmin(lowYZ, yz);
    highYZ = f64x2.pmax(highYZ, yz);
  }
  if (from < end) {
    const xy = v128.load(from);
    const z = v128.load64_splat(from, 16);
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    lowZX = f64x2.pmin(lowZX, v128.shuffle<f64>(z, xy, 0, 2));
    highZX = f64x2.pmax(highZX, v128.shuffle<f64>(z, xy, 0, 2));
  }
  low = f64x2.pmin(low, v128.shuffle<f64>(lowZX, lowYZ, 1, 2));
  high = f64x2.pmax(high, v128.shuffle<f64>(highZX, highYZ, 1, 2));
  v128.store(numbers, low);
  v128.store64_lane(numbers, f64x2.pmin(lowZX, v128.shuffle<f64>(lowYZ, lowYZ, 1, 0)), 0, 16);
  v128.store(numbers, high, 24);
  v128.store64_lane(numbers, f64x2.pmax(highZX, v128.shuffle<f64>(highYZ, highYZ, 1, 0)), 0, 40);
}

/**
 * Coordinates as whole numbers, those nearest to e = (x − low) · perLength, and the place along a fourth direction. No e may be below 0, nor so large that the nearest number is beyond what boxes have room for.
 *
 * The fourth direction is −x + y + z, in quarters of places: W = (p_y >> 2) + (p_z >> 2) − (p_x >> 2). A place p is within 0.501 of the exact e: e is off by at most 2⁻²² in roundings and 10⁻³ at the end. p >> 2 is one of p/4 − 0.75, − 0.5, − 0.25 and p/4, so
 * within (e/4 − 0.876, e/4 + 0.126), and W is more than w/4 − 1.878 and less than w/4 + 1.128 for the exact w = −e_x + e_y + e_z. Triangles that have a point in common have its w between their corners', so their W are less than 4 apart: each box is
 * grown by 2 at least.
 */
export function writeLinearPlaces(lowX: f64, lowY: f64, lowZ: f64, perLength: f64): void {
  const lowXY = f64x2.replace_lane(f64x2.splat(lowX), 1, lowY);
  const lowZs = f64x2.splat(lowZ);
  const factor = f64x2.splat(perLength);
  // 2⁵²: in the sum of it and a smaller number the last bits are the nearest whole number
  const whole = f64x2.splat(4503599627370496.0);
  let out = places;
  const end = positions + <usize>vertexCount * 24;
  for (let from = positions; from < end; from += 24) {
    const xy = f64x2.add(f64x2.mul(f64x2.sub(v128.load(from), lowXY), factor), whole);
    const z = f64x2.add(f64x2.mul(f64x2.sub(v128.load64_splat(from, 16), lowZs), factor), whole);
    const place = v128.shuffle<i32>(xy, z, 0, 2, 4, 6);
    const quarter = i32x4.shr_s(place, 2);
    const ofX = v128.shuffle<i32>(quarter, quarter, 0, 0, 0, 0);
    const ofY = v128.shuffle<i32>(quarter, quarter, 1, 1, 1, 1);
    const ofZ = v128.shuffle<i32>(quarter, quarter, 2, 2, 2, 2);
    v128.store(out, v128.shuffle<i32>(place, i32x4.sub(i32x4.add(ofY, ofZ), ofX), 0, 1, 2, 7));
    out += 16;
  }
}

/** The same as PlaceRange writes for one stretch where something is cut off at its ends: without another direction, which would not be straight then. */
export function writePlaces(lowX: f64, lowY: f64, lowZ: f64, perLength: f64, most: f64): void {
  const lowXY = f64x2.replace_lane(f64x2.splat(lowX), 1, lowY);
  const lowZs = f64x2.splat(lowZ);
  const factor = f64x2.splat(perLength);
  const top = f64x2.splat(most);
  let out = places;
  const end = positions + <usize>vertexCount * 24;
  for (let from = positions; from < end; from += 24) {
    const xy = placesOf(v128.load(from), lowXY, factor, top);
    const z = placesOf(v128.load64_splat(from, 16), lowZs, factor, top);
    v128.store(out, i32x4.replace_lane(v128.shuffle<i32>(xy, z, 0, 1, 4, 4), 3, 0));
    out += 16;
  }
}

/** The same for the end of a step, three numbers a vertex. */
export function writePlacesOf(
  pose: usize,
  to: usize,
  lowX: f64,
  lowY: f64,
  lowZ: f64,
  perLength: f64,
  most: f64,
): void {
  const lowXY = f64x2.replace_lane(f64x2.splat(lowX), 1, lowY);
  const lowZX = f64x2.replace_lane(f64x2.splat(lowZ), 1, lowX);
  const lowYZ = f64x2.replace_lane(f64x2.splat(lowY), 1, lowZ);
  const factor = f64x2.splat(perLength);
  const top = f64x2.splat(most);
  let from = pose;
  const end = from + <usize>vertexCount * 24;
  let out = to;
  // two vertices are three vectors
  for (; from + 48 <= end; from += 48) {
    const xy = placesOf(v128.load(from), lowXY, factor, top);
    const zx = placesOf(v128.load(from, 16), lowZX, factor, top);
    const yz = placesOf(v128.load(from, 32), lowYZ, factor, top);
    v128.store(out, v128.shuffle<i32>(xy, zx, 0, 1, 4, 5));
    v128.store64_lane(out, yz, 0, 16);
    out += 24;
  }
  if (from < end) {
    v128.store64_lane(out, placesOf(v128.load(from), lowXY, factor, top), 0);
    v128.store32_lane(out, placesOf(v128.load64_zero(from, 16), lowZX, factor, top), 0, 8);
  }
}

/** Two places, below the others. */
// @ts-ignore: decorator of AssemblyScript
@inline
function placesOf(x: v128, low: v128, factor: v128, top: v128): v128 {
  const place = f64x2.mul(f64x2.sub(x, low), factor);
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.pmin(f64x2.pmax(place, f64x2.splat(0)), top));
}

/** By how much boxes are grown: so many places on each side; along the fourth direction by more than √3/4 of that, and by 3. */
export function growthOf(grow: i32): v128 {
  return i32x4.replace_lane(i32x4.splat(grow), 3, (grow >> 1) + 3);
}

/** Boxes of triangles first … end − 1 and of nodes from … stop − 1, which must be all that these triangles have, from the triangles up. */
export function fitBoxes(first: u32, end: u32, from: i32, stop: i32, wider: v128): void {
  fitTriangles(first, end, wider);
  const lastWord = (stop - 1) >> 6;
  for (let word = from >> 6; word <= lastWord; word++) {
    for (let bits = within(leafBits, word, from, stop); bits != 0; bits &= bits - 1) fitLeaf((word << 6) + <i32>ctz(bits));
  }
  for (let word = lastWord; word >= from >> 6; word--) {
    const base = word << 6;
    for (let bits = within(innerBits, word, from, stop); bits != 0; ) {
      const bit = 63 - <i32>clz(bits);
      bits ^= <u64>1 << bit;
      const box = nodeBoxes + <usize>(base + bit) * KERNEL_STRIDE;
      const other = nodeBoxes + <usize>load<u32>(rightChild + (<usize>(base + bit) << 2)) * KERNEL_STRIDE;
      v128.store(box, i32x4.min_s(v128.load(box, KERNEL_STRIDE), v128.load(other)));
      v128.store(box, i32x4.max_s(v128.load(box, KERNEL_STRIDE + 16), v128.load(other, 16)), 16);
    }
  }
}

/** Bits of a word of 64 nodes, those before `from` and from `stop` on left out. */
// @ts-ignore: decorator of AssemblyScript
@inline
function within(kinds: usize, word: i32, from: i32, stop: i32): u64 {
  let bits = load<u64>(kinds + (<usize>word << 3));
  const before = from - (word << 6);
  const wanted = stop - (word << 6);
  if (before > 0) bits &= <u64>-1 << before;
  if (wanted < 64) bits &= ~(<u64>-1 << wanted);
  return bits;
}

function fitTriangles(first: u32, end: u32, wider: v128): void {
  const from = places;
  let out = triangleBoxes + <usize>first * KERNEL_STRIDE;
  const stop = triangles + <usize>end * 12;
  for (let corner = triangles + <usize>first * 12; corner < stop; corner += 12) {
    const a = v128.load(from + (<usize>load<u32>(corner) << 4));
    const b = v128.load(from + (<usize>load<u32>(corner, 4) << 4));
    const c = v128.load(from + (<usize>load<u32>(corner, 8) << 4));
    v128.store(out, i32x4.sub(i32x4.min_s(i32x4.min_s(a, b), c), wider));
    v128.store(out, i32x4.add(i32x4.max_s(i32x4.max_s(a, b), c), wider), 16);
    out += KERNEL_STRIDE;
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function fitLeaf(node: i32): void {
  const first = load<u32>(firstTriangle + (<usize>node << 2));
  const last = load<u32>(endTriangle + (<usize>node << 2)) - 1;
  // four triangles, the last of them again if there are fewer
  let t = triangleBoxes + <usize>first * KERNEL_STRIDE;
  const stop = triangleBoxes + <usize>last * KERNEL_STRIDE;
  const second = min(t + KERNEL_STRIDE, stop);
  const third = min(t + 2 * KERNEL_STRIDE, stop);
  const fourth = min(t + 3 * KERNEL_STRIDE, stop);
  let low = i32x4.min_s(i32x4.min_s(v128.load(t), v128.load(second)), i32x4.min_s(v128.load(third), v128.load(fourth)));
  let high = i32x4.max_s(
    i32x4.max_s(v128.load(t, 16), v128.load(second, 16)),
    i32x4.max_s(v128.load(third, 16), v128.load(fourth, 16)),
  );
  for (t += 4 * KERNEL_STRIDE; t <= stop; t += KERNEL_STRIDE) {
    low = i32x4.min_s(low, v128.load(t));
    high = i32x4.max_s(high, v128.load(t, 16));
  }
  const box = nodeBoxes + <usize>node * KERNEL_STRIDE;
  v128.store(box, low);
  v128.store(box, high, 16);
}

/** For boxes of six numbers: these and nothing behind them: the neighbour's may be there already. */
export function storeBox(at: usize, low: v128, high: v128): void {
  v128.store(at, v128.shuffle<i32>(low, high, 0, 1, 2, 4));
  v128.store64_lane(at, v128.shuffle<i32>(high, high, 1, 2, 1, 2), 0, 16);
}
