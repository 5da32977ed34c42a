import { allFit, askFor } from './fit-boxes';
import {
  capacity,
  endTriangle,
  firstTriangle,
  KERNEL_STRIDE,
  nodeBoxes,
  pairs,
  rightChild,
  stack,
  STACK_LEAVES,
  STACK_NODES,
  STACK_ROOTS,
  STACK_WAITING,
  triangleBoxes,
} from './layout-mesh';

// Pairs of nodes whose boxes meet wait in two lists: pairs of leaves in one, the others on a stack. A processor cannot guess which of them a pair is, nor whether boxes meet:
// so a pair is written to both lists and counted where it belongs.

// Room at the start of `stack`: pairs of leaves, of which up to 16 are written at once; eight nodes; `STACK_ROOTS` pairs to begin with. Behind them the walk of one: a popped pair leaves at most 16
// in its place, whose nodes are two levels deeper, if they are no leaves; so 15 wait for every two levels, and 32 more.

/** Bytes of the stack and of the list of leaves in use, and of those leaves that were looked at. */
let top: usize = 0;
let leaves: usize = 0;
let leavesDone: usize = 0;
let tests: i32 = 0;

export function boxTests(): i32 {
  return tests;
}

/** Whether a search was left and wants `resumePairs`. */
export function isWaiting(): i32 {
  return top != 0 || leaves != 0 ? 1 : 0;
}

/** Whoever took the last candidates wanted no more. */
export function forgetWaiting(): void {
  top = 0;
  leaves = 0;
  leavesDone = 0;
}

/**
 * Appends the pairs of triangles below two nodes whose boxes meet to the `count` that are there, and returns how many there are then. Where
 * fewer than 25 more have room (a pair of leaves may need so many), it stops: hand over what there is and call `resumePairs`.
 */
export function findPairs(a: u32, b: u32, count: i32): i32 {
  forgetWaiting();
  tests = 1;
  // where lists of leaves and of nodes are not in use yet
  const pair = stack + STACK_NODES;
  store<u64>(pair, pairOf(a, b));
  beginWith(pair, pair + 8);
  return walk(count);
}

export function resumePairs(count: i32): i32 {
  tests = 0;
  return walk(count);
}

/** Pairs of nodes of a list, for the next `resumePairs`. Says where it stopped: at the end, or since there is no room for more. */
export function beginWith(from: usize, end: usize): usize {
  // here and below once: V8 reads a global anew after every store
  const boxes = nodeBoxes;
  const right = rightChild;
  const endings = stack;
  const waiting = stack + STACK_WAITING;
  const fit = allFit;
  let inners = top;
  let ends = leaves;
  let at = from;
  for (; at < end && inners < STACK_ROOTS && ends < STACK_LEAVES << 3; at += 8) {
    const a = load<u32>(at);
    const b = load<u32>(at, 4);
    if (!fit) {
      askFor(a);
      askFor(b);
    }
    const boxA = boxes + <usize>a * KERNEL_STRIDE;
    const boxB = boxes + <usize>b * KERNEL_STRIDE;
    const met = meets(v128.load(boxA), v128.load(boxA, 16), v128.load(boxB), v128.load(boxB, 16));
    const isInner = (load<u32>(right + (<usize>a << 2)) | load<u32>(right + (<usize>b << 2))) != 0;
    const pair = pairOf(a, b);
    store<u64>(waiting + inners, pair);
    store<u64>(endings + ends, pair);
    inners += isInner ? met : 0;
    ends += isInner ? 0 : met;
  }
  top = inners;
  leaves = ends;
  return at;
}

/** Triangles of a leaf at most, squared: room that a pair of leaves needs. */
export const ROOM: i32 = 25;

function walk(start: i32): i32 {
  let count = start;
  const full = capacity - ROOM;
  do {
    descend();
    let at = leavesDone;
    for (; at < leaves && count <= full; at += 8) {
      const a = load<u32>(stack + at);
      const b = load<u32>(stack + at, 4);
      const firstA = load<u32>(firstTriangle + (<usize>a << 2));
      const firstB = load<u32>(firstTriangle + (<usize>b << 2));
      const countA = load<u32>(endTriangle + (<usize>a << 2)) - firstA;
      const countB = load<u32>(endTriangle + (<usize>b << 2)) - firstB;
      count = countA > 4 || countB > 4
        ? largeLeaves(firstA, firstA + countA, firstB, firstB + countB, count)
        : put(meetingOf(firstA, firstB) & firstOf(countA, countB), firstA, firstB, count);
      tests += countA * countB;
    }
    leavesDone = at;
    if (at < leaves) return count;
    leaves = 0;
    leavesDone = 0;
  } while (top != 0);
  return count;
}

/** Replaces pairs of nodes by those of their grandchildren that meet, until there are only leaves, or many. */
function descend(): void {
  const waiting = stack + STACK_WAITING;
  const ofA = stack + STACK_NODES;
  const ofB = ofA + 16;
  const right = rightChild;
  const fit = allFit;
  let at = top;
  let ends = leaves;
  let compared = 0;
  while (at > 0 && ends < STACK_LEAVES << 3) {
    at -= 8;
    const rows = grandchildren(load<u32>(waiting + at), ofA);
    const columns = grandchildren(load<u32>(waiting + at, 4), ofB);
    // from four bits apart to sixteen; what collides on the way leaves those alone
    const wanted = (((rows * 0x1001001001) & 0x0001000100010001) * columns) << 3;
    compared += <i32>popcnt(wanted);
    if (!fit) for (let node = ofA; node < ofA + 32; node += 4) askFor(load<u32>(node));
    for (let met = meetingNodes(ofA, ofB) & wanted; met != 0; met &= met - 1) {
      const bit = <usize>ctz(met);
      const a = load<u32>(ofA + ((bit >> 2) & 12));
      const b = load<u32>(ofB + (bit & 12));
      const pair = pairOf(a, b);
      store<u64>(waiting + at, pair);
      store<u64>(stack + ends, pair);
      const inner: usize = (load<u32>(right + (<usize>a << 2)) | load<u32>(right + (<usize>b << 2))) != 0 ? 8 : 0;
      at += inner;
      ends += 8 - inner;
    }
  }
  top = at;
  leaves = ends;
  tests += compared;
}

/** Writes the four grandchildren of a node. A leaf stands for its children; bits 0, 4, 8 and 12 say which of the four there are. */
// @ts-ignore: decorator of AssemblyScript
@inline
function grandchildren(node: u32, to: usize): u64 {
  const other = load<u32>(rightChild + (<usize>node << 2));
  const first = other != 0 ? node + 1 : node;
  const last = other != 0 ? other : node;
  const rightOfFirst = load<u32>(rightChild + (<usize>first << 2));
  const rightOfLast = load<u32>(rightChild + (<usize>last << 2));
  store<u32>(to, rightOfFirst != 0 ? first + 1 : first);
  store<u32>(to, rightOfFirst != 0 ? rightOfFirst : first, 4);
  store<u32>(to, rightOfLast != 0 ? last + 1 : last, 8);
  store<u32>(to, rightOfLast != 0 ? rightOfLast : last, 12);
  const ofFirst: u64 = rightOfFirst != 0 ? 0x0011 : 0x0001;
  const ofLast: u64 = rightOfLast != 0 ? 0x1100 : 0x0100;
  return ofFirst | (other != 0 ? ofLast : 0);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function pairOf(a: u32, b: u32): u64 {
  return <u64>a | (<u64>b << 32);
}

/** 8, the bytes of a pair, if boxes meet, else 0. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meets(lowA: v128, highA: v128, lowB: v128, highB: v128): usize {
  return v128.any_true(gapOf(lowA, highA, lowB, highB)) ? 0 : 8;
}

/** Where boxes are apart along x, y, z and w. */
// @ts-ignore: decorator of AssemblyScript
@inline
function gapOf(lowA: v128, highA: v128, lowB: v128, highB: v128): v128 {
  return v128.or(i32x4.gt_s(lowA, highB), i32x4.gt_s(lowB, highA));
}

/** Bit 16i + 4j + 3: boxes of node i of four and of node j of four others meet. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meetingNodes(ofA: usize, ofB: usize): u64 {
  const boxes = nodeBoxes;
  const t0 = boxes + <usize>load<u32>(ofB) * KERNEL_STRIDE;
  const t1 = boxes + <usize>load<u32>(ofB, 4) * KERNEL_STRIDE;
  const t2 = boxes + <usize>load<u32>(ofB, 8) * KERNEL_STRIDE;
  const t3 = boxes + <usize>load<u32>(ofB, 12) * KERNEL_STRIDE;
  const low0 = v128.load(t0);
  const high0 = v128.load(t0, 16);
  const low1 = v128.load(t1);
  const high1 = v128.load(t1, 16);
  const low2 = v128.load(t2);
  const high2 = v128.load(t2, 16);
  const low3 = v128.load(t3);
  const high3 = v128.load(t3, 16);
  let gaps: u64 = 0;
  for (let node = ofA; node < ofB; node += 4) {
    const s = boxes + <usize>load<u32>(node) * KERNEL_STRIDE;
    const low = v128.load(s);
    const high = v128.load(s, 16);
    const first = i16x8.narrow_i32x4_s(gapOf(low, high, low0, high0), gapOf(low, high, low1, high1));
    const last = i16x8.narrow_i32x4_s(gapOf(low, high, low2, high2), gapOf(low, high, low3, high3));
    gaps = (gaps >> 16) | (<u64>i8x16.bitmask(i8x16.narrow_i16x8_s(first, last)) << 48);
  }
  return meetingBits(gaps);
}

/** Bit 16i + 4j + 3: boxes of triangles firstA + i and firstB + j meet, for up to four of each; what is said of others is of no use. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meetingOf(firstA: u32, firstB: u32): u64 {
  const s = triangleBoxes + <usize>firstA * KERNEL_STRIDE;
  const t = triangleBoxes + <usize>firstB * KERNEL_STRIDE;
  const low0 = v128.load(t);
  const high0 = v128.load(t, 16);
  const low1 = v128.load(t, 32);
  const high1 = v128.load(t, 48);
  const low2 = v128.load(t, 64);
  const high2 = v128.load(t, 80);
  const low3 = v128.load(t, 96);
  const high3 = v128.load(t, 112);
  // a loop, as V8 would keep all comparisons of four rows at once, which is more than there are registers
  let gaps: u64 = 0;
  for (let row = s; row < s + 4 * KERNEL_STRIDE; row += KERNEL_STRIDE) {
    const low = v128.load(row);
    const high = v128.load(row, 16);
    const first = i16x8.narrow_i32x4_s(gapOf(low, high, low0, high0), gapOf(low, high, low1, high1));
    const last = i16x8.narrow_i32x4_s(gapOf(low, high, low2, high2), gapOf(low, high, low3, high3));
    gaps = (gaps >> 16) | (<u64>i8x16.bitmask(i8x16.narrow_i16x8_s(first, last)) << 48);
  }
  return meetingBits(gaps);
}

/** A gap along any of four directions: three of them carry into the bit of the fourth. */
// @ts-ignore: decorator of AssemblyScript
@inline
function meetingBits(gaps: u64): u64 {
  return ~(((gaps & 0x7777777777777777) + 0x7777777777777777) | gaps) & 0x8888888888888888;
}

/** The bits of `meetingOf` for so many triangles, 1 to 4. */
// @ts-ignore: decorator of AssemblyScript
@inline
function firstOf(countA: u32, countB: u32): u64 {
  const row: u64 = 0x8888 >> (16 - 4 * countB);
  return (row * 0x0001000100010001) & (<u64>-1 >> (64 - 16 * countA));
}

/** Appends the pairs of triangles that bits of `meetingOf` stand for. */
// @ts-ignore: decorator of AssemblyScript
@inline
function put(met: u64, firstA: u32, firstB: u32, start: i32): i32 {
  let out = pairs + (<usize>start << 3);
  for (let rest = met; rest != 0; rest &= rest - 1) {
    const bit = <u32>ctz(rest);
    store<u32>(out, firstA + (bit >> 4));
    store<u32>(out, firstB + ((bit >> 2) & 3), 4);
    out += 8;
  }
  return start + <i32>popcnt(met);
}

/** The same for leaves of more than four triangles. */
function largeLeaves(firstA: u32, endA: u32, firstB: u32, endB: u32, start: i32): i32 {
  let count = start;
  for (let s = firstA; s < endA; s++) {
    const box = triangleBoxes + <usize>s * KERNEL_STRIDE;
    const low = v128.load(box);
    const high = v128.load(box, 16);
    for (let t = firstB; t < endB; t++) {
      const other = triangleBoxes + <usize>t * KERNEL_STRIDE;
      store<u64>(pairs + (<usize>count << 3), pairOf(s, t));
      count += <i32>(meets(low, high, v128.load(other), v128.load(other, 16)) >> 3);
    }
  }
  return count;
}

/**
 * Compares triangles of two leaves where the bits of a far mask say so, five a row; appends to the `count` pairs that are there, for which there is
 * room.
 */
export function farPairs(mask: u32, a: u32, b: u32, start: i32): i32 {
  if (!allFit) {
    askFor(a);
    askFor(b);
  }
  const firstA = load<u32>(firstTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  tests = <i32>popcnt(mask);
  if ((mask & FIFTH) != 0) return farOfLarge(mask, firstA, firstB, start);
  // from five bits a row to sixteen, then four bits apart
  let far = <u64>(mask & 15) | (<u64>(mask & 0x1e0) << 11) | (<u64>(mask & 0x3c00) << 22) | (<u64>(mask & 0x78000) << 33);
  far = (far | (far << 6)) & 0x0303030303030303;
  far = (far | (far << 3)) & 0x1111111111111111;
  return put(meetingOf(firstA, firstB) & (far << 3), firstA, firstB, start);
}

/** Bits of a far mask for fifth triangles. */
const FIFTH: u32 = 0x1f84210;

function farOfLarge(mask: u32, firstA: u32, firstB: u32, start: i32): i32 {
  let count = start;
  for (let far = mask; far != 0; far &= far - 1) {
    const bit = ctz(far);
    const row = bit / 5;
    const s = firstA + row;
    const t = firstB + bit - 5 * row;
    const box = triangleBoxes + <usize>s * KERNEL_STRIDE;
    const other = triangleBoxes + <usize>t * KERNEL_STRIDE;
    store<u64>(pairs + (<usize>count << 3), pairOf(s, t));
    count += <i32>(meets(v128.load(box), v128.load(box, 16), v128.load(other), v128.load(other, 16)) >> 3);
  }
  return count;
}
