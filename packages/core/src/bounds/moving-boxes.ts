import type { PatchTree } from '../partition/patch-tree.ts';
import { PLACES, PlaceRange, placesWithin } from '../pose/place-range.ts';
import type { NodeVertices } from './node-vertices.ts';

/** Numbers a moving box: low x, y, z and high x, y, z at t0, then the same at t1. */
export const MOVING_STRIDE = 12;

/** Nodes with more triangles join their children's boxes, so that no vertex is looked at on every level. */
const SCANNED_TRIANGLES = 64;

/**
 * Axis-aligned boxes of a tree's nodes and triangles at both ends of a step, each computed when first asked for. Coordinates are whole numbers,
 * of one `PlaceRange` for both ends: only then may an order at t0 be compared with that at t1.
 *
 * Two nodes that are apart along one axis, in the same order, at both ends are apart throughout: the gap between them is a minimum of functions that
 * are linear in time, and that lies above its chord. So this never rejects less than boxes of what is swept.
 */
export class MovingBoxes {
  readonly nodeBoxes: Int32Array;
  readonly triangleBoxes: Int32Array;
  /** Equal to `tick` where the box is up to date. Read it before calling `fit`. */
  readonly nodeTick: Uint32Array;
  tick = 0;
  /** Boxes fitted in this step. */
  fitted = 0;
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #vertices: NodeVertices;
  readonly #leafTick: Uint32Array;
  readonly #range: PlaceRange;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  #positions: Float64Array = new Float64Array(0);
  #next: Float64Array = new Float64Array(0);
  #distance = 0;
  #horizon: { readonly startReach: number } | null = null;
  #reach = 0;
  #startReach: number = PLACES;
  #placed = false;

  constructor(tree: PatchTree, triangles: Uint32Array, vertices: NodeVertices, vertexCount: number) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.#vertices = vertices;
    this.nodeBoxes = new Int32Array(MOVING_STRIDE * tree.nodeCount);
    this.triangleBoxes = new Int32Array(MOVING_STRIDE * tree.order.length);
    this.nodeTick = new Uint32Array(tree.nodeCount);
    this.#leafTick = new Uint32Array(tree.nodeCount);
    this.#range = new PlaceRange(vertexCount);
    this.#from = new Int32Array(3 * vertexCount);
    this.#to = new Int32Array(3 * vertexCount);
  }

  get byteLength(): number {
    const arrays = [
      this.nodeBoxes,
      this.triangleBoxes,
      this.nodeTick,
      this.#leafTick,
      this.#from,
      this.#to,
      this.#range,
    ];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * Takes both ends of a step, in which what is farther apart than `distance` does not matter, and forgets all boxes. With a horizon, nor does what is farther apart at t0
   * than that says.
   */
  begin(
    positions: Float64Array,
    next: Float64Array,
    distance: number,
    horizon?: { readonly startReach: number },
  ): void {
    this.#horizon = horizon ?? null;
    this.#positions = positions;
    this.#next = next;
    this.#distance = distance;
    this.#placed = false;
    this.fitted = 0;
    if (++this.tick === 0xffffffff) {
      this.nodeTick.fill(0);
      this.#leafTick.fill(0);
      this.tick = 1;
    }
  }

  /** Places that do not keep boxes apart yet. Ask after a box was fitted. */
  get reach(): number {
    return this.#reach;
  }

  /** The same at t0 alone; falls when `lookAgain` finds that the horizon did. */
  get startReach(): number {
    return this.#startReach;
  }

  lookAgain(): void {
    const distance = this.#horizon?.startReach ?? Number.POSITIVE_INFINITY;
    this.#startReach = distance < Number.POSITIVE_INFINITY ? placesWithin(this.#range, distance) : PLACES;
  }

  /** Brings the boxes of a node up to date. */
  fit(node: number): void {
    if (!this.#placed) this.#place();
    this.nodeTick[node] = this.tick;
    this.fitted++;
    const { firstTriangle, endTriangle, rightChild } = this.#tree;
    const right = rightChild[node];
    const out = MOVING_STRIDE * node;
    if (right === 0 || endTriangle[node] - firstTriangle[node] <= SCANNED_TRIANGLES) {
      this.#fitToVertices(node, this.#from, out);
      this.#fitToVertices(node, this.#to, out + 6);
      return;
    }
    const left = node + 1;
    if (this.nodeTick[left] !== this.tick) this.fit(left); // recursion is as deep as the tree
    if (this.nodeTick[right] !== this.tick) this.fit(right);
    joinBoxes(this.nodeBoxes, out, MOVING_STRIDE * left, MOVING_STRIDE * right);
    joinBoxes(this.nodeBoxes, out + 6, MOVING_STRIDE * left + 6, MOVING_STRIDE * right + 6);
  }

  /** Brings the boxes of a leaf's triangles up to date, if they are not. */
  ensureTriangles(leaf: number): void {
    if (this.#leafTick[leaf] === this.tick) return;
    if (!this.#placed) this.#place();
    this.#leafTick[leaf] = this.tick;
    const end = this.#tree.endTriangle[leaf];
    for (let t = this.#tree.firstTriangle[leaf]; t < end; t++) {
      this.#fitTriangle(t, this.#from, MOVING_STRIDE * t);
      this.#fitTriangle(t, this.#to, MOVING_STRIDE * t + 6);
    }
  }

  #place(): void {
    this.#placed = true;
    this.#range.choose(this.#positions, this.#next);
    this.#range.write(this.#positions, this.#from);
    this.#range.write(this.#next, this.#to);
    // rounding keeps the order, so without a distance none is lost
    this.#reach = this.#distance === 0 ? 0 : placesWithin(this.#range, this.#distance);
    this.lookAgain();
  }

  #fitToVertices(node: number, places: Int32Array, out: number): void {
    const { firstVertex, endVertex, earlierStart, earlier } = this.#vertices;
    let lowX = 0x7fffffff;
    let lowY = 0x7fffffff;
    let lowZ = 0x7fffffff;
    let highX = 0;
    let highY = 0;
    let highZ = 0;
    const end = endVertex[node];
    const stop = earlierStart[node + 1];
    let i = earlierStart[node];
    for (let vertex = firstVertex[node]; vertex < end || i < stop; ) {
      const v = 3 * (vertex < end ? vertex++ : earlier[i++]);
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
    boxes[out] = lowX;
    boxes[out + 1] = lowY;
    boxes[out + 2] = lowZ;
    boxes[out + 3] = highX;
    boxes[out + 4] = highY;
    boxes[out + 5] = highZ;
  }

  #fitTriangle(t: number, places: Int32Array, out: number): void {
    const triangles = this.#triangles;
    const boxes = this.triangleBoxes;
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const x = places[a + k];
      const y = places[b + k];
      const z = places[c + k];
      boxes[out + k] = least(least(x, y), z);
      boxes[out + k + 3] = most(most(x, y), z);
    }
  }
}

/**
 * Below 0 if the boxes at places i of `a` and j of `b` are more than `reach` places apart throughout: along one axis, in one order, at both ends; or more than `start` places
 * at t0.
 */
export function movingGaps(a: Int32Array, i: number, b: Int32Array, j: number, reach: number, start: number): number {
  const right = b[j + 3] - a[i];
  const left = a[i + 3] - b[j];
  const above = b[j + 4] - a[i + 1];
  const below = a[i + 4] - b[j + 1];
  const behind = b[j + 5] - a[i + 2];
  const before = a[i + 5] - b[j + 2];
  return (
    ((right + reach) & (b[j + 9] - a[i + 6] + reach)) |
    ((left + reach) & (a[i + 9] - b[j + 6] + reach)) |
    ((above + reach) & (b[j + 10] - a[i + 7] + reach)) |
    ((below + reach) & (a[i + 10] - b[j + 7] + reach)) |
    ((behind + reach) & (b[j + 11] - a[i + 8] + reach)) |
    ((before + reach) & (a[i + 11] - b[j + 8] + reach)) |
    (right + start) |
    (left + start) |
    (above + start) |
    (below + start) |
    (behind + start) |
    (before + start)
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
  for (let k = 0; k < 3; k++) {
    boxes[out + k] = least(boxes[a + k], boxes[b + k]);
    boxes[out + k + 3] = most(boxes[a + k + 3], boxes[b + k + 3]);
  }
}
