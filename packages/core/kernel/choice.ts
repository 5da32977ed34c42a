import { contourEdges } from './contours';
import { ABOVE_WORDS, asked, ASKED_WORDS, kind, MOST_ABOVE, neighbourStart, patchA, patchB, skip, testNodeCount, triangleCount } from './layout-mesh';
import { isWorthTesting } from './worth-testing';

// Which patches to cull and which to compare by boxes, by what it cost when it was last tried: docs/kernel.md, "Culling or boxes". Test nodes that are worth a test have a record each, in their order; others are never asked.

/**
 * A record: the test node and the one behind all below it; the record of that; what it saves to cull the node; the pose up to which boxes are compared below it; its two patches; its kind, and how often in a row boxes were
 * chosen, a byte each. All that most questions need lies together: it is often in no cache when a frame begins.
 */
const END: usize = 4;
const NEXT: usize = 8;
const WORTH: usize = 12;
const UNTIL: usize = 16;
const FIRST: usize = 20;
const SECOND: usize = 24;
const KIND: usize = 28;
const IN_A_ROW: usize = 29;

/** Nodes above the one at hand, each with its record and what culling is worth below it as far as that is known. What is below more nodes counts for the last of these: trees are not that deep. */
const ROOM_ABOVE: usize = ABOVE_WORDS * MOST_ABOVE;

// Costs, in nanoseconds of the machine where they were measured: only what they are to each other matters.

/** To compare what a test node has, and a pair of triangles that share a vertex. */
const OF_NODE: i32 = 10;
const OF_NEIGHBOURS: i32 = 8;
/** To ask about a node; to look at a contour, and at an edge of it. */
const OF_ASKING: i32 = 60;
const OF_CONTOUR: i32 = 130;
const OF_EDGE: i32 = 17;
/** Directions of a triangle, where any are wanted. */
const OF_DIRECTIONS: i32 = 16;
/** Up to 2 to the power of this many poses by boxes before culling is tried again. */
const LONGEST_BITS: u32 = 6;

let records: usize = 0;
let endRecords: usize = 0;
/** Nodes above the one at hand, the last of them at `above` − ABOVE_WORDS. */
let firstAbove: usize = 0;
let above: usize = 0;
/** The record at hand. */
let record: usize = 0;
let pose: u32 = 0;

/** Writes the records of all test nodes that are worth a test. */
export function listAsked(within: i32, across: i32): void {
  records = asked + ROOM_ABOVE;
  firstAbove = asked;
  let out = records;
  for (let node = 0; node < testNodeCount; node++) {
    const at = <usize>node << 2;
    const a = load<u32>(patchA + at);
    const b = load<u32>(patchB + at);
    if (!isWorthTesting(a, b, within, across)) continue;
    const end = load<u32>(skip + at);
    const saved = load<u32>(neighbourStart + (<usize>end << 2)) - load<u32>(neighbourStart + at);
    store<u32>(out, node);
    store<u32>(out, end, END);
    store<i32>(out, OF_NODE * (end - node) + OF_NEIGHBOURS * saved, WORTH);
    store<u32>(out, a, FIRST);
    store<u32>(out, b, SECOND);
    store<u8>(out, load<u8>(kind + node), KIND);
    out += ASKED_WORDS;
  }
  endRecords = out;
  // the last first: what is below a record is passed over by theirs
  for (let one = out - ASKED_WORDS; one >= records; one -= ASKED_WORDS) {
    const end = load<u32>(one, END);
    let next = one + ASKED_WORDS;
    while (next < out && load<u32>(next) < end) next = load<u32>(next, NEXT);
    store<u32>(one, <u32>next, NEXT);
  }
}

/** A search begins at a test node. */
export function beginAsking(from: i32, poseNumber: u32): void {
  pose = poseNumber;
  above = firstAbove;
  record = records;
  if (from == 0) return;
  let end = endRecords;
  for (let first = records; first < end; ) {
    const middle = first + (<usize>(end - first) / ASKED_WORDS >> 1) * ASKED_WORDS;
    if (load<i32>(middle) < from) first = middle + ASKED_WORDS;
    else end = middle;
  }
  record = end;
}

/** The next test node to ask, where it is not to be compared by boxes; `end` or more if there is none before that. The same again until `noteAsked`. */
export function nextAsked(end: i32): i32 {
  while (record < endRecords && load<u32>(record, UNTIL) > pose) record = load<u32>(record, NEXT);
  const node = record < endRecords ? load<i32>(record) : i32.MAX_VALUE;
  while (above > firstAbove) {
    const last = load<u32>(above - ABOVE_WORDS);
    const ends = load<i32>(last, END);
    if (ends > node) break;
    above -= ABOVE_WORDS;
    // of what goes on behind the end nobody knows yet
    if (ends <= end) settle(last, load<i32>(above, 4));
  }
  return node;
}

/** The patches of the node to ask, and its kind. */
export function askedFirst(): u32 {
  return load<u32>(record, FIRST);
}

export function askedSecond(): u32 {
  return load<u32>(record, SECOND);
}

export function askedKind(): u32 {
  return load<u8>(record, KIND);
}

/** What became of it, and what that cost. */
export function noteAsked(isFree: bool, cost: i32): void {
  const noted = record;
  if (isFree) {
    record = load<u32>(noted, NEXT);
    settle(noted, load<i32>(noted, WORTH) - cost);
    return;
  }
  record = noted + ASKED_WORDS;
  const ofAll = load<u32>(noted) == 0 ? OF_DIRECTIONS * triangleCount : 0;
  if (above == firstAbove + ROOM_ABOVE) return;
  store<u32>(above, <u32>noted);
  store<i32>(above, -cost - ofAll, 4);
  above += ABOVE_WORDS;
}

/** Culling below a node, or of it, is worth so much: the node above is the better for it, or boxes are compared for a while. */
function settle(one: usize, worth: i32): void {
  if (worth >= 0) {
    store<u8>(one, 0, IN_A_ROW);
    if (above > firstAbove) store<i32>(above - ABOVE_WORDS, load<i32>(above - ABOVE_WORDS, 4) + worth, 4);
    return;
  }
  const inARow = <u32>load<u8>(one, IN_A_ROW);
  store<u32>(one, pose + (1 << inARow) + 1, UNTIL);
  if (inARow < LONGEST_BITS) store<u8>(one, <u8>(inARow + 1), IN_A_ROW);
}

export function costOfAsking(): i32 {
  return OF_ASKING;
}

export function costOfContour(node: i32): i32 {
  return OF_ASKING + OF_CONTOUR + OF_EDGE * contourEdges(node);
}
