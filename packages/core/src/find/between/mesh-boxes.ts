import type { Surface } from '../../mesh/surface.ts';
import { partitionByCentroids } from '../../partition/centroid-partition.ts';
import { type PatchTree, treeBytes } from '../../partition/patch-tree.ts';
import type { Pose } from '../../pose/pose.ts';

const LEAF_TRIANGLES = 4;
/** Numbers a box: low x, y, z, with the other sign, then high x, y, z. So each is a maximum. */
export const STRIDE = 6;

/**
 * A tree of boxes to compare with that of another mesh: in the caller's units, which both have in common, unlike the whole numbers that the boxes of
 * one mesh are made of. Coordinates of boxes are coordinates of vertices, so nothing is rounded.
 */
export class MeshBoxes {
  readonly tree: PatchTree;
  /** By node, and by place in the tree's order. */
  readonly nodeBoxes: Float64Array;
  readonly triangleBoxes: Float64Array;
  readonly #triangles: Uint32Array;

  /** The tree is that of the pose it is created in. */
  constructor(surface: Surface, pose: Pose) {
    this.#triangles = surface.triangles;
    this.tree = partitionByCentroids(surface.triangles, pose.positions, LEAF_TRIANGLES);
    this.nodeBoxes = new Float64Array(STRIDE * this.tree.nodeCount);
    this.triangleBoxes = new Float64Array(STRIDE * surface.triangleCount);
  }

  get byteLength(): number {
    return treeBytes(this.tree) + this.nodeBoxes.byteLength + this.triangleBoxes.byteLength;
  }

  /** Computes all boxes; with `next`, of all that triangles pass on the way there. */
  refit(pose: Pose, next: Pose | null): void {
    this.triangleBoxes.fill(Number.NEGATIVE_INFINITY);
    this.#addTriangles(pose.positions, pose.scale);
    if (next !== null) this.#addTriangles(next.positions, next.scale);
    const { rightChild, firstTriangle, endTriangle, nodeCount } = this.tree;
    const boxes = this.nodeBoxes;
    boxes.fill(Number.NEGATIVE_INFINITY);
    // a child's number is larger than its parent's
    for (let node = nodeCount - 1; node >= 0; node--) {
      const right = rightChild[node];
      if (right !== 0) {
        join(boxes, node, boxes, node + 1);
        join(boxes, node, boxes, right);
      } else {
        for (let place = firstTriangle[node]; place < endTriangle[node]; place++) {
          join(boxes, node, this.triangleBoxes, place);
        }
      }
    }
  }

  #addTriangles(positions: Float64Array, scale: number): void {
    const boxes = this.triangleBoxes;
    const { order } = this.tree;
    for (let place = 0; place < order.length; place++) {
      for (let i = 3 * order[place]; i < 3 * order[place] + 3; i++) {
        const v = 3 * this.#triangles[i];
        for (let axis = 0; axis < 3; axis++) {
          const x = positions[v + axis] / scale;
          const at = STRIDE * place + axis;
          if (-x > boxes[at]) boxes[at] = -x;
          if (x > boxes[at + 3]) boxes[at + 3] = x;
        }
      }
    }
  }
}

function join(boxes: Float64Array, node: number, others: Float64Array, other: number): void {
  for (let k = 0; k < STRIDE; k++) {
    const x = others[STRIDE * other + k];
    if (x > boxes[STRIDE * node + k]) boxes[STRIDE * node + k] = x;
  }
}
