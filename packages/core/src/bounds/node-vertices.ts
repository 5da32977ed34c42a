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
  const firstVertex = new Uint32Array(nodeCount);
  const endVertex = new Uint32Array(nodeCount);
  // counting down, both children come before their parent
  const start = new Uint32Array(nodeCount);
  const end = new Uint32Array(nodeCount);
  let list = new Uint32Array(4 * triangles.length);
  const seen = new Uint32Array(vertexCount);
  let stamp = 0;
  let count = 0;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const first = usedBefore[firstTriangle[node]];
    const right = rightChild[node];
    firstVertex[node] = first;
    endVertex[node] = right === 0 ? first : usedBefore[endTriangle[node]]; // a leaf has no run: all are in the list
    const most =
      right === 0
        ? 3 * (endTriangle[node] - firstTriangle[node])
        : end[node + 1] - start[node + 1] + end[right] - start[right];
    if (count + most > list.length) {
      const larger = new Uint32Array(2 * (count + most));
      larger.set(list);
      list = larger;
    }
    stamp++;
    start[node] = count;
    if (right === 0) {
      for (let i = 3 * firstTriangle[node]; i < 3 * endTriangle[node]; i++) {
        const v = triangles[i];
        if (seen[v] === stamp) continue;
        seen[v] = stamp;
        list[count++] = v;
      }
    } else {
      for (let child = node + 1; ; child = right) {
        for (let i = start[child]; i < end[child]; i++) {
          const v = list[i];
          if (v >= first || seen[v] === stamp) continue;
          seen[v] = stamp;
          list[count++] = v;
        }
        if (child === right) break;
      }
    }
    end[node] = count;
  }
  const earlierStart = new Uint32Array(nodeCount + 1);
  const earlier = new Uint32Array(count);
  for (let node = 0, at = 0; node < nodeCount; node++) {
    for (let i = start[node]; i < end[node]; i++) earlier[at++] = list[i];
    earlierStart[node + 1] = at;
  }
  return { firstVertex, endVertex, earlierStart, earlier };
}
