import { describe, expect, it } from 'vitest';
import { LOOP_END, VERTEX_BITS } from '../../../src/find/patches/contour-loops.ts';
import { buildLeafPairs } from '../../../src/find/patches/leaf-pairs.ts';
import { listPatchBorders } from '../../../src/find/patches/patch-borders.ts';
import { type Preparation, preparePatches } from '../../../src/find/patches/preparation.ts';
import {
  ACROSS_EDGE,
  ACROSS_VERTEX,
  buildTestTree,
  NEVER_CULLED,
  WITHIN_PATCH,
} from '../../../src/find/patches/test-tree.ts';
import { isWorthTesting } from '../../../src/find/patches/worth-testing.ts';
import { reorderSurface, type Surface } from '../../../src/mesh/surface.ts';
import { finishSteps } from '../../../src/partition/progress.ts';
import { createPose, updatePose } from '../../../src/pose/pose.ts';
import { chainTree } from '../../partition/chain-tree.ts';
import {
  book,
  comb,
  type SmallMesh,
  sheet,
  smallMeshes,
  sphere,
  surfaceOf,
  tangle,
  together,
} from '../../partition/small-meshes.ts';
import { checkEveryPairOnce, checkTestNodes } from './check-test-tree.ts';

/** The surface in the order of the preparation's tree. */
function prepare(small: SmallMesh): { surface: Surface; preparation: Preparation } {
  const surface = surfaceOf(small);
  const rest = createPose(surface);
  updatePose('prepare', rest, surface, small.positions, true);
  const preparation = finishSteps(preparePatches(surface, rest.positions), {});
  return { surface: reorderSurface(surface, preparation.tree.order), preparation };
}

const meshes: Readonly<Record<string, SmallMesh>> = {
  ...smallMeshes,
  'a larger sheet': sheet(16, 16),
  'a larger sphere': sphere(7),
  'a larger book': book(25, 12),
  'a larger comb': comb(10, 20),
  'a larger tangle': tangle(60, 300, 5),
};

/** The net number of times that triangles first … end − 1 of both ranges run along each edge, upwards less downwards. */
function boundaryOf(surface: Surface, ranges: readonly (readonly [number, number])[]): Map<string, number> {
  const net = new Map<string, number>();
  for (const [first, end] of ranges) {
    for (let h = 3 * first; h < 3 * end; h++) {
      const [u, v] = [surface.triangles[h], surface.triangles[h % 3 === 2 ? h - 2 : h + 1]];
      addEdge(net, u, v);
    }
  }
  return net;
}

function addEdge(net: Map<string, number>, u: number, v: number): void {
  if (u === v) return;
  const name = u < v ? `${u} ${v}` : `${v} ${u}`;
  const sum = (net.get(name) ?? 0) + (u < v ? 1 : -1);
  if (sum === 0) net.delete(name);
  else net.set(name, sum);
}

describe.each(Object.entries(meshes))('test tree of %s', (_, small) => {
  const { surface, preparation } = prepare(small);
  const { tree, testTree, contourLoops } = preparation;

  it('reaches every pair of triangles once', () => {
    checkEveryPairOnce(surface, preparation);
  });

  it('skips what is below a node, and knows what patches have in common', () => {
    checkTestNodes(surface, preparation);
  });

  it('has contourLoops that are closed loops around the triangles of each node', () => {
    const range = (patch: number) => [tree.firstTriangle[patch], tree.endTriangle[patch]] as const;
    for (let node = 0; node < testTree.nodeCount; node++) {
      const [a, b] = [testTree.patchA[node], testTree.patchB[node]];
      const kind = testTree.kind[node];
      if (a === b) expect(contourLoops.nodeOfPatch[a]).toBe(node);
      if (kind !== WITHIN_PATCH && kind !== ACROSS_EDGE) continue;
      const codes = contourLoops.vertices.subarray(contourLoops.start[node], contourLoops.start[node + 1]);
      if (!isWorthTesting({ tree, testTree }, node) && a !== b) {
        expect(codes.length).toBe(0); // nobody asks
        continue;
      }
      expect(codes.length).toBeGreaterThanOrEqual(3);
      expect(codes.at(-1)! >= LOOP_END).toBe(true);
      const vertices = Array.from(codes, (code) => code & VERTEX_BITS);
      expect(new Set(vertices).size).toBe(vertices.length); // none is passed twice
      const net = new Map<string, number>();
      let begin = 0;
      for (let i = 0; i < codes.length; i++) {
        const ends = codes[i] >= LOOP_END;
        addEdge(net, vertices[i], ends ? vertices[begin] : vertices[i + 1]);
        if (ends) begin = i + 1;
      }
      expect(net).toEqual(boundaryOf(surface, a === b ? [range(a)] : [range(a), range(b)]));
    }
  });

  it('keeps all contour vertices also where the contour is not simple', () => {
    // a line through a common vertex is compared with them
    for (let node = 0; node < testTree.nodeCount; node++) {
      if (testTree.kind[node] !== ACROSS_VERTEX) continue;
      for (const patch of [testTree.patchA[node], testTree.patchB[node]]) {
        const own = contourLoops.nodeOfPatch[patch];
        const listed = Array.from(
          contourLoops.vertices.subarray(contourLoops.start[own], contourLoops.start[own + 1]),
          (code) => code & VERTEX_BITS,
        );
        const boundary = boundaryOf(surface, [[tree.firstTriangle[patch], tree.endTriangle[patch]]]);
        const expected = new Set([...boundary.keys()].flatMap((edge) => edge.split(' ').map(Number)));
        for (const v of expected) expect(listed).toContain(v);
      }
    }
  });
});

describe('test tree', () => {
  it('is right for a tree as unbalanced as can be', () => {
    const surface = surfaceOf(together(sheet(6, 5), book(4, 3)));
    const tree = { ...chainTree(surface.triangleCount, 3) };
    // the parts are not connected: whoever holds both is no patch
    const parts = sheet(6, 5).triangles.length / 3;
    for (let node = 0; node < tree.nodeCount; node++) {
      if (tree.firstTriangle[node] < parts && tree.endTriangle[node] > parts) tree.isPatch[node] = 0;
    }
    const borders = finishSteps(listPatchBorders(tree, surface.halfEdges.twin), {});
    const testTree = finishSteps(buildTestTree(tree, surface.triangles, surface.vertexCount, borders), {});
    const leaves = finishSteps(buildLeafPairs(tree, testTree, surface.triangles, surface.halfEdges.ownedEdges), {});
    checkEveryPairOnce(surface, { tree, testTree, leaves });
    checkTestNodes(surface, { tree, testTree, leaves });
  });

  it('has nodes of every kind on a sheet, and none that is never culled', () => {
    const { preparation } = prepare(sheet(16, 16));
    const kinds = new Set(preparation.testTree.kind);
    expect(kinds).toEqual(new Set([WITHIN_PATCH, ACROSS_EDGE, ACROSS_VERTEX]));
  });

  it('never culls a closed surface as a whole, nor groups of pieces', () => {
    expect(prepare(sphere(4)).preparation.testTree.kind[0]).toBe(NEVER_CULLED);
    expect(prepare(smallMeshes['many pieces']).preparation.testTree.kind[0]).toBe(NEVER_CULLED);
    expect(prepare(sheet(9, 7)).preparation.testTree.kind[0]).toBe(WITHIN_PATCH);
  });

  it('the check itself notices what is missing, doubled or misplaced', () => {
    const { surface, preparation } = prepare(sheet(9, 7));
    const { testTree, leaves } = preparation;
    const someLeaf = leaves.farMask.findIndex((mask) => mask !== 0);
    const withMask = (mask: number) => {
      const farMask = leaves.farMask.slice();
      farMask[someLeaf] = mask;
      return { ...preparation, leaves: { ...leaves, farMask } };
    };
    expect(() => checkEveryPairOnce(surface, withMask(0))).toThrow('left out');
    const boxPairs = testTree.boxPairs.slice();
    boxPairs[0] = boxPairs[2];
    boxPairs[1] = boxPairs[3];
    expect(() => checkEveryPairOnce(surface, { ...preparation, testTree: { ...testTree, boxPairs } })).toThrow(
      /twice|never/,
    );
    const skip = testTree.skip.slice();
    skip[1] = testTree.nodeCount + 1;
    expect(() => checkTestNodes(surface, { ...preparation, testTree: { ...testTree, skip } })).toThrow('skips');
    const kind = testTree.kind.slice();
    kind[testTree.kind.indexOf(ACROSS_EDGE)] = ACROSS_VERTEX;
    expect(() => checkTestNodes(surface, { ...preparation, testTree: { ...testTree, kind } })).toThrow(
      'does not share just',
    );
  });

  it('stops building when the signal says so', () => {
    const surface = surfaceOf(sheet(230, 230));
    const tree = chainTree(surface.triangleCount, 60_000);
    const borders = finishSteps(listPatchBorders(tree, surface.halfEdges.twin), {});
    const reason = new Error('enough');
    const stop = new AbortController();
    const build = () =>
      finishSteps(buildTestTree(tree, surface.triangles, surface.vertexCount, borders), {
        onProgress: () => stop.abort(reason),
        signal: stop.signal,
      });
    expect(build).toThrow(reason);
  });
});
