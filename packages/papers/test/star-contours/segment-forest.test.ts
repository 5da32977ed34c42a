import { describe, expect, it } from 'vitest';
import { ACROSS_EDGE, WITHIN_PATCH } from '../../../core/src/find/patches/test-tree.ts';
import { createSurface } from '../../../core/src/mesh/surface.ts';
import type { TriangleMesh } from '../../../core/src/mesh/triangle-mesh.ts';
import type { PatchTree } from '../../../core/src/partition/patch-tree.ts';
import {
  contourOf,
  edgeName,
  edgesAlong,
  type ForestOfMesh,
  forestOfMesh,
  forestOfTree,
  gridMesh,
  listOf,
  verticesAlong,
} from '../../../core/test/find/patches/forest-of-mesh.ts';
import { RandomPoints } from '../../../core/test/predicates/random.ts';
import { buildSegmentForest } from '../../src/star-contours/segment-forest.ts';

const random = new RandomPoints(4);

function closedTorus(): TriangleMesh {
  const { triangles } = gridMesh(48, 24, (x, y) => [x, y, 0], true);
  // the last row of vertices is the first
  const joined = triangles.map((v) => v % (48 * 24));
  const positions = Float64Array.from({ length: 3 * 48 * 24 }, (_, i) => {
    const [u, v] = [(Math.floor(i / 3) % 48) / 48, Math.floor(i / 144) / 24].map((part) => 2 * Math.PI * part);
    const r = 3 + Math.cos(v);
    return [r * Math.cos(u), r * Math.sin(u), Math.sin(v)][i % 3];
  });
  return { positions, triangles: joined };
}

const meshes: Record<string, TriangleMesh> = {
  'a sheet': gridMesh(24, 24, (x, y) => [x, y, 0]),
  'an annulus': gridMesh(40, 4, (x, y) => [(2 + y) * Math.cos(x / 6.4), (2 + y) * Math.sin(x / 6.4), 0], true),
  'a closed torus': closedTorus(),
  'a narrow strip': gridMesh(100, 1, (x, y) => [x, y, 0]),
  'two sheets': {
    positions: Float64Array.from([
      ...gridMesh(6, 6, (x, y) => [x, y, 0]).positions,
      ...gridMesh(6, 6, (x, y) => [x, y, 9]).positions,
    ]),
    triangles: Uint32Array.from([
      ...gridMesh(6, 6, () => [0, 0, 0]).triangles,
      ...gridMesh(6, 6, () => [0, 0, 0]).triangles.map((v) => v + 49),
    ]),
  },
  'any triangles among few vertices': {
    positions: Float64Array.from({ length: 60 }, random.random),
    triangles: Uint32Array.from({ length: 450 }, () => random.below(20)),
  },
};

/** Depth of every node, and the node that holds a triangle on a level; leaves stand for themselves below their own level. */
function levels(tree: PatchTree): { depth: number[]; holder: (triangle: number, level: number) => number } {
  const depth = new Array(tree.nodeCount).fill(0);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (tree.rightChild[node] === 0) continue;
    depth[node + 1] = depth[node] + 1;
    depth[tree.rightChild[node]] = depth[node] + 1;
  }
  const holder = (triangle: number, level: number): number => {
    let node = 0;
    while (depth[node] < level && tree.rightChild[node] !== 0) {
      node = triangle < tree.endTriangle[node + 1] ? node + 1 : tree.rightChild[node];
    }
    return node;
  };
  return { depth, holder };
}

describe.each(Object.keys(meshes))('contour forest of %s', (name) => {
  const mesh = forestOfMesh(meshes[name]);
  const { forest, testTree, tree, surface, wanted } = mesh;
  const nodes = [...wanted.keys()].filter((node) => wanted[node] === 1);
  const { depth, holder } = levels(tree);
  const levelOf = (node: number) => Math.max(depth[testTree.patchA[node]], depth[testTree.patchB[node]]);

  it('lists each contour half-edge of every node in exactly one segment', () => {
    expect(nodes.length).toBeGreaterThan(20);
    for (const node of nodes) {
      const listed = listOf(forest, node).flatMap((segment) => edgesAlong(forest, segment));
      expect(listed.sort()).toEqual(
        contourOf(mesh, node)
          .map((h) => edgeName(mesh, h))
          .sort(),
      );
    }
  });

  it('lists nothing for nodes that were not wanted', () => {
    for (let node = 0; node < testTree.nodeCount; node++) {
      if (wanted[node] === 0) expect(listOf(forest, node)).toEqual([]);
    }
  });

  it('is a forest: children have one parent, come after it and follow each other', () => {
    const parents = new Uint8Array(forest.segmentCount);
    let inner = 0;
    for (let segment = 0; segment < forest.segmentCount; segment++) {
      const { firstChild, endChild, vertexStart } = forest;
      const isLowest = firstChild[segment] === endChild[segment];
      if (!isLowest) inner++;
      expect(vertexStart[segment + 1] - vertexStart[segment] >= 2).toBe(isLowest);
      for (let child = firstChild[segment]; child < endChild[segment]; child++) {
        expect(child).toBeGreaterThan(segment);
        parents[child]++;
      }
      verticesAlong(forest, segment); // throws if children do not follow each other
    }
    expect(Math.max(...parents)).toBeLessThanOrEqual(1);
    if (name === 'a sheet' || name === 'a closed torus') expect(inner).toBeGreaterThan(20);
  });

  it('has the same patch on the other side all along a segment', () => {
    const { twin } = surface.halfEdges;
    for (const node of nodes) {
      const level = levelOf(node);
      const sides = new Map<string, number[]>();
      for (const h of contourOf(mesh, node)) {
        const side = twin[h] < 0 ? -1 : holder(Math.floor(twin[h] / 3), level);
        sides.set(edgeName(mesh, h), [...(sides.get(edgeName(mesh, h)) ?? []), side]);
      }
      for (const segment of listOf(forest, node)) {
        const along = edgesAlong(forest, segment).map((edge) => sides.get(edge)!);
        expect(along[0].some((side) => along.every((others) => others.includes(side)))).toBe(true);
      }
    }
  });

  it('joins all that can be joined: no two segments of a list follow each other with the same patch across', () => {
    if (name === 'any triangles among few vertices') return; // what follows what is not plain there
    const { twin } = surface.halfEdges;
    let joints = 0;
    for (const node of nodes) {
      if (testTree.kind[node] !== WITHIN_PATCH) continue;
      const level = levelOf(node);
      const sideOf = new Map(
        contourOf(mesh, node).map((h) => {
          return [edgeName(mesh, h), twin[h] < 0 ? -1 : holder(Math.floor(twin[h] / 3), level)];
        }),
      );
      const ends = listOf(forest, node).map((segment) => {
        const edges = edgesAlong(forest, segment);
        const along = verticesAlong(forest, segment);
        return { first: along[0], last: along[along.length - 1], side: sideOf.get(edges[0])! };
      });
      for (const s of ends) {
        for (const t of ends) {
          if (s.last !== t.first) continue;
          joints++;
          if (s.side !== t.side || s.side < 0) continue;
          // only rings are cut although they could go on
          const ring = ends.filter(({ side }) => side === s.side);
          expect(ring.length).toBeGreaterThanOrEqual(3);
          expect(new Set(ring.map((r) => r.first))).toEqual(new Set(ring.map((r) => r.last)));
        }
      }
    }
    expect(joints).toBeGreaterThan(20);
  });
});

/** A tree made by hand: nodes in preorder as [first, end, right child]. */
function treeOf(nodes: [number, number, number][], triangleCount: number): PatchTree {
  return {
    nodeCount: nodes.length,
    firstTriangle: Uint32Array.from(nodes, ([first]) => first),
    endTriangle: Uint32Array.from(nodes, ([, end]) => end),
    rightChild: Uint32Array.from(nodes, ([, , right]) => right),
    isPatch: new Uint8Array(nodes.length).fill(1),
    order: Uint32Array.from({ length: triangleCount }, (_, t) => t),
    depth: nodes.length,
  };
}

function cutByHand(mesh: TriangleMesh, nodes: [number, number, number][]): ForestOfMesh {
  const surface = createSurface('test', mesh, { weld: false });
  return forestOfTree(surface, treeOf(nodes, surface.triangleCount));
}

const nodeOf = ({ testTree }: ForestOfMesh, a: number, b = a): number =>
  [...testTree.patchA.keys()].findIndex((node) => testTree.patchA[node] === a && testTree.patchB[node] === b);

describe('segments of meshes cut by hand', () => {
  it('two runs between the same two patches are two segments', () => {
    // column after column, so that each half of the annulus is a range of triangles
    const { positions, triangles } = gridMesh(3, 20, (x, y) => [x, y, 0]);
    const joined = { positions, triangles: triangles.map((v) => v % 80) };
    const mesh = cutByHand(joined, [
      [0, 120, 2],
      [0, 60, 0],
      [60, 120, 0],
    ]);
    const segments = listOf(mesh.forest, nodeOf(mesh, 1)).map((segment) => edgesAlong(mesh.forest, segment));
    const inner = new Set(
      contourOf(mesh, nodeOf(mesh, 1))
        .filter((h) => mesh.surface.halfEdges.twin[h] >= 0)
        .map((h) => edgeName(mesh, h)),
    );
    expect(inner.size).toBe(6);
    const towardsOther = segments.filter((edges) => inner.has(edges[0]));
    expect(towardsOther.map((edges) => edges.length)).toEqual([3, 3]);
    // both boundaries, ten edges each, are in arcs
    expect(segments.length).toBeGreaterThanOrEqual(2 + 8);
    expect(segments.length).toBeLessThan(2 + 16);
  });

  /** Four rings of cells, in order of rank; the third row of vertices is the ring between the inner and the outer two. */
  function ringed(around: number, rank: (x: number, y: number) => number): TriangleMesh {
    const grid = gridMesh(around, 4, (x, y) => [(1 + y) * Math.cos(x), (1 + y) * Math.sin(x), 0], true);
    const rankOf = (cell: number) => rank(cell % around, Math.floor(cell / around));
    const cells = Array.from({ length: 4 * around }, (_, i) => i).sort((a, b) => rankOf(a) - rankOf(b) || a - b);
    const triangles = cells.flatMap((cell) => [...grid.triangles.subarray(6 * cell, 6 * cell + 6)]);
    return { positions: grid.positions, triangles: Uint32Array.from(triangles) };
  }

  function isOnRing({ surface }: ForestOfMesh, vertex: number, around: number): boolean {
    return Math.floor(surface.vertexSource[vertex] / around) === 2;
  }

  it('a ring between two patches is in four arcs, also where it was in two runs a level below', () => {
    const rank = (x: number, y: number) => (y < 2 ? 0 : x < 6 ? 1 : 2);
    const mesh = cutByHand(ringed(12, rank), [
      [0, 96, 2],
      [0, 48, 0], // the inner rings
      [48, 96, 4],
      [48, 72, 0],
      [72, 96, 0],
    ]);
    const { forest } = mesh;
    const outer = (node: number) =>
      listOf(forest, node)
        .map((segment) => edgesAlong(forest, segment))
        .filter((edges) => edges.every((edge) => edge.split('>').every((v) => isOnRing(mesh, Number(v), 12))));
    // against the two halves there is one run each: the arcs of the whole ring are other segments
    expect(outer(nodeOf(mesh, 1)).map((edges) => edges.length)).toEqual([3, 3, 3, 3]);
    expect(outer(nodeOf(mesh, 2)).map((edges) => edges.length)).toEqual([3, 3, 3, 3]);
    const half = nodeOf(mesh, 1, 3);
    expect(mesh.testTree.kind[half]).toBe(ACROSS_EDGE);
    expect(outer(half).map((edges) => edges.length)).toEqual([6]);
  });

  it('arcs of a ring share no segment with the runs below', () => {
    // inside the ring one column of cells, 23 columns and 24 columns; the first two are one patch on the level above
    const rank = (x: number, y: number) => (y >= 2 ? 3 : x === 0 ? 0 : x < 24 ? 1 : 2);
    const mesh = cutByHand(ringed(48, rank), [
      [0, 384, 6],
      [0, 192, 5],
      [0, 96, 4],
      [0, 4, 0],
      [4, 96, 0],
      [96, 192, 0],
      [192, 384, 0],
    ]);
    const { forest } = mesh;
    const onRing = (node: number) =>
      listOf(forest, node).filter((segment) => verticesAlong(forest, segment).every((v) => isOnRing(mesh, v, 48)));
    const lengths = (segments: number[]) => segments.map((segment) => edgesAlong(forest, segment).length);
    const arcs = onRing(nodeOf(mesh, 1));
    expect(lengths(arcs)).toEqual([12, 12, 12, 12]);
    for (const arc of arcs) expect(forest.endChild[arc]).toBe(forest.firstChild[arc]);
    expect(lengths(onRing(nodeOf(mesh, 3)))).toEqual([1]);
    const [run] = onRing(nodeOf(mesh, 2));
    expect(forest.endChild[run] - forest.firstChild[run]).toBe(2);
    expect(lengths([run])).toEqual([24]);
  });

  it('the outline of a plain sheet is in four to seven arcs', () => {
    const mesh = forestOfMesh(gridMesh(20, 20, (x, y) => [x, y, 0]));
    const segments = listOf(mesh.forest, 0);
    expect(segments.length).toBeGreaterThanOrEqual(4);
    expect(segments.length).toBeLessThan(8);
    const lengths = segments.map((segment) => edgesAlong(mesh.forest, segment).length);
    expect(lengths.reduce((a, b) => a + b)).toBe(80);
    expect(Math.max(...lengths)).toBeLessThan(40);
  });

  it('is empty where nothing is wanted', () => {
    const { tree, testTree, surface } = forestOfMesh(meshes['a sheet']);
    const none = new Uint8Array(testTree.nodeCount);
    const forest = buildSegmentForest(tree, testTree, surface.triangles, surface.halfEdges, none);
    expect(forest.segmentCount).toBe(0);
    expect(forest.list.length).toBe(0);
    expect(forest.listStart.length).toBe(testTree.nodeCount + 1);
  });
});
