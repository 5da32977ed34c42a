import { type Certificates, firstListed, type ListedPairs } from '../certificates.ts';
import { GrowingWords } from '../growing-words.ts';
import type { Candidates } from './candidates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import type { LazyPose, MovedBoxes } from './moved-boxes.ts';
import type { MovingFront } from './moving-front.ts';
import { PATCHES } from './pair-heap.ts';
import { pushParts } from './push-parts.ts';

/** Numbers of triangles and half-edges that a front may list, for each vertex of the mesh. */
const MOST_LISTED = 2;
/** Nodes of a front that are due within this many steps are cut into parts, which are due later. */
const SOON = 4;
/** Tests that a pose may cost with a front, for each vertex of the mesh: then a search that computes all at once is better. */
const FRONT_COST = 3;

/** Candidates of poses and steps that follow each other closely: of a front only what is due is looked at. */
export class FrontSearch {
  readonly #nodes: NodesToCertify;
  readonly #certificates: Certificates;
  readonly #boxes: MovedBoxes;
  readonly #vertexCount: number;
  readonly #found: Candidates;
  readonly #stack = new GrowingWords(256);
  readonly #again = new GrowingWords(256);
  boxTests = 0;
  culled = 0;

  /** @param found Takes candidates. */
  constructor(
    nodes: NodesToCertify,
    certificates: Certificates,
    boxes: MovedBoxes,
    vertexCount: number,
    found: Candidates,
  ) {
    this.#nodes = nodes;
    this.#certificates = certificates;
    this.#boxes = boxes;
    this.#vertexCount = vertexCount;
    this.#found = found;
  }

  get byteLength(): number {
    return this.#stack.words.byteLength + this.#again.words.byteLength;
  }

  /**
   * Collects candidates of a pose, or of a step, by a front that is at the last of these poses, or that is made there if it `isNew`.
   *
   * @returns False if coordinates need another scale, or too much is near: nothing was found then, and there is no front any more.
   */
  collect(poses: readonly LazyPose[], front: MovingFront, isNew: boolean): boolean {
    const boxes = this.#boxes;
    this.#found.clear();
    this.boxTests = 0;
    this.culled = 0;
    if (isNew) front.begin();
    boxes.begin(poses, front.far);
    if (isNew && !this.#makeFront(front)) {
      front.giveUp();
      return false;
    }
    const { due } = front;
    if (!isNew) {
      this.#again.length = 0;
      while (due.lowest <= front.path) {
        due.take();
        this.#again.push(due.first);
        this.#again.push(due.second);
      }
      for (let i = 0; i < this.#again.length; i += 2)
        this.#settle(this.#again.words[i], this.#again.words[i + 1], front);
    }
    const { words, length } = front.corners;
    for (let i = 0; i < length; i++) if (!boxes.isPlaced(words[i])) boxes.place(words[i]);
    if (!boxes.plain) {
      front.giveUp();
      return false;
    }
    this.#addMeeting(front.pairs);
    if (poses.length > 1) this.#addMeeting(front.stepPairs);
    else this.#addAll(front.neighbours);
    this.#addAll(front.restNeighbours);
    front.spend(this.boxTests + 2 * boxes.placed + this.#found.neighbourCount, isNew, FRONT_COST * this.#vertexCount);
    return true;
  }

  #makeFront(front: MovingFront): boolean {
    const { tree, testTree } = this.#nodes;
    const { nodeCount, skip, patchA, patchB, boxStart, boxPairs } = testTree;
    const { stepRadius, pairRadius, listedPairs, listedLeafPairs, listedNeighbours, listedSteps } = this.#certificates;
    const { far } = front;
    for (let node = 0; node < nodeCount; ) {
      if (stepRadius[node] >= far) {
        copyListed(listedPairs, boxStart[node], boxStart[skip[node]], front.pairs);
        copyListed(listedLeafPairs, node, skip[node], front.pairs);
        copyListed(listedSteps, node, skip[node], front.stepPairs);
        copyListed(listedNeighbours, node, skip[node], front.restNeighbours);
        this.culled++;
        node = skip[node];
        continue;
      }
      if (tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0) this.#openLeaves(node, front);
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        if (pairRadius[i] >= far) copyListed(listedPairs, i, i + 1, front.pairs);
        else this.#settle(boxPairs[2 * i], boxPairs[2 * i + 1], front);
      }
      const listed = front.pairs.length + front.stepPairs.length + front.neighbours.length;
      if (this.isTooMuch(front, listed)) return false;
      node++;
    }
    this.#listCorners(front.pairs, 1, front.corners);
    this.#listCorners(front.stepPairs, 1, front.corners);
    this.#listCorners(front.neighbours, 3, front.corners);
    this.#listCorners(front.restNeighbours, 3, front.corners);
    return true;
  }

  /** A method of its own, so that tests can have everything followed. */
  isTooMuch(front: MovingFront, listed: number): boolean {
    const cost = this.boxTests + 2 * this.#boxes.placed;
    return listed > MOST_LISTED * this.#vertexCount || front.isTooDear(cost, FRONT_COST * this.#vertexCount);
  }

  /** @param each 1 for triangles, 3 for half-edges. */
  #listCorners({ words, length }: GrowingWords, each: number, out: GrowingWords): void {
    for (let i = 0; i < length; i++) {
      const first = 3 * ((words[i] / each) | 0);
      for (let corner = first; corner < first + 3; corner++) if (this.#boxes.list(corner)) out.push(corner);
    }
  }

  /** Everything at two leaves that are not proved free is looked at in every pose. */
  #openLeaves(node: number, front: MovingFront): void {
    const { tree, testTree, leaves, leafStride } = this.#nodes;
    const { firstTriangle, endTriangle } = tree;
    for (let i = 2 * leaves.neighbourStart[node]; i < 2 * leaves.neighbourStart[node + 1]; i++) {
      front.neighbours.push(leaves.neighbours[i]);
    }
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      for (let t = a === b ? s + 1 : firstTriangle[b]; t < endTriangle[b]; t++) {
        const bit = (s - firstTriangle[a]) * leafStride + t - firstTriangle[b];
        const list = (leaves.farMask[node] >>> bit) & 1 ? front.pairs : front.stepPairs;
        list.push(s);
        list.push(t);
      }
    }
  }

  /** Says when two nodes are due again, or their parts where that would be soon; triangles that are not apart now are candidates. */
  #settle(rootA: number, rootB: number, front: MovingFront): void {
    const { rightChild } = this.#nodes.tree;
    const { due, path } = front;
    const soon = SOON * front.step;
    const stack = this.#stack;
    stack.length = 0;
    stack.push(rootA);
    stack.push(rootB);
    while (stack.length > 0) {
      const b = stack.words[--stack.length];
      const a = stack.words[--stack.length];
      this.boxTests++;
      const clear = this.#boxes.clearance(a, b);
      if (clear > soon) due.add(path + clear, a, b, PATCHES);
      else if (rightChild[a] === 0 && rightChild[b] === 0) due.add(path + this.#settleLeaves(a, b), a, b, PATCHES);
      else pushParts(this.#nodes.tree, a, b, stack);
    }
  }

  /** The least clearance of all triangles of two leaves. */
  #settleLeaves(a: number, b: number): number {
    const { firstTriangle, endTriangle } = this.#nodes.tree;
    const boxes = this.#boxes;
    let least = Number.POSITIVE_INFINITY;
    boxes.loadLeaf(a, false);
    boxes.loadLeaf(b, true);
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      for (let t = firstTriangle[b]; t < endTriangle[b]; t++) {
        this.boxTests++;
        const clear = boxes.triangleClearance(s - firstTriangle[a], t - firstTriangle[b], a, b);
        if (!(clear > 0)) this.#found.addPair(s, t);
        if (clear < least) least = clear;
      }
    }
    return least;
  }

  #addMeeting({ words, length }: GrowingWords): void {
    this.boxTests += length / 2;
    for (let i = 0; i < length; i += 2) {
      if (!this.#boxes.arePlacedApart(words[i], words[i + 1])) this.#found.addPair(words[i], words[i + 1]);
    }
  }

  #addAll({ words, length }: GrowingWords): void {
    for (let i = 0; i < length; i += 2) this.#found.addNeighbours(words[i], words[i + 1]);
  }
}

/** Appends what is listed for places from … end − 1. */
function copyListed(listed: ListedPairs, from: number, end: number, out: GrowingWords): void {
  const last = 2 * firstListed(listed, end);
  for (let i = 2 * firstListed(listed, from); i < last; i++) out.push(listed.pairs[i]);
}
