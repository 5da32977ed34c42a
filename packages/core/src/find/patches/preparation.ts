import { findDegenerateTriangles } from '../../mesh/degenerate-triangles.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionIntoPatches } from '../../partition/connected-partition.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { ProgressOptions } from '../../partition/progress.ts';
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
 * neighbours. The partition takes most of the time and reports it as the first 70 %.
 */
export function preparePatches(
  surface: Surface,
  rest: Float64Array,
  { onProgress, signal }: ProgressOptions,
): Preparation {
  const loose = new Uint8Array(surface.triangleCount);
  const degenerate = findDegenerateTriangles(surface.triangles, rest);
  for (const t of degenerate.zeroArea) loose[t] = 1;
  for (const t of degenerate.repeatedIndex) loose[t] = 1;
  const tree = partitionIntoPatches(surface.triangles, surface.halfEdges.ring, rest, {
    maxLeafTriangles: Math.min(LEAF_TRIANGLES, MAX_LEAF),
    loose,
    onProgress: onProgress && ((fraction) => onProgress(0.7 * fraction)),
    signal,
  });
  const step = (fraction: number) => {
    onProgress?.(fraction);
    signal?.throwIfAborted();
  };
  const { triangles, halfEdges, vertexCount } = reorderSurface(surface, tree.order);
  const borders = listPatchBorders(tree, halfEdges, triangles);
  step(0.8);
  const testTree = buildTestTree(tree, triangles, vertexCount, borders, signal);
  step(0.9);
  const contourLoops = buildContourLoops(testTree, tree, borders, vertexCount);
  const leaves = buildLeafPairs(tree, testTree, triangles, halfEdges.ownedEdges);
  step(1);
  return { tree, testTree, contourLoops, leaves };
}

/** Every array of a preparation, in a fixed order: for sizes and for `serialize`. */
export function arraysOf({ tree, testTree, contourLoops, leaves }: Preparation): (Uint32Array | Uint8Array)[] {
  return [
    tree.rightChild,
    tree.firstTriangle,
    tree.endTriangle,
    tree.isPatch,
    tree.order,
    testTree.patchA,
    testTree.patchB,
    testTree.kind,
    testTree.sharedVertex,
    testTree.skip,
    testTree.boxStart,
    testTree.boxPairs,
    contourLoops.start,
    contourLoops.vertices,
    contourLoops.nodeOfPatch,
    leaves.neighbourStart,
    leaves.neighbours,
    leaves.farMask,
  ];
}
