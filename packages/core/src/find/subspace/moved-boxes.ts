import type { PatchTree } from '../../partition/patch-tree.ts';
import { inExactRange } from '../../predicates/exact-range.ts';
import { gapError, type Subspace } from './subspace.ts';

/** Boxes of larger nodes come from means of what moves them, those of others from their vertices. */
const FITTED_TRIANGLES = 16;
/** Low x, y, z and high x, y, z. */
const BOX = 6;

/** A pose whose vertices are computed when somebody asks for them. */
export interface LazyPose {
  /** In the surface's order of vertices. */
  readonly positions: Float64Array;
  /** Scaled coordinates. */
  q: Float64Array;
  norm: number;
}

/**
 * Boxes of a tree's nodes in one pose of a subspace, or at both ends of a step, without positions of most vertices. A large node has its box at rest, moved by
 * the mean of its rows and widened by the largest deviation from that (BD-tree; subspace paper §4).
 */
export class MovedBoxes {
  /** False once a coordinate was found that filters cannot take: the whole pose must then be scaled. */
  plain = true;
  /** Vertices computed since `begin`. */
  placed = 0;
  readonly #subspace: Subspace;
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #corners: Uint32Array;
  /** Which mean a node has; −1 for small ones. */
  readonly #row: Int32Array;
  readonly #means: Float64Array;
  readonly #deviations: Float64Array;
  readonly #restBoxes: Float64Array;
  readonly #vertexTick: Uint32Array;
  readonly #nodeTick: Uint32Array;
  /** Of the first pose, then of the second; the latter are made when first asked for. */
  #boxes: Float64Array[];
  /** Of the triangles of two leaves, in both poses. */
  readonly #leafBoxes: readonly Float64Array[];
  readonly #largestLeaf: number;
  #poses: readonly LazyPose[] = [];
  #slack = 0;
  #tick = 0;

  /** @param corners The subspace's vertex at each corner of the surface's triangles, which are in the tree's order. */
  constructor(subspace: Subspace, tree: PatchTree, triangles: Uint32Array, vertexCount: number, corners: Uint32Array) {
    const { rank, rest, rows } = subspace;
    const { nodeCount, firstTriangle, endTriangle } = tree;
    this.#subspace = subspace;
    this.#tree = tree;
    this.#triangles = triangles;
    this.#corners = corners;
    this.#vertexTick = new Uint32Array(vertexCount);
    this.#nodeTick = new Uint32Array(nodeCount);
    this.#boxes = [new Float64Array(BOX * nodeCount)];
    let largest = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (tree.rightChild[node] === 0) largest = Math.max(largest, endTriangle[node] - firstTriangle[node]);
    }
    this.#largestLeaf = largest;
    this.#leafBoxes = [new Float64Array(2 * BOX * largest), new Float64Array(2 * BOX * largest)];
    this.#row = new Int32Array(nodeCount).fill(-1);
    let count = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (endTriangle[node] - firstTriangle[node] > FITTED_TRIANGLES) this.#row[node] = count++;
    }
    const means = new Float64Array(3 * rank * count);
    this.#deviations = new Float64Array(3 * count);
    this.#restBoxes = new Float64Array(BOX * count);
    for (let node = 0; node < nodeCount; node++) {
      const row = this.#row[node];
      if (row < 0) continue;
      const from = 3 * firstTriangle[node];
      const end = 3 * endTriangle[node];
      const at = 3 * rank * row;
      for (let i = from; i < end; i++) {
        const of = 3 * rank * corners[i];
        for (let k = 0; k < 3 * rank; k++) means[at + k] += rows[of + k];
      }
      for (let k = 0; k < 3 * rank; k++) means[at + k] /= end - from;
      for (let axis = 0; axis < 3; axis++) {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        let most = 0;
        for (let i = from; i < end; i++) {
          const of = 3 * corners[i] + axis;
          if (rest[of] < low) low = rest[of];
          if (rest[of] > high) high = rest[of];
          let square = 0;
          for (let k = 0; k < rank; k++) {
            const d = rows[of * rank + k] - means[at + axis * rank + k];
            square += d * d;
          }
          if (square > most) most = square;
        }
        // roundings of the sum, and of the norm that it is multiplied with, are far below 1e-9 of it
        this.#deviations[3 * row + axis] = Math.sqrt(most) * (1 + 1e-9);
        this.#restBoxes[BOX * row + axis] = low;
        this.#restBoxes[BOX * row + 3 + axis] = high;
      }
    }
    this.#means = means;
  }

  get byteLength(): number {
    const arrays = [this.#row, this.#means, this.#deviations, this.#restBoxes, this.#vertexTick, this.#nodeTick];
    return [...arrays, ...this.#boxes].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Turns to one pose, or to two that are the ends of a step. */
  begin(poses: readonly LazyPose[]): void {
    const { rank, single, reach, motion } = this.#subspace;
    this.#poses = poses;
    let norm = 0;
    for (let p = 0; p < poses.length; p++) norm = Math.max(norm, poses[p].norm);
    // both the mean's way and a vertex's own are rounded, each by less than half of what this allows for a gap
    this.#slack = gapError(rank, single, reach + norm * motion);
    while (this.#boxes.length < poses.length) this.#boxes.push(new Float64Array(this.#boxes[0].length));
    this.plain = true;
    this.placed = 0;
    if (++this.#tick === 0xffffffff) {
      this.#vertexTick.fill(0);
      this.#nodeTick.fill(0);
      this.#tick = 1;
    }
  }

  /** Whether two nodes are apart along one axis, in the same order in all poses: then on the straight way between two as well. */
  areApart(a: number, b: number): boolean {
    if (this.#nodeTick[a] !== this.#tick) this.#fit(a);
    if (this.#nodeTick[b] !== this.#tick) this.#fit(b);
    return this.#apart(BOX * a, BOX * b);
  }

  #apart(i: number, j: number): boolean {
    return areBoxesApart(this.#boxes, this.#poses.length, i, j);
  }

  /** Computes boxes of a leaf's triangles, for `areTrianglesApart`: as the first or the second leaf. */
  loadLeaf(leaf: number, isSecond: boolean): void {
    const triangles = this.#triangles;
    const { firstTriangle, endTriangle } = this.#tree;
    const first = firstTriangle[leaf];
    const count = endTriangle[leaf] - first;
    for (let t = first; t < first + count; t++) this.placeTriangle(t);
    for (let p = 0; p < this.#poses.length; p++) {
      const { positions: x } = this.#poses[p];
      const boxes = this.#leafBoxes[p];
      for (let t = 0; t < count; t++) {
        const out = BOX * (t + (isSecond ? this.#largestLeaf : 0));
        const a = 3 * triangles[3 * (first + t)];
        const b = 3 * triangles[3 * (first + t) + 1];
        const c = 3 * triangles[3 * (first + t) + 2];
        for (let axis = 0; axis < 3; axis++) {
          const u = x[a + axis];
          const v = x[b + axis];
          const w = x[c + axis];
          const low = u < v ? u : v;
          const high = u < v ? v : u;
          boxes[out + axis] = low < w ? low : w;
          boxes[out + 3 + axis] = high > w ? high : w;
        }
      }
    }
  }

  /** Whether triangle i of the first leaf is apart from triangle j of the second, in the same sense. */
  areTrianglesApart(i: number, j: number): boolean {
    return areBoxesApart(this.#leafBoxes, this.#poses.length, BOX * i, BOX * (j + this.#largestLeaf));
  }

  placeTriangle(t: number): void {
    for (let i = 3 * t; i < 3 * t + 3; i++) if (this.#vertexTick[this.#triangles[i]] !== this.#tick) this.#place(i);
  }

  /** Computes the vertex at a corner, as `deform` does. */
  #place(corner: number): void {
    const { rank, rest, rows, single } = this.#subspace;
    const v = this.#triangles[corner];
    const of = 3 * this.#corners[corner];
    this.#vertexTick[v] = this.#tick;
    this.placed++;
    for (let p = 0; p < this.#poses.length; p++) {
      const { positions, q } = this.#poses[p];
      for (let axis = 0, at = of * rank; axis < 3; axis++) {
        let sum = rest[of + axis];
        for (let i = 0; i < rank; i++) sum += rows[at++] * q[i];
        const x = single ? Math.fround(sum) : sum;
        positions[3 * v + axis] = x;
        if (!inExactRange(x)) this.plain = false;
      }
    }
  }

  #fit(node: number): void {
    const { firstTriangle, endTriangle } = this.#tree;
    const row = this.#row[node];
    this.#nodeTick[node] = this.#tick;
    for (let t = firstTriangle[node]; row < 0 && t < endTriangle[node]; t++) this.placeTriangle(t);
    for (let p = 0; p < this.#poses.length; p++) {
      const boxes = this.#boxes[p];
      if (row >= 0) this.#moveBox(row, this.#poses[p], boxes, BOX * node);
      else this.#fitToVertices(node, this.#poses[p].positions, boxes, BOX * node);
    }
  }

  #moveBox(row: number, { q, norm }: LazyPose, boxes: Float64Array, out: number): void {
    const { rank } = this.#subspace;
    const means = this.#means;
    for (let axis = 0, at = 3 * rank * row; axis < 3; axis++) {
      let way = 0;
      for (let i = 0; i < rank; i++) way += means[at++] * q[i];
      const wide = this.#deviations[3 * row + axis] * norm + this.#slack;
      boxes[out + axis] = this.#restBoxes[BOX * row + axis] + way - wide;
      boxes[out + 3 + axis] = this.#restBoxes[BOX * row + 3 + axis] + way + wide;
    }
  }

  #fitToVertices(node: number, positions: Float64Array, boxes: Float64Array, out: number): void {
    const triangles = this.#triangles;
    const end = 3 * this.#tree.endTriangle[node];
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = 3 * this.#tree.firstTriangle[node]; i < end; i++) {
        const x = positions[3 * triangles[i] + axis];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      boxes[out + axis] = low;
      boxes[out + 3 + axis] = high;
    }
  }
}

/** Whether boxes at i and j are apart along one axis, in the same order in all of one or two poses. */
function areBoxesApart(boxes: readonly Float64Array[], poses: number, i: number, j: number): boolean {
  const box = boxes[0];
  for (let axis = 0; axis < 3; axis++) {
    const above = box[i + axis] > box[j + 3 + axis];
    if (!above && !(box[j + axis] > box[i + 3 + axis])) continue;
    if (poses === 1) return true;
    const next = boxes[1];
    if (above ? next[i + axis] > next[j + 3 + axis] : next[j + axis] > next[i + 3 + axis]) return true;
  }
  return false;
}
