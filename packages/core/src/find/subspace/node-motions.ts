import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import { ownBytes } from '../../pose/arena.ts';
import type { Subspace } from './subspace.ts';

/** Boxes of larger nodes come from means of what moves them, those of others from their vertices. */
const FITTED_TRIANGLES = 16;
/** Low x, y, z and high x, y, z. */
const BOX = 6;

/** Corners between two pauses: a few milliseconds. */
const PAUSE_EVERY = 2500;

/** Memory of somebody else for what a pose is moved by. */
export interface MotionRoom {
  readonly meanOfNode: Int32Array;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly restBoxes: Float64Array;
}

/** Nodes that have a mean. */
export function countMeans({ nodeCount, firstTriangle, endTriangle }: PatchTree): number {
  let count = 0;
  for (let node = 0; node < nodeCount; node++) if (hasMean(node, endTriangle[node] - firstTriangle[node])) count++;
  return count;
}

function hasMean(node: number, triangles: number): boolean {
  return node === 0 || triangles > FITTED_TRIANGLES;
}

/** How the larger nodes of a tree move, and the whole in any case: the mean of their rows, and the largest deviation from it (BD-tree; subspace paper §4). */
export class NodeMotions {
  /** Which mean a node has; −1 for small ones. */
  readonly row: Int32Array;
  /** That of the smallest node above that has one, or its own: its vertices deviate no more from that. */
  readonly rowAbove: Int32Array;
  /** Three rows a mean. */
  readonly means: Float64Array;
  /** Along each axis. */
  readonly deviations: Float64Array;
  readonly restBoxes: Float64Array;
  readonly #rank: number;
  /** Deviations for lengths in which coordinates count by what they move, and a coordinate's share in such a length. */
  readonly #deviationsByLength: Float64Array;
  readonly #shares: Float64Array;

  private constructor({ rank, motions }: Subspace, tree: PatchTree, room: MotionRoom | null) {
    const { nodeCount, firstTriangle, endTriangle, rightChild } = tree;
    this.#rank = rank;
    this.#shares = motions.map((moved) => 1 / moved);
    this.row = (room?.meanOfNode ?? new Int32Array(nodeCount)).fill(-1);
    let count = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (hasMean(node, endTriangle[node] - firstTriangle[node])) this.row[node] = count++;
    }
    this.rowAbove = this.row.slice();
    for (let node = 0; node < nodeCount; node++) {
      if (rightChild[node] === 0) continue;
      for (const child of [node + 1, rightChild[node]]) {
        if (this.row[child] < 0) this.rowAbove[child] = this.rowAbove[node];
      }
    }
    this.means = room?.means ?? new Float64Array(3 * rank * count);
    this.deviations = room?.deviations ?? new Float64Array(3 * count);
    this.#deviationsByLength = new Float64Array(3 * count);
    this.restBoxes = room?.restBoxes ?? new Float64Array(BOX * count);
  }

  /**
   * @param corners The subspace's vertex at each corner of the tree's triangles.
   * @param room Filled with 0; left out, it is made.
   */
  static *of(
    subspace: Subspace,
    tree: PatchTree,
    corners: Uint32Array,
    room: MotionRoom | null = null,
  ): Steps<NodeMotions> {
    const { rank, rest, rows } = subspace;
    const { nodeCount, firstTriangle, endTriangle } = tree;
    const motions = new NodeMotions(subspace, tree, room);
    const { means, restBoxes } = motions;
    let since = 0;
    for (let node = 0; node < nodeCount; node++) {
      const row = motions.row[node];
      if (row < 0) continue;
      const from = 3 * firstTriangle[node];
      const end = 3 * endTriangle[node];
      const at = 3 * rank * row;
      const box = BOX * row;
      restBoxes.fill(Number.POSITIVE_INFINITY, box, box + 3);
      restBoxes.fill(Number.NEGATIVE_INFINITY, box + 3, box + BOX);
      for (let i = from; i < end; i++) {
        const of = 3 * rank * corners[i];
        for (let k = 0; k < 3 * rank; k++) means[at + k] += rows[of + k];
        for (let axis = 0; axis < 3; axis++) {
          const x = rest[3 * corners[i] + axis];
          if (x < restBoxes[box + axis]) restBoxes[box + axis] = x;
          if (x > restBoxes[box + 3 + axis]) restBoxes[box + 3 + axis] = x;
        }
        if (++since % PAUSE_EVERY === 0) yield node / nodeCount;
      }
      for (let k = 0; k < 3 * rank; k++) means[at + k] /= end - from;
      for (let i = from; i < end; i++) {
        motions.#include(row, rows, 3 * rank * corners[i]);
        if (++since % PAUSE_EVERY === 0) yield node / nodeCount;
      }
    }
    for (const squares of [motions.deviations, motions.#deviationsByLength]) {
      // roundings of the sum, and of the norm that it is multiplied with, are far below 1e-9 of it
      for (let k = 0; k < squares.length; k++) squares[k] = Math.sqrt(squares[k]) * (1 + 1e-9);
    }
    return motions;
  }

  /** Raises squares of deviations to those of a vertex, whose three rows begin at `of`. */
  #include(row: number, rows: Float64Array, of: number): void {
    const rank = this.#rank;
    const { means, deviations } = this;
    const shares = this.#shares;
    for (let axis = 0; axis < 3; axis++) {
      const to = 3 * row + axis;
      let square = 0;
      let byLength = 0;
      for (let k = 0; k < rank; k++) {
        const d = rows[of + axis * rank + k] - means[to * rank + k];
        const e = d * shares[k];
        square += d * d;
        byLength += e * e;
      }
      if (square > deviations[to]) deviations[to] = square;
      if (byLength > this.#deviationsByLength[to]) this.#deviationsByLength[to] = byLength;
    }
  }

  get byteLength(): number {
    const arrays = [this.row, this.rowAbove, this.means, this.deviations, this.#deviationsByLength, this.restBoxes];
    return arrays.reduce((sum, array) => sum + ownBytes(array), 0);
  }

  /** How far vertices of two nodes, by their rows, can come together along an axis while coordinates go a unit of length; rounded up. */
  speed(rowA: number, rowB: number, axis: number): number {
    const rank = this.#rank;
    const { means } = this;
    const shares = this.#shares;
    const deviations = this.#deviationsByLength;
    let square = 0;
    for (let k = 0, a = (3 * rowA + axis) * rank, b = (3 * rowB + axis) * rank; k < rank; k++) {
      const d = (means[a++] - means[b++]) * shares[k];
      square += d * d;
    }
    return (Math.sqrt(square) + deviations[3 * rowA + axis] + deviations[3 * rowB + axis]) * (1 + 1e-9);
  }
}
