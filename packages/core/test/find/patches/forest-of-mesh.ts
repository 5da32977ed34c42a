import { buildSegmentForest, type SegmentForest } from '../../../../papers/src/star-contours/segment-forest.ts';
import { listPatchBorders } from '../../../src/find/patches/patch-borders.ts';
import { preparePatches } from '../../../src/find/patches/preparation.ts';
import { ACROSS_EDGE, buildTestTree, type TestTree, WITHIN_PATCH } from '../../../src/find/patches/test-tree.ts';
import { nextInTriangle } from '../../../src/mesh/half-edges.ts';
import { createSurface, reorderSurface, type Surface } from '../../../src/mesh/surface.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { PatchTree } from '../../../src/partition/patch-tree.ts';
import { finishSteps } from '../../../src/partition/progress.ts';

export interface ForestOfMesh {
  /** In the tree's order. */
  readonly surface: Surface;
  readonly tree: PatchTree;
  readonly testTree: TestTree;
  readonly wanted: Uint8Array;
  readonly forest: SegmentForest;
}

/** The forest with a list for every test node that has a contour: small ones too, and those that pass a vertex twice. */
export function forestOfMesh(mesh: TriangleMesh): ForestOfMesh {
  const given = createSurface('forestOfMesh', mesh, { weld: false });
  const { tree } = finishSteps(preparePatches(given, positionsOf(given, mesh.positions)), {});
  return forestOfTree(reorderSurface(given, tree.order), tree);
}

/** The same for a surface that is already in the tree's order. */
export function forestOfTree(surface: Surface, tree: PatchTree): ForestOfMesh {
  const borders = finishSteps(listPatchBorders(tree, surface.halfEdges.twin), {});
  const testTree = finishSteps(buildTestTree(tree, surface.triangles, surface.vertexCount, borders), {});
  const wanted = testTree.kind.map((kind) => (kind === WITHIN_PATCH || kind === ACROSS_EDGE ? 1 : 0));
  const forest = buildSegmentForest(tree, testTree, surface.triangles, surface.halfEdges, wanted);
  return { surface, tree, testTree, wanted, forest };
}

/** The caller's positions in a surface's vertex order. */
export function positionsOf(surface: Surface, positions: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: 3 * surface.vertexCount }, (_, i) => {
    return positions[3 * surface.vertexSource[Math.floor(i / 3)] + (i % 3)];
  });
}

/** Half-edges of a test node's patches whose twin is in neither of them, straight from the definition. */
export function contourOf({ surface, tree, testTree }: ForestOfMesh, node: number): number[] {
  const patches = new Set([testTree.patchA[node], testTree.patchB[node]]);
  const isInside = (t: number) => [...patches].some((p) => t >= tree.firstTriangle[p] && t < tree.endTriangle[p]);
  const { twin } = surface.halfEdges;
  const result: number[] = [];
  for (const patch of patches) {
    for (let h = 3 * tree.firstTriangle[patch]; h < 3 * tree.endTriangle[patch]; h++) {
      if (!(twin[h] >= 0 && isInside(Math.floor(twin[h] / 3)))) result.push(h);
    }
  }
  return result;
}

export function edgeName({ surface }: ForestOfMesh, h: number): string {
  return `${surface.triangles[h]}>${surface.triangles[nextInTriangle(h)]}`;
}

/** The vertices along a segment: its own, or those of all below it, joined. Fails where parts do not follow each other. */
export function verticesAlong(forest: SegmentForest, segment: number): number[] {
  const { firstChild, endChild, vertexStart, vertices } = forest;
  if (firstChild[segment] === endChild[segment]) {
    return [...vertices.subarray(vertexStart[segment], vertexStart[segment + 1])];
  }
  const result: number[] = [];
  for (let child = firstChild[segment]; child < endChild[segment]; child++) {
    const part = verticesAlong(forest, child);
    if (result.length > 0 && result.pop() !== part[0]) throw new Error(`child ${child} does not follow the one before`);
    result.push(...part);
  }
  return result;
}

export function listOf({ listStart, list }: SegmentForest, node: number): number[] {
  return [...list.subarray(listStart[node], listStart[node + 1])];
}

/** The half-edges of a segment, as `edgeName` writes them. */
export function edgesAlong(forest: SegmentForest, segment: number): string[] {
  const along = verticesAlong(forest, segment);
  return along.slice(1).map((v, i) => `${along[i]}>${v}`);
}

/** Columns × rows cells of two triangles each; `around` joins the last column to the first. */
export function gridMesh(
  columns: number,
  rows: number,
  place: (column: number, row: number) => readonly [number, number, number],
  around = false,
): { positions: Float64Array; triangles: Uint32Array } {
  const width = around ? columns : columns + 1;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x < width; x++) positions.push(...place(x, y));
  const at = (x: number, y: number) => y * width + (x % width);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      triangles.push(at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
