import {
  boxPairs,
  boxStart,
  capacity,
  counts,
  endTriangle,
  failures,
  farMask,
  firstTriangle,
  freePose,
  kind,
  leafNeighbours,
  neighbourStart,
  neighbours,
  nextTry,
  nodeRadius,
  pairRadius,
  patchA,
  patchB,
  rightChild,
  sharedVertex,
  skip,
} from './addresses';
import { apartAtVertex } from './apart-at-vertex';
import { contourEdges, FAILED, NOT_SAID, testContour } from './contours';
import { maskOf } from './masks';
import { projectAlongMask } from './projection';
import { beginWith, boxTests, farPairs, forgetWaiting, isWaiting, resumePairs, ROOM } from './traversal';

// What a test node stands for: see find/patches/test-tree.ts.
export const WITHIN_PATCH: u32 = 0;
export const ACROSS_EDGE: u32 = 1;
export const ACROSS_VERTEX: u32 = 2;
export const NEVER_CULLED: u32 = 3;

// What proves patches free of contact.
export const NOTHING: i32 = 0;
export const ORIENTATION: i32 = 1;

/** Why `search` came back. */
export const DONE: i32 = 0;
export const PAIRS_FULL: i32 = 1;
export const NEIGHBOURS_FULL: i32 = 2;
export const BOXES_WANTED: i32 = 3;
export const CONTOUR_WANTED: i32 = 4;

let node: i32 = 0;
let endNode: i32 = 0;
let pose: u32 = 0;
let cull: i32 = 0;
let leastWithin: i32 = 0;
let leastAcross: i32 = 0;
let longestWait: u32 = 0;
let boxesFit: bool = false;
/** Next pair of patches of the node at hand, −1 before it is known that they are to be compared. */
let boxPair: i32 = -1;
/** Pairs of patches wait for their walk, and there is no room for more. */
let pairsAreMany: bool = false;
let pairCount: i32 = 0;
let neighbourCount: i32 = 0;

export function setSearch(by: i32, within: i32, across: i32, wait: i32): void {
  cull = by;
  leastWithin = within;
  leastAcross = across;
  longestWait = wait;
}

/** Norm of the pose's coordinates, where certificates hold of it: whatever has a larger radius is free. */
let within: f64 = Infinity;

export function certifyPose(norm: f64): void {
  within = norm;
}

export function waitBits(): u32 {
  return longestWait;
}

export function beginSearch(from: i32, end: i32, poseNumber: u32, fit: i32): void {
  node = from;
  endNode = end;
  pose = poseNumber;
  boxesFit = fit != 0;
  boxPair = -1;
  pairCount = 0;
  neighbourCount = 0;
  pairsAreMany = false;
  forgetWaiting();
}

/** Test node at hand, where the contour of one is wanted. */
export function searchedNode(): i32 {
  return node;
}

export function searchedPairs(): i32 {
  return pairCount;
}

export function searchedNeighbours(): i32 {
  return neighbourCount;
}

/** Those that are there were taken. */
export function clearPairs(): void {
  pairCount = 0;
}

export function clearNeighbours(): void {
  neighbourCount = 0;
}

/** All boxes are those of the pose. */
export function boxesAreFit(): void {
  boxesFit = true;
}

/** What became of the contour that was wanted. */
export function tellContour(culled: i32): void {
  if (culled != 0) node = load<u32>(skip + (<usize>node << 2));
  else boxPair = load<u32>(boxStart + (<usize>node << 2));
}

/** Numbers in `counts`. */
export const ORIENTATION_TESTS: usize = 0;
export const CONTOUR_TESTS: usize = 4;
export const CONTOUR_EDGES: usize = 8;
export const CULLED: usize = 12;
export const BOX_TESTS: usize = 16;

export function add(what: usize, more: i32): void {
  store<i32>(counts + what, load<i32>(counts + what) + more);
}

/**
 * Walks the test tree: find/patches/patch-finder.ts, node by node in the same order. Comes back where lists are full, boxes are not those of the pose, or a
 * contour is longer than there is room for; called again, it goes on. What it counted is added to `counts`.
 */
export function search(): i32 {
  const full = capacity - ROOM;
  while (boxPair >= 0 || node < endNode) {
    if (boxPair >= 0) {
      const reason = comparePatches();
      if (reason != DONE) return reason;
      boxPair = -1;
      node++;
      continue;
    }
    const at = <usize>node << 2;
    if (within < Infinity && <f64>load<f32>(nodeRadius + at) > within) {
      add(CULLED, 1);
      node = load<u32>(skip + at);
      continue;
    }
    const a = load<u32>(patchA + at);
    const b = load<u32>(patchB + at);
    if ((load<u32>(rightChild + (<usize>a << 2)) | load<u32>(rightChild + (<usize>b << 2))) == 0) {
      if (neighbourCount > full) return NEIGHBOURS_FULL;
      if (pairCount > full) return PAIRS_FULL;
      const far = load<u32>(farMask + at);
      if (far != 0) {
        if (!boxesFit) return BOXES_WANTED;
        pairCount = farPairs(far, a, b, pairCount);
        add(BOX_TESTS, popcnt(far));
      }
      const end = leafNeighbours + (<usize>load<u32>(neighbourStart + at, 4) << 3);
      for (let i = leafNeighbours + (<usize>load<u32>(neighbourStart + at) << 3); i < end; i += 8) {
        store<u64>(neighbours + (<usize>neighbourCount << 3), load<u64>(i));
        neighbourCount++;
      }
      node++;
      continue;
    }
    const outcome = cull == NOTHING ? NOT_CULLED : tryToCull(a, b);
    if (outcome == NOT_KNOWN) return CONTOUR_WANTED;
    if (outcome == FREE) {
      add(CULLED, 1);
      node = load<u32>(skip + at);
    } else {
      boxPair = load<u32>(boxStart + at);
    }
  }
  return finishPairs();
}

/** Has the node's pairs of patches wait for their walk, which is worth the way for many at once. */
function comparePatches(): i32 {
  const end: i32 = load<u32>(boxStart + (<usize>node << 2), 4);
  if (boxPair < end && !boxesFit) return BOXES_WANTED;
  while (boxPair < end) {
    if (pairsAreMany) {
      const reason = finishPairs();
      if (reason != DONE) return reason;
    }
    const pair = boxPairs + (<usize>boxPair << 3);
    const radius = pairRadius + (<usize>boxPair << 2);
    boxPair++;
    if (within < Infinity && <f64>load<f32>(radius) > within) continue;
    add(BOX_TESTS, 1);
    pairsAreMany = !beginWith(load<u32>(pair), load<u32>(pair, 4));
  }
  return DONE;
}

/** Candidates of the pairs of patches that wait. */
function finishPairs(): i32 {
  if (!isWaiting()) return DONE;
  pairCount = resumePairs(pairCount);
  add(BOX_TESTS, boxTests());
  if (isWaiting()) return PAIRS_FULL;
  pairsAreMany = false;
  return DONE;
}

export const NOT_CULLED: i32 = 0;
export const FREE: i32 = 1;
export const NOT_KNOWN: i32 = 2;

/** PatchCulling.test, where contours are tested exactly and tried again after a while. */
function tryToCull(a: u32, b: u32): i32 {
  const is = <u32>load<u8>(kind + node);
  if (is == NEVER_CULLED) return NOT_CULLED;
  const freeA = freePose + (<usize>a << 2);
  if (is == WITHIN_PATCH && load<u32>(freeA) == pose) return FREE;
  const retry = nextTry + (<usize>node << 2);
  const isWanted = cull == ORIENTATION || (isWorthTesting(is, a, b) && load<u32>(retry) <= pose);
  let mask = isWanted ? maskOf(a) : 0;
  if (mask != 0) mask &= maskOf(b);
  if (mask != 0 && cull != ORIENTATION) {
    projectAlongMask(mask);
    let simple: i32;
    if (is == ACROSS_VERTEX) {
      simple = <i32>apartAtVertex(a, b, load<u32>(sharedVertex + (<usize>node << 2)));
    } else {
      simple = testContour(node);
      if (simple == NOT_SAID) return NOT_KNOWN;
      add(CONTOUR_EDGES, contourEdges(node));
    }
    add(ORIENTATION_TESTS, 1);
    add(CONTOUR_TESTS, 1);
    const failed = failures + node;
    if (simple != FAILED) {
      if (is == ACROSS_EDGE) {
        store<u32>(freeA, pose);
        store<u32>(freePose + (<usize>b << 2), pose);
      }
      store<u8>(failed, 0);
      return FREE;
    }
    const inARow = <u32>load<u8>(failed);
    store<u32>(retry, pose + (1 << inARow) + 1);
    if (inARow < longestWait) store<u8>(failed, <u8>(inARow + 1));
    return NOT_CULLED;
  }
  add(ORIENTATION_TESTS, 1);
  return mask != 0 ? FREE : NOT_CULLED;
}

export function isWorthTesting(is: u32, a: u32, b: u32): bool {
  const size = triangleCountOf(a);
  return is == WITHIN_PATCH ? size >= leastWithin : size + triangleCountOf(b) >= leastAcross;
}

function triangleCountOf(patch: u32): i32 {
  return load<u32>(endTriangle + (<usize>patch << 2)) - load<u32>(firstTriangle + (<usize>patch << 2));
}
