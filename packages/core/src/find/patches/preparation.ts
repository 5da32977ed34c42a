import { isOnLine } from '../../mesh/degenerate-triangles.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionIntoPatches } from '../../partition/connected-partition.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import { part, type Steps } from '../../partition/progress.ts';
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
  /** The surface in the tree's order, if it was made on the way. */
  readonly ordered?: Surface;
}

/**
 * Cuts a surface into patches and works out which of them are adjacent, what their contours are, and which triangles are
 * neighbours. Yields how far it has come; the partition takes half of the time.
 */
export function* preparePatches(surface: Surface, rest: Float64Array): Steps<Preparation> {
  const loose = new Uint8Array(surface.triangleCount);
  for (let t = 0; t < loose.length; t++) if (isOnLine(surface.triangles, t, rest)) loose[t] = 1;
  const options = { maxLeafTriangles: Math.min(LEAF_TRIANGLES, MAX_LEAF), loose };
  const partition = partitionIntoPatches(surface.triangles, surface.halfEdges.ring, rest, options);
  const tree = yield* part(partition, 0, 0.55);
  const ordered = reorderSurface(surface, tree.order);
  yield 0.6;
  const { triangles, halfEdges, vertexCount } = ordered;
  const borders = yield* part(listPatchBorders(tree, halfEdges.twin), 0.6, 0.7);
  const testTree = yield* part(buildTestTree(tree, triangles, vertexCount, borders), 0.7, 0.8);
  const loops = buildContourLoops(testTree, tree, borders, triangles, vertexCount);
  const contourLoops = yield* part(loops, 0.8, 0.9);
  const leaves = yield* part(buildLeafPairs(tree, testTree, triangles, halfEdges.ownedEdges), 0.9, 1);
  yield 1;
  return { tree, testTree, contourLoops, leaves, ordered };
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
