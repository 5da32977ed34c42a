import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Subspace } from './subspace.ts';

/**
 * What is known of all vertices of a node: their box at rest, and how they move, as a mean with the largest deviation from it on each axis
 * (bounded-deformation tree; subspace paper §4).
 */
export class NodeBounds {
  readonly #rank: number;
  readonly #gapError: number;
  /** Low x y z, high x y z. */
  readonly #boxes: Float64Array;
  /** Three rows a node. */
  readonly #means: Float64Array;
  readonly #deviations: Float64Array;

  /** @param corners The subspace's vertex at each corner of the tree's triangles. */
  constructor(subspace: Subspace, tree: PatchTree, corners: Uint32Array) {
    const { rank, rest, rows } = subspace;
    const { nodeCount, firstTriangle, endTriangle } = tree;
    this.#rank = rank;
    this.#gapError = subspace.gapError;
    this.#boxes = new Float64Array(6 * nodeCount);
    this.#means = new Float64Array(3 * rank * nodeCount);
    this.#deviations = new Float64Array(3 * nodeCount);
    const means = this.#means;
    for (let node = 0; node < nodeCount; node++) {
      const from = 3 * firstTriangle[node];
      const end = 3 * endTriangle[node];
      for (let axis = 0; axis < 3; axis++) {
        const mean = means.subarray((3 * node + axis) * rank, (3 * node + axis + 1) * rank);
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        for (let i = from; i < end; i++) {
          const row = 3 * corners[i] + axis;
          low = Math.min(low, rest[row]);
          high = Math.max(high, rest[row]);
          for (let k = 0; k < rank; k++) mean[k] += rows[row * rank + k];
        }
        for (let k = 0; k < rank; k++) mean[k] /= end - from;
        let most = 0;
        for (let i = from; i < end; i++) {
          const row = 3 * corners[i] + axis;
          let square = 0;
          for (let k = 0; k < rank; k++) square += (rows[row * rank + k] - mean[k]) ** 2;
          most = Math.max(most, square);
        }
        this.#boxes[6 * node + axis] = low;
        this.#boxes[6 * node + axis + 3] = high;
        this.#deviations[3 * node + axis] = Math.sqrt(most);
      }
    }
  }

  /** A radius within which no vertex of node a reaches one of node b, by a plane across an axis; 0 where boxes meet at rest. */
  radius(a: number, b: number): number {
    const rank = this.#rank;
    const boxes = this.#boxes;
    const means = this.#means;
    let radius = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = 6 * a + axis;
      const j = 6 * b + axis;
      const gap = Math.max(boxes[i] - boxes[j + 3], boxes[j] - boxes[i + 3]) - this.#gapError;
      if (!(gap > 0)) continue;
      let square = 0;
      const atA = (3 * a + axis) * rank;
      const atB = (3 * b + axis) * rank;
      for (let k = 0; k < rank; k++) square += (means[atA + k] - means[atB + k]) ** 2;
      const speed = Math.sqrt(square) + this.#deviations[3 * a + axis] + this.#deviations[3 * b + axis];
      radius = Math.max(radius, gap / speed);
    }
    return radius;
  }
}
