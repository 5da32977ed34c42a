import type { PatchTree } from '../../src/partition/patch-tree.ts';

/** A tree of `count` triangles in leaves of `leafSize`, in their own order, that splits off one leaf at a time. */
export function chainTree(count: number, leafSize: number): PatchTree {
  const leaves = Math.ceil(count / leafSize);
  const nodeCount = 2 * leaves - 1;
  const rightChild = new Uint32Array(nodeCount);
  const firstTriangle = new Uint32Array(nodeCount);
  const endTriangle = new Uint32Array(nodeCount).fill(count);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const node = 2 * leaf; // the rest from this leaf on; the leaf itself comes next
    firstTriangle[node] = leaf * leafSize;
    if (leaf === leaves - 1) break;
    rightChild[node] = node + 2;
    firstTriangle[node + 1] = leaf * leafSize;
    endTriangle[node + 1] = (leaf + 1) * leafSize;
  }
  return {
    nodeCount,
    rightChild,
    firstTriangle,
    endTriangle,
    isPatch: new Uint8Array(nodeCount).fill(1),
    order: Uint32Array.from({ length: count }, (_, t) => t),
    depth: leaves,
  };
}
