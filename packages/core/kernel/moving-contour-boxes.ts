import { roundTwo } from './lanes';

// Boxes of a contour's edges at both ends of a step, in floats, in parts of the contour's width. Four edges side by side are eight vectors: low x at the beginning, at the end, low y, high x, high y likewise. Boxes of eight
// edges are kept in the same way.

/** Bytes of four boxes. */
const FOUR: usize = 128;
/** Contours of fewer edges have no boxes of eight: most of them would meet. */
const LEAST_IN_BLOCKS: i32 = 24;

// STEP_BOX_BYTES an edge, and besides STEP_CONTOUR_BYTES: both lists end with boxes that meet none, up to a multiple of eight edges and of eight blocks.

let boxes: usize = 0;
let blocks: usize = 0;
let edges: i32 = 0;

/**
 * Boxes of edges, grown by half of the `gap` that keeps them apart, at most two widths. Numbers are within 2 then, and rounded to floats (2⁻²⁴, and 2⁻⁵¹ before that), for which 2⁻²² more are taken.
 * `points`: x and y at both ends; `nexts`: the point that an edge leads to.
 */
export function fillMovingBoxes(memory: usize, points: usize, nexts: usize, count: i32, width: f64, gap: f64): void {
  const factor = f64x2.splat(1 / width);
  const more = f64x2.splat(gap / (2 * width) + reinterpret<f64>(<u64>(1023 - 22) << 52));
  boxes = memory;
  edges = count;
  const last = count - 1;
  for (let e = 0; e < count; e += 4) {
    const e1 = min(e + 1, last);
    const e2 = min(e + 2, last);
    const e3 = min(e + 3, last);
    const p0 = points + (<usize>e << 5);
    const p1 = points + (<usize>e1 << 5);
    const p2 = points + (<usize>e2 << 5);
    const p3 = points + (<usize>e3 << 5);
    const q0 = points + (<usize>load<u32>(nexts + (<usize>e << 2)) << 5);
    const q1 = points + (<usize>load<u32>(nexts + (<usize>e1 << 2)) << 5);
    const q2 = points + (<usize>load<u32>(nexts + (<usize>e2 << 2)) << 5);
    const q3 = points + (<usize>load<u32>(nexts + (<usize>e3 << 2)) << 5);
    const out = boxes + (<usize>e << 5);
    fillAxis(out, p0, p1, p2, p3, q0, q1, q2, q3, factor, more);
    fillAxis(out + 32, p0 + 16, p1 + 16, p2 + 16, p3 + 16, q0 + 16, q1 + 16, q2 + 16, q3 + 16, factor, more);
  }
  const end = (count + 7) & ~7;
  for (let e = count; e < end; e++) clear(boxes + (<usize>(e & ~3) << 5) + (<usize>(e & 3) << 2));
  blocks = boxes + (<usize>end << 5);
  if (count < LEAST_IN_BLOCKS) return;
  const blockCount = end >> 3;
  for (let b = 0; b < blockCount; b++) joinEight(boxes + (<usize>b << 8), blocks + (<usize>(b & ~3) << 5) + (<usize>(b & 3) << 2));
  for (let b = blockCount; (b & 7) != 0; b++) clear(blocks + (<usize>(b & ~3) << 5) + (<usize>(b & 3) << 2));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function fillAxis(
  out: usize,
  p0: usize,
  p1: usize,
  p2: usize,
  p3: usize,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
  factor: v128,
  more: v128,
): void {
  const a0 = f64x2.mul(v128.load(p0), factor);
  const a1 = f64x2.mul(v128.load(p1), factor);
  const a2 = f64x2.mul(v128.load(p2), factor);
  const a3 = f64x2.mul(v128.load(p3), factor);
  const b0 = f64x2.mul(v128.load(q0), factor);
  const b1 = f64x2.mul(v128.load(q1), factor);
  const b2 = f64x2.mul(v128.load(q2), factor);
  const b3 = f64x2.mul(v128.load(q3), factor);
  const low = roundTwo(f64x2.sub(f64x2.pmin(a0, b0), more), f64x2.sub(f64x2.pmin(a1, b1), more));
  const low2 = roundTwo(f64x2.sub(f64x2.pmin(a2, b2), more), f64x2.sub(f64x2.pmin(a3, b3), more));
  const high = roundTwo(f64x2.add(f64x2.pmax(a0, b0), more), f64x2.add(f64x2.pmax(a1, b1), more));
  const high2 = roundTwo(f64x2.add(f64x2.pmax(a2, b2), more), f64x2.add(f64x2.pmax(a3, b3), more));
  v128.store(out, v128.shuffle<f32>(low, low2, 0, 2, 4, 6));
  v128.store(out, v128.shuffle<f32>(low, low2, 1, 3, 5, 7), 16);
  v128.store(out, v128.shuffle<f32>(high, high2, 0, 2, 4, 6), 64);
  v128.store(out, v128.shuffle<f32>(high, high2, 1, 3, 5, 7), 80);
}

/** A box that meets none, in one lane of four. */
function clear(lane: usize): void {
  for (let i: usize = 0; i < 64; i += 16) store<f32>(lane + i, f32.MAX_VALUE);
  for (let i: usize = 64; i < FOUR; i += 16) store<f32>(lane + i, -f32.MAX_VALUE);
}

function joinEight(box: usize, lane: usize): void {
  for (let i: usize = 0; i < 64; i += 16) {
    const four = f32x4.pmin(v128.load(box + i), v128.load(box + i, FOUR));
    const two = f32x4.pmin(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
    store<f32>(lane + i, f32x4.extract_lane(f32x4.pmin(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0));
  }
  for (let i: usize = 64; i < FOUR; i += 16) {
    const four = f32x4.pmax(v128.load(box + i), v128.load(box + i, FOUR));
    const two = f32x4.pmax(four, v128.shuffle<f32>(four, four, 2, 3, 0, 1));
    store<f32>(lane + i, f32x4.extract_lane(f32x4.pmax(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)), 0));
  }
}

/** Which of eight boxes may meet one, as bits: those that are not beyond it along one axis, in one order, at both ends. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meetingEight(list: usize, index: i32, eight: usize): i32 {
  const lane = list + (<usize>(index & ~3) << 5) + (<usize>(index & 3) << 2);
  const lowX = v128.load32_splat(lane);
  const lowX1 = v128.load32_splat(lane, 16);
  const lowY = v128.load32_splat(lane, 32);
  const lowY1 = v128.load32_splat(lane, 48);
  const highX = v128.load32_splat(lane, 64);
  const highX1 = v128.load32_splat(lane, 80);
  const highY = v128.load32_splat(lane, 96);
  const highY1 = v128.load32_splat(lane, 112);
  return (
    meetingFour(eight, lowX, lowX1, lowY, lowY1, highX, highX1, highY, highY1) |
    (meetingFour(eight + FOUR, lowX, lowX1, lowY, lowY1, highX, highX1, highY, highY1) << 4)
  );
}

// @ts-ignore: decorator of AssemblyScript
@inline
function meetingFour(
  four: usize,
  lowX: v128,
  lowX1: v128,
  lowY: v128,
  lowY1: v128,
  highX: v128,
  highX1: v128,
  highY: v128,
  highY1: v128,
): i32 {
  const above = v128.or(
    v128.and(f32x4.gt(v128.load(four), highX), f32x4.gt(v128.load(four, 16), highX1)),
    v128.and(f32x4.gt(v128.load(four, 32), highY), f32x4.gt(v128.load(four, 48), highY1)),
  );
  const below = v128.or(
    v128.and(f32x4.gt(lowX, v128.load(four, 64)), f32x4.gt(lowX1, v128.load(four, 80))),
    v128.and(f32x4.gt(lowY, v128.load(four, 96)), f32x4.gt(lowY1, v128.load(four, 112))),
  );
  return i32x4.bitmask(v128.or(above, below)) ^ 15;
}

/** Blocks c … c + 7 of eight edges that block b may meet, as bits, only those from b on. */
export function blocksMeeting(b: i32, c: i32): i32 {
  const left = ((edges + 7) >> 3) - c;
  let met = left < 8 ? (1 << left) - 1 : 255;
  if (edges >= LEAST_IN_BLOCKS) met &= meetingEight(blocks, b, blocks + (<usize>c << 5));
  return c < b ? met & (255 << (b - c)) : met;
}

/** Edges of block c that edge e may meet, as bits. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function edgesMeeting(e: i32, c: i32): i32 {
  return meetingEight(boxes, e, boxes + (<usize>c << 8));
}
