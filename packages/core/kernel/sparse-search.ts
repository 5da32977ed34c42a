import { storeBox } from './boxes';
import {
  boxPairs,
  boxStart,
  capacity,
  DONE,
  endTriangle,
  farMask,
  firstTriangle,
  KERNEL_LEAF,
  meanOfNode,
  neighbours,
  NEIGHBOURS_FULL,
  neighbourStart,
  nextPositions,
  nodeBoxes,
  nodeRadius,
  nodeTicks,
  pairNeighbours,
  pairRadius,
  pairs,
  PAIRS_FULL,
  patchA,
  patchB,
  positions,
  rightChild,
  skip,
  stack,
  stepNodeBoxes,
  stepRadius,
  stepTriangleBoxes,
  testNodeCount,
  TOO_DEAR,
  triangleBoxes,
} from './layout-mesh';
import { boxTriangle, endNorm, isPlain, moveBox, norm, placed, placeTriangles, poses, tick, turnTo } from './subspace';
import { ROOM } from './traversal';

// Candidates of a pose of a subspace, or of a step: find/subspace/sparse-search.ts, which is the reference.

/** Six floats: low x y z and high x y z. Where other searches have whole numbers, which they write anew for their next pose. */
const BOX: usize = 24;

/** Boxes of nodes and triangles: of a pose, or of a step with those of the end behind each. Bytes of each. */
let boxes: usize = 0;
let ofTriangles: usize = 0;
let stride: usize = BOX;

let node: i32 = 0;
/** Next pair of patches of the node at hand, −1 before it was looked at. */
let boxPair: i32 = -1;
/** Bytes of the stack in use. */
let top: usize = 0;
let pairCount: i32 = 0;
let neighbourCount: i32 = 0;
let mostCost: i32 = 0;
let tests: i32 = 0;
let culled: i32 = 0;

export function beginSparse(count: i32, first: f64, second: f64, error: f64, search: u32, most: i32): void {
  turnTo(count, first, second, error, search);
  mostCost = most;
  const isStep = count > 1;
  boxes = isStep ? stepNodeBoxes : nodeBoxes;
  ofTriangles = isStep ? stepTriangleBoxes : triangleBoxes;
  stride = isStep ? 2 * BOX : BOX;
  node = 0;
  boxPair = -1;
  top = 0;
  tests = 0;
  culled = 0;
  clearSparse();
}

export function sparsePairs(): i32 {
  return pairCount;
}

export function sparseNeighbours(): i32 {
  return neighbourCount;
}

export function sparseTests(): i32 {
  return tests;
}

export function sparseCulled(): i32 {
  return culled;
}

/** In tests of boxes: a vertex takes about as long as two. */
export function sparseCost(): i32 {
  return tests + 2 * placed;
}

export function isSparsePlain(): i32 {
  return isPlain ? 1 : 0;
}

/** What was listed is taken. */
export function clearSparse(): void {
  pairCount = 0;
  neighbourCount = 0;
}

/** Comes back where a list is full; called again, it goes on. */
export function searchSparse(): i32 {
  const isStep = poses > 1;
  const radii = isStep ? stepRadius : nodeRadius;
  const farther = max(norm, endNorm);
  const full = capacity - ROOM;
  while (node < testNodeCount) {
    const at = <usize>node << 2;
    if (boxPair < 0) {
      if (sparseCost() > mostCost) return TOO_DEAR;
      if (<f64>load<f32>(radii + at) > farther) {
        culled++;
        node = load<u32>(skip + at);
        continue;
      }
      const a = load<u32>(patchA + at);
      const b = load<u32>(patchB + at);
      if ((load<u32>(rightChild + (<usize>a << 2)) | load<u32>(rightChild + (<usize>b << 2))) == 0) {
        if (pairCount > full) return PAIRS_FULL;
        if (neighbourCount > full) return NEIGHBOURS_FULL;
        // where radii of poses hold, of a step only those pairs are left that poses do not ask about
        if (isStep) compareLeaves(a, b, a == b, <f64>load<f32>(nodeRadius + at) > farther ? askedOfPoses(node, a, b) : 0);
        else openLeaves(node, a, b);
      }
      boxPair = load<u32>(boxStart + at);
    }
    const end = load<u32>(boxStart + at, 4);
    while (<u32>boxPair < end) {
      if (top == 0) {
        if (<f64>load<f32>(pairRadius + (<usize>boxPair << 2)) > farther) {
          boxPair++;
          continue;
        }
        push(load<u32>(boxPairs + (<usize>boxPair << 3)), load<u32>(boxPairs + (<usize>boxPair << 3), 4));
      }
      while (top > 0) {
        if (pairCount > full) return PAIRS_FULL;
        top -= 8;
        compare(load<u32>(stack + top), load<u32>(stack + top, 4));
      }
      boxPair++;
    }
    boxPair = -1;
    node++;
  }
  return DONE;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function push(a: u32, b: u32): void {
  store<u32>(stack + top, a);
  store<u32>(stack + top, b, 4);
  top += 8;
}

/** Of two nodes that meet and are not both leaves the larger one is cut. */
function compare(a: u32, b: u32): void {
  fit(a);
  fit(b);
  tests++;
  if (areApart(boxes + <usize>a * stride, boxes + <usize>b * stride)) return;
  const rightA = load<u32>(rightChild + (<usize>a << 2));
  const rightB = load<u32>(rightChild + (<usize>b << 2));
  if ((rightA | rightB) == 0) {
    compareLeaves(a, b, false, 0);
  } else if (rightB == 0 || (rightA != 0 && size(a) >= size(b))) {
    push(a + 1, b);
    push(rightA, b);
  } else {
    push(a, b + 1);
    push(a, rightB);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function size(patch: u32): u32 {
  return load<u32>(endTriangle + (<usize>patch << 2)) - load<u32>(firstTriangle + (<usize>patch << 2));
}

/** Whether boxes are apart along one axis, in the same order in all poses. */
// @ts-ignore: decorator of AssemblyScript
@inline
function areApart(a: usize, b: usize): bool {
  // of four numbers each the last is not meant
  let above = f32x4.gt(v128.load(a), v128.load(b, 12));
  let below = f32x4.gt(v128.load(b), v128.load(a, 12));
  if (stride != BOX) {
    above = v128.and(above, f32x4.gt(v128.load(a, 24), v128.load(b, 36)));
    below = v128.and(below, f32x4.gt(v128.load(b, 24), v128.load(a, 36)));
  }
  return (i32x4.bitmask(v128.or(above, below)) & 7) != 0;
}

/** Computes the box of a node, where that has not been done: by its mean, or by the vertices of a small one. */
function fit(patch: u32): void {
  const ticked = nodeTicks + (<usize>patch << 2);
  if (load<u32>(ticked) != tick) {
    store<u32>(ticked, tick);
    fitAnew(patch);
  }
}

function fitAnew(patch: u32): void {
  const out = boxes + <usize>patch * stride;
  const mean = load<i32>(meanOfNode + (<usize>patch << 2));
  const right = load<u32>(rightChild + (<usize>patch << 2));
  if (mean >= 0 && right != 0) {
    moveBox(mean, 0, out);
    if (stride != BOX) moveBox(mean, 1, out + BOX);
    return;
  }
  if (right != 0) {
    fit(patch + 1);
    fit(right);
    unite(out, out + stride, boxes + <usize>right * stride);
    if (stride != BOX) unite(out + BOX, out + stride + BOX, boxes + <usize>right * stride + BOX);
    return;
  }
  const first = load<u32>(firstTriangle + (<usize>patch << 2));
  const end = load<u32>(endTriangle + (<usize>patch << 2));
  placeTriangles(first, end);
  for (let t = first; t < end; t++) {
    const box = ofTriangles + <usize>t * stride;
    boxTriangle(t, positions, box);
    unite(out, t == first ? box : out, box);
    if (stride == BOX) continue;
    boxTriangle(t, nextPositions, box + BOX);
    unite(out + BOX, t == first ? box + BOX : out + BOX, box + BOX);
  }
}

function unite(out: usize, a: usize, b: usize): void {
  const low = f32x4.pmin(v128.load(a), v128.load(b));
  const high = f32x4.pmax(v128.load(a, 12), v128.load(b, 12));
  storeBox(out, low, high);
}

/** Pairs of triangles at two leaves of a test node that have a radius in poses, as bits of a far mask: those that share no vertex, or one. */
function askedOfPoses(test: i32, a: u32, b: u32): u32 {
  const at = <usize>test << 2;
  const firstA = load<u32>(firstTriangle + (<usize>a << 2));
  const endA = load<u32>(endTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  let mask = load<u32>(farMask + at);
  const end = neighbours + (<usize>load<u32>(neighbourStart + at, 4) << 3);
  for (let i = neighbours + (<usize>load<u32>(neighbourStart + at) << 3); i < end; i += 8) {
    const s = load<u32>(i) / 3;
    const t = load<u32>(i, 4) / 3;
    const isSwapped = a == b ? s > t : s < firstA || s >= endA;
    mask |= isSwapped ? 1 << (KERNEL_LEAF * (t - firstA) + s - firstB) : 1 << (KERNEL_LEAF * (s - firstA) + t - firstB);
  }
  return mask;
}

/** Triangles of two leaves, or of one, whose boxes meet, all but those that a mask names; there is room for all. */
function compareLeaves(a: u32, b: u32, isOne: bool, without: u32): void {
  fit(a);
  fit(b);
  const firstA = load<u32>(firstTriangle + (<usize>a << 2));
  const firstB = load<u32>(firstTriangle + (<usize>b << 2));
  const endA = load<u32>(endTriangle + (<usize>a << 2));
  const endB = load<u32>(endTriangle + (<usize>b << 2));
  const nodeB = boxes + <usize>b * stride;
  for (let s = firstA; s < endA; s++) {
    const box = ofTriangles + <usize>s * stride;
    const row = without >> (KERNEL_LEAF * (s - firstA));
    if (!isOne && without == 0) {
      tests++;
      if (areApart(box, nodeB)) continue;
    }
    for (let t = isOne ? s + 1 : firstB; t < endB; t++) {
      if (((row >> (t - firstB)) & 1) != 0) continue;
      tests++;
      if (!areApart(box, ofTriangles + <usize>t * stride)) list(s, t);
    }
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function list(s: u32, t: u32): void {
  store<u32>(pairs + (<usize>pairCount << 3), s);
  store<u32>(pairs + (<usize>pairCount << 3), t, 4);
  pairCount++;
}

/** Neighbours at two leaves, and triangles there whose boxes meet as far as the mask names them; there is room for all. */
function openLeaves(test: i32, a: u32, b: u32): void {
  const at = <usize>test << 2;
  const end = neighbours + (<usize>load<u32>(neighbourStart + at, 4) << 3);
  fit(a);
  fit(b);
  for (let i = neighbours + (<usize>load<u32>(neighbourStart + at) << 3); i < end; i += 8) {
    store<u64>(pairNeighbours + (<usize>neighbourCount << 3), load<u64>(i));
    neighbourCount++;
  }
  const firstA = ofTriangles + <usize>load<u32>(firstTriangle + (<usize>a << 2)) * BOX;
  const firstB = ofTriangles + <usize>load<u32>(firstTriangle + (<usize>b << 2)) * BOX;
  for (let far = load<u32>(farMask + at); far != 0; far &= far - 1) {
    const bit = ctz(far);
    const i = bit / KERNEL_LEAF;
    const j = bit - KERNEL_LEAF * i;
    tests++;
    if (areApart(firstA + <usize>i * BOX, firstB + <usize>j * BOX)) continue;
    list(load<u32>(firstTriangle + (<usize>a << 2)) + i, load<u32>(firstTriangle + (<usize>b << 2)) + j);
  }
}
