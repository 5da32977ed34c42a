import { apartAtVertex } from './apart-at-vertex';
import { askedFirst, askedKind, askedSecond, beginAsking, costOfAsking, costOfContour, nextAsked, noteAsked } from './choice';
import { contourEdges, testContour } from './contours';
import {
  CONTOUR,
  CONTOUR_EDGES,
  CONTOUR_FAILED,
  CONTOUR_TESTS,
  CULLED,
  CULLED_AT_VERTEX,
  CULLED_BY_CONTOUR,
  CULLED_BY_DIRECTION,
  CULLED_WITH_NEIGHBOUR,
  DONE,
  failures,
  freePose,
  kind,
  MASKS_WANTED,
  mostEdges,
  nextTry,
  NO_DIRECTION,
  nodeRadius,
  NOTHING,
  ORIENTATION,
  ORIENTATION_TESTS,
  patchA,
  patchB,
  rightChild,
  sharedVertex,
  skip,
} from './layout-mesh';
import { maskOf } from './masks';
import { beginTaking, finishPairs, open, takeRun, within } from './open-nodes';
import { projectAlongMask } from './projection';
import { add, noteVisit } from './reasons';
import { isWorthTesting } from './worth-testing';

// What a test node stands for: see find/patches/test-tree.ts.
export const WITHIN_PATCH: u32 = 0;
export const ACROSS_EDGE: u32 = 1;
export const ACROSS_VERTEX: u32 = 2;
export const NEVER_CULLED: u32 = 3;

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
/** Directions of triangles are those of the pose. */
let masksFit: bool = false;
/**
 * Test nodes from `firstOpen` on that nothing culled. They wait to be taken together, until one is culled: short runs cost more by their ends than by what is in them. Once they are taken, the walk goes on at `goesOn`.
 */
let firstOpen: i32 = 0;
let goesOn: i32 = 0;
let isTaking: bool = false;

export function setSearch(by: i32, within: i32, across: i32, withinStep: i32, acrossStep: i32, wait: i32): void {
  cull = by;
  leastWithin = within;
  leastAcross = across;
  leastWithinStep = withinStep;
  leastAcrossStep = acrossStep;
  longestWait = wait;
}

export function waitBits(): u32 {
  return longestWait;
}

/** `fit`: 1 if boxes are those of the pose, 2 if directions of triangles are. */
export function beginSearch(from: i32, end: i32, poseNumber: u32, fit: i32): void {
  node = from;
  endNode = end;
  pose = poseNumber;
  masksFit = (fit & 2) != 0;
  firstOpen = from;
  isTaking = false;
  beginTaking((fit & 1) != 0);
  if (cull == CONTOUR && within == Infinity) beginAsking(from, poseNumber);
}

export function masksAreFit(): void {
  masksFit = true;
}

/**
 * Walks the test tree: find/patches/patch-finder.ts. Comes back where lists are full, or boxes or directions are not those of the pose; called again, it goes on. What it counted is added to `searchCounts`.
 */
export function search(): i32 {
  while (isTaking || firstOpen < endNode) {
    if (isTaking) {
      const reason = takeRun();
      if (reason != DONE) return reason;
      isTaking = false;
      firstOpen = goesOn;
      node = goesOn;
      continue;
    }
    const reason = within < Infinity || cull == ORIENTATION ? askAll() : cull == CONTOUR ? ask() : DONE;
    if (reason != DONE) return reason;
    if (!isTaking) take(endNode, endNode);
  }
  return finishPairs();
}

/** Test nodes from `firstOpen` up to `end` are to be taken, before the walk goes on at `next`. */
function take(end: i32, next: i32): void {
  isTaking = true;
  goesOn = next;
  open(firstOpen, min(end, endNode));
}

/** Test nodes from the one at hand up to `next` are culled: those before it are to be taken. */
function passOver(next: i32): void {
  if (firstOpen < node) {
    take(node, next);
    return;
  }
  firstOpen = next;
  node = next;
}

/** Asks about one test node after the other, until some are to be taken. */
function askAll(): i32 {
  while (node < endNode && !isTaking) {
    const at = <usize>node << 2;
    if (within < Infinity && <f64>load<f32>(nodeRadius + at) > within) {
      add(CULLED, 1);
      passOver(load<u32>(skip + at));
      continue;
    }
    const a = load<u32>(patchA + at);
    const b = load<u32>(patchB + at);
    const areLeaves = (load<u32>(rightChild + (<usize>a << 2)) | load<u32>(rightChild + (<usize>b << 2))) == 0;
    if (areLeaves || cull == NOTHING) {
      node++;
      continue;
    }
    if (!masksFit) return MASKS_WANTED;
    const is = <u32>load<u8>(kind + node);
    const isSmall = cull != ORIENTATION && !isWorthTesting(a, b, leastWithin, leastAcross);
    if (tryToCull(is, a, b, isSmall)) {
      add(CULLED, 1);
      passOver(load<u32>(skip + at));
    } else {
      node++;
    }
  }
  return DONE;
}

/** The same, of those that are worth a test and where culling is worth its cost: see choice.ts. */
function ask(): i32 {
  while (!isTaking) {
    node = nextAsked(endNode);
    if (node >= endNode) break;
    const is = askedKind();
    if (!masksFit && is != NEVER_CULLED) return MASKS_WANTED;
    const isFree = tryToCull(is, askedFirst(), askedSecond(), false);
    conclude(isFree, cost);
  }
  return DONE;
}

/** Notes what a test led to, and what it cost. */
function conclude(isFree: bool, took: i32): void {
  noteAsked(isFree, took);
  if (!isFree) return;
  add(CULLED, 1);
  passOver(load<u32>(skip + (<usize>node << 2)));
}

/** Whether one test node is culled in a pose of which directions of triangles are known, besides any search. */
export function cullsNode(which: i32, poseNumber: u32): i32 {
  if (cull == NOTHING) return 0;
  node = which;
  pose = poseNumber;
  const at = <usize>node << 2;
  const a = load<u32>(patchA + at);
  const b = load<u32>(patchB + at);
  const isSmall = cull != ORIENTATION && !isWorthTesting(a, b, leastWithin, leastAcross);
  return tryToCull(<u32>load<u8>(kind + node), a, b, isSmall) ? 1 : 0;
}

/** What the last `tryToCull` cost: see choice.ts. */
let cost: i32 = 0;

/**
 * Whether the patches of the node at hand are shown to hold no contact between them: a direction that all triangles face, and a contour that does not meet itself when projected along it, leave no room for two triangles to meet
 * (star paper §3–4; for any set of triangles, see docs/papers/star-contour.md). What failed is tried again after a while.
 */
function tryToCull(is: u32, a: u32, b: u32, isSmall: bool): bool {
  cost = costOfAsking();
  if (is == NEVER_CULLED) return false;
  const freeA = freePose + (<usize>a << 2);
  if (is == WITHIN_PATCH && load<u32>(freeA) == pose) {
    noteVisit(node, CULLED_WITH_NEIGHBOUR, 0);
    return true;
  }
  add(ORIENTATION_TESTS, 1);
  if (isSmall) return false;
  let mask = maskOf(a);
  if (mask != 0 && a != b) mask &= maskOf(b);
  if (mask == 0) noteVisit(node, NO_DIRECTION, 0);
  if (mask == 0) return false;
  if (cull == ORIENTATION) {
    noteVisit(node, CULLED_BY_DIRECTION, mask);
    return true;
  }
  const retry = nextTry + (<usize>node << 2);
  const edges = contourEdges(node);
  // the children of what is too long are shorter
  if (load<u32>(retry) > pose || edges > mostEdges) return false;
  projectAlongMask(mask);
  add(CONTOUR_TESTS, 1);
  cost = costOfContour(node);
  const isAcrossVertex = is == ACROSS_VERTEX;
  if (!isAcrossVertex) add(CONTOUR_EDGES, edges);
  const isFree = isAcrossVertex ? apartAtVertex(a, b, load<u32>(sharedVertex + (<usize>node << 2))) : testContour(node);
  noteVisit(node, !isFree ? CONTOUR_FAILED : isAcrossVertex ? CULLED_AT_VERTEX : CULLED_BY_CONTOUR, mask);
  const failed = failures + node;
  if (isFree) {
    if (is == ACROSS_EDGE) {
      store<u32>(freeA, pose);
      store<u32>(freePose + (<usize>b << 2), pose);
    }
    store<u8>(failed, 0);
    return true;
  }
  const inARow = <u32>load<u8>(failed);
  // once in so many poses
  cost >>= inARow;
  store<u32>(retry, pose + (1 << inARow) + 1);
  if (inARow < longestWait) store<u8>(failed, <u8>(inARow + 1));
  return false;
}
