import type { PlainBoxes } from '../../bounds/plain-boxes.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { ContourCulling } from './contour-culling.ts';
import { isCulled, NOT_TRIED } from './outcomes.ts';
import type { Preparation } from './preparation.ts';

/** What a walk in TypeScript goes over. */
export interface WalkParts<B extends PlainBoxes> {
  readonly preparation: Preparation;
  readonly culling: ContourCulling | null;
  readonly boxes: B;
  /** As long as `createPairStack` makes it. */
  readonly stack: Uint32Array;
  /** `findBoxPairs` and `testFar`, or those without kernel. */
  readonly findBoxPairs: (
    tree: PatchTree,
    boxes: B,
    stack: Uint32Array,
    a: number,
    b: number,
    out: PairBuffer,
    counters: Counters,
  ) => void;
  readonly testFar: (
    tree: PatchTree,
    boxes: B,
    mask: number,
    a: number,
    b: number,
    out: PairBuffer,
    counters: Counters,
  ) => void;
}

/**
 * Appends the candidates of test nodes from … end − 1: patches that culling proves free are skipped, pairs that are not adjacent are compared by
 * boxes, and what remains at the leaves is tested (star paper §7). `walkWatched` is the same for who wants to know what happened.
 *
 * Nothing may follow the loop in this function: V8 compiles the loop while it first runs, knows nothing of what comes behind it, and would
 * throw the compiled code away there, on every call (measured: 6.6 instead of 4.5 ms on a sheet of 4,096 triangles).
 */
export function walk<B extends PlainBoxes>(
  parts: WalkParts<B>,
  pose: Pose,
  from: number,
  end: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { preparation, boxes, stack, findBoxPairs } = parts;
  const { patchA, patchB, skip, boxStart, boxPairs } = preparation.testTree;
  const { tree } = preparation;
  const { rightChild } = tree;
  const { positions } = pose;
  const culling = pose.exactOnly ? null : parts.culling;
  for (let node = from; node < end; ) {
    const a = patchA[node];
    const b = patchB[node];
    if (rightChild[a] === 0 && rightChild[b] === 0) {
      testLeaves(parts, node, a, b, out, counters);
      if (out.stopped) return;
      node++;
      continue;
    }
    const outcome = culling === null ? NOT_TRIED : culling.test(node, a, b, positions, counters);
    if (isCulled(outcome)) {
      counters.patchesCulled++;
      node = skip[node];
      continue;
    }
    for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
      findBoxPairs(tree, boxes, stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
      if (out.stopped) return;
    }
    node++;
  }
}

/** What is left to decide where a walk ends in two leaves. */
export function testLeaves<B extends PlainBoxes>(
  { preparation, boxes, testFar }: WalkParts<B>,
  node: number,
  a: number,
  b: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { neighbourStart, neighbours, farMask } = preparation.leaves;
  for (let i = neighbourStart[node]; i < neighbourStart[node + 1]; i++) {
    out.neighbours[2 * out.neighbourCount] = neighbours[2 * i];
    out.neighbours[2 * out.neighbourCount + 1] = neighbours[2 * i + 1];
    if (++out.neighbourCount === out.capacity && out.flushNeighbours()) return;
  }
  testFar(preparation.tree, boxes, farMask[node], a, b, out, counters);
}
