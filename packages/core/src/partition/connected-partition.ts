import { triangleCentroids } from './centroids.ts';
import { type PatchTree, PatchTreeBuilder } from './patch-tree.ts';
import type { Steps } from './progress.ts';
import { selectMedian } from './select-median.ts';
import { createSplitSpace, OUTSIDE, type SplitSpace, splitConnected } from './split-connected.ts';
import { SMALL, SmallSplitter } from './split-small.ts';
import { spread } from './spread.ts';

export interface ConnectedPartitionOptions {
  readonly maxLeafTriangles: number;
  /** Triangles that join nothing (1 each): without area at rest, they would spoil every patch that holds them. */
  readonly loose: Uint8Array;
}

/** Levels that an uneven split may cost beyond a perfectly balanced tree. */
const SPARE_LEVELS = 2;

/** Triangles looked at between two pauses; every level looks at all of them. */
const PAUSE_AFTER = 4096;

/**
 * A tree whose lower part consists of connected, round, balanced patches (star paper §3), and whose upper
 * part, where there are several connected pieces, groups them by place. Deterministic.
 */
export function* partitionIntoPatches(
  triangles: Uint32Array,
  ring: Int32Array,
  positions: Float64Array,
  { maxLeafTriangles, loose }: ConnectedPartitionOptions,
): Steps<PatchTree> {
  const count = triangles.length / 3;
  const space = createSplitSpace(ring, triangleCentroids(triangles, positions));
  const pieces = findPieces(space, loose);
  const builder = new PatchTreeBuilder(count);
  const small = new SmallSplitter(space, builder, maxLeafTriangles);
  const levels = Math.ceil(Math.log2(count / maxLeafTriangles + 1)) + 1;
  let placed = 0;
  let done = 0;
  let reported = 0;

  // What is left to do, the next on top: several pieces, or a range of the triangles of one. Left parts are done before right ones, so nodes
  // come in preorder, and a right child gets the number that is next when its turn comes.
  const waiting: Part[] = [{ first: 0, end: pieces.list.length, depth: 1, rightOf: -1, budget: SEVERAL_PIECES }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { depth, rightOf } = part;
    let { first, end, budget } = part;
    if (rightOf >= 0) builder.setRightChild(rightOf, builder.count);
    if (budget === SEVERAL_PIECES) {
      const [firstPiece, endPiece] = [first, end];
      let size = 0;
      for (let i = firstPiece; i < endPiece; i++) size += pieces.size(pieces.list[i]);
      if (endPiece - firstPiece > 1) {
        const node = builder.add(placed, placed + size, depth, false);
        done += size;
        if (size <= maxLeafTriangles) {
          for (let i = firstPiece; i < endPiece; i++) placed = pieces.copy(pieces.list[i], space.order, placed);
          continue;
        }
        const middle = pieces.halve(firstPiece, endPiece, size);
        waiting.push({ first: middle, end: endPiece, depth: depth + 1, rightOf: node, budget });
        waiting.push({ first: firstPiece, end: middle, depth: depth + 1, rightOf: -1, budget });
        continue;
      }
      first = placed;
      placed = pieces.copy(pieces.list[firstPiece], space.order, placed);
      end = placed;
      budget = Math.ceil(Math.log2(size / maxLeafTriangles)) + SPARE_LEVELS;
    }
    const size = end - first;
    // a small patch is done down to its leaves
    done += size <= SMALL ? size * Math.max(1, Math.ceil(Math.log2(size / maxLeafTriangles) + 1)) : size;
    if (done - reported >= PAUSE_AFTER) {
      reported = done;
      yield Math.min(1, done / (count * levels));
    }
    if (size <= SMALL) {
      small.add(first, end, depth, budget);
      continue;
    }
    const node = builder.add(first, end, depth, true);
    const maxSide = budget > 0 ? maxLeafTriangles * 2 ** (budget - 1) : size - 1;
    const middle = splitConnected(space, first, end, maxSide);
    waiting.push({ first: middle, end, depth: depth + 1, rightOf: node, budget: budget - 1 });
    waiting.push({ first, end: middle, depth: depth + 1, rightOf: -1, budget: budget - 1 });
  }
  yield 1;
  return builder.finish(space.order);
}

/** Instead of a budget: the part counts pieces, not triangles. */
const SEVERAL_PIECES = Number.POSITIVE_INFINITY;

interface Part {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  /** The node whose right child it is, −1 for none. */
  readonly rightOf: number;
  /** Levels that may follow. */
  readonly budget: number;
}

/** Connected pieces of the surface, each with its triangles and the middle of their centroids. */
class Pieces {
  readonly list: Uint32Array;
  readonly #start: Uint32Array;
  readonly #members: Uint32Array;
  readonly #centres: Float64Array;
  readonly #keys: Float64Array;

  constructor(start: Uint32Array, members: Uint32Array, centres: Float64Array) {
    this.#start = start;
    this.#members = members;
    this.#centres = centres;
    this.list = Uint32Array.from({ length: start.length - 1 }, (_, i) => i);
    this.#keys = new Float64Array(start.length - 1);
  }

  size(piece: number): number {
    return this.#start[piece + 1] - this.#start[piece];
  }

  /** Writes the triangles of a piece to `to` from `at` on; returns where they end. */
  copy(piece: number, to: Uint32Array, at: number): number {
    to.set(this.#members.subarray(this.#start[piece], this.#start[piece + 1]), at);
    return at + this.size(piece);
  }

  /** Orders list[first … end − 1] along its longest side and returns where about half of the triangles are reached. */
  halve(first: number, end: number, triangleCount: number): number {
    const { list } = this;
    let longest = 0;
    let length = -1;
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = first; i < end; i++) {
        const x = this.#centres[3 * list[i] + axis];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      if (high - low > length) {
        length = high - low;
        longest = axis;
      }
    }
    for (let i = first; i < end; i++) this.#keys[list[i]] = this.#centres[3 * list[i] + longest];

    const middle = (first + end) >> 1;
    selectMedian(list, this.#keys, first, middle, end);
    let before = 0;
    for (let i = first; i < middle; i++) before += this.size(list[i]);
    if (before >= triangleCount / 4 && before <= (3 * triangleCount) / 4) return middle;

    // pieces of very different size: sort, and cut where the triangles are halved best
    list.subarray(first, end).sort((a, b) => this.#keys[a] - this.#keys[b] || a - b);
    let at = first;
    let sum = 0;
    while (at < end - 1) {
      const next = sum + this.size(list[at]);
      if (at > first && Math.abs(next - triangleCount / 2) > Math.abs(sum - triangleCount / 2)) break;
      sum = next;
      at++;
    }
    return at;
  }
}

/** Triangles of a piece are in ascending order: what follows goes through arrays forwards. */
function findPieces(space: SplitSpace, loose: Uint8Array): Pieces {
  const { centroids, queue, seen, side } = space;
  const count = queue.length;
  const start: number[] = [0];
  const centres: number[] = [];
  const pieceOf = new Uint32Array(count);
  const search = ++space.search;
  side.set(loose); // loose ones are pieces by themselves, the others are on side 0
  let tail = 0;
  for (let seed = 0; seed < count; seed++) {
    if (seen[seed] === search) continue;
    const begin = tail;
    const piece = start.length - 1;
    seen[seed] = search;
    queue[tail++] = seed;
    if (loose[seed] === 0) tail = spread(space, begin, tail, 0);
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = begin; i < tail; i++) {
      pieceOf[queue[i]] = piece;
      x += centroids[3 * queue[i]];
      y += centroids[3 * queue[i] + 1];
      z += centroids[3 * queue[i] + 2];
    }
    centres.push(x / (tail - begin), y / (tail - begin), z / (tail - begin));
    start.push(tail);
  }
  side.fill(OUTSIDE);
  const members = new Uint32Array(count);
  const next = Uint32Array.from(start);
  for (let t = 0; t < count; t++) members[next[pieceOf[t]]++] = t;
  return new Pieces(Uint32Array.from(start), members, Float64Array.from(centres));
}
