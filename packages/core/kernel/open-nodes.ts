import {
  BOX_TESTS,
  BOXES_WANTED,
  boxPairs,
  boxStart,
  capacity,
  DONE,
  farMask,
  neighbours,
  NEIGHBOURS_FULL,
  neighbourStart,
  pairNeighbours,
  pairRadius,
  PAIRS_FULL,
  patchA,
  patchB,
} from './layout-mesh';
import { add } from './reasons';
import { beginWith, boxTests, farPairs, forgetWaiting, isWaiting, resumePairs, ROOM } from './traversal';

// Test nodes that nothing culls: all of their pairs are candidates, one behind the other in their lists.

/** Nodes whose lists are taken at once: so few that their boxes are still at hand when the next list wants them. */
const STRETCH: i32 = 512;

let boxesFit: bool = false;
/** A stretch of nodes up to `openEnd` is being taken, of a run up to `runEnd`. */
let openEnd: i32 = 0;
let runEnd: i32 = 0;
/** What is next in their lists. */
let boxPair: i32 = 0;
let endBoxPair: i32 = 0;
let farNode: i32 = 0;
let neighbour: i32 = 0;
let endNeighbour: i32 = 0;
let pairCount: i32 = 0;
let neighbourCount: i32 = 0;
/** Norm of the pose's coordinates, where certificates hold of it: whatever has a larger radius is free. */
export let within: f64 = Infinity;

export function certifyPose(norm: f64): void {
  within = norm;
}

export function beginTaking(fit: bool): void {
  boxesFit = fit;
  openEnd = 0;
  runEnd = 0;
  pairCount = 0;
  neighbourCount = 0;
  forgetWaiting();
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

/** Test nodes first … end − 1 are to be taken. */
export function open(first: i32, end: i32): void {
  runEnd = end;
  openStretch(first);
}

function openStretch(first: i32): void {
  openEnd = runEnd - first < 2 * STRETCH ? runEnd : first + STRETCH;
  const at = <usize>first << 2;
  const endAt = <usize>openEnd << 2;
  boxPair = load<u32>(boxStart + at);
  endBoxPair = load<u32>(boxStart + endAt);
  neighbour = load<u32>(neighbourStart + at);
  endNeighbour = load<u32>(neighbourStart + endAt);
  farNode = first;
}

/** Takes what is open, if anything is. */
export function takeRun(): i32 {
  while (openEnd != 0) {
    const reason = takeOpen();
    if (reason != DONE) return reason;
    if (openEnd < runEnd) openStretch(openEnd);
    else openEnd = 0;
  }
  return DONE;
}

/** What open nodes have: pairs of half-edges, of patches, and of triangles of two leaves. */
function takeOpen(): i32 {
  while (neighbour < endNeighbour) {
    const more = min(endNeighbour - neighbour, capacity - neighbourCount);
    if (more == 0) return NEIGHBOURS_FULL;
    let from = neighbours + (<usize>neighbour << 3);
    const end = from + (<usize>more << 3);
    const move = pairNeighbours + (<usize>neighbourCount << 3) - from;
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
export function finishPairs(): i32 {
  if (!isWaiting()) return DONE;
  pairCount = resumePairs(pairCount);
  add(BOX_TESTS, boxTests());
  return isWaiting() ? PAIRS_FULL : DONE;
}
