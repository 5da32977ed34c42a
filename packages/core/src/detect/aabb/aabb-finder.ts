import type { Counters } from '../../contacts/counters.ts';
import type { PairBuffer } from '../../contacts/pair-buffer.ts';
import { BOX_STRIDE, type BoxTree, createBoxTree, refitBoxTree } from '../../hierarchy/box-tree.ts';
import type { Pose } from '../../mesh/pose.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionByCentroids } from '../../partition/centroid-partition.ts';
import type { PairFinder } from '../pair-finder.ts';

/** A tree of axis-aligned boxes tested against itself. No culling by shape: neighbours are always tested. */
export class AabbFinder implements PairFinder {
  readonly surface: Surface;
  readonly #boxes: BoxTree;
  readonly #stack: Uint32Array;

  constructor(surface: Surface, rest: Float64Array, maxLeafTriangles: number) {
    const tree = partitionByCentroids(surface.triangles, rest, maxLeafTriangles);
    this.surface = reorderSurface(surface, tree.order);
    this.#boxes = createBoxTree(tree);
    // A popped pair leaves at most four in its place, each with one node at least a level deeper. Two nodes have at most
    // 2 · depth levels to go down, and a path of that length keeps at most three waiting pairs a step.
    this.#stack = new Uint32Array(2 * (3 * 2 * tree.depth + 4));
  }

  get memoryBytes(): number {
    const { nodeBoxes, triangleBoxes, tree } = this.#boxes;
    return nodeBoxes.byteLength + triangleBoxes.byteLength + this.#stack.byteLength + 3 * 4 * tree.nodeCount;
  }

  refit(pose: Pose): void {
    refitBoxTree(this.#boxes, this.surface.triangles, pose.positions);
  }

  findPairs(_pose: Pose, out: PairBuffer, counters: Counters): void {
    const { nodeBoxes, triangleBoxes, tree } = this.#boxes;
    const { rightChild, firstTriangle, endTriangle } = tree;
    const stack = this.#stack;
    const { pairs, capacity } = out;
    let boxTests = 0;
    let top = 0;
    stack[top++] = 0;
    stack[top++] = 0;

    while (top > 0) {
      const b = stack[--top];
      const a = stack[--top];
      const rightA = rightChild[a];
      const rightB = rightChild[b];

      if (a === b) {
        if (rightA !== 0) {
          stack[top++] = a + 1;
          stack[top++] = rightA;
          stack[top++] = rightA;
          stack[top++] = rightA;
          stack[top++] = a + 1;
          stack[top++] = a + 1;
          continue;
        }
        for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
          for (let t = s + 1; t < endTriangle[a]; t++) {
            pairs[2 * out.count] = s;
            pairs[2 * out.count + 1] = t;
            if (++out.count === capacity && out.flush()) return;
          }
        }
        continue;
      }

      const i = BOX_STRIDE * a;
      const j = BOX_STRIDE * b;
      boxTests++;
      if (
        nodeBoxes[i] > nodeBoxes[j + 3] ||
        nodeBoxes[j] > nodeBoxes[i + 3] ||
        nodeBoxes[i + 1] > nodeBoxes[j + 4] ||
        nodeBoxes[j + 1] > nodeBoxes[i + 4] ||
        nodeBoxes[i + 2] > nodeBoxes[j + 5] ||
        nodeBoxes[j + 2] > nodeBoxes[i + 5]
      ) {
        continue;
      }
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
      for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
        const x = BOX_STRIDE * s;
        const lowX = triangleBoxes[x];
        const lowY = triangleBoxes[x + 1];
        const lowZ = triangleBoxes[x + 2];
        const highX = triangleBoxes[x + 3];
        const highY = triangleBoxes[x + 4];
        const highZ = triangleBoxes[x + 5];
        for (let t = firstTriangle[b]; t < endTriangle[b]; t++) {
          const y = BOX_STRIDE * t;
          boxTests++;
          if (
            lowX > triangleBoxes[y + 3] ||
            triangleBoxes[y] > highX ||
            lowY > triangleBoxes[y + 4] ||
            triangleBoxes[y + 1] > highY ||
            lowZ > triangleBoxes[y + 5] ||
            triangleBoxes[y + 2] > highZ
          ) {
            continue;
          }
          pairs[2 * out.count] = s;
          pairs[2 * out.count + 1] = t;
          if (++out.count === capacity && out.flush()) return;
        }
      }
    }
    counters.boxTests += boxTests;
    out.flush();
  }
}
