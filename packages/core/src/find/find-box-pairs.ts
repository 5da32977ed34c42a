import type { Boxes } from '../bounds/boxes.ts';
import { BOX_STRIDE, gaps, type PlainBoxes } from '../bounds/plain-boxes.ts';
import type { MeshKernel } from '../kernel/mesh-kernel.ts';
import type { PatchTree } from '../partition/patch-tree.ts';
import type { Counters } from '../results/counters.ts';
import type { PairBuffer } from '../results/pair-buffer.ts';

/**
 * A stack for `findBoxPairs`. A popped pair leaves at most four in its place, in which at least one node is a level deeper. Two nodes have at
 * most 2 · depth levels to go down together, and each step keeps at most three pairs waiting.
 */
export function createPairStack(tree: PatchTree): Uint32Array {
  return new Uint32Array(2 * (3 * 2 * tree.depth + 4));
}

/**
 * Appends all pairs of triangles, one below node `rootA` and one below `rootB`, whose boxes meet. The nodes must not be
 * one below the other. Stops if the buffer wants no more.
 */
export function findBoxPairs(
  tree: PatchTree,
  boxes: Boxes,
  stack: Uint32Array,
  rootA: number,
  rootB: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { kernel } = boxes;
  if (kernel === null) {
    findPlainBoxPairs(tree, boxes, stack, rootA, rootB, out, counters);
  } else {
    boxes.offer();
    findPairsInKernel(kernel, rootA, rootB, out, counters);
  }
}

/** The same without kernel. */
export function findPlainBoxPairs(
  tree: PatchTree,
  boxes: PlainBoxes,
  stack: Uint32Array,
  rootA: number,
  rootB: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { nodeBoxes, triangleBoxes, nodeTick, tick } = boxes;
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { pairs, capacity } = out;
  let count = out.count;
  let boxTests = 0;
  let top = 0;
  if (nodeTick[rootA] !== tick) boxes.fit(rootA);
  if (nodeTick[rootB] !== tick) boxes.fit(rootB);
  counters.boxTests++;
  if (gaps(nodeBoxes, BOX_STRIDE * rootA, BOX_STRIDE * rootB) < 0) return;
  stack[top++] = rootA;
  stack[top++] = rootB;

  // pairs on the stack are known to meet
  while (top > 0) {
    const b = stack[--top];
    const a = stack[--top];
    const j = BOX_STRIDE * b;
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if ((rightA | rightB) !== 0) {
      // a node is replaced by its children, a leaf stays
      const a0 = rightA !== 0 ? a + 1 : a;
      const a1 = rightA !== 0 ? rightA : a;
      const b0 = rightB !== 0 ? b + 1 : b;
      const b1 = rightB !== 0 ? rightB : b;
      if (nodeTick[a0] !== tick) boxes.fit(a0);
      if (nodeTick[a1] !== tick) boxes.fit(a1);
      if (nodeTick[b0] !== tick) boxes.fit(b0);
      if (nodeTick[b1] !== tick) boxes.fit(b1);
      // written first and kept if the boxes meet: no branch
      stack[top] = a0;
      stack[top + 1] = b0;
      top += 2 + 2 * (gaps(nodeBoxes, BOX_STRIDE * a0, BOX_STRIDE * b0) >> 31);
      boxTests++;
      if (rightB !== 0) {
        stack[top] = a0;
        stack[top + 1] = b1;
        top += 2 + 2 * (gaps(nodeBoxes, BOX_STRIDE * a0, BOX_STRIDE * b1) >> 31);
        boxTests++;
      }
      if (rightA !== 0) {
        stack[top] = a1;
        stack[top + 1] = b0;
        top += 2 + 2 * (gaps(nodeBoxes, BOX_STRIDE * a1, BOX_STRIDE * b0) >> 31);
        boxTests++;
        if (rightB !== 0) {
          stack[top] = a1;
          stack[top + 1] = b1;
          top += 2 + 2 * (gaps(nodeBoxes, BOX_STRIDE * a1, BOX_STRIDE * b1) >> 31);
          boxTests++;
        }
      }
      continue;
    }

    // two leaves
    boxes.ensureTriangles(a);
    boxes.ensureTriangles(b);
    const endA = endTriangle[a];
    const firstB = firstTriangle[b];
    const endB = endTriangle[b];
    for (let s = firstTriangle[a]; s < endA; s++) {
      const x = BOX_STRIDE * s;
      const lowX = triangleBoxes[x];
      const lowY = triangleBoxes[x + 1];
      const lowZ = triangleBoxes[x + 2];
      const highX = triangleBoxes[x + 3];
      const highY = triangleBoxes[x + 4];
      const highZ = triangleBoxes[x + 5];
      boxTests++;
      const far =
        (nodeBoxes[j + 3] - lowX) |
        (highX - nodeBoxes[j]) |
        (nodeBoxes[j + 4] - lowY) |
        (highY - nodeBoxes[j + 1]) |
        (nodeBoxes[j + 5] - lowZ) |
        (highZ - nodeBoxes[j + 2]);
      if (far < 0) continue;
      boxTests += endB - firstB;
      for (let t = firstB; t < endB; t++) {
        const y = BOX_STRIDE * t;
        const apart =
          (triangleBoxes[y + 3] - lowX) |
          (highX - triangleBoxes[y]) |
          (triangleBoxes[y + 4] - lowY) |
          (highY - triangleBoxes[y + 1]) |
          (triangleBoxes[y + 5] - lowZ) |
          (highZ - triangleBoxes[y + 2]);
        if (apart < 0) continue;
        pairs[2 * count] = s;
        pairs[2 * count + 1] = t;
        if (++count === capacity) {
          out.count = count;
          if (out.flushPairs()) {
            counters.boxTests += boxTests;
            return;
          }
          count = 0;
        }
      }
    }
  }
  out.count = count;
  counters.boxTests += boxTests;
}

function findPairsInKernel(kernel: MeshKernel, a: number, b: number, out: PairBuffer, counters: Counters): void {
  const { calls } = kernel;
  out.moveTo(kernel);
  let count = calls.findPairs(a, b, out.count);
  counters.boxTests += calls.boxTests();
  while (calls.isWaiting() !== 0) {
    out.count = count;
    if (out.flushPairs()) return;
    count = calls.resumePairs(0);
    counters.boxTests += calls.boxTests();
  }
  out.count = count;
}
