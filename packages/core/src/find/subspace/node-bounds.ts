import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import { writeSpread } from './separation.ts';
import type { Subspace } from './subspace.ts';

const THIRD = Math.sqrt(1 / 3);
const HALF = Math.SQRT1_2;
/** Directions that planes are tried across, of length 1: axes, then what lies evenly between three and two of them. */
const DIRECTIONS = Float64Array.of(
  ...[1, 0, 0, 0, 1, 0, 0, 0, 1],
  ...[THIRD, THIRD, THIRD, THIRD, THIRD, -THIRD, THIRD, -THIRD, THIRD, -THIRD, THIRD, THIRD],
  ...[HALF, HALF, 0, HALF, 0, HALF, 0, HALF, HALF, HALF, -HALF, 0, HALF, 0, -HALF, 0, HALF, -HALF],
);
const COUNT = DIRECTIONS.length / 3;
/** Corners between two pauses: a few milliseconds. */
const PAUSE_EVERY = 2500;

/**
 * What is known of all vertices of a node: how far they reach along some directions at rest, and how they move, as a mean with the largest deviation from
 * it along each direction (bounded-deformation tree; subspace paper §4).
 */
export class NodeBounds {
  readonly #rank: number;
  readonly #gapError: number;
  /** Of every node, along every direction: lowest and highest at rest, and the deviation of the motion. */
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #deviations: Float64Array;
  /** Three rows a node. */
  readonly #means: Float64Array;
  /** Products of three rows of motion: xx, xy, xz, yy, yz, zz, and what their sums of squares may be off by along a direction. */
  readonly #products = new Float64Array(7);

  private constructor({ rank, gapError }: Subspace, nodeCount: number) {
    this.#rank = rank;
    this.#gapError = gapError;
    this.#low = new Float64Array(COUNT * nodeCount).fill(Number.POSITIVE_INFINITY);
    this.#high = new Float64Array(COUNT * nodeCount).fill(Number.NEGATIVE_INFINITY);
    this.#deviations = new Float64Array(COUNT * nodeCount);
    this.#means = new Float64Array(3 * rank * nodeCount);
  }

  /** @param corners The subspace's vertex at each corner of the tree's triangles. */
  static *of(subspace: Subspace, tree: PatchTree, corners: Uint32Array): Steps<NodeBounds> {
    const { rank, rest, rows } = subspace;
    const { nodeCount, firstTriangle, endTriangle } = tree;
    const bounds = new NodeBounds(subspace, nodeCount);
    const means = bounds.#means;
    let since = 0;
    for (let node = 0; node < nodeCount; node++) {
      const from = 3 * firstTriangle[node];
      const end = 3 * endTriangle[node];
      const at = 3 * node * rank;
      for (let i = from; i < end; i++) {
        const row = 3 * corners[i] * rank;
        for (let k = 0; k < 3 * rank; k++) means[at + k] += rows[row + k];
        if (++since % PAUSE_EVERY === 0) yield node / nodeCount;
      }
      for (let k = 0; k < 3 * rank; k++) means[at + k] /= end - from;
      for (let i = from; i < end; i++) {
        bounds.#include(node, 3 * corners[i], rest, rows);
        if (++since % PAUSE_EVERY === 0) yield node / nodeCount;
      }
    }
    const deviations = bounds.#deviations;
    for (let k = 0; k < deviations.length; k++) deviations[k] = Math.sqrt(deviations[k]);
    return bounds;
  }

  #include(node: number, vertex: number, rest: Float64Array, rows: Float64Array): void {
    this.#multiply(rows, vertex * this.#rank, 3 * node * this.#rank);
    const x = rest[vertex];
    const y = rest[vertex + 1];
    const z = rest[vertex + 2];
    const low = this.#low;
    const high = this.#high;
    const deviations = this.#deviations;
    for (let d = 0, at = COUNT * node; d < COUNT; d++, at++) {
      const height = DIRECTIONS[3 * d] * x + DIRECTIONS[3 * d + 1] * y + DIRECTIONS[3 * d + 2] * z;
      if (height < low[at]) low[at] = height;
      if (height > high[at]) high[at] = height;
      const square = this.#squareAlong(d);
      if (square > deviations[at]) deviations[at] = square;
    }
  }

  /** Of three rows less those of a node's mean. */
  #multiply(rows: Float64Array, row: number, mean: number): void {
    const rank = this.#rank;
    const products = this.#products;
    writeSpread(rows, row, this.#means, mean, rank, products, 0);
    // a sum is off by (r + 2)·2⁻⁵³ of that of magnitudes, all nine of them together are at most 3·(xx + yy + zz); eight roundings follow
    products[6] = (rank + 10) * 2 ** -51 * (products[0] + products[3] + products[5]);
  }

  /** At least the square of the motion along direction d, for coordinates of norm 1. */
  #squareAlong(d: number): number {
    const p = this.#products;
    const x = DIRECTIONS[3 * d];
    const y = DIRECTIONS[3 * d + 1];
    const z = DIRECTIONS[3 * d + 2];
    const sum = p[0] * x * x + p[3] * y * y + p[5] * z * z + 2 * (p[1] * x * y + p[2] * x * z + p[4] * y * z);
    return (sum > 0 ? sum : 0) + p[6];
  }

  /** A radius within which no vertex of node a reaches one of node b, by a plane across one of the directions; 0 where none separates them at rest. */
  radius(a: number, b: number): number {
    const low = this.#low;
    const high = this.#high;
    const deviations = this.#deviations;
    const atA = COUNT * a;
    const atB = COUNT * b;
    let radius = 0;
    for (let d = 0, multiplied = false; d < COUNT; d++) {
      const above = low[atA + d] - high[atB + d];
      const below = low[atB + d] - high[atA + d];
      const gap = (above > below ? above : below) - this.#gapError;
      if (!(gap > 0)) continue;
      const spread = deviations[atA + d] + deviations[atB + d];
      if (gap <= radius * spread) continue;
      if (!multiplied) this.#multiply(this.#means, 3 * a * this.#rank, 3 * b * this.#rank);
      multiplied = true;
      const bound = gap / (Math.sqrt(this.#squareAlong(d)) + spread);
      if (bound > radius) radius = bound;
    }
    return radius;
  }
}
