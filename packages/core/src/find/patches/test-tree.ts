import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import { GrowingWords } from './growing-words.ts';
import type { PatchBorders } from './patch-borders.ts';

/** What a node of the test tree stands for. */
export const WITHIN_PATCH = 0;
/** Two patches with an edge in common. */
export const ACROSS_EDGE = 1;
/** Two patches with exactly one vertex in common, and no edge. */
export const ACROSS_VERTEX = 2;
/** Neither orientation nor contour can prove anything here: several pieces, or patches that touch at several vertices only. */
export const NEVER_CULLED = 3;

/**
 * Which adjacent patches a query has to look at, and in which order: everything about adjacency, worked out once (SCTT;
 * star paper §5). Nodes are in preorder: the first child of node i is i + 1, and `skip[i]` is the next node that is no
 * descendant, so a query needs no stack and a culled node is one jump.
 */
export interface TestTree {
  readonly nodeCount: number;
  /** Patches of the node: twice the same one for contacts within a patch. */
  readonly patchA: Uint32Array;
  readonly patchB: Uint32Array;
  readonly kind: Uint8Array;
  /** The vertex that an ACROSS_VERTEX node's patches share. */
  readonly sharedVertex: Uint32Array;
  readonly skip: Uint32Array;
  /** Pairs of patches below node i that are not adjacent: places boxStart[i] … boxStart[i + 1] − 1 of boxPairs, two numbers each. */
  readonly boxStart: Uint32Array;
  readonly boxPairs: Uint32Array;
}

/** Smaller patches are done without a pause. */
const PAUSE_ABOVE = 10_000;

/** Builds the test tree of a patch tree whose triangles are in the tree's order. Unbalanced trees are fine. */
export function* buildTestTree(
  tree: PatchTree,
  triangles: Uint32Array,
  vertexCount: number,
  borders: PatchBorders,
): Steps<TestTree> {
  const { rightChild, firstTriangle, endTriangle, isPatch } = tree;
  const incidence = buildIncidence(triangles, vertexCount);
  const marked = new Uint32Array(vertexCount);
  let mark = 0;
  const expected = 2 * tree.order.length;
  const patchA = new GrowingWords(expected);
  const patchB = new GrowingWords(expected);
  const kind = new GrowingWords(expected);
  const sharedVertex = new GrowingWords(expected);
  const skip = new GrowingWords(expected);
  const boxStart = new GrowingWords(expected);
  const boxPairs = new GrowingWords(4 * expected);

  const add = (a: number, b: number, nodeKind: number, vertex: number): number => {
    patchA.push(a);
    patchB.push(b);
    kind.push(nodeKind);
    sharedVertex.push(vertex);
    boxStart.push(boxPairs.length >> 1);
    skip.push(0);
    return skip.length - 1;
  };

  function* within(patch: number): Steps<void> {
    const right = rightChild[patch];
    if (right === 0) {
      const leaf = add(patch, patch, WITHIN_PATCH, 0);
      skip.words[leaf] = skip.length;
      return;
    }
    if (endTriangle[patch] - firstTriangle[patch] > PAUSE_ABOVE) yield firstTriangle[patch] / tree.order.length;
    if (isPatch[patch] === 0) {
      const node = add(patch, patch, NEVER_CULLED, 0);
      boxPairs.push(patch + 1);
      boxPairs.push(right);
      yield* within(patch + 1);
      yield* within(right);
      skip.words[node] = skip.length;
      return;
    }
    const node = add(patch, patch, WITHIN_PATCH, 0);
    const children = childrenOf(patch + 1, right, sharedVertices(patch + 1, right));
    // two patches that are free of contact as one leave nothing to ask of each
    for (const [a, b, shared] of children) across(a, b, shared);
    yield* within(patch + 1);
    yield* within(right);
    skip.words[node] = skip.length;
  }

  const across = (a: number, b: number, shared: number[]): void => {
    const bothLeaves = rightChild[a] === 0 && rightChild[b] === 0;
    const byEdge = shared.length > 1 && shareEdge(a, b);
    const nodeKind = byEdge ? ACROSS_EDGE : shared.length === 1 ? ACROSS_VERTEX : NEVER_CULLED;
    const node = add(a, b, nodeKind, shared[0]);
    if (!bothLeaves) for (const [x, y, sub] of childrenOf(a, b, shared)) across(x, y, sub);
    skip.words[node] = skip.length;
  };

  /** Pairs of children that are adjacent; the others go to the current node's box pairs. Two leaves are their own only child. */
  const childrenOf = (a: number, b: number, shared: number[]): [number, number, number[]][] => {
    const as = rightChild[a] === 0 ? [a] : [a + 1, rightChild[a]];
    const bs = rightChild[b] === 0 ? [b] : [b + 1, rightChild[b]];
    const result: [number, number, number[]][] = [];
    for (const x of as) {
      const inX = shared.filter((v) => hasTriangleIn(v, x));
      for (const y of bs) {
        const sub = inX.filter((v) => hasTriangleIn(v, y));
        if (sub.length > 0) result.push([x, y, sub]);
        else {
          boxPairs.push(x);
          boxPairs.push(y);
        }
      }
    }
    return result;
  };

  /** The triangles at a vertex are in ascending order, so a vertex with very many costs little more than others. */
  const hasTriangleIn = (vertex: number, patch: number): boolean => {
    const first = firstTriangle[patch];
    const last = incidence.start[vertex + 1];
    let low = incidence.start[vertex];
    for (let high = last; low < high; ) {
      const middle = (low + high) >>> 1;
      if (incidence.triangle[middle] < first) low = middle + 1;
      else high = middle;
    }
    return low < last && incidence.triangle[low] < endTriangle[patch];
  };

  const sharedVertices = (a: number, b: number): number[] => {
    const smaller = endTriangle[a] - firstTriangle[a] <= endTriangle[b] - firstTriangle[b] ? a : b;
    const larger = smaller === a ? b : a;
    const result: number[] = [];
    mark++;
    for (let i = 3 * firstTriangle[smaller]; i < 3 * endTriangle[smaller]; i++) {
      const v = triangles[i];
      if (marked[v] === mark) continue;
      marked[v] = mark;
      if (hasTriangleIn(v, larger)) result.push(v);
    }
    return result;
  };

  const shareEdge = (a: number, b: number): boolean => {
    const first = firstTriangle[b];
    const end = endTriangle[b];
    for (let i = borders.start[a]; i < borders.start[a + 1]; i++) {
      if (borders.across[i] >= first && borders.across[i] < end) return true;
    }
    return false;
  };

  yield* within(0);
  boxStart.push(boxPairs.length >> 1);
  return {
    nodeCount: patchA.length,
    patchA: patchA.finish(),
    patchB: patchB.finish(),
    kind: Uint8Array.from(kind.finish()),
    sharedVertex: sharedVertex.finish(),
    skip: skip.finish(),
    boxStart: boxStart.finish(),
    boxPairs: boxPairs.finish(),
  };
}

/** The triangles at every vertex. */
function buildIncidence(triangles: Uint32Array, vertexCount: number): { start: Uint32Array; triangle: Uint32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) start[triangles[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const fill = start.slice(0, vertexCount);
  const triangle = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) triangle[fill[triangles[i]]++] = Math.floor(i / 3);
  return { start, triangle };
}
