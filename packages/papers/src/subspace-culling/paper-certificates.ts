import type { Certificates, NodesToCertify } from 'selfcollide/parts';

/** Levels below the whole: two of a binary tree are one of the paper's, whose nodes have four children. */
const ROOT_LEVELS = 2;

/**
 * For the option `certificates` of `createSubspaceDetector`: those that the subspace paper has (§5, R_n and root pairs), without the others: what is left are radii of patches, and those between the four patches below
 * the whole. Whatever else is between two patches counts as not proved.
 */
export function paperCertificates(
  nodes: Pick<NodesToCertify, 'tree' | 'testTree'>,
  certificates: Certificates,
): Certificates {
  const { tree, testTree } = nodes;
  const { nodeCount, patchA, patchB, boxPairs } = testTree;
  const depth = new Uint32Array(tree.nodeCount);
  for (let patch = 0; patch < tree.nodeCount; patch++) {
    if (tree.rightChild[patch] === 0) continue;
    depth[patch + 1] = depth[patch] + 1;
    depth[tree.rightChild[patch]] = depth[patch] + 1;
  }
  const isHigh = (a: number, b: number) => depth[a] <= ROOT_LEVELS && depth[b] <= ROOT_LEVELS;
  const nodeRadius = certificates.nodeRadius.slice();
  const stepRadius = certificates.stepRadius.slice();
  const pairRadius = certificates.pairRadius.slice();
  for (let node = 0; node < nodeCount; node++) {
    if (patchA[node] === patchB[node] || isHigh(patchA[node], patchB[node])) continue;
    nodeRadius[node] = 0;
    stepRadius[node] = 0;
  }
  for (let pair = 0; pair < pairRadius.length; pair++) {
    if (!isHigh(boxPairs[2 * pair], boxPairs[2 * pair + 1])) pairRadius[pair] = 0;
  }
  return { ...certificates, nodeRadius, stepRadius, pairRadius };
}
