import { nextInTriangle } from '../../mesh/half-edges.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import { nodesInSteps, type Steps } from '../../partition/progress.ts';
import { GrowingWords } from '../growing-words.ts';
import type { PatchBorders } from './patch-borders.ts';
import { ACROSS_EDGE, NEVER_CULLED, type TestTree, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTesting } from './worth-testing.ts';

/** Marks the last vertex of a closed loop in an outline. */
export const LOOP_END = 0x80000000;
export const VERTEX_BITS = 0x7fffffff;

/**
 * The contour of every node of a test tree, as closed loops of vertices in order: the patch's own, or that of two patches together, in
 * which the edges between them cancel; none of two that are too small for a test. Which vertices follow each other never changes, so a frame only has to project them.
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
 *
 * @param ofAll Also contours of two small patches together, which no search asks for.
 */
export function* buildContourLoops(
  testTree: TestTree,
  tree: PatchTree,
  borders: PatchBorders,
  triangles: Uint32Array,
  vertexCount: number,
  ofAll = false,
): Steps<ContourLoops> {
  const { nodeCount, patchA, patchB, kind } = testTree;
  const { firstTriangle, endTriangle } = tree;
  const { halfEdge, twin } = borders;
  const start = new Uint32Array(nodeCount + 1);
  const nodeOfPatch = new Uint32Array(tree.nodeCount);
  const follower = new Int32Array(vertexCount).fill(-1);
  const vertices = new GrowingWords(16 * tree.order.length);
  const begins = new GrowingWords(1024);

  /** Notes the half-edges of a contour but those whose other side is in firstOther … endOther − 1. Says whether no two begin at the same vertex. */
  const collect = (patch: number, firstOther: number, endOther: number): boolean => {
    const end = borders.end[patch];
    let simple = true;
    for (let e = borders.start[patch]; e < end; e++) {
      const h = halfEdge[e];
      if (twin[h] >= firstOther && twin[h] < endOther) continue;
      const from = triangles[h];
      if (follower[from] >= 0) simple = false;
      follower[from] = triangles[nextInTriangle(h)];
      begins.push(from);
    }
    return simple;
  };

  const follow = (node: number): void => {
    const a = patchA[node];
    const b = patchB[node];
    begins.length = 0;
    if (a === b) nodeOfPatch[a] = node;
    let simple = true;
    const isAcross = kind[node] === ACROSS_EDGE && (ofAll || isWorthTesting({ testTree, tree }, node));
    if (a === b) simple = collect(a, 0, 0);
    else if (isAcross) {
      const inA = collect(a, 3 * firstTriangle[b], 3 * endTriangle[b]);
      simple = collect(b, 3 * firstTriangle[a], 3 * endTriangle[a]) && inA;
    }
    if (simple) {
      for (let i = 0; i < begins.length; i++) {
        for (let v = begins.words[i]; follower[v] >= 0; ) {
          const next = follower[v];
          follower[v] = -1;
          vertices.push(follower[next] < 0 ? (v | LOOP_END) >>> 0 : v);
          v = next;
        }
      }
    } else {
      for (let i = 0; i < begins.length; i++) {
        const v = begins.words[i];
        if (follower[v] >= 0) vertices.push(v);
        follower[v] = -1;
      }
    }
    const has = a === b ? kind[node] === WITHIN_PATCH : isAcross;
    if (has && (!simple || begins.length < 3)) kind[node] = NEVER_CULLED;
    start[node + 1] = vertices.length;
  };
  const followAll = (from: number, to: number): void => {
    for (let node = from; node < to; node++) follow(node);
  };
  yield* nodesInSteps(nodeCount, followAll);
  return { start, vertices: vertices.finish(), nodeOfPatch };
}
