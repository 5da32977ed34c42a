import { CHUNK_TRIANGLES } from './layout-mesh.ts';

/** What is read of a `PatchTree`. */
export interface CutTree {
  readonly nodeCount: number;
  readonly rightChild: Uint32Array;
  readonly firstTriangle: Uint32Array;
  readonly endTriangle: Uint32Array;
}

/** A tree cut into chunks, its largest nodes of no more than CHUNK_TRIANGLES: where the triangles and vertices of each begin, and its earlier vertices. Each start has one more behind it, where the last chunk ends. */
export interface Chunks {
  readonly chunkTriangle: Uint32Array;
  /** A chunk's vertices are a run, of which no earlier chunk has any, and those that earlier chunks have too. */
  readonly chunkVertex: Uint32Array;
  readonly chunkEarlier: Uint32Array;
  readonly earlierVertices: Uint32Array;
}

/** Where vertices are not numbered in order of first use, runs hold vertices of later chunks too: boxes are larger then, not wrong. */
export function listChunks(tree: CutTree, triangles: Uint32Array, vertexCount: number): Chunks {
  const { rightChild, firstTriangle, endTriangle, nodeCount } = tree;
  const starts: number[] = [];
  for (let node = 0; node < nodeCount; ) {
    const end = endTriangle[node];
    if (end - firstTriangle[node] > CHUNK_TRIANGLES && rightChild[node] !== 0) {
      node++;
      continue;
    }
    starts.push(firstTriangle[node]);
    do node++;
    while (node < nodeCount && firstTriangle[node] < end);
  }
  starts.push(triangles.length / 3);
  const chunkTriangle = Uint32Array.from(starts);
  const chunkVertex = new Uint32Array(starts.length);
  const chunkEarlier = new Uint32Array(starts.length);
  const earlier: number[] = [];
  /** Chunk that listed a vertex last, counted from 1. */
  const listed = new Uint32Array(vertexCount);
  let endVertex = 0;
  for (let chunk = 0; chunk + 1 < starts.length; chunk++) {
    const firstVertex = endVertex;
    chunkVertex[chunk] = firstVertex;
    chunkEarlier[chunk] = earlier.length;
    for (let i = 3 * starts[chunk]; i < 3 * starts[chunk + 1]; i++) {
      const v = triangles[i];
      if (v >= firstVertex) {
        if (v >= endVertex) endVertex = v + 1;
      } else if (listed[v] !== chunk + 1) {
        listed[v] = chunk + 1;
        earlier.push(v);
      }
    }
  }
  chunkVertex[starts.length - 1] = endVertex;
  chunkEarlier[starts.length - 1] = earlier.length;
  return { chunkTriangle, chunkVertex, chunkEarlier, earlierVertices: Uint32Array.from(earlier) };
}
