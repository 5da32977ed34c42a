import type { Preparation } from './preparation.ts';

/** Of a step, smaller patches are cheaper to test triangle by triangle than by their contour (measured; 8 to 64 are much alike). */
export const LEAST_WITHIN = 8;
export const LEAST_ACROSS = 16;
/** The same of a pose, whose triangles cost less (measured over 14 scenes; TypeScript takes as long with either). */
export const LEAST_WITHIN_POSE = 16;
export const LEAST_ACROSS_POSE = 96;

/** Of these two trees: whether the contour of a test node is looked at at all, of one patch or of two. */
export function isWorthTesting(
  { testTree, tree }: Pick<Preparation, 'testTree' | 'tree'>,
  node: number,
  within: number = LEAST_WITHIN,
  across: number = LEAST_ACROSS,
): boolean {
  const { firstTriangle, endTriangle } = tree;
  const a = testTree.patchA[node];
  const b = testTree.patchB[node];
  const size = endTriangle[a] - firstTriangle[a];
  return a === b ? size >= within : size + endTriangle[b] - firstTriangle[b] >= across;
}

export function isWorthTestingInPose(trees: Pick<Preparation, 'testTree' | 'tree'>, node: number): boolean {
  return isWorthTesting(trees, node, LEAST_WITHIN_POSE, LEAST_ACROSS_POSE);
}

/** How many test nodes are. */
export function countWorthTestingInPose(trees: Pick<Preparation, 'testTree' | 'tree'>): number {
  let count = 0;
  for (let node = 0; node < trees.testTree.nodeCount; node++) if (isWorthTestingInPose(trees, node)) count++;
  return count;
}
