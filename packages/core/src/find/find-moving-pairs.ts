import { MOVING_STRIDE, type MovingBoxes, movingGaps } from '../bounds/moving-boxes.ts';
import type { PatchTree } from '../partition/patch-tree.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';

/**
 * `findBoxPairs` over a step: appends all pairs of triangles, one below node `rootA` and one below `rootB`, that boxes of both ends do not keep apart. The
 * nodes must not be one below the other. Stops if the buffer wants no more.
 */
export function findMovingPairs(
  tree: PatchTree,
  boxes: MovingBoxes,
  stack: Uint32Array,
  rootA: number,
  rootB: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { nodeBoxes, nodeTick, tick } = boxes;
  const { rightChild } = tree;
  let boxTests = 1;
  let top = 0;
  if (nodeTick[rootA] !== tick) boxes.fit(rootA);
  if (nodeTick[rootB] !== tick) boxes.fit(rootB);
  const { reach } = boxes;
  let start = boxes.startReach;
  if (movingGaps(nodeBoxes, MOVING_STRIDE * rootA, nodeBoxes, MOVING_STRIDE * rootB, reach, start) >= 0) {
    stack[top++] = rootA;
    stack[top++] = rootB;
  }

  // pairs on the stack are not apart
  while (top > 0) {
    const b = stack[--top];
    const a = stack[--top];
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if ((rightA | rightB) === 0) {
      if (compareLeaves(tree, boxes, a, b, out, counters)) break;
      start = boxes.startReach;
      continue;
    }
    // a node is replaced by its children, a leaf stays
    const a0 = rightA !== 0 ? a + 1 : a;
    const a1 = rightA !== 0 ? rightA : a;
    const b0 = rightB !== 0 ? b + 1 : b;
    const b1 = rightB !== 0 ? rightB : b;
    if (nodeTick[a0] !== tick) boxes.fit(a0);
    if (nodeTick[a1] !== tick) boxes.fit(a1);
    if (nodeTick[b0] !== tick) boxes.fit(b0);
    if (nodeTick[b1] !== tick) boxes.fit(b1);
    // written first and kept if the boxes may meet: no branch
    for (let x = a0; ; x = a1) {
      for (let y = b0; ; y = b1) {
        stack[top] = x;
        stack[top + 1] = y;
        top += 2 + 2 * (movingGaps(nodeBoxes, MOVING_STRIDE * x, nodeBoxes, MOVING_STRIDE * y, reach, start) >> 31);
        boxTests++;
        if (y === b1) break;
      }
      if (x === a1) break;
    }
  }
  counters.boxTests += boxTests;
}

/** Appends the pairs of triangles of two different leaves that boxes do not keep apart; true if nobody wants more. */
function compareLeaves(
  tree: PatchTree,
  boxes: MovingBoxes,
  a: number,
  b: number,
  out: PairBuffer,
  counters: Counters,
): boolean {
  const { firstTriangle, endTriangle } = tree;
  boxes.ensureTriangles(a);
  boxes.ensureTriangles(b);
  const { triangleBoxes, nodeBoxes, reach } = boxes;
  for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
    counters.boxTests++;
    if (movingGaps(triangleBoxes, MOVING_STRIDE * s, nodeBoxes, MOVING_STRIDE * b, reach, boxes.startReach) < 0)
      continue;
    if (appendMovingPairs(boxes, s, firstTriangle[b], endTriangle[b], out, counters)) return true;
  }
  return false;
}

/** Appends triangle s with those of first … end − 1 that boxes do not keep apart from it; true if nobody wants more. */
export function appendMovingPairs(
  boxes: MovingBoxes,
  s: number,
  first: number,
  end: number,
  out: PairBuffer,
  counters: Counters,
): boolean {
  const { triangleBoxes, reach, startReach } = boxes;
  const { pairs, capacity } = out;
  counters.boxTests += Math.max(0, end - first);
  for (let t = first; t < end; t++) {
    if (movingGaps(triangleBoxes, MOVING_STRIDE * s, triangleBoxes, MOVING_STRIDE * t, reach, startReach) < 0) continue;
    pairs[2 * out.count] = s;
    pairs[2 * out.count + 1] = t;
    if (++out.count < capacity) continue;
    if (out.flushPairs()) return true;
    boxes.lookAgain();
  }
  return false;
}
