import { CORNER_BYTES, corners, doubles, exchange, floats, names, pairs, records, SURE_WORDS, UNIT, WIDTH } from './layout-distances';

// Pairs of triangles whose distance is wanted: their corners, and four of them side by side.

/** Bytes of a half of `doubles`: six corners. */
export const HALF: usize = 6 * CORNER_BYTES;

/** Bounds of the vertices. */
let lowXY: v128 = i64x2(0, 0);
let highXY: v128 = i64x2(0, 0);
let lowZ: f64 = 0;
let highZ: f64 = 0;

export function beginExtent(): void {
  lowXY = f64x2.splat(Infinity);
  highXY = f64x2.splat(-Infinity);
  lowZ = Infinity;
  highZ = -Infinity;
}

/** Of `count` vertices, x y z each, times a power of two. */
export function addExtent(from: usize, count: usize): void {
  const unit = load<f64>(exchange, UNIT);
  const factor = f64x2.splat(unit);
  const end = from + count * 24;
  for (let at = from; at < end; at += 24) {
    const xy = f64x2.mul(v128.load(at), factor);
    const z = load<f64>(at, 16) * unit;
    lowXY = f64x2.pmin(lowXY, xy);
    highXY = f64x2.pmax(highXY, xy);
    lowZ = min(lowZ, z);
    highZ = max(highZ, z);
  }
}

export function endExtent(): void {
  const sides = f64x2.sub(highXY, lowXY);
  const width = max(max(f64x2.extract_lane(sides, 0), f64x2.extract_lane(sides, 1)), highZ - lowZ);
  store<f64>(exchange, width, WIDTH);
}

/** Writes `count` vertices times a power of two: x y z each, or with `moving` x at both ends, y, z. */
export function takeVertices(now: usize, next: usize, out: usize, count: usize, moving: i32): void {
  const unit = load<f64>(exchange, UNIT);
  const end = now + count * 24;
  const factor = f64x2.splat(unit);
  if (moving == 0) {
    for (; now < end; now += 24, out += 24) {
      v128.store(out, f64x2.mul(v128.load(now), factor));
      store<f64>(out, load<f64>(now, 16) * unit, 16);
    }
    return;
  }
  for (; now < end; now += 24, next += 24, out += 48) {
    v128.store(out, f64x2.mul(v128.load64_lane(next, v128.load64_zero(now), 1), factor));
    v128.store(out, f64x2.mul(v128.load64_lane(next, v128.load64_zero(now, 8), 1, 8), factor), 16);
    v128.store(out, f64x2.mul(v128.load64_lane(next, v128.load64_zero(now, 16), 1, 16), factor), 32);
  }
}

/** Looks up the corners of the first `count` pairs. With `within` both are of one mesh: the one with the lower name comes first, and those with a common vertex are left out. */
export function listPairs(count: i32, within: i32): i32 {
  const end = pairs + (<usize>count << 3);
  let out = records;
  for (let at = pairs; at < end; at += 8) {
    let a = load<u32>(at);
    let b = load<u32>(at, 4);
    if (within != 0) {
      const swap = load<u32>(names + (<usize>a << 2)) > load<u32>(names + (<usize>b << 2));
      const first = swap ? b : a;
      b = swap ? a : b;
      a = first;
    }
    const s = v128.load(corners + <usize>a * 12);
    const t = v128.load(corners + <usize>b * 12);
    v128.store(out, i32x4.replace_lane(s, 3, a));
    v128.store(out, i32x4.replace_lane(t, 3, b), 16);
    const first = i32x4.eq(s, v128.shuffle<i32>(t, t, 0, 0, 0, 0));
    const others = v128.or(i32x4.eq(s, v128.shuffle<i32>(t, t, 1, 1, 1, 1)), i32x4.eq(s, v128.shuffle<i32>(t, t, 2, 2, 2, 2)));
    // the fourth lane is no corner; written in any case, kept if nothing is shared: no branch
    const shared = i32x4.bitmask(v128.or(first, others)) & 7;
    out += within != 0 && shared != 0 ? 0 : SURE_WORDS;
  }
  return <i32>((out - records) / SURE_WORDS);
}

/** Four pairs from `record` on, whose vertices are at `vertices`, 24 bytes each. Behind the last one memory must hold records of some pairs. */
export function gatherStill(record: usize, vertices: usize): void {
  gatherTwo(record, record + SURE_WORDS, vertices, doubles);
  gatherTwo(record + 2 * SURE_WORDS, record + 3 * SURE_WORDS, vertices, doubles + HALF);
  roundFour();
}

/** Two pairs on their way, 48 bytes a vertex. */
export function gatherMoving(record: usize, vertices: usize): void {
  gatherWays(record, vertices, doubles);
  gatherWays(record + SURE_WORDS, vertices, doubles + HALF);
  roundFour();
}

// @ts-ignore: decorator of AssemblyScript
@inline
function gatherTwo(first: usize, second: usize, vertices: usize, out: usize): void {
  const a = vertices + <usize>load<u32>(first) * 24;
  const b = vertices + <usize>load<u32>(second) * 24;
  const ox = v128.load64_lane(b, v128.load64_zero(a), 1);
  const oy = v128.load64_lane(b, v128.load64_zero(a, 8), 1, 8);
  const oz = v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
  for (let k: usize = 1; k < 6; k++) {
    const word = (k < 3 ? k : k + 1) << 2;
    const p = vertices + <usize>load<u32>(first + word) * 24;
    const q = vertices + <usize>load<u32>(second + word) * 24;
    const at = out + k * 48;
    v128.store(at, f64x2.sub(v128.load64_lane(q, v128.load64_zero(p), 1), ox));
    v128.store(at, f64x2.sub(v128.load64_lane(q, v128.load64_zero(p, 8), 1, 8), oy), 16);
    v128.store(at, f64x2.sub(v128.load64_lane(q, v128.load64_zero(p, 16), 1, 16), oz), 32);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function gatherWays(record: usize, vertices: usize, out: usize): void {
  const a = vertices + <usize>load<u32>(record) * 48;
  const ox = v128.load(a);
  const oy = v128.load(a, 16);
  const oz = v128.load(a, 32);
  for (let k: usize = 1; k < 6; k++) {
    const p = vertices + <usize>load<u32>(record + ((k < 3 ? k : k + 1) << 2)) * 48;
    const at = out + k * 48;
    v128.store(at, f64x2.sub(v128.load(p), ox));
    v128.store(at, f64x2.sub(v128.load(p, 16), oy), 16);
    v128.store(at, f64x2.sub(v128.load(p, 32), oz), 32);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function roundFour(): void {
  const from = doubles + 48;
  for (let at: usize = 0; at < 240; at += 16) {
    const low = f32x4.demote_f64x2_zero(v128.load(from + at));
    const high = f32x4.demote_f64x2_zero(v128.load(from + at, HALF));
    v128.store(floats + at, v128.shuffle<i32>(low, high, 0, 1, 4, 5));
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}
