import type { PatchTree } from '../partition/patch-tree.ts';

/** Numbers a box: low x, y, z, then high x, y, z. */
export const BOX_STRIDE = 6;

/** Axis-aligned boxes for a tree and for its triangles, of the last pose. */
export interface BoxTree {
  readonly tree: PatchTree;
  readonly nodeBoxes: Float64Array;
  readonly triangleBoxes: Float64Array;
}

export function createBoxTree(tree: PatchTree): BoxTree {
  return {
    tree,
    nodeBoxes: new Float64Array(BOX_STRIDE * tree.nodeCount),
    triangleBoxes: new Float64Array(BOX_STRIDE * tree.order.length),
  };
}

/**
 * Recomputes every box; the shape of the tree stays.
 *
 * A child's number is larger than its parent's, so counting down meets both children first: one loop, no recursion,
 * no allocation. Positions must be finite (`update` checks): `<` is false for NaN, so a NaN vertex would be left
 * out of its box and its collisions missed.
 */
export function refitBoxTree(boxes: BoxTree, triangles: Uint32Array, positions: Float64Array): void {
  const { nodeBoxes, triangleBoxes, tree } = boxes;
  const { rightChild, firstTriangle, endTriangle } = tree;
  refitTriangleBoxes(triangleBoxes, triangles, positions);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const out = BOX_STRIDE * node;
    if (rightChild[node] !== 0) {
      joinBoxes(nodeBoxes, out, nodeBoxes, BOX_STRIDE * (node + 1), nodeBoxes, BOX_STRIDE * rightChild[node]);
      continue;
    }
    const first = BOX_STRIDE * firstTriangle[node];
    const last = BOX_STRIDE * (endTriangle[node] - 1);
    joinBoxes(nodeBoxes, out, triangleBoxes, first, triangleBoxes, last);
    for (let box = first + BOX_STRIDE; box < last; box += BOX_STRIDE) {
      joinBoxes(nodeBoxes, out, nodeBoxes, out, triangleBoxes, box);
    }
  }
}

function joinBoxes(to: Float64Array, out: number, left: Float64Array, a: number, right: Float64Array, b: number): void {
  const ax = left[a],
    ay = left[a + 1],
    az = left[a + 2],
    aX = left[a + 3],
    aY = left[a + 4],
    aZ = left[a + 5];
  const bx = right[b],
    by = right[b + 1],
    bz = right[b + 2],
    bX = right[b + 3],
    bY = right[b + 4],
    bZ = right[b + 5];
  to[out] = ax < bx ? ax : bx;
  to[out + 1] = ay < by ? ay : by;
  to[out + 2] = az < bz ? az : bz;
  to[out + 3] = aX > bX ? aX : bX;
  to[out + 4] = aY > bY ? aY : bY;
  to[out + 5] = aZ > bZ ? aZ : bZ;
}

function refitTriangleBoxes(boxes: Float64Array, triangles: Uint32Array, positions: Float64Array): void {
  for (let i = 0, out = 0; i < triangles.length; i += 3, out += BOX_STRIDE) {
    const a = 3 * triangles[i];
    const b = 3 * triangles[i + 1];
    const c = 3 * triangles[i + 2];
    const ax = positions[a],
      bx = positions[b],
      cx = positions[c];
    const ay = positions[a + 1],
      by = positions[b + 1],
      cy = positions[c + 1];
    const az = positions[a + 2],
      bz = positions[b + 2],
      cz = positions[c + 2];
    boxes[out] = ax < bx ? (ax < cx ? ax : cx) : bx < cx ? bx : cx;
    boxes[out + 1] = ay < by ? (ay < cy ? ay : cy) : by < cy ? by : cy;
    boxes[out + 2] = az < bz ? (az < cz ? az : cz) : bz < cz ? bz : cz;
    boxes[out + 3] = ax > bx ? (ax > cx ? ax : cx) : bx > cx ? bx : cx;
    boxes[out + 4] = ay > by ? (ay > cy ? ay : cy) : by > cy ? by : cy;
    boxes[out + 5] = az > bz ? (az > cz ? az : cz) : bz > cz ? bz : cz;
  }
}
