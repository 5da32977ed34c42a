import type { PatchTree } from '../../partition/patch-tree.ts';
import { inExactRange } from '../../predicates/exact-range.ts';
import type { NodeMotions } from './node-motions.ts';
import { gapError, type Subspace } from './subspace.ts';

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
  readonly #motions: NodeMotions;
  readonly #vertexCount: number;
  // made when first asked for: where the kernel searches, perhaps never
  #vertexTick = new Uint32Array(0);
  #nodeTick = new Uint32Array(0);
  #listTick = new Uint32Array(0);
  /** Of the first pose, then of the second. */
  #boxes: Float64Array[] = [];
  /** Of the triangles of two leaves, in both poses. */
  readonly #leafBoxes: readonly Float64Array[];
  readonly #largestLeaf: number;
  #poses: readonly LazyPose[] = [];
  #slack = 0;
  #tick = 0;

  /** @param corners The subspace's vertex at each corner of the surface's triangles, which are in the tree's order. */
  constructor(
    subspace: Subspace,
    tree: PatchTree,
    motions: NodeMotions,
    triangles: Uint32Array,
    vertexCount: number,
    corners: Uint32Array,
  ) {
    const { nodeCount, firstTriangle, endTriangle } = tree;
    this.#subspace = subspace;
    this.#tree = tree;
    this.#triangles = triangles;
    this.#corners = corners;
    this.#vertexCount = vertexCount;
    let largest = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (tree.rightChild[node] === 0) largest = Math.max(largest, endTriangle[node] - firstTriangle[node]);
    }
    this.#largestLeaf = largest;
    this.#leafBoxes = [new Float64Array(2 * BOX * largest), new Float64Array(2 * BOX * largest)];
    this.#motions = motions;
  }

  get byteLength(): number {
    const arrays = [this.#vertexTick, this.#nodeTick, this.#listTick, ...this.#boxes];
    return this.#motions.byteLength + arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * Turns to one pose, or to two that are the ends of a step.
   *
   * @param far Norm up to which `clearance` speaks of other poses.
   */
  begin(poses: readonly LazyPose[], far = 0): void {
    this.#poses = poses;
    this.#slack = this.slackOf(poses, far);
    if (this.#boxes.length < poses.length) this.#makeArrays(poses.length);
    this.plain = true;
    this.placed = 0;
    if (++this.#tick === 0xffffffff) {
      this.#vertexTick.fill(0);
      this.#nodeTick.fill(0);
      this.#listTick.fill(0);
      this.#tick = 1;
    }
  }

  #makeArrays(poses: number): void {
    const { nodeCount } = this.#tree;
    if (this.#boxes.length === 0) {
      this.#vertexTick = new Uint32Array(this.#vertexCount);
      this.#nodeTick = new Uint32Array(nodeCount);
      this.#listTick = new Uint32Array(this.#vertexCount);
    }
    while (this.#boxes.length < poses) this.#boxes.push(new Float64Array(BOX * nodeCount));
  }

  /** By how much boxes are wider than vertices need: both the mean's way and a vertex's own are rounded, each by less than half of what this allows for a gap. */
  slackOf(poses: readonly LazyPose[], far = 0): number {
    const { rank, single, reach, motion } = this.#subspace;
    let norm = far;
    for (let p = 0; p < poses.length; p++) norm = Math.max(norm, poses[p].norm);
    return gapError(rank, single, reach + norm * motion);
  }

  /** Whether two nodes are apart along one axis, in the same order in all poses: then on the straight way between two as well. */
  areApart(a: number, b: number): boolean {
    if (this.#nodeTick[a] !== this.#tick) this.#fit(a);
    if (this.#nodeTick[b] !== this.#tick) this.#fit(b);
    return areBoxesApart(this.#boxes, this.#poses.length, BOX * a, BOX * b);
  }

  /**
   * How far coordinates may go from the last pose before two nodes can come together, in lengths as `Subspace.motions` has them; not above 0 if they are
   * not apart now, in the same order along one axis in all poses.
   */
  clearance(a: number, b: number): number {
    if (this.#nodeTick[a] !== this.#tick) this.#fit(a);
    if (this.#nodeTick[b] !== this.#tick) this.#fit(b);
    return this.#clearance(this.#boxes, BOX * a, BOX * b, a, b);
  }

  /** The same of triangle i of leaf a, loaded as the first, and triangle j of leaf b, the second. */
  triangleClearance(i: number, j: number, a: number, b: number): number {
    return this.#clearance(this.#leafBoxes, BOX * i, BOX * (j + this.#largestLeaf), a, b);
  }

  /** Of boxes at i and j, of vertices in nodes a and b. */
  #clearance(all: readonly Float64Array[], i: number, j: number, a: number, b: number): number {
    const { rowAbove } = this.#motions;
    const rowA = rowAbove[a];
    const rowB = rowAbove[b];
    const first = all[0];
    const last = all[this.#poses.length - 1];
    let most = 0;
    for (let axis = 0; axis < 3; axis++) {
      const above = last[i + axis] - last[j + 3 + axis];
      const below = last[j + axis] - last[i + 3 + axis];
      const isAbove = above > below;
      if (!(isAbove ? first[i + axis] > first[j + 3 + axis] : first[j + axis] > first[i + 3 + axis])) continue;
      // positions at both poses are rounded, each by less than half of the slack
      const gap = (isAbove ? above : below) - 2 * this.#slack;
      if (!(gap > 0)) continue;
      const speed = this.#motions.speed(rowA, rowB, axis);
      if (gap > most * speed) most = gap / speed;
    }
    return most;
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
    for (let i = 3 * t; i < 3 * t + 3; i++) if (!this.isPlaced(i)) this.place(i);
  }

  /** Marks the vertex at a corner as one of a list; false if it is on it already, since the last `begin`. */
  list(corner: number): boolean {
    const v = this.#triangles[corner];
    if (this.#listTick[v] === this.#tick) return false;
    this.#listTick[v] = this.#tick;
    return true;
  }

  isPlaced(corner: number): boolean {
    return this.#vertexTick[this.#triangles[corner]] === this.#tick;
  }

  /** Whether boxes of two triangles are apart along one axis, in the same order in all poses; their vertices have been placed. */
  arePlacedApart(s: number, t: number): boolean {
    const triangles = this.#triangles;
    const isStep = this.#poses.length > 1;
    const x = this.#poses[0].positions;
    const y = this.#poses[this.#poses.length - 1].positions;
    const a = 3 * triangles[3 * s];
    const b = 3 * triangles[3 * s + 1];
    const c = 3 * triangles[3 * s + 2];
    const d = 3 * triangles[3 * t];
    const e = 3 * triangles[3 * t + 1];
    const f = 3 * triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const above = Math.min(x[a + k], x[b + k], x[c + k]) > Math.max(x[d + k], x[e + k], x[f + k]);
      if (above) {
        if (!isStep || Math.min(y[a + k], y[b + k], y[c + k]) > Math.max(y[d + k], y[e + k], y[f + k])) return true;
      } else if (Math.min(x[d + k], x[e + k], x[f + k]) > Math.max(x[a + k], x[b + k], x[c + k])) {
        if (!isStep || Math.min(y[d + k], y[e + k], y[f + k]) > Math.max(y[a + k], y[b + k], y[c + k])) return true;
      }
    }
    return false;
  }

  /** Computes the vertex at a corner, as `deform` does. */
  place(corner: number): void {
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
    const row = this.#motions.row[node];
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
    const { means, deviations, restBoxes } = this.#motions;
    for (let axis = 0, at = 3 * rank * row; axis < 3; axis++) {
      let way = 0;
      for (let i = 0; i < rank; i++) way += means[at++] * q[i];
      const wide = deviations[3 * row + axis] * norm + this.#slack;
      boxes[out + axis] = restBoxes[BOX * row + axis] + way - wide;
      boxes[out + 3 + axis] = restBoxes[BOX * row + 3 + axis] + way + wide;
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
