import { exchange, floats, REACH, records, REST_REACH, SURE_WORDS } from './layout-distances';
import { dot, gatherMoving, gatherStill } from './near-pairs';

// Drops pairs that a direction certainly tells apart by more than a reach: from middle to middle, or along a normal. Floats; bounds are in docs/kernel.md.

/** A direction whose square is smaller tells nothing: its products may have lost bits. */
const LEAST_SQUARE: f32 = 8.271806125530277e-25;
/** Of the pair's size, what heights along a direction of length 1 may be off by, doubled. */
const ROUNDING: f32 = 0.0000019073486328125;

/** Of the first `count` records: those kept move up. With `moving` a direction must tell them apart where the step begins and where it ends. */
export function keepNear(count: i32, vertices: usize, moving: i32): i32 {
  const reach = <f32>load<f64>(exchange, REACH);
  const end = records + <usize>count * SURE_WORDS;
  let out = records;
  if (moving != 0) {
    for (let at = records; at < end; at += 2 * SURE_WORDS) {
      gatherMoving(at, vertices);
      const far = farLanes(reach, true);
      out = keep(at, end, out, far & 1);
      out = keep(at + SURE_WORDS, end, out, (far >> 2) & 1);
    }
  } else {
    for (let at = records; at < end; at += 4 * SURE_WORDS) {
      gatherStill(at, vertices);
      const far = farLanes(reach, false);
      out = keep(at, end, out, far & 1);
      out = keep(at + SURE_WORDS, end, out, (far >> 1) & 1);
      out = keep(at + 2 * SURE_WORDS, end, out, (far >> 2) & 1);
      out = keep(at + 3 * SURE_WORDS, end, out, far >> 3);
    }
  }
  return <i32>((out - records) / SURE_WORDS);
}

/** A byte a record from `list` on: 0 if it is certainly farther apart than the reach at rest. Room for three more must be there. */
export function markNear(list: usize, count: i32, vertices: usize, marks: usize): void {
  const reach = <f32>load<f64>(exchange, REST_REACH);
  for (let i: i32 = 0; i < count; i += 4) {
    gatherStill(list + <usize>i * SURE_WORDS, vertices);
    const near = farLanes(reach, false) ^ 15;
    store<u32>(marks + i, (near & 1) | ((near & 2) << 7) | ((near & 4) << 14) | ((near & 8) << 21));
  }
}

/** Written in any case, unless there is none: a place that is overwritten next costs less than a branch. */
// @ts-ignore: decorator of AssemblyScript
@inline
function keep(at: usize, end: usize, out: usize, far: i32): usize {
  const first = v128.load(at);
  const second = v128.load(at, 16);
  v128.store(out, first);
  v128.store(out, second, 16);
  return out + (at < end ? SURE_WORDS : 0) * <usize>(1 - far);
}

/** A bit a problem: apart by more than `reach`. */
// @ts-ignore: decorator of AssemblyScript
@inline
function farLanes(reach: f32, moving: bool): i32 {
  const ux = v128.load(floats);
  const uy = v128.load(floats, 16);
  const uz = v128.load(floats, 32);
  const vx = v128.load(floats, 48);
  const vy = v128.load(floats, 64);
  const vz = v128.load(floats, 80);
  const px = v128.load(floats, 96);
  const py = v128.load(floats, 112);
  const pz = v128.load(floats, 128);
  const qx = v128.load(floats, 144);
  const qy = v128.load(floats, 160);
  const qz = v128.load(floats, 176);
  const rx = v128.load(floats, 192);
  const ry = v128.load(floats, 208);
  const rz = v128.load(floats, 224);
  const squareA = f32x4.add(dot(ux, uy, uz, ux, uy, uz), dot(vx, vy, vz, vx, vy, vz));
  const squareB = f32x4.add(f32x4.add(dot(px, py, pz, px, py, pz), dot(qx, qy, qz, qx, qy, qz)), dot(rx, ry, rz, rx, ry, rz));
  const size = f32x4.sqrt(f32x4.add(squareA, squareB));
  const wide = f32x4.add(f32x4.splat(reach), f32x4.mul(size, f32x4.splat(ROUNDING)));
  // from middle to middle: mostly enough
  const cx = common(f32x4.sub(f32x4.add(f32x4.add(px, qx), rx), f32x4.add(ux, vx)), moving);
  const cy = common(f32x4.sub(f32x4.add(f32x4.add(py, qy), ry), f32x4.add(uy, vy)), moving);
  const cz = common(f32x4.sub(f32x4.add(f32x4.add(pz, qz), rz), f32x4.add(uz, vz)), moving);
  let far = farAlong(cx, cy, cz, wide, moving, ux, uy, uz, vx, vy, vz, px, py, pz, qx, qy, qz, rx, ry, rz);
  if (i32x4.bitmask(far) == 15) return 15;
  // along the normals, of a step where it begins
  const nx = atStart(f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy)), moving);
  const ny = atStart(f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz)), moving);
  const nz = atStart(f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx)), moving);
  far = v128.or(far, farAlong(nx, ny, nz, wide, moving, ux, uy, uz, vx, vy, vz, px, py, pz, qx, qy, qz, rx, ry, rz));
  const fx = f32x4.sub(qx, px);
  const fy = f32x4.sub(qy, py);
  const fz = f32x4.sub(qz, pz);
  const gx = f32x4.sub(rx, px);
  const gy = f32x4.sub(ry, py);
  const gz = f32x4.sub(rz, pz);
  const mx = atStart(f32x4.sub(f32x4.mul(fy, gz), f32x4.mul(fz, gy)), moving);
  const my = atStart(f32x4.sub(f32x4.mul(fz, gx), f32x4.mul(fx, gz)), moving);
  const mz = atStart(f32x4.sub(f32x4.mul(fx, gy), f32x4.mul(fy, gx)), moving);
  far = v128.or(far, farAlong(mx, my, mz, wide, moving, ux, uy, uz, vx, vy, vz, px, py, pz, qx, qy, qz, rx, ry, rz));
  return i32x4.bitmask(far);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function farAlong(
  nx: v128, ny: v128, nz: v128, wide: v128, moving: bool,
  ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128,
  px: v128, py: v128, pz: v128, qx: v128, qy: v128, qz: v128, rx: v128, ry: v128, rz: v128,
): v128 {
  const square = dot(nx, ny, nz, nx, ny, nz);
  const far = f32x4.mul(f32x4.sqrt(square), wide);
  const zero = f32x4.splat(0);
  const u = dot(nx, ny, nz, ux, uy, uz);
  const v = dot(nx, ny, nz, vx, vy, vz);
  const p = dot(nx, ny, nz, px, py, pz);
  const q = dot(nx, ny, nz, qx, qy, qz);
  const r = dot(nx, ny, nz, rx, ry, rz);
  const lowA = f32x4.pmin(f32x4.pmin(u, v), zero);
  const highA = f32x4.pmax(f32x4.pmax(u, v), zero);
  const lowB = f32x4.pmin(f32x4.pmin(p, q), r);
  const highB = f32x4.pmax(f32x4.pmax(p, q), r);
  let over = f32x4.gt(f32x4.sub(lowB, highA), far);
  let under = f32x4.gt(f32x4.sub(lowA, highB), far);
  if (moving) {
    over = v128.and(over, v128.shuffle<i32>(over, over, 1, 0, 3, 2));
    under = v128.and(under, v128.shuffle<i32>(under, under, 1, 0, 3, 2));
  }
  return v128.and(v128.or(over, under), f32x4.ge(square, f32x4.splat(LEAST_SQUARE)));
}

/** One direction for both ends: the sum of theirs. */
// @ts-ignore: decorator of AssemblyScript
@inline
function common(lanes: v128, moving: bool): v128 {
  return moving ? f32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 1, 0, 3, 2)) : lanes;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function atStart(lanes: v128, moving: bool): v128 {
  return moving ? v128.shuffle<i32>(lanes, lanes, 0, 0, 2, 2) : lanes;
}
