import type { Preparation } from './preparation.ts';

/** Smaller patches are cheaper to test triangle by triangle than by their contour (measured; 8 to 64 are much alike). */
export const LEAST_WITHIN = 8;
export const LEAST_ACROSS = 2 * LEAST_WITHIN;

/** Of these two trees: whether the contour of a test node is looked at at all. Within a patch, that patch counts twice. */
export function isWorthTesting({ testTree, tree }: Pick<Preparation, 'testTree' | 'tree'>, node: number): boolean {
  const { firstTriangle, endTriangle } = tree;
  const a = testTree.patchA[node];
  const b = testTree.patchB[node];
  return endTriangle[a] - firstTriangle[a] + endTriangle[b] - firstTriangle[b] >= LEAST_ACROSS;
}
