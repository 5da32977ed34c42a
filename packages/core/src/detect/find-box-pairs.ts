import type { Counters } from '../contacts/counters.ts';
import type { PairBuffer } from '../contacts/pair-buffer.ts';
import { BOX_STRIDE, type Boxes } from '../hierarchy/boxes.ts';
import type { PatchTree } from '../partition/patch-tree.ts';

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
  const { nodeBoxes, triangleBoxes, nodeTick, tick } = boxes;
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { pairs, capacity } = out;
  let count = out.count;
  let boxTests = 0;
  let top = 0;
  stack[top++] = rootA;
  stack[top++] = rootB;

  while (top > 0) {
    const b = stack[--top];
    const a = stack[--top];
    if (nodeTick[a] !== tick) boxes.fit(a);
    if (nodeTick[b] !== tick) boxes.fit(b);
    const i = BOX_STRIDE * a;
    const j = BOX_STRIDE * b;
    boxTests++;
    // the sign of a difference tells a gap; six of them in one branch
    const gaps =
      (nodeBoxes[j + 3] - nodeBoxes[i]) |
      (nodeBoxes[i + 3] - nodeBoxes[j]) |
      (nodeBoxes[j + 4] - nodeBoxes[i + 1]) |
      (nodeBoxes[i + 4] - nodeBoxes[j + 1]) |
      (nodeBoxes[j + 5] - nodeBoxes[i + 2]) |
      (nodeBoxes[i + 5] - nodeBoxes[j + 2]);
    if (gaps < 0) continue;
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if (rightA !== 0) {
      if (rightB !== 0) {
        stack[top++] = a + 1;
        stack[top++] = b + 1;
        stack[top++] = a + 1;
        stack[top++] = rightB;
        stack[top++] = rightA;
        stack[top++] = b + 1;
        stack[top++] = rightA;
        stack[top++] = rightB;
      } else {
        stack[top++] = a + 1;
        stack[top++] = b;
        stack[top++] = rightA;
        stack[top++] = b;
      }
      continue;
    }
    if (rightB !== 0) {
      stack[top++] = a;
      stack[top++] = b + 1;
      stack[top++] = a;
      stack[top++] = rightB;
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
