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
/** Triangles of patches whose contours are looked at. */
let leastWithin: i32 = 0;
let leastAcross: i32 = 0;
/** The same for a step. */
export let leastWithinStep: i32 = 0;
export let leastAcrossStep: i32 = 0;
let longestWait: u32 = 0;
let boxesFit: bool = false;
/**
 * Test nodes from `firstOpen` on that nothing culled, so all of their pairs are candidates, one behind the other in their lists. They wait to be taken together, until one is culled: short runs cost more by their ends than by
 * what is in them. Those up to `openEnd` are being taken; then the walk goes on at `goesOn`.
 */
let firstOpen: i32 = 0;
let openEnd: i32 = 0;
let goesOn: i32 = 0;
let boxPair: i32 = 0;
let endBoxPair: i32 = 0;
let farNode: i32 = 0;
let neighbour: i32 = 0;
let endNeighbour: i32 = 0;
let pairCount: i32 = 0;
let neighbourCount: i32 = 0;

export function setSearch(by: i32, within: i32, across: i32, withinStep: i32, acrossStep: i32, wait: i32): void {
  cull = by;
  leastWithin = within;
  leastAcross = across;
  leastWithinStep = withinStep;
  leastAcrossStep = acrossStep;
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
  firstOpen = from;
  openEnd = 0;
  pairCount = 0;
  neighbourCount = 0;
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
  if (culled != 0) passOver(load<u32>(skip + (<usize>node << 2)));
  else goTo(node + 1);
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
 * Walks the test tree: find/patches/patch-finder.ts. Comes back where lists are full, boxes are not those of the pose, or a
 * contour is longer than there is room for; called again, it goes on. What it counted is added to `counts`.
 */
export function search(): i32 {
  for (;;) {
    if (openEnd != 0) {
      const reason = takeOpen();
      if (reason != DONE) return reason;
      openEnd = 0;
      firstOpen = goesOn;
      node = goesOn;
    }
    if (node >= endNode) break;
    const at = <usize>node << 2;
    if (within < Infinity && <f64>load<f32>(nodeRadius + at) > within) {
      add(CULLED, 1);
      passOver(load<u32>(skip + at));
      continue;
    }
    if (cull == NOTHING) {
      if (within < Infinity) goTo(node + 1);
      else open(node + STRETCH, node + STRETCH);
      continue;
    }
    const a = load<u32>(patchA + at);
    const b = load<u32>(patchB + at);
    if ((load<u32>(rightChild + (<usize>a << 2)) | load<u32>(rightChild + (<usize>b << 2))) == 0) {
      goTo(node + 1);
      continue;
    }
    const is = <u32>load<u8>(kind + node);
    const isSmall = cull != ORIENTATION && !isWorthTesting(is, a, b, leastWithin, leastAcross);
    if (isSmall && within == Infinity && !(is == WITHIN_PATCH && load<u32>(freePose + (<usize>a << 2)) == pose)) {
      // what is below is smaller still
      goTo(load<u32>(skip + at));
      continue;
    }
    const outcome = tryToCull(is, a, b, isSmall);
    if (outcome == NOT_KNOWN) return CONTOUR_WANTED;
    if (outcome == FREE) {
      add(CULLED, 1);
      passOver(load<u32>(skip + at));
    } else {
      goTo(node + 1);
    }
  }
  if (firstOpen < endNode) {
    open(endNode, endNode);
    return search();
  }
  return finishPairs();
}

/** Nodes whose lists are taken at once: so few that their boxes are still at hand when the next list wants them. */
const STRETCH: i32 = 512;

/** Nothing culls test nodes from the one at hand up to `next`. */
// @ts-ignore: decorator of AssemblyScript
@inline
function goTo(next: i32): void {
  node = next;
  if (next - firstOpen >= STRETCH) open(next, next);
}

/** Test nodes from the one at hand up to `next` are culled: those before it are to be taken. */
function passOver(next: i32): void {
  if (firstOpen < node) {
    open(node, next);
    return;
  }
  firstOpen = next;
  node = next;
}

/** Test nodes from `firstOpen` up to `end` are to be taken, before the walk goes on at `next`. */
function open(end: i32, next: i32): void {
  openEnd = min(end, endNode);
  goesOn = next;
  const at = <usize>firstOpen << 2;
  const endAt = <usize>openEnd << 2;
  boxPair = load<u32>(boxStart + at);
  endBoxPair = load<u32>(boxStart + endAt);
  neighbour = load<u32>(neighbourStart + at);
  endNeighbour = load<u32>(neighbourStart + endAt);
  farNode = firstOpen;
}

/** What open nodes have: pairs of half-edges, of patches, and of triangles of two leaves. */
function takeOpen(): i32 {
  while (neighbour < endNeighbour) {
    const more = min(endNeighbour - neighbour, capacity - neighbourCount);
    if (more == 0) return NEIGHBOURS_FULL;
    let from = leafNeighbours + (<usize>neighbour << 3);
    const end = from + (<usize>more << 3);
    const move = neighbours + (<usize>neighbourCount << 3) - from;
    // two at a time: one too many is not counted, and there is room for it
    for (; from < end; from += 16) v128.store(from + move, v128.load(from));
    neighbour += more;
    neighbourCount += more;
  }
  const reason = comparePatches();
  return reason != DONE ? reason : compareLeaves();
}

/** Has pairs of patches wait for their walk, which is worth the way for many at once. */
function comparePatches(): i32 {
  if (boxPair < endBoxPair && !boxesFit) return BOXES_WANTED;
  while (boxPair < endBoxPair) {
    const from = boxPairs + (<usize>boxPair << 3);
    let end = boxPairs + (<usize>endBoxPair << 3);
    if (within < Infinity) {
      if (<f64>load<f32>(pairRadius + (<usize>boxPair << 2)) > within) {
        boxPair++;
        continue;
      }
      end = from + 8;
    }
    const taken = <i32>(beginWith(from, end) - from) >> 3;
    add(BOX_TESTS, taken);
    boxPair += taken;
    if (taken > 0) continue;
    const reason = finishPairs();
    if (reason != DONE) return reason;
  }
  return DONE;
}

/** Triangles of two leaves; other nodes have an empty far mask. */
function compareLeaves(): i32 {
  const full = capacity - ROOM;
  for (; farNode < openEnd; farNode++) {
    const at = <usize>farNode << 2;
    const far = load<u32>(farMask + at);
    if (far == 0) continue;
    if (pairCount > full) return PAIRS_FULL;
    if (!boxesFit) return BOXES_WANTED;
    pairCount = farPairs(far, load<u32>(patchA + at), load<u32>(patchB + at), pairCount);
    add(BOX_TESTS, popcnt(far));
  }
  return DONE;
}

/** Candidates of the pairs of patches that wait. */
function finishPairs(): i32 {
  if (!isWaiting()) return DONE;
  pairCount = resumePairs(pairCount);
  add(BOX_TESTS, boxTests());
  return isWaiting() ? PAIRS_FULL : DONE;
}

export const NOT_CULLED: i32 = 0;
export const FREE: i32 = 1;
export const NOT_KNOWN: i32 = 2;

/** PatchCulling.test, where contours are tested exactly and tried again after a while. */
function tryToCull(is: u32, a: u32, b: u32, isSmall: bool): i32 {
  if (is == NEVER_CULLED) return NOT_CULLED;
  const freeA = freePose + (<usize>a << 2);
  if (is == WITHIN_PATCH && load<u32>(freeA) == pose) return FREE;
  const retry = nextTry + (<usize>node << 2);
  const isWanted = cull == ORIENTATION || (!isSmall && load<u32>(retry) <= pose);
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

/** Smaller patches are cheaper to compare than to be shown free. */
export function isWorthTesting(is: u32, a: u32, b: u32, within: i32, across: i32): bool {
  const size = triangleCountOf(a);
  return is == WITHIN_PATCH ? size >= within : size + triangleCountOf(b) >= across;
}

function triangleCountOf(patch: u32): i32 {
  return load<u32>(endTriangle + (<usize>patch << 2)) - load<u32>(firstTriangle + (<usize>patch << 2));
}
