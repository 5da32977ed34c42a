import type { Boxes } from '../../bounds/boxes.ts';
import type { KernelSearch } from '../../kernel/kernel-search.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { findBoxPairs } from '../find-box-pairs.ts';
import { GrowingWords } from '../growing-words.ts';
import type { Search } from '../pair-finder.ts';
import { isCulled } from './outcomes.ts';
import type { PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';

/** Numbers a part: what it is, and two numbers that say which. */
export const PART_STRIDE = 3;
/** Test nodes from … end − 1. */
export const NODES = 0;
/** Two patches that are not adjacent, and all below them. */
export const BOXES = 1;
/** Pairs from … end − 1 of such patches, whose boxes were apart; so many a part. */
export const APART = 2;
const APART_PAIRS = 256;
/** Such pairs that a list has room for. */
export const MOST_APART = 2 ** 13;

/**
 * Cuts the search for contacts into parts that several can work on. Where it cuts depends on a pose; that nothing is left out does not: what was culled is a part too, and so are
 * patches whose boxes were apart. So parts do for other poses as well, only that some may be much more work than others there.
 */
export class PatchWork {
  /** After `list`: the parts, in order. */
  readonly parts = new GrowingWords(PART_STRIDE * 1024);
  /** Patches of the parts of kind APART, two a pair. */
  readonly apart = new GrowingWords(256);
  /** Whether parts do for other poses: not where more patches were apart than there is room for. */
  isLasting = true;
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #culling: PatchCulling | null;
  /** Null where TypeScript walks. */
  readonly #kernelWalk: KernelSearch | null;
  readonly #boxes: Boxes;
  readonly #stack: Uint32Array;
  /** A search has about so many parts of test nodes if nothing is culled, and no pair of patches has more than two in so many triangles. */
  fineness = 64;
  /** Where the last test nodes that were culled end. */
  #culledEnd = 0;

  constructor(
    surface: Surface,
    preparation: Preparation,
    culling: PatchCulling | null,
    kernelWalk: KernelSearch | null,
    boxes: Boxes,
    stack: Uint32Array,
  ) {
    this.#surface = surface;
    this.#preparation = preparation;
    this.#culling = culling;
    this.#kernelWalk = kernelWalk;
    this.#boxes = boxes;
    this.#stack = stack;
  }

  list(search: Search, counters: Counters): void {
    const { pose } = search;
    this.#turnTo(pose.positions);
    this.#fitDirections(pose);
    this.parts.length = 0;
    this.apart.length = 0;
    this.#culledEnd = 0;
    const { nodeCount, skip, boxStart, boxPairs } = this.#preparation.testTree;
    const few = Math.ceil(nodeCount / this.fineness);
    for (let node = 0; node < nodeCount; ) {
      if (this.#culls(node, pose, counters)) {
        this.#addCulled(node, skip[node], few);
        node = skip[node];
      } else if (skip[node] - node <= few) {
        this.#add(NODES, node, skip[node]);
        node = skip[node];
      } else {
        for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
          this.#addPairs(boxPairs[2 * i], boxPairs[2 * i + 1], counters);
        }
        node++;
      }
    }
    this.isLasting = this.apart.length <= 2 * MOST_APART;
    if (!this.isLasting) this.apart.length = 0;
    for (let i = 0; 2 * i < this.apart.length; i += APART_PAIRS) {
      this.#add(APART, i, Math.min(i + APART_PAIRS, this.apart.length / 2));
    }
  }

  #fitDirections({ positions }: Pose): void {
    const { kernel } = this.#boxes;
    if (kernel !== null && positions === kernel.positions) this.#culling?.refitTriangles(kernel, this.#boxes);
    if (this.#kernelWalk === null) this.#culling?.refit(this.#surface.triangles, positions);
  }

  #culls(node: number, pose: Pose, counters: Counters): boolean {
    const culling = this.#culling;
    if (culling === null || pose.exactOnly) return false;
    if (this.#kernelWalk !== null) return this.#kernelWalk.cullsNode(node, culling.pose, counters);
    const { patchA, patchB } = this.#preparation.testTree;
    return isCulled(culling.test(node, patchA[node], patchB[node], pose.positions, counters));
  }

  /** Appends the candidates of pairs from … end − 1 of patches. */
  findBoxes(
    pairs: ArrayLike<number>,
    from: number,
    end: number,
    search: Search,
    out: PairBuffer,
    counters: Counters,
  ): void {
    const { positions } = search.pose;
    this.#turnTo(positions);
    const { kernel } = this.#boxes;
    if (kernel !== null && positions === kernel.positions) out.sift(kernel);
    const { tree } = this.#preparation;
    for (let i = 2 * from; i < 2 * end; i += 2) {
      findBoxPairs(tree, this.#boxes, this.#stack, pairs[i], pairs[i + 1], out, counters);
    }
    out.end();
    counters.pairTests += kernel?.takeDropped() ?? 0;
  }

  /** Works out what every part needs: places, and boxes where many are asked for. Directions are worked out part by part. */
  prepare({ pose }: Search): void {
    this.#turnTo(pose.positions);
    this.#boxes.hasLinearPlaces();
  }

  #turnTo(positions: Float64Array): void {
    this.#boxes.turnTo(positions, 0);
    this.#boxes.anticipate();
  }

  #add(kind: number, a: number, b: number): void {
    this.parts.push(kind);
    this.parts.push(a);
    this.parts.push(b);
  }

  /** In one part with what was culled just before, up to so many nodes. */
  #addCulled(from: number, end: number, most: number): void {
    const { parts } = this;
    const last = parts.length - 1;
    if (from > 0 && this.#culledEnd === from && end - parts.words[last - 1] <= most) parts.words[last] = end;
    else this.#add(NODES, from, end);
    this.#culledEnd = end;
  }

  /** As deep as the tree, at most: a pair of few triangles is a part. */
  #addPairs(a: number, b: number, counters: Counters): void {
    const { rightChild, firstTriangle, endTriangle, order } = this.#preparation.tree;
    const boxes = this.#boxes;
    if (boxes.nodeTick[a] !== boxes.tick) boxes.fit(a);
    if (boxes.nodeTick[b] !== boxes.tick) boxes.fit(b);
    counters.boxTests++;
    if (boxes.areApart(a, b)) {
      this.apart.push(a);
      this.apart.push(b);
      return;
    }
    const sizeA = endTriangle[a] - firstTriangle[a];
    const sizeB = endTriangle[b] - firstTriangle[b];
    if (this.fineness * (sizeA + sizeB) <= 2 * order.length || (rightChild[a] === 0 && rightChild[b] === 0)) {
      this.#add(BOXES, a, b);
      return;
    }
    // the larger one is cut
    if (rightChild[b] === 0 || (rightChild[a] !== 0 && sizeA >= sizeB)) {
      this.#addPairs(a + 1, b, counters);
      this.#addPairs(rightChild[a], b, counters);
    } else {
      this.#addPairs(a, b + 1, counters);
      this.#addPairs(a, rightChild[b], counters);
    }
  }
}
