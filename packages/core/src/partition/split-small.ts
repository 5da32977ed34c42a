import { growSides } from './grow-sides.ts';
import type { PatchTreeBuilder } from './patch-tree.ts';
import { principalAxis } from './principal-axis.ts';
import { SMOOTHING_ROUNDS } from './smooth-cut.ts';
import { OUTSIDE, type SplitSpace } from './split-connected.ts';

/** Triangles of a patch that fit into the bits of a word. */
export const SMALL = 32;

/** In `side`, plus the place among the triangles at hand, while their neighbours are looked up. */
const PLACE = 4;

/** Splits small patches down to the leaves as `splitConnected` would, with sets of triangles as bits of a word: half of all levels are here. */
export class SmallSplitter {
  readonly #space: SplitSpace;
  readonly #builder: PatchTreeBuilder;
  readonly #maxLeaf: number;
  readonly #triangles = new Uint32Array(SMALL);
  /** By place, as bits. */
  readonly #neighbours = new Int32Array(SMALL);
  readonly #centroids = new Float64Array(3 * SMALL);
  readonly #places = new Uint32Array(SMALL);
  readonly #keys = new Float64Array(SMALL);

  constructor(space: SplitSpace, builder: PatchTreeBuilder, maxLeafTriangles: number) {
    this.#space = space;
    this.#builder = builder;
    this.#maxLeaf = maxLeafTriangles;
  }

  /** Adds the connected patch order[first … end − 1], at most SMALL triangles, and all below it. */
  add(first: number, end: number, depth: number, budget: number): void {
    const { order, ring, side, centroids } = this.#space;
    const count = end - first;
    for (let i = 0; i < count; i++) {
      const t = order[first + i];
      this.#triangles[i] = t;
      side[t] = PLACE + i;
      this.#centroids[3 * i] = centroids[3 * t];
      this.#centroids[3 * i + 1] = centroids[3 * t + 1];
      this.#centroids[3 * i + 2] = centroids[3 * t + 2];
    }
    for (let i = 0; i < count; i++) {
      const t = this.#triangles[i];
      let bits = 0;
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        for (let other = ring[h]; other !== h; other = ring[other]) {
          const place = side[(other / 3) | 0] - PLACE;
          if (place >= 0 && place !== i) bits |= 1 << place;
        }
      }
      this.#neighbours[i] = bits;
    }
    for (let i = 0; i < count; i++) side[this.#triangles[i]] = OUTSIDE;
    this.#addSet(count === SMALL ? -1 : (1 << count) - 1, first, depth, budget);
  }

  #addSet(set: number, first: number, depth: number, budget: number): void {
    const builder = this.#builder;
    const size = countBits(set);
    const node = builder.add(first, first + size, depth, true);
    if (size <= this.#maxLeaf) {
      this.#write(set, first);
      return;
    }
    const maxSide = budget > 0 ? this.#maxLeaf * 2 ** (budget - 1) : size - 1;
    const left = this.#split(set, size, first, maxSide);
    this.#addSet(left, first, depth + 1, budget - 1); // as deep as there are triangles, at most
    builder.setRightChild(node, builder.count);
    this.#addSet(set & ~left, first + countBits(left), depth + 1, budget - 1);
  }

  #write(set: number, first: number): void {
    const { order } = this.#space;
    let at = first;
    for (let rest = set; rest !== 0; rest &= rest - 1) order[at++] = this.#triangles[lowest(rest)];
  }

  #split(set: number, size: number, first: number, maxSide: number): number {
    let left = this.#cutStraight(set, size);
    left = this.#largestPiece(left); // what is left behind goes over, on both sides
    left = set & ~this.#largestPiece(set & ~left);
    const least = Math.max(1, Math.floor(0.3 * size), size - maxSide);
    const leftSize = countBits(left);
    if (leftSize < least || size - leftSize < least) left = this.#grow(set, size, first);
    return this.#smooth(set, size, left, Math.max(1, Math.floor(0.35 * size), size - maxSide));
  }

  #cutStraight(set: number, size: number): number {
    const places = this.#places;
    const keys = this.#keys;
    const centroids = this.#centroids;
    let count = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) places[count++] = lowest(rest);
    const [x, y, z] = principalAxis(centroids, places, 0, size);
    for (let i = 0; i < size; i++) {
      const place = places[i];
      const key = x * centroids[3 * place] + y * centroids[3 * place + 1] + z * centroids[3 * place + 2];
      let at = i;
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        places[at] = places[at - 1];
      }
      keys[at] = key;
      places[at] = place;
    }
    let left = 0;
    for (let i = 0; i < size >> 1; i++) left |= 1 << places[i];
    return left;
  }

  #largestPiece(set: number): number {
    let largest = 0;
    let most = 0;
    for (let rest = set; rest !== 0; ) {
      let piece = rest & -rest;
      for (let fresh = piece; fresh !== 0; ) {
        const found = this.#neighbours[lowest(fresh)] & set & ~piece;
        piece |= found;
        fresh = (fresh & (fresh - 1)) | found;
      }
      rest &= ~piece;
      const size = countBits(piece);
      if (size > most) {
        most = size;
        largest = piece;
      }
    }
    return largest;
  }

  #grow(set: number, size: number, first: number): number {
    const space = this.#space;
    this.#write(set, first);
    growSides(space, first, first + size);
    let left = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const place = lowest(rest);
      if (space.side[this.#triangles[place]] === 0) left |= 1 << place;
      space.side[this.#triangles[place]] = OUTSIDE;
    }
    return left;
  }

  /** See `smoothCut`. */
  #smooth(set: number, size: number, cut: number, least: number): number {
    let left = cut;
    let leftSize = countBits(left);
    for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
      const before = left;
      for (let rest = set; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const isLeft = (left & bit) !== 0;
        if ((isLeft ? leftSize : size - leftSize) <= least) continue;
        const around = this.#neighbours[lowest(rest)] & set;
        const same = around & (isLeft ? left : ~left);
        const across = around & ~same;
        if (same === 0 || (same & (same - 1)) !== 0 || (across & (across - 1)) === 0) continue;
        left ^= bit;
        leftSize += isLeft ? -1 : 1;
      }
      if (left === before) break;
    }
    return left;
  }
}

function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function countBits(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
