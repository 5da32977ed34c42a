import { findDegenerateTriangles } from '../../mesh/degenerate-triangles.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionIntoPatches } from '../../partition/connected-partition.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import { buildContourLoops, type ContourLoops } from './contour-loops.ts';
import { buildLeafPairs, type LeafPairs, MAX_LEAF } from './leaf-pairs.ts';
import { listPatchBorders } from './patch-borders.ts';
import { buildTestTree, type TestTree } from './test-tree.ts';

/** Triangles a leaf holds at most; at most MAX_LEAF. Measured: 2, 3 and 5 are slower. */
const LEAF_TRIANGLES = 4;

/** All that is worked out once for a mesh; what `serialize` keeps. */
export interface Preparation {
  readonly tree: PatchTree;
  readonly testTree: TestTree;
  readonly contourLoops: ContourLoops;
  readonly leaves: LeafPairs;
}

/**
 * Cuts a surface into patches and works out which of them are adjacent, what their contours are, and which triangles are
 * neighbours. Yields how far it has come; the partition takes most of the time and is the first 70 %.
 */
export function* preparePatches(surface: Surface, rest: Float64Array): Steps<Preparation> {
  const loose = new Uint8Array(surface.triangleCount);
  const degenerate = findDegenerateTriangles(surface.triangles, rest);
  for (const t of degenerate.zeroArea) loose[t] = 1;
  for (const t of degenerate.repeatedIndex) loose[t] = 1;
  const options = { maxLeafTriangles: Math.min(LEAF_TRIANGLES, MAX_LEAF), loose };
  const partition = partitionIntoPatches(surface.triangles, surface.halfEdges.ring, rest, options);
  const tree = yield* scaled(partition, 0, 0.7);
  const { triangles, halfEdges, vertexCount } = reorderSurface(surface, tree.order);
  const borders = listPatchBorders(tree, halfEdges, triangles);
  yield 0.8;
  const testTree = yield* scaled(buildTestTree(tree, triangles, vertexCount, borders), 0.8, 0.9);
  yield 0.9;
  const contourLoops = buildContourLoops(testTree, tree, borders, vertexCount);
  yield 0.95;
  const leaves = buildLeafPairs(tree, testTree, triangles, halfEdges.ownedEdges);
  yield 1;
  return { tree, testTree, contourLoops, leaves };
}

/** Steps that are a part of longer work. */
function* scaled<T>(steps: Steps<T>, from: number, to: number): Steps<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield from + (to - from) * value;
  }
}

/** What `serialize` writes; a new version where the meaning of an array changes. */
export const PREPARED_PATCHES = { tag: 'patches', version: 1 } as const;

/** Every array of a preparation by name: for the arena and for `serialize`. The depth is an array of one. */
export function arraysOf({ tree, testTree, contourLoops, leaves }: Preparation) {
  return {
    depth: Uint32Array.of(tree.depth),
    rightChild: tree.rightChild,
    firstTriangle: tree.firstTriangle,
    endTriangle: tree.endTriangle,
    isPatch: tree.isPatch,
    order: tree.order,
    patchA: testTree.patchA,
    patchB: testTree.patchB,
    kind: testTree.kind,
    sharedVertex: testTree.sharedVertex,
    skip: testTree.skip,
    boxStart: testTree.boxStart,
    boxPairs: testTree.boxPairs,
    loopStart: contourLoops.start,
    loopVertices: contourLoops.vertices,
    nodeOfPatch: contourLoops.nodeOfPatch,
    neighbourStart: leaves.neighbourStart,
    neighbours: leaves.neighbours,
    farMask: leaves.farMask,
  };
}

export type PreparationArrays = ReturnType<typeof arraysOf>;

/** The reverse of `arraysOf`. */
export function assemblePreparation(arrays: PreparationArrays): Preparation {
  const { rightChild, firstTriangle, endTriangle, isPatch, order, patchA, patchB, kind, sharedVertex } = arrays;
  const { skip, boxStart, boxPairs, nodeOfPatch, neighbourStart, neighbours, farMask } = arrays;
  const tree = { nodeCount: rightChild.length, rightChild, firstTriangle, endTriangle, isPatch, order };
  return {
    tree: { ...tree, depth: arrays.depth[0] },
    testTree: { nodeCount: patchA.length, patchA, patchB, kind, sharedVertex, skip, boxStart, boxPairs },
    contourLoops: { start: arrays.loopStart, vertices: arrays.loopVertices, nodeOfPatch },
    leaves: { neighbourStart, neighbours, farMask },
  };
}
