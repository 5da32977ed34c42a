import type { PatchTree } from '../../partition/patch-tree.ts';
import { nodesInSteps, type Steps } from '../../partition/progress.ts';
import { GrowingWords } from '../growing-words.ts';

/** The contour of every patch: its half-edges without twin in the patch. Nodes that are no patch have none. */
export interface PatchBorders {
  /** Those of node i: places start[i] … end[i] − 1 of `halfEdge`. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly halfEdge: Uint32Array;
  /** Of the surface: where a half-edge's other side is, −1 for nowhere. */
  readonly twin: Int32Array;
}

/**
 * Lists contours bottom-up: a parent's is that of its children without the edges between them.
 * Cancelling is by twins, so that on edges with several triangles multiplicity is kept. Both arguments must be in the tree's order.
 */
export function* listPatchBorders(tree: PatchTree, twin: Int32Array): Steps<PatchBorders> {
  const { nodeCount, rightChild, firstTriangle, endTriangle, isPatch } = tree;
  const list = new GrowingWords(4 * tree.order.length);
  const start = new Uint32Array(nodeCount);
  const end = new Uint32Array(nodeCount);

  /** Counting down, both children come before their parent. */
  const listDown = (from: number, to: number): void => {
    for (let node = from - 1; node >= to; node--) {
      if (isPatch[node] === 0) continue;
      const first = 3 * firstTriangle[node];
      const last = 3 * endTriangle[node];
      start[node] = list.length;
      if (rightChild[node] === 0) {
        for (let h = first; h < last; h++) if (twin[h] < first || twin[h] >= last) list.push(h);
      } else {
        const right = rightChild[node];
        for (let child = node + 1; ; child = right) {
          for (let i = start[child]; i < end[child]; i++) {
            const h = list.words[i];
            if (twin[h] < first || twin[h] >= last) list.push(h);
          }
          if (child === right) break;
        }
      }
      end[node] = list.length;
    }
  };
  yield* nodesInSteps(nodeCount, (from, end) => listDown(nodeCount - from, nodeCount - end));
  return { start, end, halfEdge: list.finish(), twin };
}
