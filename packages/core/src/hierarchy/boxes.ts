import type { PatchTree } from '../partition/patch-tree.ts';

/** Numbers a box: low x, y, z, then high x, y, z. */
export const BOX_STRIDE = 6;

/** Nodes with more triangles join their children's boxes, so that no vertex is looked at on every level. */
const SCANNED_TRIANGLES = 64;

/** More than this part of the boxes is many. */
const MANY = 0.4;

/**
 * Axis-aligned boxes of a tree's nodes and triangles in the current pose, each computed when first asked for, so that where nothing
 * comes close none ever is.
 *
 * Boxes of small patches come straight from their vertices, not from their children: what is below is often never asked for, and a
 * long run of vertices rarely moves a bound, which processors predict well. Larger nodes join their children. Vertices are numbered in order of first use by the tree's triangles,
 * so most of a node's are one run; the few that were used before are listed. Of a leaf all are listed.
 */
export class Boxes {
  readonly nodeBoxes: Float64Array;
  readonly triangleBoxes: Float64Array;
  /** Equal to `tick` where the box is up to date. Read it before calling `fit`. */
  readonly nodeTick: Uint32Array;
  tick = 0;
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #vertices: NodeVertices;
  readonly #leafTick: Uint32Array;
  #positions: Float64Array = new Float64Array(0);
  /** Boxes computed for this pose, and whether there were many for the last. */
  #fitted = 0;
  #wantedMany = false;

  constructor(tree: PatchTree, triangles: Uint32Array, vertexCount: number) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.nodeBoxes = new Float64Array(BOX_STRIDE * tree.nodeCount);
    this.triangleBoxes = new Float64Array(BOX_STRIDE * tree.order.length);
    this.nodeTick = new Uint32Array(tree.nodeCount);
    this.#leafTick = new Uint32Array(tree.nodeCount);
    this.#vertices = listNodeVertices(tree, triangles, vertexCount);
  }

  get byteLength(): number {
    const { firstVertex, endVertex, earlierStart, earlier } = this.#vertices;
    const arrays = [this.nodeBoxes, this.triangleBoxes, this.nodeTick, this.#leafTick];
    return [...arrays, firstVertex, endVertex, earlierStart, earlier].reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Takes a new pose and forgets all boxes. Positions must be finite: `<` is false for NaN, which would leave a vertex out. */
  begin(positions: Float64Array): void {
    this.#positions = positions;
    if (++this.tick === 0xffffffff) {
      this.nodeTick.fill(0);
      this.#leafTick.fill(0);
      this.tick = 1;
    }
    this.#wantedMany = this.#fitted > MANY * this.#tree.nodeCount;
    this.#fitted = 0;
  }

  /** If many boxes were wanted for the last pose, computes all of them for this one: cheaper than one by one. */
  anticipate(): void {
    if (this.#wantedMany && this.#fitted === 0) this.refitAll();
  }

  /**
   * Computes all boxes, from the leaves up. A child's number is larger than its parent's, so counting down meets both children
   * first: one loop, no recursion.
   */
  refitAll(): void {
    const { rightChild, nodeCount } = this.#tree;
    const { earlierStart, earlier } = this.#vertices;
    const positions = this.#positions;
    const boxes = this.nodeBoxes;
    for (let node = nodeCount - 1; node >= 0; node--) {
      const out = BOX_STRIDE * node;
      const right = rightChild[node];
      if (right !== 0) {
        joinBoxes(boxes, out, out + BOX_STRIDE, BOX_STRIDE * right);
        continue;
      }
      // all vertices of a leaf are listed
      const start = earlierStart[node];
      const stop = earlierStart[node + 1];
      const first = 3 * earlier[start];
      let lowX = positions[first];
      let lowY = positions[first + 1];
      let lowZ = positions[first + 2];
      let highX = lowX;
      let highY = lowY;
      let highZ = lowZ;
      for (let i = start + 1; i < stop; i++) {
        const v = 3 * earlier[i];
        const x = positions[v];
        const y = positions[v + 1];
        const z = positions[v + 2];
        lowX = x < lowX ? x : lowX;
        highX = x > highX ? x : highX;
        lowY = y < lowY ? y : lowY;
        highY = y > highY ? y : highY;
        lowZ = z < lowZ ? z : lowZ;
        highZ = z > highZ ? z : highZ;
      }
      boxes[out] = lowX;
      boxes[out + 1] = lowY;
      boxes[out + 2] = lowZ;
      boxes[out + 3] = highX;
      boxes[out + 4] = highY;
      boxes[out + 5] = highZ;
    }
    this.nodeTick.fill(this.tick);
    this.#fitted += nodeCount;
  }

  /** Brings the box of a node up to date. */
  fit(node: number): void {
    this.nodeTick[node] = this.tick;
    this.#fitted++;
    const { firstTriangle, endTriangle, rightChild } = this.#tree;
    const right = rightChild[node];
    if (right === 0 || endTriangle[node] - firstTriangle[node] <= SCANNED_TRIANGLES) {
      this.#fitToVertices(node);
      return;
    }
    const left = node + 1;
    if (this.nodeTick[left] !== this.tick) this.fit(left); // recursion is as deep as the tree
    if (this.nodeTick[right] !== this.tick) this.fit(right);
    joinBoxes(this.nodeBoxes, BOX_STRIDE * node, BOX_STRIDE * left, BOX_STRIDE * right);
  }

  /** Brings the boxes of a leaf's triangles up to date, if they are not. */
  ensureTriangles(leaf: number): void {
    if (this.#leafTick[leaf] !== this.tick) this.#fitTriangles(leaf);
  }

  #fitToVertices(node: number): void {
    const positions = this.#positions;
    const { firstVertex, endVertex, earlierStart, earlier } = this.#vertices;
    let lowX = Number.POSITIVE_INFINITY;
    let lowY = Number.POSITIVE_INFINITY;
    let lowZ = Number.POSITIVE_INFINITY;
    let highX = Number.NEGATIVE_INFINITY;
    let highY = Number.NEGATIVE_INFINITY;
    let highZ = Number.NEGATIVE_INFINITY;
    const end = 3 * endVertex[node];
    for (let v = 3 * firstVertex[node]; v < end; v += 3) {
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    const stop = earlierStart[node + 1];
    for (let i = earlierStart[node]; i < stop; i++) {
      const v = 3 * earlier[i];
      const x = positions[v];
      const y = positions[v + 1];
      const z = positions[v + 2];
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
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

  #fitTriangles(leaf: number): void {
    this.#leafTick[leaf] = this.tick;
    const triangles = this.#triangles;
    const positions = this.#positions;
    const boxes = this.triangleBoxes;
    const end = this.#tree.endTriangle[leaf];
    for (let t = this.#tree.firstTriangle[leaf]; t < end; t++) {
      const a = 3 * triangles[3 * t];
      const b = 3 * triangles[3 * t + 1];
      const c = 3 * triangles[3 * t + 2];
      const out = BOX_STRIDE * t;
      for (let k = 0; k < 3; k++) {
        const x = positions[a + k];
        const y = positions[b + k];
        const z = positions[c + k];
        boxes[out + k] = x < y ? (x < z ? x : z) : y < z ? y : z;
        boxes[out + k + 3] = x > y ? (x > z ? x : z) : y > z ? y : z;
      }
    }
  }
}

function joinBoxes(boxes: Float64Array, out: number, a: number, b: number): void {
  const ax = boxes[a];
  const ay = boxes[a + 1];
  const az = boxes[a + 2];
  const aX = boxes[a + 3];
  const aY = boxes[a + 4];
  const aZ = boxes[a + 5];
  const bx = boxes[b];
  const by = boxes[b + 1];
  const bz = boxes[b + 2];
  const bX = boxes[b + 3];
  const bY = boxes[b + 4];
  const bZ = boxes[b + 5];
  boxes[out] = ax < bx ? ax : bx;
  boxes[out + 1] = ay < by ? ay : by;
  boxes[out + 2] = az < bz ? az : bz;
  boxes[out + 3] = aX > bX ? aX : bX;
  boxes[out + 4] = aY > bY ? aY : bY;
  boxes[out + 5] = aZ > bZ ? aZ : bZ;
}

/** The vertices of node i: firstVertex[i] … endVertex[i] − 1, and places earlierStart[i] … earlierStart[i + 1] − 1 of `earlier`. */
interface NodeVertices {
  readonly firstVertex: Uint32Array;
  readonly endVertex: Uint32Array;
  readonly earlierStart: Uint32Array;
  readonly earlier: Uint32Array;
}

function listNodeVertices(tree: PatchTree, triangles: Uint32Array, vertexCount: number): NodeVertices {
  const { nodeCount, rightChild, firstTriangle, endTriangle } = tree;
  // vertices used by the triangles before each one
  const usedBefore = new Uint32Array(triangles.length / 3 + 1);
  for (let t = 0; t < triangles.length / 3; t++) {
    let used = usedBefore[t];
    for (let i = 3 * t; i < 3 * t + 3; i++) if (triangles[i] >= used) used = triangles[i] + 1;
    usedBefore[t + 1] = used;
  }
  const firstVertex = Uint32Array.from(firstTriangle, (t) => usedBefore[t]);
  const endVertex = Uint32Array.from(endTriangle, (t) => usedBefore[t]);

  const lists: (number[] | null)[] = new Array(nodeCount).fill(null);
  const seen = new Uint32Array(vertexCount);
  const earlierStart = new Uint32Array(nodeCount + 1);
  let stamp = 0;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const list: number[] = [];
    stamp++;
    const add = (v: number, below: number): void => {
      if (v >= below || seen[v] === stamp) return;
      seen[v] = stamp;
      list.push(v);
    };
    if (rightChild[node] === 0) {
      for (let i = 3 * firstTriangle[node]; i < 3 * endTriangle[node]; i++) add(triangles[i], vertexCount);
      endVertex[node] = firstVertex[node]; // no run: all are in the list
    } else {
      for (const v of lists[node + 1]!) add(v, firstVertex[node]);
      for (const v of lists[rightChild[node]]!) add(v, firstVertex[node]);
    }
    lists[node] = list;
    earlierStart[node + 1] = list.length;
  }
  for (let node = 0; node < nodeCount; node++) earlierStart[node + 1] += earlierStart[node];
  const earlier = new Uint32Array(earlierStart[nodeCount]);
  for (let node = 0; node < nodeCount; node++) earlier.set(lists[node]!, earlierStart[node]);
  return { firstVertex, endVertex, earlierStart, earlier };
}
