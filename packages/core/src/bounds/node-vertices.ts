import type { PatchTree } from '../partition/patch-tree.ts';

/** The vertices of node i: firstVertex[i] … endVertex[i] − 1, and places earlierStart[i] … earlierStart[i + 1] − 1 of `earlier`. */
export interface NodeVertices {
  readonly firstVertex: Uint32Array;
  readonly endVertex: Uint32Array;
  readonly earlierStart: Uint32Array;
  readonly earlier: Uint32Array;
}

/** Lists them for a tree whose vertices are numbered as its triangles first use them. */
export function listNodeVertices(tree: PatchTree, triangles: Uint32Array, vertexCount: number): NodeVertices {
  const { nodeCount, rightChild, firstTriangle, endTriangle } = tree;
  // vertices used by the triangles before each one
  const usedBefore = new Uint32Array(triangles.length / 3 + 1);
  for (let t = 0; t < triangles.length / 3; t++) {
    let used = usedBefore[t];
    for (let i = 3 * t; i < 3 * t + 3; i++) if (triangles[i] >= used) used = triangles[i] + 1;
    usedBefore[t + 1] = used;
  }
  const firstVertex = Uint32Array.from(firstTriangle, (t) => usedBefore[t]);
  const endVertex = Uint32Array.from(endTriangle, (t) => usedBefore[t]);

  const lists: (number[] | null)[] = new Array(nodeCount).fill(null);
  const seen = new Uint32Array(vertexCount);
  const earlierStart = new Uint32Array(nodeCount + 1);
  let stamp = 0;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const list: number[] = [];
    stamp++;
    const add = (v: number, below: number): void => {
      if (v >= below || seen[v] === stamp) return;
      seen[v] = stamp;
      list.push(v);
    };
    if (rightChild[node] === 0) {
      for (let i = 3 * firstTriangle[node]; i < 3 * endTriangle[node]; i++) add(triangles[i], vertexCount);
      endVertex[node] = firstVertex[node]; // no run: all are in the list
    } else {
      for (const v of lists[node + 1]!) add(v, firstVertex[node]);
      for (const v of lists[rightChild[node]]!) add(v, firstVertex[node]);
    }
    lists[node] = list;
    earlierStart[node + 1] = list.length;
  }
  for (let node = 0; node < nodeCount; node++) earlierStart[node + 1] += earlierStart[node];
  const earlier = new Uint32Array(earlierStart[nodeCount]);
  for (let node = 0; node < nodeCount; node++) earlier.set(lists[node]!, earlierStart[node]);
  return { firstVertex, endVertex, earlierStart, earlier };
}
