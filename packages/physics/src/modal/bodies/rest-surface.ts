import type { BodyShape } from './body-shape.ts';
import { RestTriangles } from './rest-triangles.ts';

/** Side of a cell, in mean sides of a triangle: cells with few triangles to choose from, and not too many cells. */
const CELL = 1;
const MOST_CELLS = 2 ** 21;
/** Cells along a side of a block: triangles for a block are looked for in the tree, those for a cell among them. */
const BLOCK = 4;
/** In the tables of cells and blocks, where lists begin otherwise. */
const UNKNOWN = 0;
const OUTSIDE = 1;

/**
 * The point of a body's surface at rest that is nearest to a point, and on which side of it the point is. A grid tells which triangles may be nearest to
 * points of a cell; its cells are filled when first asked for.
 */
export class RestSurface {
  /** What the last search found: triangle, weights of its corners, distance; negative outside. */
  triangle = 0;
  depth = 0;
  readonly weights = new Float64Array(3);
  readonly #shape: BodyShape;
  readonly #nearest: RestTriangles;
  readonly #stack: number[] = [];
  /** Around nodes of the tree: low and high. */
  readonly #boxes: Float64Array;
  readonly #isClosed: boolean;
  readonly #side: number;
  /** Cells along x, y and z, from the low corner of the whole on. */
  readonly #counts: readonly number[];
  readonly #blockCounts: readonly number[];
  /** Where the list of a cell begins, or what is known of it; the same of blocks. */
  readonly #cells: Uint32Array;
  readonly #blocks: Uint32Array;
  /** For each cell or block how many triangles, then which, as places in the tree's order. */
  #lists = new Uint32Array(1 << 16);
  #listEnd = 2;

  constructor(shape: BodyShape) {
    this.#shape = shape;
    this.#nearest = new RestTriangles(shape);
    this.#boxes = boxesAround(shape);
    this.#isClosed = isClosed(shape.triangles);
    const [x, y, z, toX, toY, toZ] = this.#boxes;
    const sides = [toX - x, toY - y, toZ - z];
    const volume = sides[0] * sides[1] * sides[2];
    this.#side = Math.max(CELL * meanSide(shape), Math.cbrt(volume / MOST_CELLS), Math.max(...sides) / 1024);
    this.#counts = sides.map((side) => Math.max(1, Math.ceil(side / this.#side)));
    this.#blockCounts = this.#counts.map((count) => Math.ceil(count / BLOCK));
    this.#cells = new Uint32Array(this.#counts.reduce((product, count) => product * count));
    this.#blocks = new Uint32Array(this.#blockCounts.reduce((product, count) => product * count));
  }

  /** Whether a point is inside; if so, triangle, weights and depth are those of the nearest point, else they mean nothing. */
  findInside(x: number, y: number, z: number): boolean {
    const boxes = this.#boxes;
    const cells = this.#counts;
    const side = this.#side;
    // outside the box of all: outside, if there is an inside at all
    if (!(x >= boxes[0] && y >= boxes[1] && z >= boxes[2] && x <= boxes[3] && y <= boxes[4] && z <= boxes[5])) {
      if (this.#isClosed) return false;
      this.find(x, y, z);
      return this.depth > 0;
    }
    const i = Math.min(cells[0] - 1, Math.floor((x - boxes[0]) / side));
    const j = Math.min(cells[1] - 1, Math.floor((y - boxes[1]) / side));
    const k = Math.min(cells[2] - 1, Math.floor((z - boxes[2]) / side));
    const cell = (k * cells[1] + j) * cells[0] + i;
    if (this.#cells[cell] === UNKNOWN) this.#fillCell(cell, i, j, k);
    const from = this.#cells[cell];
    if (from === OUTSIDE) return false;
    const nearest = this.#nearest;
    const lists = this.#lists;
    nearest.begin();
    const end = from + lists[from];
    for (let at = from + 1; at <= end; at++) nearest.consider(lists[at], x, y, z);
    this.#finish(x, y, z);
    return this.depth > 0;
  }

  /** By the tree alone, wherever the point is. */
  find(x: number, y: number, z: number): void {
    const { rightChild, first, end } = this.#shape.triangleTree;
    const boxes = this.#boxes;
    const nearest = this.#nearest;
    const stack = this.#stack;
    nearest.begin();
    stack.length = 0;
    stack.push(0);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (squareToBox(boxes, node, x, y, z) >= nearest.square) continue;
      const right = rightChild[node];
      if (right === 0) {
        for (let i = first[node]; i < end[node]; i++) nearest.consider(i, x, y, z);
        continue;
      }
      // the nearer child is looked at first: the other is then seldom needed
      const near = squareToBox(boxes, node + 1, x, y, z) <= squareToBox(boxes, right, x, y, z);
      stack.push(near ? right : node + 1, near ? node + 1 : right);
    }
    this.#finish(x, y, z);
  }

  #fillCell(cell: number, i: number, j: number, k: number): void {
    const [x, y, z] = [i, j, k].map((one) => Math.floor(one / BLOCK));
    const block = (z * this.#blockCounts[1] + y) * this.#blockCounts[0] + x;
    if (this.#blocks[block] === UNKNOWN) this.#blocks[block] = this.#listNear(x, y, z, BLOCK * this.#side, null);
    const from = this.#blocks[block];
    if (from === OUTSIDE) {
      this.#cells[cell] = OUTSIDE;
      return;
    }
    const among = this.#lists.subarray(from + 1, from + 1 + this.#lists[from]);
    this.#cells[cell] = this.#listNear(i, j, k, this.#side, among);
  }

  /**
   * Makes a list of the triangles that may be nearest to points of a cube. None of its points is farther than h from its middle c. With triangle s nearest to c, at
   * distance d, another one t is out if its distance e from c is so large that it stays the farther one: e − d changes by no more than h times the difference of two unit
   * vectors, those to the nearest points of s and t. That difference is 2 at most, and |a − b| / l for vectors a and b of lengths from l on: they differ by no
   * more than D, the largest distance of corners of s and t, and l is d − h.
   */
  #listNear(i: number, j: number, k: number, side: number, among: Uint32Array | null): number {
    const boxes = this.#boxes;
    const nearest = this.#nearest;
    const x = boxes[0] + (i + 0.5) * side;
    const y = boxes[1] + (j + 0.5) * side;
    const z = boxes[2] + (k + 0.5) * side;
    const half = 0.5 * Math.sqrt(3) * side * (1 + 1e-9);
    if (among === null) this.find(x, y, z);
    else {
      nearest.begin();
      for (const item of among) nearest.consider(item, x, y, z);
      this.#finish(x, y, z);
    }
    // the surface does not come in, so all of the cube is where its middle is
    if (this.#isClosed && -this.depth > half) return OUTSIDE;
    const own = nearest.item;
    const away = Math.abs(this.depth);
    const reach = away + 2 * half;
    const found: [distance: number, item: number][] = [];
    const take = (item: number) => {
      if (nearest.isBeyond(item, reach * reach, x, y, z)) return;
      nearest.begin();
      nearest.consider(item, x, y, z);
      const distance = Math.sqrt(nearest.square);
      if (distance > reach) return;
      const farther = (distance - away) * (1 - 1e-9) - 1e-9 * half;
      if (away > half && farther * (away - half) > half * nearest.farthest(own, item)) return;
      found.push([distance, item]);
    };
    if (among === null) this.#visitWithin(reach, x, y, z, take);
    else for (const item of among) take(item);
    // the nearest first: then planes drop some of the others
    found.sort((a, b) => a[0] - b[0]);
    const from = this.#listEnd;
    if (from + found.length + 1 > this.#lists.length) {
      const longer = new Uint32Array(2 * this.#lists.length + found.length);
      longer.set(this.#lists);
      this.#lists = longer;
    }
    this.#lists[from] = found.length;
    found.forEach(([, item], at) => {
      this.#lists[from + 1 + at] = item;
    });
    this.#listEnd += found.length + 1;
    return from;
  }

  /** Triangles of all nodes that come so near. */
  #visitWithin(reach: number, x: number, y: number, z: number, visit: (item: number) => void): void {
    const { rightChild, first, end } = this.#shape.triangleTree;
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (squareToBox(this.#boxes, node, x, y, z) > reach * reach) continue;
      if (rightChild[node] !== 0) stack.push(rightChild[node], node + 1);
      else for (let item = first[node]; item < end[node]; item++) visit(item);
    }
  }

  #finish(x: number, y: number, z: number): void {
    const { triangleTree, triangles, surface, normals } = this.#shape;
    const { rest } = surface;
    const { item, square, second, third } = this.#nearest;
    const { weights } = this;
    this.triangle = triangleTree.order[item];
    weights[0] = 1 - second - third;
    weights[1] = second;
    weights[2] = third;
    const a = 3 * triangles[3 * this.triangle];
    const b = 3 * triangles[3 * this.triangle + 1];
    const c = 3 * triangles[3 * this.triangle + 2];
    let side = 0;
    for (let axis = 0; axis < 3; axis++) {
      const p = axis === 0 ? x : axis === 1 ? y : z;
      const way = p - weights[0] * rest[a + axis] - second * rest[b + axis] - third * rest[c + axis];
      side += way * (weights[0] * normals[a + axis] + second * normals[b + axis] + third * normals[c + axis]);
    }
    this.depth = side > 0 ? -Math.sqrt(square) : Math.sqrt(square);
  }
}

/** Whether every side of a triangle is one of another, the other way round. */
function isClosed(triangles: Uint32Array): boolean {
  const sides = new Set<string>();
  const each = (use: (a: number, b: number) => void) => {
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) use(triangles[t + k], triangles[t + ((k + 1) % 3)]);
    }
  };
  each((a, b) => sides.add(`${a} ${b}`));
  let closed = sides.size === triangles.length;
  each((a, b) => {
    if (!sides.has(`${b} ${a}`)) closed = false;
  });
  return closed;
}

function meanSide({ triangles, surface: { rest } }: BodyShape): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b] = [3 * triangles[t], 3 * triangles[t + 1]];
    sum += Math.hypot(rest[a] - rest[b], rest[a + 1] - rest[b + 1], rest[a + 2] - rest[b + 2]);
  }
  return (3 * sum) / triangles.length;
}

function boxesAround({ triangleTree: { order, first, end, nodeCount }, triangles, surface: { rest } }: BodyShape) {
  const boxes = new Float64Array(6 * nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = first[node]; i < end[node]; i++) {
        for (let k = 0; k < 3; k++) {
          const x = rest[3 * triangles[3 * order[i] + k] + axis];
          low = Math.min(low, x);
          high = Math.max(high, x);
        }
      }
      boxes[6 * node + axis] = low;
      boxes[6 * node + 3 + axis] = high;
    }
  }
  return boxes;
}

function squareToBox(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 6 * node;
  const dx = Math.max(0, boxes[at] - x, x - boxes[at + 3]);
  const dy = Math.max(0, boxes[at + 1] - y, y - boxes[at + 4]);
  const dz = Math.max(0, boxes[at + 2] - z, z - boxes[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}
