import type { PatchTree } from '../../partition/patch-tree.ts';
import type { GrowingWords } from '../growing-words.ts';

/** Of two nodes that are not both leaves the larger one is cut; both halves are pushed, each with the other node. */
export function pushParts(tree: PatchTree, a: number, b: number, stack: GrowingWords): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const rightA = rightChild[a];
  const rightB = rightChild[b];
  const cutA = rightB === 0 || (rightA !== 0 && endTriangle[a] - firstTriangle[a] >= endTriangle[b] - firstTriangle[b]);
  stack.push(cutA ? a + 1 : a);
  stack.push(cutA ? b : b + 1);
  stack.push(cutA ? rightA : a);
  stack.push(cutA ? b : rightB);
}
