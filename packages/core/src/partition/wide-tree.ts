import type { PatchTree } from './patch-tree.ts';

/** A binary tree with levels left out, so that nodes have up to `arity` children: children[start[n]] … children[start[n + 1] − 1]. */
export interface WideTree {
  /** Empty for leaves and for nodes left out. */
  readonly start: Uint32Array;
  readonly children: Uint32Array;
  /** A pair of nodes leaves at most so many waiting when it is taken down to its leaves. */
  readonly stackPairs: number;
}

export function widenTree(tree: PatchTree, arity: 2 | 4 | 8): WideTree {
  const { nodeCount, rightChild, depth } = tree;
  const levels = Math.log2(arity);
  const lists: number[][] = Array.from({ length: nodeCount }, () => []);
  const collect = (node: number, below: number, out: number[]): void => {
    if (below === 0 || rightChild[node] === 0) out.push(node);
    else {
      collect(node + 1, below - 1, out);
      collect(rightChild[node], below - 1, out);
    }
  };
  const kept = new Uint8Array(nodeCount);
  kept[0] = 1;
  for (let node = 0; node < nodeCount; node++) {
    if (kept[node] === 0 || rightChild[node] === 0) continue;
    collect(node, levels, lists[node]);
    for (const child of lists[node]) kept[child] = 1; // larger numbers: looked at later
  }
  const start = new Uint32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) start[node + 1] = start[node] + lists[node].length;
  const children = new Uint32Array(start[nodeCount]);
  for (let node = 0; node < nodeCount; node++) children.set(lists[node], start[node]);
  // each of the 2 · depth steps down keeps all children but one waiting
  return { start, children, stackPairs: 2 * depth * (arity - 1) + arity };
}
