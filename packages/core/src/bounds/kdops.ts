import type { PatchTree } from '../partition/patch-tree.ts';
import type { DopDirections } from './dop-directions.ts';
import { addVector, CONE_STRIDE, clearCone, joinCones, reachAlong } from './motion-cones.ts';

/**
 * How polytopes make room for a step. `swept`: around both ends of each way, the tightest. Others grow the polytope of where things are now: by
 * the least and greatest motion along each direction (`intervals`), by a cone that holds all motions (`cone`), or by the longest
 * motion on all sides (`uniform`).
 */
export type Inflation = 'swept' | 'intervals' | 'cone' | 'uniform';

/** Projections are sums of three: off by less than this part of the largest coordinate. Four times what is needed. */
const ROUNDING = 2 ** -46;
/** The same where motions are added, whose cones are off by a few units a level of the tree. */
const ROUGH = 2 ** -40;
/** From here on sums of coordinates could overflow: other directions than axes say nothing then. */
const MAX_SUM = 2 ** 1000;

/**
 * Polytopes with faces in fixed directions (k-DOPs) around the nodes of a tree: per direction how far it reaches against and along it, in
 * doubles. Two nodes are apart if a gap along a direction is wider than the direction's length times the reach, plus `tolerance`.
 */
export class Kdops {
  readonly directions: DopDirections;
  /** By node: how far against each direction, then how far along each. */
  readonly dops: Float64Array;
  /** By node: how far vertices may be outside. */
  readonly slack: Float64Array;
  /** Longest side by node. */
  readonly size: Float64Array;
  /** By direction, for the pose and step last fitted: what rounding may have added to a gap. */
  readonly tolerance: Float64Array;
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #inflation: Inflation;
  /** Projections of a triangle's corners' motions, for intervals; cones and the longest motions, for these. Made when first needed. */
  #motions: Float64Array | null = null;
  readonly #scratch = new Float64Array(CONE_STRIDE);

  constructor(tree: PatchTree, triangles: Uint32Array, directions: DopDirections, inflation: Inflation) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.#inflation = inflation;
    this.directions = directions;
    this.dops = new Float64Array(2 * directions.count * tree.nodeCount);
    this.slack = new Float64Array(tree.nodeCount);
    this.size = new Float64Array(tree.nodeCount);
    this.tolerance = new Float64Array(directions.count);
  }

  get byteLength(): number {
    const motions = this.#motions?.byteLength ?? 0;
    return this.dops.byteLength + this.slack.byteLength + this.size.byteLength + this.tolerance.byteLength + motions;
  }

  /** Fits all nodes to a pose, or to a step. */
  fit(positions: Float64Array, next: Float64Array | null): void {
    const swept = next !== null && this.#inflation === 'swept';
    const { nodeCount, rightChild } = this.#tree;
    this.slack.fill(0);
    for (let node = nodeCount - 1; node >= 0; node--) {
      if (rightChild[node] !== 0) this.join(node);
      else {
        this.fitLeaf(node, positions);
        if (swept) this.#addCorners(node, next);
      }
    }
    this.setTolerance(positions, next);
    if (next !== null && !swept) this.#inflate(positions, next);
    for (let node = 0; node < nodeCount; node++) this.measure(node);
  }

  fitLeaf(leaf: number, positions: Float64Array): void {
    const { count } = this.directions;
    this.dops.fill(Number.NEGATIVE_INFINITY, 2 * count * leaf, 2 * count * (leaf + 1));
    this.#addCorners(leaf, positions);
    this.slack[leaf] = 0;
  }

  /** Children lie within; vertices outside a child by its slack may be outside by as much. */
  join(node: number): void {
    const { dops, slack } = this;
    const { count } = this.directions;
    const left = node + 1;
    const right = this.#tree.rightChild[node];
    for (let k = 0; k < 2 * count; k++) {
      const a = dops[2 * count * left + k];
      const b = dops[2 * count * right + k];
      dops[2 * count * node + k] = a > b ? a : b;
    }
    slack[node] = Math.max(slack[left], slack[right]);
  }

  measure(node: number): void {
    const { count, lengths } = this.directions;
    const at = 2 * count * node;
    let longest = 0;
    for (let d = 0; d < count; d++) {
      const side = (this.dops[at + d] + this.dops[at + count + d]) / lengths[d];
      if (side > longest) longest = side;
    }
    this.size[node] = longest;
  }

  setTolerance(positions: Float64Array, next: Float64Array | null): void {
    let largest = 0;
    for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
    if (next !== null) for (let i = 0; i < next.length; i++) largest = Math.max(largest, Math.abs(next[i]));
    const grown = next !== null && this.#inflation !== 'swept';
    const { count, lengths } = this.directions;
    for (let d = 0; d < count; d++) {
      // along an axis projections are coordinates, and the rounded difference of two keeps the order
      if (lengths[d] === 1 && !grown) this.tolerance[d] = 0;
      else this.tolerance[d] = largest < MAX_SUM ? largest * (grown ? ROUGH : ROUNDING) : Number.POSITIVE_INFINITY;
    }
  }

  #addCorners(leaf: number, positions: Float64Array): void {
    const { count, vectors } = this.directions;
    const at = 2 * count * leaf;
    const t = this.#tree.firstTriangle[leaf];
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const v = 3 * this.#triangles[i];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      for (let d = 0; d < count; d++) {
        const along = vectors[3 * d] * x + vectors[3 * d + 1] * y + vectors[3 * d + 2] * z;
        if (-along > this.dops[at + d]) this.dops[at + d] = -along;
        if (along > this.dops[at + count + d]) this.dops[at + count + d] = along;
      }
    }
  }

  #inflate(positions: Float64Array, next: Float64Array): void {
    if (this.#inflation === 'intervals') this.#addIntervals(positions, next);
    else this.#addCones(positions, next);
  }

  /** The least and greatest motion along each direction, joined like the polytopes. */
  #addIntervals(positions: Float64Array, next: Float64Array): void {
    const { count, vectors } = this.directions;
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    this.#motions ??= new Float64Array(this.dops.length);
    const motions = this.#motions;
    motions.fill(0); // resting is always within
    for (let node = nodeCount - 1; node >= 0; node--) {
      const at = 2 * count * node;
      const right = rightChild[node];
      if (right !== 0) {
        for (let k = 0; k < 2 * count; k++) {
          motions[at + k] = Math.max(motions[at + 2 * count + k], motions[2 * count * right + k]);
        }
      } else {
        const t = firstTriangle[node];
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          const v = 3 * this.#triangles[i];
          for (let d = 0; d < count; d++) {
            let along = 0;
            for (let axis = 0; axis < 3; axis++)
              along += vectors[3 * d + axis] * (next[v + axis] - positions[v + axis]);
            motions[at + d] = Math.max(motions[at + d], -along);
            motions[at + count + d] = Math.max(motions[at + count + d], along);
          }
        }
      }
    }
    for (let k = 0; k < motions.length; k++) this.dops[k] += motions[k];
  }

  #addCones(positions: Float64Array, next: Float64Array): void {
    const { count, vectors, lengths } = this.directions;
    const { nodeCount, rightChild, firstTriangle } = this.#tree;
    this.#motions ??= new Float64Array(CONE_STRIDE * nodeCount);
    const cones = this.#motions;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const cone = CONE_STRIDE * node;
      clearCone(cones, cone);
      if (rightChild[node] !== 0) {
        joinCones(cones, cone, cones, CONE_STRIDE * (node + 1));
        joinCones(cones, cone, cones, CONE_STRIDE * rightChild[node]);
      } else {
        const t = firstTriangle[node];
        for (let i = 3 * t; i < 3 * t + 3; i++) {
          const v = 3 * this.#triangles[i];
          const x = next[v] - positions[v];
          const y = next[v + 1] - positions[v + 1];
          const z = next[v + 2] - positions[v + 2];
          addVector(cones, cone, x, y, z, this.#scratch);
        }
      }
      const at = 2 * count * node;
      const uniform = this.#inflation === 'uniform';
      for (let d = 0; d < count; d++) {
        const x = vectors[3 * d];
        const y = vectors[3 * d + 1];
        const z = vectors[3 * d + 2];
        const most = lengths[d] * cones[cone + 4];
        this.dops[at + d] += uniform ? most : reachAlong(cones, cone, -x, -y, -z, lengths[d]);
        this.dops[at + count + d] += uniform ? most : reachAlong(cones, cone, x, y, z, lengths[d]);
      }
    }
  }
}
