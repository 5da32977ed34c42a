import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { type MeshBoxes, STRIDE } from './mesh-boxes.ts';

/** Appends every pair of a triangle of A and one of B. */
export function pairAll(countA: number, countB: number, out: PairBuffer): void {
  const { pairs, capacity } = out;
  for (let a = 0; a < countA; a++) {
    for (let b = 0; b < countB; b++) {
      pairs[2 * out.count] = a;
      pairs[2 * out.count + 1] = b;
      if (++out.count === capacity && out.flushPairs()) return;
    }
  }
  out.end();
}

/** A stack for `findPairsBetween`: each step goes down a level in one tree and keeps at most one pair waiting besides the next. */
export function betweenStackLength(a: MeshBoxes, b: MeshBoxes): number {
  return 2 * (a.tree.depth + b.tree.depth + 2);
}

/**
 * Appends every pair of triangles, one of A and one of B, whose boxes are at most `reach` apart along each axis. Exact: a difference is
 * rounded, which keeps the order, and so is `reach` itself no more than once.
 */
export function findPairsBetween(
  a: MeshBoxes,
  b: MeshBoxes,
  reach: number,
  stack: Uint32Array,
  out: PairBuffer,
  counters: Counters,
): void {
  const { rightChild: rightA } = a.tree;
  const { rightChild: rightB } = b.tree;
  let top = 0;
  stack[top++] = 0;
  stack[top++] = 0;
  while (top > 0) {
    const nodeB = stack[--top];
    const nodeA = stack[--top];
    counters.boxTests++;
    if (apart(a.nodeBoxes, nodeA, b.nodeBoxes, nodeB, reach)) continue;
    const leafA = rightA[nodeA] === 0;
    const leafB = rightB[nodeB] === 0;
    if (leafA && leafB) {
      pairLeaves(a, nodeA, b, nodeB, reach, out, counters);
      if (out.stopped) return;
    } else if (leafB || (!leafA && longest(a.nodeBoxes, nodeA) > longest(b.nodeBoxes, nodeB))) {
      stack[top++] = rightA[nodeA];
      stack[top++] = nodeB;
      stack[top++] = nodeA + 1;
      stack[top++] = nodeB;
    } else {
      stack[top++] = nodeA;
      stack[top++] = rightB[nodeB];
      stack[top++] = nodeA;
      stack[top++] = nodeB + 1;
    }
  }
  out.end();
}

function pairLeaves(
  a: MeshBoxes,
  leafA: number,
  b: MeshBoxes,
  leafB: number,
  reach: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { pairs, capacity } = out;
  for (let s = a.tree.firstTriangle[leafA]; s < a.tree.endTriangle[leafA]; s++) {
    for (let t = b.tree.firstTriangle[leafB]; t < b.tree.endTriangle[leafB]; t++) {
      counters.boxTests++;
      if (apart(a.triangleBoxes, s, b.triangleBoxes, t, reach)) continue;
      pairs[2 * out.count] = a.tree.order[s];
      pairs[2 * out.count + 1] = b.tree.order[t];
      if (++out.count === capacity && out.flushPairs()) return;
    }
  }
}

function apart(a: Float64Array, i: number, b: Float64Array, j: number, reach: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (-b[STRIDE * j + k] - a[STRIDE * i + k + 3] > reach) return true;
    if (-a[STRIDE * i + k] - b[STRIDE * j + k + 3] > reach) return true;
  }
  return false;
}

function longest(boxes: Float64Array, node: number): number {
  const i = STRIDE * node;
  return Math.max(boxes[i] + boxes[i + 3], boxes[i + 1] + boxes[i + 4], boxes[i + 2] + boxes[i + 5]);
}
