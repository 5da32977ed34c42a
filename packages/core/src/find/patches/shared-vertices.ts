import { nextInTriangle } from '../../mesh/half-edges.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import { GrowingWords } from '../growing-words.ts';
import type { PatchBorders } from './patch-borders.ts';

/** In which child of two patches a vertex has a triangle; a leaf is its own left child. */
export const IN_LEFT_A = 1;
export const IN_RIGHT_A = 2;
export const IN_LEFT_B = 4;
export const IN_RIGHT_B = 8;

/** A vertex with more triangles is looked up by halving. */
const FEW_TRIANGLES = 16;

/**
 * Which vertices two patches have in common, on a stack: lists of the pairs that are being looked at, each a part of the one it came from.
 *
 * Where the triangles around a vertex follow each other by twins, in one fan, a vertex that two patches share is on the contours of both. All other
 * vertices are kept in a list of their own.
 */
export class SharedVertices {
  readonly stack = new GrowingWords(1024);
  readonly #tree: PatchTree;
  readonly #triangles: Uint32Array;
  readonly #borders: PatchBorders;
  /** Corners at every vertex, ascending: those of vertex v are places start[v] … start[v + 1] − 1. */
  readonly #start: Uint32Array;
  readonly #corner: Uint32Array;
  /** Corners at vertices whose triangles are not one fan, ascending. */
  readonly #unfanned: Uint32Array;
  /** By vertex: the last search that met it. */
  readonly #met: Uint32Array;
  #search = 0;
  /** By place of the stack. */
  #bits = new Uint8Array(1024);

  constructor(tree: PatchTree, triangles: Uint32Array, vertexCount: number, borders: PatchBorders) {
    this.#tree = tree;
    this.#triangles = triangles;
    this.#borders = borders;
    this.#met = new Uint32Array(vertexCount);
    const start = new Uint32Array(vertexCount + 2);
    for (let i = 0; i < triangles.length; i++) start[triangles[i] + 2]++;
    for (let v = 0; v < vertexCount; v++) start[v + 2] += start[v + 1];
    // filled from one entry ahead, so that afterwards each begins where it should
    const corner = new Uint32Array(triangles.length);
    for (let i = 0; i < triangles.length; i++) corner[start[triangles[i] + 1]++] = i;
    this.#start = start;
    this.#corner = corner;
    this.#unfanned = listUnfanned(triangles, borders.twin, start, corner, vertexCount);
  }

  get top(): number {
    return this.stack.length;
  }

  set top(length: number) {
    this.stack.length = length;
  }

  /** Pushes the vertices that two patches share; returns the top. */
  find(a: number, b: number): number {
    const { firstTriangle, endTriangle } = this.#tree;
    const { start, end, halfEdge } = this.#borders;
    const shorter = end[a] - start[a] <= end[b] - start[b] ? a : b;
    const other = shorter === a ? b : a;
    const first = 3 * firstTriangle[other];
    const last = 3 * endTriangle[other];
    this.#search++;
    for (let i = start[shorter]; i < end[shorter]; i++) {
      this.#meet(this.#triangles[halfEdge[i]], first, last);
      this.#meet(this.#triangles[nextInTriangle(halfEdge[i])], first, last);
    }
    const unfanned = this.#unfanned;
    let at = firstNotBelow(unfanned, 0, unfanned.length, 3 * firstTriangle[shorter]);
    for (; at < unfanned.length && unfanned[at] < 3 * endTriangle[shorter]; at++) {
      this.#meet(this.#triangles[unfanned[at]], first, last);
    }
    return this.top;
  }

  /** Notes for places from … to − 1 of the stack which children of a and b they belong to. */
  mark(a: number, b: number, from: number, to: number): void {
    const { rightChild, firstTriangle, endTriangle } = this.#tree;
    if (to > this.#bits.length) this.#bits = new Uint8Array(2 * to); // nobody needs what was noted before
    const bits = this.#bits;
    const { words } = this.stack;
    const start = this.#start;
    const corner = this.#corner;
    const firstA = 3 * firstTriangle[a];
    const endA = 3 * endTriangle[a];
    const middleA = rightChild[a] === 0 ? endA : 3 * firstTriangle[rightChild[a]];
    const firstB = 3 * firstTriangle[b];
    const endB = 3 * endTriangle[b];
    const middleB = rightChild[b] === 0 ? endB : 3 * firstTriangle[rightChild[b]];
    for (let i = from; i < to; i++) {
      const v = words[i];
      let found = 0;
      if (start[v + 1] - start[v] <= FEW_TRIANGLES) {
        for (let k = start[v]; k < start[v + 1]; k++) {
          const c = corner[k];
          if (c >= firstA && c < endA) found |= c < middleA ? IN_LEFT_A : IN_RIGHT_A;
          else if (c >= firstB && c < endB) found |= c < middleB ? IN_LEFT_B : IN_RIGHT_B;
        }
      } else {
        if (this.#hasCorner(v, firstA, middleA)) found |= IN_LEFT_A;
        if (this.#hasCorner(v, middleA, endA)) found |= IN_RIGHT_A;
        if (this.#hasCorner(v, firstB, middleB)) found |= IN_LEFT_B;
        if (this.#hasCorner(v, middleB, endB)) found |= IN_RIGHT_B;
      }
      bits[i] = found;
    }
  }

  /** Pushes those of places from … to − 1 that have all these bits. */
  collect(wanted: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if ((this.#bits[i] & wanted) === wanted) this.stack.push(this.stack.words[i]);
    }
  }

  #meet(vertex: number, first: number, last: number): void {
    if (this.#met[vertex] === this.#search) return;
    this.#met[vertex] = this.#search;
    if (this.#hasCorner(vertex, first, last)) this.stack.push(vertex);
  }

  #hasCorner(vertex: number, first: number, last: number): boolean {
    const end = this.#start[vertex + 1];
    const at = firstNotBelow(this.#corner, this.#start[vertex], end, first);
    return at < end && this.#corner[at] < last;
  }
}

/** Place of the first of list[from … end − 1], ascending, that is at least `least`. */
function firstNotBelow(list: Uint32Array, from: number, end: number, least: number): number {
  let low = from;
  for (let high = end; low < high; ) {
    const middle = (low + high) >>> 1;
    if (list[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listUnfanned(
  triangles: Uint32Array,
  twin: Int32Array,
  start: Uint32Array,
  corner: Uint32Array,
  vertexCount: number,
): Uint32Array {
  const isUnfanned = new Uint8Array(vertexCount);
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const size = start[v + 1] - start[v];
    if (size < 2 || sizeOfFan(twin, corner[start[v]]) === size) continue;
    isUnfanned[v] = 1;
    count += size;
  }
  const list = new Uint32Array(count);
  for (let i = 0, at = 0; at < count; i++) if (isUnfanned[triangles[i]] !== 0) list[at++] = i;
  return list;
}

/** Corners that turning around a corner's vertex meets, both ways. Twins are one to one, so a turn ends at a border or where it began. */
function sizeOfFan(twin: Int32Array, first: number): number {
  let size = 1;
  for (let h = twin[first % 3 === 0 ? first + 2 : first - 1]; h !== first; size++) {
    if (h < 0) {
      for (let back = twin[first]; back >= 0; back = twin[nextInTriangle(back)]) size++;
      return size;
    }
    h = twin[h % 3 === 0 ? h + 2 : h - 1];
  }
  return size;
}
