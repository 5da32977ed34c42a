import { buildVertexTriangles } from './vertex-triangles.ts';

/** A label per triangle: which connected piece (joined across edges) it belongs to, numbered by first triangle. */
export function connectedPieces(
  triangles: Uint32Array,
  vertexCount: number,
): { readonly labels: Uint32Array; readonly count: number } {
  const triangleCount = triangles.length / 3;
  const parent = Uint32Array.from({ length: triangleCount }, (_, t) => t);
  const find = (t: number): number => {
    let root = t;
    while (parent[root] !== root) root = parent[root];
    for (let at = t; at !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  };

  const { start, list } = buildVertexTriangles(triangles, vertexCount);
  // around each vertex: the last triangle seen that also has the other end of an edge
  const seenAt = new Int32Array(vertexCount).fill(-1);
  const lastWith = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const t = list[i];
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
        const w = triangles[corner];
        if (w === v) continue;
        if (seenAt[w] === v) {
          const a = find(t);
          const b = find(lastWith[w]);
          // the lower number stays the root, so that pieces come out in order
          if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
        }
        seenAt[w] = v;
        lastWith[w] = t;
      }
    }
  }

  const labels = new Uint32Array(triangleCount);
  let count = 0;
  for (let t = 0; t < triangleCount; t++) labels[t] = parent[t] === t ? count++ : labels[find(t)];
  return { labels, count };
}
