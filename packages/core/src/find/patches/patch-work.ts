import type { Boxes } from '../../bounds/boxes.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { findBoxPairs } from '../find-box-pairs.ts';
import { GrowingWords } from '../growing-words.ts';
import type { Search } from '../pair-finder.ts';
import { isCulled, NOT_TRIED } from './outcomes.ts';
import type { PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';

/** Numbers a part: what it is, and two numbers that say which. */
export const PART_STRIDE = 3;
/** Test nodes from … end − 1. */
export const NODES = 0;
/** Two patches that are not adjacent, and all below them. */
export const BOXES = 1;

/** Cuts the search for contacts into parts that several can work on. */
export class PatchWork {
  /** After `list`: the parts, in order. */
  readonly parts = new GrowingWords(PART_STRIDE * 1024);
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #culling: PatchCulling | null;
  readonly #boxes: Boxes;
  readonly #stack: Uint32Array;
  /** A search has about so many parts of test nodes if nothing is culled, and no pair of patches has more than two in so many triangles. */
  fineness = 64;

  constructor(
    surface: Surface,
    preparation: Preparation,
    culling: PatchCulling | null,
    boxes: Boxes,
    stack: Uint32Array,
  ) {
    this.#surface = surface;
    this.#preparation = preparation;
    this.#culling = culling;
    this.#boxes = boxes;
    this.#stack = stack;
  }

  list(search: Search, counters: Counters): void {
    const { pose } = search;
    this.prepare(search);
    this.#culling?.refit(this.#surface.triangles, pose.positions);
    const { parts } = this;
    parts.length = 0;
    const { nodeCount, patchA, patchB, skip, boxStart, boxPairs } = this.#preparation.testTree;
    const culling = pose.exactOnly ? null : this.#culling;
    const few = Math.ceil(nodeCount / this.fineness);
    for (let node = 0; node < nodeCount; ) {
      const outcome = culling?.test(node, patchA[node], patchB[node], pose.positions, counters) ?? NOT_TRIED;
      if (isCulled(outcome)) {
        counters.patchesCulled++;
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
  }

  /** Appends the candidates of a part of boxes. */
  findBoxes(a: number, b: number, { pose }: Search, out: PairBuffer, counters: Counters): void {
    this.#turnTo(pose.positions);
    const { kernel } = this.#boxes;
    if (kernel !== null && pose.positions === kernel.positions) out.sift(kernel);
    findBoxPairs(this.#preparation.tree, this.#boxes, this.#stack, a, b, out, counters);
    out.end();
    counters.pairTests += kernel?.takeDropped() ?? 0;
  }

  /** Works out what every part needs: boxes, and directions of triangles. Those of patches only who lists parts needs all of. */
  prepare({ pose }: Search): void {
    this.#turnTo(pose.positions);
    const { kernel } = this.#boxes;
    if (kernel !== null && pose.positions === kernel.positions) this.#culling?.refitTriangles(kernel, this.#boxes);
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

  /** As deep as the tree, at most: a pair of few triangles is a part. */
  #addPairs(a: number, b: number, counters: Counters): void {
    const { rightChild, firstTriangle, endTriangle, order } = this.#preparation.tree;
    const boxes = this.#boxes;
    if (boxes.nodeTick[a] !== boxes.tick) boxes.fit(a);
    if (boxes.nodeTick[b] !== boxes.tick) boxes.fit(b);
    counters.boxTests++;
    if (boxes.areApart(a, b)) return;
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
