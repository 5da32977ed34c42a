import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import { part, type Steps } from '../../partition/progress.ts';
import { buildContourLoops } from './contour-loops.ts';
import { buildLeafPairs } from './leaf-pairs.ts';
import { listPatchBorders } from './patch-borders.ts';
import type { Preparation } from './preparation.ts';
import { buildTestTree, NEVER_CULLED } from './test-tree.ts';

/**
 * What `preparePatches` does, for a tree whose nodes need not hang together and whose leaves hold at most MAX_LEAF triangles: which of them are adjacent is worked
 * out as for patches, but no contour proves anything of them.
 */
export function* prepareTree(surface: Surface, partition: Steps<PatchTree>): Steps<Preparation> {
  const tree = yield* part(partition, 0, 0.55);
  const ordered = reorderSurface(surface, tree.order);
  const { triangles, halfEdges, vertexCount } = ordered;
  // as patches, or halves would count as far from each other
  const asPatches = { ...tree, isPatch: new Uint8Array(tree.nodeCount).fill(1) };
  const borders = yield* part(listPatchBorders(asPatches, halfEdges.twin), 0.6, 0.7);
  const testTree = yield* part(buildTestTree(asPatches, triangles, vertexCount, borders), 0.7, 0.8);
  testTree.kind.fill(NEVER_CULLED);
  const contourLoops = yield* part(buildContourLoops(testTree, tree, borders, triangles, vertexCount), 0.8, 0.9);
  const leaves = yield* part(buildLeafPairs(tree, testTree, triangles, halfEdges.ownedEdges), 0.9, 1);
  return { tree, testTree, contourLoops, leaves, ordered };
}
