import { partitionByCentroids } from '../../partition/centroid-partition.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Subspace } from './subspace.ts';

/** Boxes at every corner of a region up to this many coordinates; for more, a mean motion and deviations from it. */
const MAX_CORNERED = 2;
const BOX = 6;

/**
 * Pairs of triangles that may touch in some pose of a box of coordinates, by a tree of boxes. Over a straight side of the region the lower end of a
 * node is concave and the upper convex, as minimum and maximum of linear functions; so nodes that are apart along an axis, the same way round, at all
 * corners of the region are apart everywhere in it.
 */
export class SweptPairs {
  readonly tree: PatchTree;
  readonly #subspace: Subspace;
  readonly #corners: Uint32Array;
  readonly #boxes: Float64Array;
  /** Which coordinates move the node, as bits; with more than two, 1 if any. */
  readonly #moved: Uint8Array;
  #means = new Float64Array(0);
  #deviations = new Float64Array(0);
  #halves = new Float64Array(0);
  #poses = 0;
  #needed = 0;
  #stack: number[] = [];

  /** @param corners The subspace's vertex at each corner. */
  constructor(subspace: Subspace, triangles: Uint32Array, positions: Float64Array, corners: Uint32Array) {
    this.#subspace = subspace;
    this.tree = partitionByCentroids(triangles, positions, 1);
    this.#corners = Uint32Array.from({ length: corners.length }, (_, i) => {
      return corners[3 * this.tree.order[Math.floor(i / 3)] + (i % 3)];
    });
    this.#boxes = new Float64Array(BOX * 2 ** MAX_CORNERED * this.tree.nodeCount);
    this.#moved = new Uint8Array(this.tree.nodeCount);
  }

  /** Turns to a region, from `low` to `high` of these coordinates. Of one or two, only pairs are found that each of them moves. */
  begin(coordinates: ArrayLike<number>, low: Float64Array, high: Float64Array): void {
    const { rightChild, nodeCount } = this.tree;
    const count = coordinates.length;
    const cornered = count <= MAX_CORNERED;
    this.#poses = cornered ? 1 << count : 1;
    this.#needed = cornered ? (1 << count) - 1 : 1;
    const stride = BOX * this.#poses;
    const boxes = this.#boxes;
    if (!cornered) this.#meanMotion(coordinates, low, high);
    for (let node = nodeCount - 1; node >= 0; node--) {
      const right = rightChild[node];
      if (right === 0) {
        this.#fitLeaf(node, coordinates, low, high);
        continue;
      }
      this.#moved[node] = this.#moved[node + 1] | this.#moved[right];
      for (let k = 0; k < stride; k++) {
        const a = boxes[(node + 1) * stride + k];
        const b = boxes[right * stride + k];
        const isLow = k % BOX < 3;
        boxes[node * stride + k] = isLow === a < b ? a : b;
      }
    }
    this.#stack = [0, 0];
  }

  /** The next pair of triangles, by their places in the tree's order: `s · 2³² + t`; −1 after the last. */
  next(margin: number): number {
    const { rightChild, firstTriangle, endTriangle } = this.tree;
    const stack = this.#stack;
    const moved = this.#moved;
    const needed = this.#needed;
    while (stack.length > 0) {
      const b = stack.pop() as number;
      const a = stack.pop() as number;
      if ((moved[a] | moved[b]) !== needed) continue;
      if (a === b) {
        const right = rightChild[a];
        if (right !== 0) stack.push(a + 1, right, a + 1, a + 1, right, right);
        continue;
      }
      if (this.#apart(a, b, margin)) continue;
      const rightA = rightChild[a];
      const rightB = rightChild[b];
      if (rightA === 0 && rightB === 0) return firstTriangle[a] * 2 ** 32 + firstTriangle[b];
      if (rightB === 0 || (rightA !== 0 && endTriangle[a] - firstTriangle[a] >= endTriangle[b] - firstTriangle[b])) {
        stack.push(a + 1, b, rightA, b);
      } else stack.push(a, b + 1, a, rightB);
    }
    return -1;
  }

  #apart(a: number, b: number, margin: number): boolean {
    const poses = this.#poses;
    const boxes = this.#boxes;
    for (let axis = 0; axis < 3; axis++) {
      let above = Number.POSITIVE_INFINITY;
      let below = Number.POSITIVE_INFINITY;
      for (let pose = 0; pose < poses; pose++) {
        const i = BOX * (a * poses + pose) + axis;
        const j = BOX * (b * poses + pose) + axis;
        above = Math.min(above, boxes[i] - boxes[j + 3]);
        below = Math.min(below, boxes[j] - boxes[i + 3]);
      }
      const gap = Math.max(above, below);
      if (gap > margin && (poses > 1 || gap - this.#apartBy(a, b, axis) > margin)) return true;
    }
    return false;
  }

  /** How far the region may bring two nodes together along an axis. */
  #apartBy(a: number, b: number, axis: number): number {
    const halves = this.#halves;
    const count = halves.length;
    const means = this.#means;
    let sum = this.#deviations[3 * a + axis] + this.#deviations[3 * b + axis];
    const i = (3 * a + axis) * count;
    const j = (3 * b + axis) * count;
    for (let k = 0; k < count; k++) sum += halves[k] * Math.abs(means[i + k] - means[j + k]);
    return sum;
  }

  #fitLeaf(node: number, coordinates: ArrayLike<number>, low: Float64Array, high: Float64Array): void {
    const { rank, rest, rows } = this.#subspace;
    const corners = this.#corners;
    const poses = this.#poses;
    const boxes = this.#boxes;
    const count = coordinates.length;
    const first = 3 * this.tree.firstTriangle[node];
    let moved = 0;
    for (let k = 0; k < 3; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const row = 3 * corners[first + k] + axis;
        for (let j = 0; j < count; j++) {
          if (rows[row * rank + coordinates[j]] !== 0) moved |= count <= MAX_CORNERED ? 1 << j : 1;
        }
        for (let pose = 0; pose < poses; pose++) {
          let x = rest[row];
          for (let j = 0; j < count; j++) {
            const q = poses === 1 ? (low[j] + high[j]) / 2 : (pose >> j) & 1 ? high[j] : low[j];
            x += rows[row * rank + coordinates[j]] * q;
          }
          const at = BOX * (node * poses + pose) + axis;
          if (k === 0 || x < boxes[at]) boxes[at] = x;
          if (k === 0 || x > boxes[at + 3]) boxes[at + 3] = x;
        }
      }
    }
    this.#moved[node] = moved;
  }

  /** Means of all corners of a node, and the largest deviation from where they lead. */
  #meanMotion(coordinates: ArrayLike<number>, low: Float64Array, high: Float64Array): void {
    const { rank, rows } = this.#subspace;
    const { nodeCount, firstTriangle, endTriangle } = this.tree;
    const corners = this.#corners;
    const count = coordinates.length;
    const halves = Float64Array.from({ length: count }, (_, j) => (high[j] - low[j]) / 2);
    const means = new Float64Array(3 * nodeCount * count);
    const deviations = new Float64Array(3 * nodeCount);
    for (let node = 0; node < nodeCount; node++) {
      const from = 3 * firstTriangle[node];
      const end = 3 * endTriangle[node];
      for (let axis = 0; axis < 3; axis++) {
        const at = (3 * node + axis) * count;
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let i = from; i < end; i++) sum += rows[(3 * corners[i] + axis) * rank + coordinates[j]];
          means[at + j] = sum / (end - from);
        }
        for (let i = from; i < end; i++) {
          let sum = 0;
          for (let j = 0; j < count; j++) {
            sum += halves[j] * Math.abs(rows[(3 * corners[i] + axis) * rank + coordinates[j]] - means[at + j]);
          }
          if (sum > deviations[3 * node + axis]) deviations[3 * node + axis] = sum;
        }
      }
    }
    this.#halves = halves;
    this.#means = means;
    this.#deviations = deviations;
  }
}
