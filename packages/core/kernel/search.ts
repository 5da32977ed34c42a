import { apartAtVertex } from './apart-at-vertex';
import { askedFirst, askedKind, askedSecond, beginAsking, costOfAsking, costOfContour, nextAsked, noteAsked } from './choice';
import { contourEdges, FAILED, NOT_SAID, testContour } from './contours';
import {
  CONTOUR,
  CONTOUR_EDGES,
  CONTOUR_TESTS,
  CONTOUR_WANTED,
  CULLED,
  DONE,
  failures,
  freePose,
  kind,
  MASKS_WANTED,
  nextTry,
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
import { add } from './reasons';
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

/** Test node at hand, where the contour of one is wanted. */
export function searchedNode(): i32 {
  return node;
}

export function masksAreFit(): void {
  masksFit = true;
}

/** What became of the contour that was wanted. */
export function tellContour(culled: i32): void {
  if (within == Infinity) {
    conclude(culled != 0, costOfContour(node));
    return;
  }
  if (culled != 0) passOver(load<u32>(skip + (<usize>node << 2)));
  else node++;
}

/**
 * Walks the test tree: find/patches/patch-finder.ts. Comes back where lists are full, boxes or directions are not those of the pose, or a
 * contour is longer than there is room for; called again, it goes on. What it counted is added to `counts`.
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
    const outcome = tryToCull(is, a, b, isSmall);
    if (outcome == NOT_KNOWN) return CONTOUR_WANTED;
    if (outcome == FREE) {
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
    const outcome = tryToCull(is, askedFirst(), askedSecond(), false);
    if (outcome == NOT_KNOWN) return CONTOUR_WANTED;
    conclude(outcome == FREE, cost);
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

export const NOT_CULLED: i32 = 0;
export const FREE: i32 = 1;
export const NOT_KNOWN: i32 = 2;

/** What the last `tryToCull` cost: see choice.ts. */
let cost: i32 = 0;

/** PatchCulling.test, where contours are tested exactly and tried again after a while. */
function tryToCull(is: u32, a: u32, b: u32, isSmall: bool): i32 {
  cost = costOfAsking();
  if (is == NEVER_CULLED) return NOT_CULLED;
  const freeA = freePose + (<usize>a << 2);
  if (is == WITHIN_PATCH && load<u32>(freeA) == pose) return FREE;
  const retry = nextTry + (<usize>node << 2);
  let mask = isSmall ? 0 : maskOf(a);
  if (mask != 0 && a != b) mask &= maskOf(b);
  if (mask != 0 && cull != ORIENTATION) {
    if (load<u32>(retry) > pose) {
      add(ORIENTATION_TESTS, 1);
      return NOT_CULLED;
    }
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
    cost = costOfContour(node);
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
    // once in so many poses
    cost >>= inARow;
    store<u32>(retry, pose + (1 << inARow) + 1);
    if (inARow < longestWait) store<u8>(failed, <u8>(inARow + 1));
    return NOT_CULLED;
  }
  add(ORIENTATION_TESTS, 1);
  return mask != 0 ? FREE : NOT_CULLED;
}
