import { describe, expect, it } from 'vitest';
import { Boxes } from '../../src/bounds/boxes.ts';
import { BOX_STRIDE, boxFields } from '../../src/bounds/plain-boxes.ts';
import { reorderSurface, type Surface } from '../../src/mesh/surface.ts';
import { partitionByCentroids } from '../../src/partition/centroid-partition.ts';
import { partitionIntoPatches } from '../../src/partition/connected-partition.ts';
import type { PatchTree } from '../../src/partition/patch-tree.ts';
import { finishSteps } from '../../src/partition/progress.ts';
import { layOut } from '../../src/pose/arena.ts';
import { PlaceRange } from '../../src/pose/place-range.ts';
import { type SmallMesh, sheet, smallMeshes, surfaceOf } from '../partition/small-meshes.ts';
import { RandomPoints } from '../predicates/random.ts';

const meshes: Readonly<Record<string, SmallMesh>> = { ...smallMeshes, 'a larger sheet': sheet(20, 20) };

function prepare(small: SmallMesh): { surface: Surface; tree: PatchTree; boxes: Boxes } {
  const surface = surfaceOf(small);
  const loose = new Uint8Array(surface.triangleCount);
  const options = { maxLeafTriangles: 4, loose };
  const { triangles, halfEdges } = surface;
  const tree = finishSteps(partitionIntoPatches(triangles, halfEdges.ring, positionsOf(surface, 0), options), {});
  const reordered = reorderSurface(surface, tree.order);
  return { surface: reordered, tree, boxes: boxesOf(tree, reordered) };
}

function boxesOf(tree: PatchTree, { triangles, vertexCount }: Surface): Boxes {
  return new Boxes(tree, triangles, layOut(boxFields(tree, vertexCount)));
}

/** A pose that has nothing to do with the mesh: boxes must not care. */
function positionsOf(surface: Surface, seed: number): Float64Array {
  const random = new RandomPoints(seed);
  return Float64Array.from({ length: 3 * surface.vertexCount }, () => 10 * random.random() - 5);
}

function boxOf({ triangles }: Surface, positions: Float64Array, first: number, end: number): number[] {
  const places = new Int32Array(positions.length);
  const range = new PlaceRange(positions.length / 3);
  range.choose(positions);
  range.write(positions, places);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 3 * first; i < 3 * end; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const x = places[3 * triangles[i] + axis];
      box[axis] = Math.min(box[axis], x);
      box[axis + 3] = Math.max(box[axis + 3], x);
    }
  }
  return box;
}

function expectNode(surface: Surface, tree: PatchTree, boxes: Boxes, positions: Float64Array, node: number): void {
  const found = [...boxes.nodeBoxes.subarray(BOX_STRIDE * node, BOX_STRIDE * (node + 1))];
  expect(found).toEqual(boxOf(surface, positions, tree.firstTriangle[node], tree.endTriangle[node]));
}

describe.each(Object.entries(meshes))('boxes of %s', (_, small) => {
  const { surface, tree, boxes } = prepare(small);
  const nodes = Array.from({ length: tree.nodeCount }, (_, node) => node);

  it('refitAll: of all nodes', () => {
    const positions = positionsOf(surface, 1);
    boxes.begin(positions);
    boxes.refitAll();
    for (const node of nodes) {
      expect(boxes.nodeTick[node]).toBe(boxes.tick);
      expectNode(surface, tree, boxes, positions, node);
    }
  });

  it('fit: of one node after the other, in any order, each alone up to date', () => {
    const random = new RandomPoints(2);
    for (let seed = 2; seed < 6; seed++) {
      const positions = positionsOf(surface, seed);
      boxes.begin(positions);
      expect(boxes.nodeTick.some((tick) => tick === boxes.tick)).toBe(false);
      const some = nodes.filter(() => random.below(3) === 0);
      some.sort(() => random.random() - 0.5);
      for (const node of some) {
        boxes.fit(node);
        expect(boxes.nodeTick[node]).toBe(boxes.tick);
      }
      // whatever counts as up to date is
      for (const node of nodes)
        if (boxes.nodeTick[node] === boxes.tick) expectNode(surface, tree, boxes, positions, node);
    }
  });

  it('a mixture of both', () => {
    for (let seed = 6; seed < 9; seed++) {
      const positions = positionsOf(surface, seed);
      boxes.begin(positions);
      boxes.fit(tree.nodeCount - 1);
      boxes.fit(0);
      if (seed === 7) boxes.refitAll();
      for (const node of nodes) {
        if (boxes.nodeTick[node] !== boxes.tick) boxes.fit(node);
        expectNode(surface, tree, boxes, positions, node);
      }
    }
  });

  it('of triangles, leaf by leaf', () => {
    const positions = positionsOf(surface, 9);
    boxes.begin(positions);
    for (const node of nodes.filter((n) => tree.rightChild[n] === 0)) {
      boxes.ensureTriangles(node);
      for (let t = tree.firstTriangle[node]; t < tree.endTriangle[node]; t++) {
        const found = [...boxes.triangleBoxes.subarray(BOX_STRIDE * t, BOX_STRIDE * (t + 1))];
        expect(found).toEqual(boxOf(surface, positions, t, t + 1));
      }
    }
  });
});

describe('boxes', () => {
  it('are anticipated for the next pose only if many were wanted for the last', () => {
    const { surface, tree, boxes } = prepare(sheet(20, 20));
    const upToDate = () => boxes.nodeTick.filter((tick) => tick === boxes.tick).length;
    boxes.begin(positionsOf(surface, 1));
    boxes.anticipate();
    expect(upToDate()).toBe(0);
    for (let node = tree.nodeCount - 1; node > tree.nodeCount - 5; node--) boxes.fit(node);
    boxes.begin(positionsOf(surface, 2));
    boxes.anticipate();
    expect(upToDate()).toBe(0); // four were few
    boxes.fit(0);
    for (let node = 1; node < tree.nodeCount; node++) boxes.fit(node);
    const positions = positionsOf(surface, 3);
    boxes.begin(positions);
    boxes.anticipate();
    expect(upToDate()).toBe(tree.nodeCount);
    for (let node = 0; node < tree.nodeCount; node++) expectNode(surface, tree, boxes, positions, node);
  });

  it('of a tree with one leaf, or with leaves larger than 64 triangles', () => {
    const surface = surfaceOf(sheet(20, 20));
    for (const size of [100, 1000]) {
      const tree = partitionByCentroids(surface.triangles, positionsOf(surface, 0), size);
      const reordered = reorderSurface(surface, tree.order);
      const boxes = boxesOf(tree, reordered);
      const positions = positionsOf(surface, 4);
      for (let node = 0; node < tree.nodeCount; node++) {
        boxes.begin(positions);
        boxes.fit(node);
        expectNode(reordered, tree, boxes, positions, node);
      }
    }
  });
});
