import type { PatchTree } from '../../src/partition/patch-tree.ts';

/** Throws if a tree is not what its description says: preorder, ranges that halve, every triangle once. */
export function checkPatchTree(tree: PatchTree, triangleCount: number, maxLeafTriangles: number): void {
  const { nodeCount, rightChild, firstTriangle, endTriangle, isPatch, order, depth } = tree;
  const fail = (message: string): never => {
    throw new Error(`checkPatchTree: ${message}`);
  };
  for (const array of [rightChild, firstTriangle, endTriangle, isPatch]) {
    if (array.length !== nodeCount) fail(`an array has ${array.length} entries for ${nodeCount} nodes`);
  }
  const sorted = Uint32Array.from(order).sort();
  if (sorted.length !== triangleCount || sorted.some((t, i) => t !== i)) fail('order is no permutation');
  if (firstTriangle[0] !== 0 || endTriangle[0] !== triangleCount) fail('the root does not hold all triangles');

  let deepest = 0;
  let next = 0;
  const visit = (node: number, level: number): void => {
    if (node !== next++) fail(`node ${node} is out of preorder`);
    deepest = Math.max(deepest, level);
    const first = firstTriangle[node];
    const end = endTriangle[node];
    const right = rightChild[node];
    if (end <= first) fail(`node ${node} is empty`);
    if (right === 0) {
      if (end - first > maxLeafTriangles) fail(`leaf ${node} holds ${end - first} triangles`);
      return;
    }
    if (end - first <= maxLeafTriangles) fail(`node ${node} is split though it holds only ${end - first}`);
    const left = node + 1;
    if (firstTriangle[left] !== first || endTriangle[right] !== end || endTriangle[left] !== firstTriangle[right]) {
      fail(`the children of node ${node} do not halve it`);
    }
    if (isPatch[node] === 1 && (isPatch[left] === 0 || isPatch[right] === 0))
      fail(`patch ${node} has a child that is none`);
    visit(left, level + 1);
    visit(right, level + 1);
  };
  visit(0, 1);
  if (next !== nodeCount) fail(`${nodeCount - next} nodes are nobody's children`);
  if (deepest !== depth) fail(`depth is ${deepest}, not ${depth}`);
}

/** Throws unless every node marked as a patch hangs together across edges, without the help of loose triangles. */
export function checkPatchesConnected(tree: PatchTree, ring: Int32Array, loose: Uint8Array): void {
  const { nodeCount, firstTriangle, endTriangle, isPatch, order } = tree;
  const seen = new Uint32Array(order.length);
  const inNode = new Uint32Array(order.length);
  for (let node = 0; node < nodeCount; node++) {
    if (isPatch[node] === 0) continue;
    const size = endTriangle[node] - firstTriangle[node];
    for (let i = firstTriangle[node]; i < endTriangle[node]; i++) inNode[order[i]] = node + 1;
    const queue = [order[firstTriangle[node]]];
    seen[queue[0]] = node + 1;
    for (const t of queue) {
      if (loose[t] === 1 && size > 1) throw new Error(`checkPatchesConnected: patch ${node} holds loose triangle ${t}`);
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        for (let other = ring[h]; other !== h; other = ring[other]) {
          const neighbour = Math.floor(other / 3);
          if (inNode[neighbour] !== node + 1 || seen[neighbour] === node + 1) continue;
          seen[neighbour] = node + 1;
          queue.push(neighbour);
        }
      }
    }
    if (queue.length !== size)
      throw new Error(`checkPatchesConnected: patch ${node} reaches ${queue.length} of ${size}`);
  }
}
