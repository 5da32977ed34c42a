import type { Certificates } from '../certificates.ts';
import type { NodesToCertify } from './certify-nodes.ts';

/**
 * By triangle in the tree's order: the radius of the patch at a level of the tree (0: the whole) that holds it, or of the last patch above
 * that has one.
 */
export function patchRadii(
  { tree, testTree }: Pick<NodesToCertify, 'tree' | 'testTree'>,
  { nodeRadius }: Pick<Certificates, 'nodeRadius'>,
  level: number,
): Float32Array {
  if (!(Number.isInteger(level) && level >= 0)) {
    throw new RangeError(`patchRadii: level must be a whole number from 0, got ${String(level)}.`);
  }
  const testOf = new Map<number, number>();
  for (let node = 0; node < testTree.nodeCount; node++) {
    if (testTree.patchA[node] === testTree.patchB[node]) testOf.set(testTree.patchA[node], node);
  }
  const radii = new Float32Array(tree.order.length);
  const depth = new Uint32Array(tree.nodeCount);
  // parents come before their children, which write over what they wrote
  for (let patch = 0; patch < tree.nodeCount; patch++) {
    if (tree.rightChild[patch] !== 0) {
      depth[patch + 1] = depth[patch] + 1;
      depth[tree.rightChild[patch]] = depth[patch] + 1;
    }
    const node = testOf.get(patch);
    if (depth[patch] > level || node === undefined) continue;
    radii.fill(nodeRadius[node], tree.firstTriangle[patch], tree.endTriangle[patch]);
  }
  return radii;
}
