import { segmentMeetsTriangle } from '../../predicates/segment-meets-triangle.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import {
  edgesApart,
  FIRST_CORNERS,
  featuresApart,
  loadCorners,
  SECOND_CORNERS,
  sayAll,
  sharedCorners,
} from './features.ts';
import type { NodeBounds } from './node-bounds.ts';
import type { Effort, PairBound } from './pair-bound.ts';
import { EDGE, PATCHES, PairHeap, TRIANGLES } from './pair-heap.ts';

/** Added to a tag: the pair has been given its best plane, and only cutting it up can tell more. */
const LOOKED_AT = 8;

/** Takes a pair of triangles with a contact at rest, or two half-edges opposite a vertex that their triangles share. */
export interface PairSink {
  add(first: number, second: number): void;
}

/**
 * The smallest radius over many pairs: of all triangles between two patches, or of what is tested at two leaves. Whatever has the lowest bound is looked at
 * more closely, patches by their halves and triangles by better and better planes, until the lowest is one that nothing can raise. So of what lies farther
 * out than the result nothing is looked at.
 *
 * Contacts that exist at rest, by exact arithmetic, are left out and their triangles listed. Of all others the radius speaks: an edge and a triangle that are apart and cannot be bounded make it 0.
 */
export class PairSearch {
  /** The result, once `advance` has returned true. */
  radius = 0;
  /** What limits it, as in the heap; the tag is PATCHES if nothing does. */
  limitFirst = 0;
  limitSecond = 0;
  limitTag = PATCHES;
  readonly #nodes: NodesToCertify;
  readonly #bounds: NodeBounds;
  readonly #bound: PairBound;
  readonly #heap = new PairHeap();
  readonly #corners = new Uint32Array(6);
  #effort: Effort = 1;
  #soon = 0;
  #end = 0;

  constructor(nodes: NodesToCertify, bounds: NodeBounds, bound: PairBound) {
    this.#nodes = nodes;
    this.#bounds = bounds;
    this.#bound = bound;
  }

  /**
   * Begins with all triangles of patch a and all of patch b.
   *
   * @param soon A radius this large need not be exact: once all are, little more work is done.
   * @param enough A larger radius is of no use.
   * @param effort How much triangles may be cut up: a larger radius, for more work.
   */
  beginBetween(a: number, b: number, soon: number, enough: number, effort: Effort): void {
    this.#begin(soon, enough, effort);
    this.#addPatches(a, b, 0);
  }

  /** Begins with all pairs of a test node that ends in leaves. Of triangles that share a vertex, each one's edge opposite it must not meet the other. */
  beginAtLeaves(
    node: number,
    soon: number,
    enough: number,
    effort: Effort,
    listed: PairSink,
    listedNeighbours: PairSink,
  ): void {
    const { tree, testTree, leaves, leafStride } = this.#nodes;
    this.#begin(soon, enough, effort);
    for (let far = leaves.farMask[node]; far !== 0; far &= far - 1) {
      const bit = 31 - Math.clz32(far & -far);
      const i = Math.floor(bit / leafStride);
      const s = tree.firstTriangle[testTree.patchA[node]] + i;
      const t = tree.firstTriangle[testTree.patchB[node]] + bit - leafStride * i;
      this.#addTriangles(s, t, listed);
    }
    for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
      const hS = leaves.neighbours[2 * i];
      const hT = leaves.neighbours[2 * i + 1];
      const first = this.#addEdge(hS, Math.floor(hT / 3));
      if (!this.#addEdge(hT, Math.floor(hS / 3)) || !first) listedNeighbours.add(hS, hT);
    }
  }

  /**
   * Begins with what a step has to tell apart at two leaves besides the pairs of `beginAtLeaves`: triangles that own no edge, and those with a common edge, whose
   * other corners may come together.
   */
  beginForSteps(node: number, soon: number, enough: number, effort: Effort, listed: PairSink): void {
    const { tree, testTree, leaves, leafStride } = this.#nodes;
    const { firstTriangle, endTriangle } = tree;
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    this.#begin(soon, enough, effort);
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      for (let t = a === b ? s + 1 : firstTriangle[b]; t < endTriangle[b]; t++) {
        const bit = (s - firstTriangle[a]) * leafStride + t - firstTriangle[b];
        if ((leaves.farMask[node] >>> bit) & 1 || this.#areNeighbours(node, s, t)) continue;
        if (!this.#addFeatures(s, t)) listed.add(s, t);
      }
    }
  }

  /** Whether `beginAtLeaves` takes both edges opposite a common vertex: everything else of the two lies on these or shares a vertex. */
  #areNeighbours(node: number, s: number, t: number): boolean {
    const { neighbourStart, neighbours } = this.#nodes.leaves;
    for (let i = neighbourStart[node]; i < neighbourStart[node + 1]; i++) {
      const first = Math.floor(neighbours[2 * i] / 3);
      const second = Math.floor(neighbours[2 * i + 1] / 3);
      if ((first === s && second === t) || (first === t && second === s)) return true;
    }
    return false;
  }

  /** Adds all corners and triangles, and edges, of two triangles that have no vertex in common; false if some cannot be told apart. */
  #addFeatures(s: number, t: number): boolean {
    const { corners } = this.#nodes;
    return featuresApart(corners, s, t).every(({ first, second, tag }) => this.#addPair(first, second, tag));
  }

  /** Goes on until the bound has done this much in all, work and what is aside of it; true if the result is known. */
  advance(until: number, listed: PairSink): boolean {
    const heap = this.#heap;
    const bound = this.#bound;
    while (heap.lowest < this.radius) {
      if (bound.work + bound.aside >= until) return false;
      if (heap.lowest >= this.#soon) {
        this.#end = Math.min(this.#end, bound.work + MORE_WORK);
        if (bound.work >= this.#end) {
          this.radius = heap.lowest;
          return true;
        }
      }
      heap.take();
      const { first, second, tag } = heap;
      if (tag === PATCHES) {
        this.#cut(first, second, heap.bound, listed);
      } else if (tag >= LOOKED_AT) {
        const radius = this.#effort > 0 ? this.#radius(first, second, tag - LOOKED_AT, this.#effort) : 0;
        this.#limit(Math.max(radius, heap.bound), first, second, tag - LOOKED_AT);
      } else {
        this.#keep(Math.max(heap.bound, this.#radius(first, second, tag, 0)), first, second, tag + LOOKED_AT);
      }
    }
    return true;
  }

  #limit(radius: number, first: number, second: number, tag: number): void {
    if (!(radius < this.radius)) return;
    this.radius = radius;
    this.limitFirst = first;
    this.limitSecond = second;
    this.limitTag = tag;
  }

  #begin(soon: number, enough: number, effort: Effort): void {
    this.limitTag = PATCHES;
    this.#heap.clear();
    this.#effort = effort;
    this.#soon = soon;
    this.#end = Number.POSITIVE_INFINITY;
    this.radius = enough;
  }

  #keep(bound: number, first: number, second: number, tag: number): void {
    // what has radius `radius` or more cannot lower it
    if (bound < this.radius) this.#heap.add(bound, first, second, tag);
  }

  /** @param above A bound of patches that these are parts of. */
  #addPatches(a: number, b: number, above: number): void {
    this.#bound.work += PATCH_WORK;
    this.#bound.aside += PATCH_ASIDE;
    this.#keep(Math.max(above, this.#bounds.radius(a, b)), a, b, PATCHES);
  }

  #cut(a: number, b: number, above: number, listed: PairSink): void {
    const { rightChild, firstTriangle, endTriangle } = this.#nodes.tree;
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if (rightA === 0 && rightB === 0) {
      for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
        for (let t = firstTriangle[b]; t < endTriangle[b]; t++) this.#addTriangles(s, t, listed);
      }
    } else if (
      rightB === 0 ||
      (rightA !== 0 && endTriangle[a] - firstTriangle[a] >= endTriangle[b] - firstTriangle[b])
    ) {
      this.#addPatches(a + 1, b, above);
      this.#addPatches(rightA, b, above);
    } else {
      this.#addPatches(a, b + 1, above);
      this.#addPatches(a, rightB, above);
    }
  }

  /**
   * Adds all contacts that two triangles of different leaves, or without common edge, may have; lists the two if some exist at rest. Patches that hang together by single vertices, or by edges of three
   * triangles, lie on both sides of box pairs: so the two may share vertices.
   */
  #addTriangles(s: number, t: number, listed: PairSink): void {
    const { corners } = this.#nodes;
    if (sharedCorners(corners, s, t) === 0 && this.#addPair(s, t, TRIANGLES)) return;
    let isListed = false;
    const edges = edgesApart(corners, s, t);
    for (const { edge, triangle } of edges) if (!this.#addEdge(edge, triangle)) isListed = true;
    if (!sayAll(edges)) isListed = !this.#addFeatures(s, t) || isListed;
    if (isListed) listed.add(s, t);
  }

  /** Adds an edge and a triangle without common vertex; false, and nothing, if they touch at rest. */
  #addEdge(h: number, t: number): boolean {
    if (this.#addPair(h, t, EDGE)) return true;
    this.#load(h, t, EDGE);
    const [p, q, a, b, c] = this.#corners;
    if (segmentMeetsTriangle(this.#bound.rest, p, q, a, b, c)) return false;
    this.#limit(0, h, t, EDGE);
    return true;
  }

  /** Adds a pair with its cheapest bound; false if none can be found that is above 0. */
  #addPair(first: number, second: number, tag: number): boolean {
    this.#load(first, second, tag);
    const rough = this.#bound.roughRadius(this.#corners, FIRST_CORNERS[tag], SECOND_CORNERS[tag]);
    if (rough > 0) {
      this.#keep(rough, first, second, tag);
      return true;
    }
    const radius = this.#radius(first, second, tag, 0);
    if (radius > 0) this.#keep(radius, first, second, tag + LOOKED_AT);
    return radius > 0;
  }

  #radius(first: number, second: number, tag: number, effort: Effort): number {
    this.#load(first, second, tag);
    return this.#bound.radius(this.#corners, FIRST_CORNERS[tag], SECOND_CORNERS[tag], this.radius, effort);
  }

  #load(first: number, second: number, tag: number): void {
    loadCorners(this.#nodes.corners, first, second, tag, this.#corners);
  }
}

/** Spent on a radius that is large already, in units of a close look at a pair. */
const MORE_WORK = 24;

/** Of a bound of two patches, in units of a close look at a pair. */
const PATCH_WORK = 0.02;
const PATCH_ASIDE = 0.03;
