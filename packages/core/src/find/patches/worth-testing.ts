import type { Preparation } from './preparation.ts';
import { WITHIN_PATCH } from './test-tree.ts';

/** Smaller patches are cheaper to test triangle by triangle than by their contour (measured; 8 to 64 are much alike). */
export const LEAST_WITHIN = 8;
export const LEAST_ACROSS = 16;

/** Of these two trees: whether the contour of a test node is looked at at all. */
export function isWorthTesting({ testTree, tree }: Pick<Preparation, 'testTree' | 'tree'>, node: number): boolean {
  const { firstTriangle, endTriangle } = tree;
  const a = testTree.patchA[node];
  const size = endTriangle[a] - firstTriangle[a];
  if (testTree.kind[node] === WITHIN_PATCH) return size >= LEAST_WITHIN;
  const b = testTree.patchB[node];
  return size + endTriangle[b] - firstTriangle[b] >= LEAST_ACROSS;
}
