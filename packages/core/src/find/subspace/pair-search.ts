import type { NodesToCertify } from './certify-nodes.ts';
import type { NodeBounds } from './node-bounds.ts';
import type { Effort, PairBound } from './pair-bound.ts';
import { CORNER, EDGE, EDGES, PATCHES, PairHeap, TRIANGLES } from './pair-heap.ts';

/** Added to a tag: the pair has been given its best plane, and only cutting it up can tell more. */
const LOOKED_AT = 8;

/** Takes a pair of triangles that touch at rest, or two half-edges opposite a vertex that their triangles share. */
export interface PairSink {
  add(first: number, second: number): void;
}

/**
 * The smallest radius over many pairs: of all triangles between two patches, or of what is tested at two leaves. Whatever has the lowest bound is looked at
 * more closely, patches by their halves and triangles by better and better planes, until the lowest is one that nothing can raise. So of what lies farther
 * out than the result nothing is looked at. Pairs with radius 0 are listed and left out.
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
      if (!this.#addPair(s, t, TRIANGLES)) listed.add(s, t);
    }
    for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
      const hS = leaves.neighbours[2 * i];
      const hT = leaves.neighbours[2 * i + 1];
      const apart = this.#addPair(hS, Math.floor(hT / 3), EDGE) && this.#addPair(hT, Math.floor(hS / 3), EDGE);
      if (!apart) listedNeighbours.add(hS, hT);
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
    let apart = true;
    let shared = 0;
    for (let i = 3 * s; i < 3 * s + 3; i++) if (this.#isCornerOf(corners[i], t)) shared++;
    if (shared === 0) return this.#addPair(s, t, TRIANGLES);
    for (let k = 0; k < 3 && apart; k++) {
      const h = 3 * s + k;
      if (!this.#isCornerOf(corners[h], t)) apart = this.#addPair(h, t, CORNER);
      if (!this.#isCornerOf(corners[3 * t + k], s)) apart &&= this.#addPair(3 * t + k, s, CORNER);
      for (let g = 3 * t; g < 3 * t + 3 && apart; g++) {
        const [a, b, c, d] = [corners[h], corners[nextCorner(h)], corners[g], corners[nextCorner(g)]];
        if (a !== c && a !== d && b !== c && b !== d) apart = this.#addPair(h, g, EDGES);
      }
    }
    return apart;
  }

  #isCornerOf(vertex: number, t: number): boolean {
    const { corners } = this.#nodes;
    return vertex === corners[3 * t] || vertex === corners[3 * t + 1] || vertex === corners[3 * t + 2];
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
        for (let t = firstTriangle[b]; t < endTriangle[b]; t++) if (!this.#addPair(s, t, TRIANGLES)) listed.add(s, t);
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
    const { corners } = this.#nodes;
    const own = this.#corners;
    const count = FIRST_CORNERS[tag];
    if (tag === TRIANGLES) for (let k = 0; k < 3; k++) own[k] = corners[3 * first + k];
    else own[0] = corners[first];
    if (count === 2) own[1] = corners[nextCorner(first)];
    if (tag === EDGES) {
      own[2] = corners[second];
      own[3] = corners[nextCorner(second)];
    } else for (let k = 0; k < 3; k++) own[count + k] = corners[3 * second + k];
  }
}

/** Spent on a radius that is large already, in units of a close look at a pair. */
const MORE_WORK = 24;

/** By tag: of patches none. */
const FIRST_CORNERS = [0, 3, 2, 2, 1];
const SECOND_CORNERS = [0, 3, 3, 2, 3];

function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1;
}

/** Of a bound of two patches, in units of a close look at a pair. */
const PATCH_WORK = 0.02;
const PATCH_ASIDE = 0.03;
