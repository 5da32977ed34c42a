import type { PatchTree } from '../partition/patch-tree.ts';
import { PlaceRange } from '../pose/place-range.ts';
import { listNodeVertices, type NodeVertices } from './node-vertices.ts';

/** Numbers a box: low x, y, z, then high x, y, z. */
export const BOX_STRIDE = 6;

/** Nodes with more triangles join their children's boxes, so that no vertex is looked at on every level. */
const SCANNED_TRIANGLES = 64;

/** More than this part of the boxes is many. */
const MANY = 0.4;
export const NOT_MANY = -1;
/** After so many searches in which all boxes were computed, one shows anew how many are wanted. */
const BELIEVED = 32;

/**
 * Axis-aligned boxes of a tree's nodes and triangles in the current pose, each computed when first asked for, so that where nothing
 * comes close none ever is.
 *
 * Coordinates are whole numbers (`PlaceRange`): these have minima, maxima and comparisons without branches, and where a box lies is what a
 * processor cannot guess.
 *
 * Boxes of small patches come straight from their vertices, not from their children: what is below is often never asked for. Larger nodes join
 * their children. Vertices are numbered in order of first use by the tree's triangles, so most of a node's are one run; the few that were
 * used before are listed. Of a leaf all are listed.
 */
export class PlainBoxes {
  readonly nodeBoxes: Int32Array;
  readonly triangleBoxes: Int32Array;
  /** Equal to `tick` where the box is up to date. Read it before calling `fit`. */
  readonly nodeTick: Uint32Array;
  tick = 0;
  /** How places come from coordinates; that of this pose once a box was asked for. */
  readonly range: PlaceRange;
  protected readonly tree: PatchTree;
  protected readonly leafTick: Uint32Array;
  protected positions: Float64Array = new Float64Array(0);
  /** The positions as whole numbers, once a box was asked for. */
  protected readonly places: Int32Array;
  protected placed = false;
  /** Boxes computed for this pose. */
  protected fitted = 0;
  /** Searches since one showed how many boxes are wanted, if those were many. */
  protected many = NOT_MANY;
  readonly #triangles: Uint32Array;
  /** Null until a box is computed from them: the kernel needs none. */
  protected vertices: NodeVertices | null = null;
  protected fittedAll = false;
  /** Whether a search looked at this pose. */
  #searched = false;

  /** @param memory As `boxFields` asks for. */
  constructor(tree: PatchTree, triangles: Uint32Array, memory: BoxMemory) {
    this.tree = tree;
    this.#triangles = triangles;
    this.nodeBoxes = memory.nodeBoxes;
    this.triangleBoxes = memory.triangleBoxes;
    this.nodeTick = memory.nodeTick;
    this.leafTick = memory.leafTick;
    this.places = memory.places;
    this.range = new PlaceRange(memory.places.length / 3);
  }

  /** Listed when first asked for. */
  get nodeVertices(): NodeVertices {
    this.vertices ??= listNodeVertices(this.tree, this.#triangles, this.places.length / 3);
    return this.vertices;
  }

  /** Takes a new pose and forgets all boxes. Positions must be finite. */
  begin(positions: Float64Array): void {
    if (this.#searched) this.#learn();
    this.positions = positions;
    this.placed = false;
    if (++this.tick === 0xffffffff) {
      this.nodeTick.fill(0);
      this.leafTick.fill(0);
      this.tick = 1;
    }
    this.fitted = 0;
    this.fittedAll = false;
    this.#searched = false;
  }

  /** To be called before a search. If many boxes were wanted in a search like it, computes all of them: cheaper than one by one. */
  anticipate(): void {
    if (this.#searched) return;
    this.#searched = true;
    if (this.many !== NOT_MANY && this.many < BELIEVED && this.fitted === 0) this.refitAll();
  }

  /** A pose for which all boxes were computed at once says nothing about how many were wanted. */
  #learn(): void {
    if (!this.fittedAll) this.many = this.fitted > MANY * this.tree.nodeCount ? 0 : NOT_MANY;
    else if (this.many !== NOT_MANY) this.many++;
  }

  /**
   * Computes all boxes, from the leaves up. A child's number is larger than its parent's, so counting down meets both children
   * first: one loop, no recursion.
   */
  refitAll(): void {
    if (!this.placed) this.place();
    const { rightChild, nodeCount } = this.tree;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const right = rightChild[node];
      if (right === 0) this.fitToVertices(node);
      else joinBoxes(this.nodeBoxes, BOX_STRIDE * node, BOX_STRIDE * (node + 1), BOX_STRIDE * right);
    }
    this.nodeTick.fill(this.tick);
    this.fitted += nodeCount;
    this.fittedAll = true;
  }

  /** Brings the box of a node up to date. */
  fit(node: number): void {
    if (!this.placed) this.place();
    this.nodeTick[node] = this.tick;
    this.fitted++;
    const { firstTriangle, endTriangle, rightChild } = this.tree;
    const right = rightChild[node];
    if (right === 0 || endTriangle[node] - firstTriangle[node] <= SCANNED_TRIANGLES) {
      this.fitToVertices(node);
      return;
    }
    const left = node + 1;
    if (this.nodeTick[left] !== this.tick) this.fit(left); // recursion is as deep as the tree
    if (this.nodeTick[right] !== this.tick) this.fit(right);
    joinBoxes(this.nodeBoxes, BOX_STRIDE * node, BOX_STRIDE * left, BOX_STRIDE * right);
  }

  /** Brings the boxes of a leaf's triangles up to date, if they are not. */
  ensureTriangles(leaf: number): void {
    if (this.leafTick[leaf] !== this.tick) this.fitTriangles(leaf);
  }

  protected place(): void {
    this.placed = true;
    this.range.choose(this.positions);
    this.range.write(this.positions, this.places);
  }

  protected fitToVertices(node: number): void {
    const places = this.places;
    const { firstVertex, endVertex, earlierStart, earlier } = this.nodeVertices;
    let lowX = 0x7fffffff;
    let lowY = 0x7fffffff;
    let lowZ = 0x7fffffff;
    let highX = 0;
    let highY = 0;
    let highZ = 0;
    const end = 3 * endVertex[node];
    for (let v = 3 * firstVertex[node]; v < end; v += 3) {
      const x = places[v];
      const y = places[v + 1];
      const z = places[v + 2];
      lowX = least(lowX, x);
      lowY = least(lowY, y);
      lowZ = least(lowZ, z);
      highX = most(highX, x);
      highY = most(highY, y);
      highZ = most(highZ, z);
    }
    const stop = earlierStart[node + 1];
    for (let i = earlierStart[node]; i < stop; i++) {
      const v = 3 * earlier[i];
      const x = places[v];
      const y = places[v + 1];
      const z = places[v + 2];
      lowX = least(lowX, x);
      lowY = least(lowY, y);
      lowZ = least(lowZ, z);
      highX = most(highX, x);
      highY = most(highY, y);
      highZ = most(highZ, z);
    }
    const boxes = this.nodeBoxes;
    const out = BOX_STRIDE * node;
    boxes[out] = lowX;
    boxes[out + 1] = lowY;
    boxes[out + 2] = lowZ;
    boxes[out + 3] = highX;
    boxes[out + 4] = highY;
    boxes[out + 5] = highZ;
  }

  protected fitTriangles(leaf: number): void {
    if (!this.placed) this.place();
    this.leafTick[leaf] = this.tick;
    const triangles = this.#triangles;
    const places = this.places;
    const boxes = this.triangleBoxes;
    const end = this.tree.endTriangle[leaf];
    for (let t = this.tree.firstTriangle[leaf]; t < end; t++) {
      const a = 3 * triangles[3 * t];
      const b = 3 * triangles[3 * t + 1];
      const c = 3 * triangles[3 * t + 2];
      const out = BOX_STRIDE * t;
      for (let k = 0; k < 3; k++) {
        const x = places[a + k];
        const y = places[b + k];
        const z = places[c + k];
        boxes[out + k] = least(least(x, y), z);
        boxes[out + k + 3] = most(most(x, y), z);
      }
    }
  }
}

/** Below 0 if the boxes at places i and j are apart: the sign of a difference tells a gap. */
export function gaps(boxes: Int32Array, i: number, j: number): number {
  return (
    (boxes[j + 3] - boxes[i]) |
    (boxes[i + 3] - boxes[j]) |
    (boxes[j + 4] - boxes[i + 1]) |
    (boxes[i + 4] - boxes[j + 1]) |
    (boxes[j + 5] - boxes[i + 2]) |
    (boxes[i + 5] - boxes[j + 2])
  );
}

/** Minimum without a branch, for whole numbers less than 2³¹ apart. */
function least(a: number, b: number): number {
  const d = (b - a) | 0;
  return (a + (d & (d >> 31))) | 0;
}

function most(a: number, b: number): number {
  const d = (b - a) | 0;
  return (a + (d & ~(d >> 31))) | 0;
}

function joinBoxes(boxes: Int32Array, out: number, a: number, b: number): void {
  boxes[out] = least(boxes[a], boxes[b]);
  boxes[out + 1] = least(boxes[a + 1], boxes[b + 1]);
  boxes[out + 2] = least(boxes[a + 2], boxes[b + 2]);
  boxes[out + 3] = most(boxes[a + 3], boxes[b + 3]);
  boxes[out + 4] = most(boxes[a + 4], boxes[b + 4]);
  boxes[out + 5] = most(boxes[a + 5], boxes[b + 5]);
}

export interface BoxMemory {
  readonly nodeBoxes: Int32Array;
  readonly triangleBoxes: Int32Array;
  readonly nodeTick: Uint32Array;
  readonly leafTick: Uint32Array;
  readonly places: Int32Array;
}

/** The memory that boxes need. */
export function boxFields(tree: PatchTree, vertexCount: number) {
  return {
    nodeBoxes: ['int32', BOX_STRIDE * tree.nodeCount],
    triangleBoxes: ['int32', BOX_STRIDE * tree.order.length],
    nodeTick: ['uint32', tree.nodeCount],
    leafTick: ['uint32', tree.nodeCount],
    places: ['int32', 3 * vertexCount],
  } as const;
}
