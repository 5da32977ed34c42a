import { apartAtVertexThroughout } from './apart-at-vertex';
import { contourEdges } from './contours';
import {
  BOX_TESTS,
  BOXES_WANTED,
  boxPairs,
  boxStart,
  capacity,
  CONTOUR_EDGES,
  CONTOUR_TESTS,
  CULLED,
  DONE,
  endTriangle,
  firstTriangle,
  freeStep,
  kind,
  marginMasks,
  mostStepEdges,
  movingMasks,
  nextStepTry,
  nextTry,
  NOTHING,
  ORIENTATION,
  ORIENTATION_TESTS,
  pairRadius,
  pairs,
  PAIRS_FULL,
  patchA,
  patchB,
  rightChild,
  sharedVertex,
  skip,
  stack,
  STEP_STRIDE,
  stepFailures,
  stepNodeBoxes,
  stepRadius,
  stepTriangleBoxes,
} from './layout-mesh';
import { testMovingContour } from './moving-contours';
import { testMovingMargin } from './moving-margins';
import { projectAlongMask } from './projection';
import { add } from './reasons';
import { ACROSS_EDGE, ACROSS_VERTEX, leastAcrossStep, leastWithinStep, NEVER_CULLED, waitBits, WITHIN_PATCH } from './search';
import { ROOM } from './traversal';
import { isWorthTesting } from './worth-testing';

// The walk over the test tree for a step; find/patches/moving-search.ts has it for who has no kernel.

let node: i32 = 0;
let endNode: i32 = 0;
let step: u32 = 0;
let pose: u32 = 0;
let cull: i32 = 0;
/** Who culls has to keep the margin of `refitMarginMasks`. */
let hasMargin: bool = false;
let boxesFit: bool = false;
/** Next pair of patches of the node at hand, −1 before it is known that they are to be compared. */
let boxPair: i32 = -1;
let pairCount: i32 = 0;
/** Bytes of the stack in use; not 0 where comparing was left because candidates filled their memory. */
let top: usize = 0;
/** Places that do not keep boxes apart yet: at both ends, and at t0 alone. */
let reach: v128 = i32x4.splat(0);
let start: v128 = i32x4.splat(0);

/** `by`: what proves patches free of impacts, see `setSearch`, or with `margin` of what comes that near; pose: the number of that at t0, whose failed contours are not tried. */
export function beginStepSearch(from: i32, end: i32, stepNumber: u32, poseNumber: u32, by: i32, margin: i32): void {
  node = from;
  endNode = end;
  step = stepNumber;
  pose = poseNumber;
  cull = by;
  hasMargin = margin != 0;
  boxesFit = false;
  boxPair = -1;
  pairCount = 0;
  top = 0;
}

/** The larger norm of the coordinates at both ends, where certificates hold of the step. */
let within: f64 = Infinity;

export function certifyStep(norm: f64): void {
  within = norm;
}

export function stepPairs(): i32 {
  return pairCount;
}

export function clearStepPairs(): void {
  pairCount = 0;
}

export function stepBoxesAreFit(places: i32): void {
  boxesFit = true;
  reach = i32x4.splat(places);
}

export function limitStart(places: i32): void {
  start = i32x4.splat(places);
}

/** Comes back where the list is full or boxes are not those of the step; called again, it goes on. */
export function searchStep(): i32 {
  while (boxPair >= 0 || node < endNode) {
    if (boxPair >= 0) {
      const reason = comparePatches();
      if (reason != DONE) return reason;
      boxPair = -1;
      node++;
      continue;
    }
    const at = <usize>node << 2;
    if (within < Infinity && <f64>load<f32>(stepRadius + at) > within) {
      add(CULLED, 1);
      node = load<u32>(skip + at);
      continue;
    }
    const a = load<u32>(patchA + at);
    const b = load<u32>(patchB + at);
    if ((load<u32>(rightChild + (<usize>a << 2)) | load<u32>(rightChild + (<usize>b << 2))) == 0) {
      if (!boxesFit) return BOXES_WANTED;
      if (pairCount > capacity - ROOM) return PAIRS_FULL;
      compareWithin(a, b);
      node++;
      continue;
    }
    if (cull != NOTHING && tryToCull(a, b)) {
      add(CULLED, 1);
      node = load<u32>(skip + at);
    } else {
      boxPair = load<u32>(boxStart + at);
    }
  }
  return DONE;
}

/**
 * Whether the patches of the node at hand are shown to hold no impact between them: one direction that all triangles face at all times of the step, and a contour that is simple along it at all times. Then, at each time, the
 * projection is one to one on the patch (star-contour theorem): no two features of it without a common vertex touch, whoever owns them. With a margin, they stay farther apart than that (moving-margins.ts).
 */
function tryToCull(a: u32, b: u32): bool {
  const is = <u32>load<u8>(kind + node);
  if (is == NEVER_CULLED || (hasMargin && is == ACROSS_VERTEX)) return false;
  const freeA = freeStep + (<usize>a << 2);
  if (is == WITHIN_PATCH && load<u32>(freeA) == step) return true;
  add(ORIENTATION_TESTS, 1);
  const list = hasMargin ? marginMasks : movingMasks;
  const mask = load<u32>(list + (<usize>a << 2)) & load<u32>(list + (<usize>b << 2));
  if (mask == 0) return false;
  if (cull == ORIENTATION) return true;
  const at = <usize>node << 2;
  // a contour that failed lately in one pose is not worth testing over a step either
  if (!isWorthTesting(a, b, leastWithinStep, leastAcrossStep) || load<u32>(nextStepTry + at) > step || (!hasMargin && load<u32>(nextTry + at) > pose)) return false;
  const edges = contourEdges(node);
  // its children are shorter
  if (edges > mostStepEdges) return false;
  projectAlongMask(mask);
  add(CONTOUR_TESTS, 1);
  const isAcrossVertex = is == ACROSS_VERTEX;
  if (!isAcrossVertex) add(CONTOUR_EDGES, edges);
  const isFree = isAcrossVertex
    ? apartAtVertexThroughout(a, b, load<u32>(sharedVertex + at))
    : hasMargin
      ? testMovingMargin(node)
      : testMovingContour(node);
  const failed = stepFailures + node;
  if (isFree) {
    if (is == ACROSS_EDGE) {
      store<u32>(freeA, step);
      store<u32>(freeStep + (<usize>b << 2), step);
    }
    store<u8>(failed, 0);
    return true;
  }
  const inARow = <u32>load<u8>(failed);
  store<u32>(nextStepTry + at, step + (1 << inARow) + 1);
  if (inARow < waitBits()) store<u8>(failed, <u8>(inARow + 1));
  return false;
}

// the box at hand, upper ends with the reach added, and with that of the start
let lowA: v128 = i32x4.splat(0);
let lowA1: v128 = i32x4.splat(0);
let highA: v128 = i32x4.splat(0);
let highA1: v128 = i32x4.splat(0);
let farA: v128 = i32x4.splat(0);

// @ts-ignore: decorator of AssemblyScript
@inline
function take(box: usize): void {
  const high = v128.load(box, 12);
  lowA = v128.load(box);
  lowA1 = v128.load(box, 24);
  highA = i32x4.add(high, reach);
  highA1 = i32x4.add(v128.load(box, 36), reach);
  farA = i32x4.add(high, start);
}

/** 8, the bytes of a pair, if a box may come within reach of the one at hand, else 0: see `movingGaps`. */
// @ts-ignore: decorator of AssemblyScript
@inline
function mayMeet(box: usize): usize {
  const low = v128.load(box);
  const high = v128.load(box, 12);
  const above = v128.and(i32x4.gt_s(low, highA), i32x4.gt_s(v128.load(box, 24), highA1));
  const below = v128.and(
    i32x4.gt_s(lowA, i32x4.add(high, reach)),
    i32x4.gt_s(lowA1, i32x4.add(v128.load(box, 36), reach)),
  );
  const far = v128.or(i32x4.gt_s(low, farA), i32x4.gt_s(lowA, i32x4.add(high, start)));
  return (i32x4.bitmask(v128.or(v128.or(above, below), far)) & 7) == 0 ? 8 : 0;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function nodeBox(index: u32): usize {
  return stepNodeBoxes + <usize>index * STEP_STRIDE;
}

/** Pairs of triangles of one leaf, or of two. */
function compareWithin(a: u32, b: u32): void {
  const endA = load<u32>(endTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  const endB = load<u32>(endTriangle + (<usize>b << 2));
  for (let s = load<u32>(firstTriangle + (<usize>a << 2)); s < endA; s++) {
    take(stepTriangleBoxes + <usize>s * STEP_STRIDE);
    appendPairs(s, a == b ? s + 1 : firstB, endB);
  }
}

function appendPairs(s: u32, first: u32, end: u32): void {
  let count = pairCount;
  for (let t = first; t < end; t++) {
    const pair = pairs + (<usize>count << 3);
    store<u32>(pair, s);
    store<u32>(pair, t, 4);
    count += <i32>(mayMeet(stepTriangleBoxes + <usize>t * STEP_STRIDE) >> 3);
  }
  pairCount = count;
  if (end > first) add(BOX_TESTS, end - first);
}

/** Candidates of the node's pairs of patches. */
function comparePatches(): i32 {
  const end: i32 = load<u32>(boxStart + (<usize>node << 2), 4);
  if (boxPair < end && !boxesFit) return BOXES_WANTED;
  compareWaiting();
  while (top == 0 && boxPair < end) {
    const pair = boxPairs + (<usize>boxPair << 3);
    const radius = pairRadius + (<usize>boxPair << 2);
    boxPair++;
    if (within < Infinity && <f64>load<f32>(radius) > within) continue;
    take(nodeBox(load<u32>(pair)));
    store<u64>(stack, load<u64>(pair));
    top = mayMeet(nodeBox(load<u32>(pair, 4)));
    add(BOX_TESTS, 1);
    compareWaiting();
  }
  return top != 0 ? PAIRS_FULL : DONE;
}

/** Compares what lies below pairs of nodes that may meet, until none waits or too few pairs have room. */
function compareWaiting(): void {
  let at = top;
  let compared = 0;
  const full = capacity - ROOM;
  while (at > 0 && pairCount <= full) {
    at -= 8;
    const a = load<u32>(stack + at);
    const b = load<u32>(stack + at, 4);
    const rightA = load<u32>(rightChild + (<usize>a << 2));
    const rightB = load<u32>(rightChild + (<usize>b << 2));
    if ((rightA | rightB) == 0) {
      compareLeaves(a, b);
      continue;
    }
    // a node is replaced by its children, a leaf stays
    const a1 = rightA != 0 ? rightA : a;
    const b0 = rightB != 0 ? b + 1 : b;
    for (let x = rightA != 0 ? a + 1 : a; ; x = a1) {
      take(nodeBox(x));
      // written first and kept if the boxes may meet: no branch
      store<u32>(stack + at, x);
      store<u32>(stack + at, b0, 4);
      at += mayMeet(nodeBox(b0));
      compared++;
      if (rightB != 0) {
        store<u32>(stack + at, x);
        store<u32>(stack + at, rightB, 4);
        at += mayMeet(nodeBox(rightB));
        compared++;
      }
      if (x == a1) break;
    }
  }
  top = at;
  add(BOX_TESTS, compared);
}

function compareLeaves(a: u32, b: u32): void {
  const endA = load<u32>(endTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  const endB = load<u32>(endTriangle + (<usize>b << 2));
  for (let s = load<u32>(firstTriangle + (<usize>a << 2)); s < endA; s++) {
    take(stepTriangleBoxes + <usize>s * STEP_STRIDE);
    add(BOX_TESTS, 1);
    if (mayMeet(nodeBox(b)) != 0) appendPairs(s, firstB, endB);
  }
}
