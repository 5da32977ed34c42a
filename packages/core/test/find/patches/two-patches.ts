import { buildContourLoops, type ContourLoops } from '../../../src/find/patches/contour-loops.ts';
import { listPatchBorders, type PatchBorders } from '../../../src/find/patches/patch-borders.ts';
import { buildTestTree, type TestTree } from '../../../src/find/patches/test-tree.ts';
import { createSurface, type Surface } from '../../../src/mesh/surface.ts';
import type { PatchTree } from '../../../src/partition/patch-tree.ts';
import { finishSteps } from '../../../src/partition/progress.ts';

/** What the detector would prepare for a mesh that was cut once, but with the cut where the test wants it. */
export interface TwoPatches {
  readonly surface: Surface;
  /** In the surface's vertex order. */
  readonly positions: Float64Array;
  readonly tree: PatchTree;
  readonly borders: PatchBorders;
  readonly testTree: TestTree;
  readonly contourLoops: ContourLoops;
}

/** Node 0 of the tree holds all triangles, node 1 those before `cut`, node 2 the others; with `cut` 0 there is only node 0. */
export function prepareTwoPatches(positions: ArrayLike<number>, triangles: ArrayLike<number>, cut = 0): TwoPatches {
  const count = triangles.length / 3;
  const mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const surface = createSurface('prepareTwoPatches', mesh, { weld: false });
  const tree: PatchTree = {
    nodeCount: cut > 0 ? 3 : 1,
    rightChild: cut > 0 ? Uint32Array.of(2, 0, 0) : Uint32Array.of(0),
    firstTriangle: cut > 0 ? Uint32Array.of(0, 0, cut) : Uint32Array.of(0),
    endTriangle: cut > 0 ? Uint32Array.of(count, cut, count) : Uint32Array.of(count),
    isPatch: new Uint8Array(cut > 0 ? 3 : 1).fill(1),
    order: Uint32Array.from({ length: count }, (_, t) => t),
    depth: cut > 0 ? 2 : 1,
  };
  const borders = finishSteps(listPatchBorders(tree, surface.halfEdges.twin), {});
  const testTree = finishSteps(buildTestTree(tree, surface.triangles, surface.vertexCount, borders), {});
  const loops = buildContourLoops(testTree, tree, borders, surface.triangles, surface.vertexCount, true);
  const contourLoops = finishSteps(loops, {});
  const ordered = new Float64Array(3 * surface.vertexCount);
  for (let v = 0; v < surface.vertexCount; v++) {
    for (let axis = 0; axis < 3; axis++) ordered[3 * v + axis] = mesh.positions[3 * surface.vertexSource[v] + axis];
  }
  return { surface, positions: ordered, tree, borders, testTree, contourLoops };
}
