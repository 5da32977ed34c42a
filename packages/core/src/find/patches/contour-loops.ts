import type { PatchTree } from '../../partition/patch-tree.ts';
import { GrowingWords } from './growing-words.ts';
import type { PatchBorders } from './patch-borders.ts';
import { ACROSS_EDGE, NEVER_CULLED, type TestTree, WITHIN_PATCH } from './test-tree.ts';

/** Marks the last vertex of a closed loop in an outline. */
export const LOOP_END = 0x80000000;
export const VERTEX_BITS = 0x7fffffff;

/**
 * The contour of every node of a test tree, as closed loops of vertices in order: the patch's own, or that of two patches together, in
 * which the edges between them cancel. Which vertices follow each other never changes, so a frame only has to project them.
 */
export interface ContourLoops {
  /** Vertices of node i: places start[i] … start[i + 1] − 1. */
  readonly start: Uint32Array;
  /** Vertex number, with LOOP_END on the last one of each loop. */
  readonly vertices: Uint32Array;
  /** The node that stands for contacts within a patch. */
  readonly nodeOfPatch: Uint32Array;
}

/**
 * Follows the contours once. A contour that is empty (a closed surface) or passes a vertex twice can never be shown to be simple: such
 * nodes become NEVER_CULLED.
 */
export function buildContourLoops(
  testTree: TestTree,
  tree: PatchTree,
  borders: PatchBorders,
  vertexCount: number,
): ContourLoops {
  const { nodeCount, patchA, patchB, kind } = testTree;
  const { firstTriangle, endTriangle } = tree;
  const { from, to, across } = borders;
  const start = new Uint32Array(nodeCount + 1);
  const nodeOfPatch = new Uint32Array(tree.nodeCount);
  const follower = new Int32Array(vertexCount).fill(-1);
  const vertices = new GrowingWords(8 * tree.order.length);
  const begins: number[] = [];

  const collect = (patch: number, firstOther: number, endOther: number): boolean => {
    let simple = true;
    for (let e = borders.start[patch]; e < borders.start[patch + 1]; e++) {
      if (across[e] >= firstOther && across[e] < endOther) continue;
      if (follower[from[e]] >= 0) simple = false;
      follower[from[e]] = to[e];
      begins.push(from[e]);
    }
    return simple;
  };

  for (let node = 0; node < nodeCount; node++) {
    const a = patchA[node];
    const b = patchB[node];
    begins.length = 0;
    if (a === b) nodeOfPatch[a] = node;
    let simple = true;
    if (a === b) simple = collect(a, 0, 0);
    else if (kind[node] === ACROSS_EDGE) {
      const inA = collect(a, firstTriangle[b], endTriangle[b]);
      simple = collect(b, firstTriangle[a], endTriangle[a]) && inA;
    }
    if (simple) {
      for (const begin of begins) {
        for (let v = begin; follower[v] >= 0; ) {
          const next = follower[v];
          follower[v] = -1;
          vertices.push(follower[next] < 0 ? (v | LOOP_END) >>> 0 : v);
          v = next;
        }
      }
    } else {
      for (const v of begins) {
        if (follower[v] >= 0) vertices.push(v);
        follower[v] = -1;
      }
    }
    const has = a === b ? kind[node] === WITHIN_PATCH : kind[node] === ACROSS_EDGE;
    if (has && (!simple || begins.length < 3)) kind[node] = NEVER_CULLED;
    start[node + 1] = vertices.length;
  }
  return { start, vertices: vertices.finish(), nodeOfPatch };
}
