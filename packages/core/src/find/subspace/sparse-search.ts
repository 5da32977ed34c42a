import type { KernelSparse } from '../../kernel/kernel-sparse.ts';
import {
  type Certificates,
  firstListed,
  isNodeFree,
  isNodeFreeBetween,
  isPairFree,
  isPairFreeBetween,
  type ListedPairs,
} from '../certificates.ts';
import { GrowingWords } from '../growing-words.ts';
import type { Candidates } from './candidates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import type { LazyPose, MovedBoxes } from './moved-boxes.ts';
import { pushParts } from './push-parts.ts';

/** Where more of the test nodes are not proved free, or more of the vertices are needed, a search that computes all at once is better. */
const FEW = 1 / 3;

/** Tests a triangle that a search by the kernel may cost, of a pose and of a step: a walk that computes everything takes about as long. */
const DEAR = [1.6, 3.5] as const;
/** Poses after which it is tried again to search one with a norm that was too dear before, at first and at most, since it may be in vain many times; and how much farther. */
const TRY_AGAIN = { after: 32, atMost: 1024, farther: 1.1 } as const;

/**
 * Candidates of a pose of a subspace, or of a step between two: patches that certificates do not prove free are compared by boxes, and vertices are computed where
 * these meet. All candidates are collected before the first is handed over.
 */
export class SparseSearch {
  readonly #nodes: NodesToCertify;
  readonly #certificates: Certificates;
  readonly #boxes: MovedBoxes;
  readonly #vertexCount: number;
  readonly #found: Candidates;
  readonly #stack = new GrowingWords(256);
  /** Null where TypeScript searches. */
  readonly #kernel: KernelSparse | null;
  /** From which norm on searches by the kernel are too dear, of poses and of steps, and poses that this was left to since. */
  readonly #dearNorm = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #left = [0, 0];
  /** How many are left before the next try, and from which norm on a search is part of the last one. */
  readonly #patience: number[] = [TRY_AGAIN.after, TRY_AGAIN.after];
  readonly #tried = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  boxTests = 0;
  culled = 0;

  /**
   * @param found Takes candidates.
   * @param kernel Searches instead, if it may: it knows of radii only.
   */
  constructor(
    nodes: NodesToCertify,
    certificates: Certificates,
    boxes: MovedBoxes,
    vertexCount: number,
    found: Candidates,
    kernel: KernelSparse | null,
  ) {
    this.#nodes = nodes;
    this.#certificates = certificates;
    this.#found = found;
    this.#kernel = kernel;
    this.#boxes = boxes;
    this.#vertexCount = vertexCount;
  }

  get byteLength(): number {
    return this.#stack.words.byteLength + this.#boxes.byteLength;
  }

  /** Of the last search, in tests. */
  get cost(): number {
    return (this.#kernel?.cost ?? this.boxTests + 2 * this.#boxes.placed) + this.#found.neighbourCount;
  }

  /**
   * Looks for whatever may touch, in a pose or on the straight way between two. Vertices that matter are written to the poses' positions.
   *
   * @returns False if that takes too many vertices, or if coordinates need another scale: nothing was found then.
   */
  collect(poses: readonly LazyPose[]): boolean {
    this.#found.clear();
    return this.#kernel === null ? this.#collect(poses) : this.#collectByKernel(poses, this.#kernel);
  }

  #collectByKernel(poses: readonly LazyPose[], kernel: KernelSparse): boolean {
    const kind = poses.length - 1;
    const norm = Math.max(poses[0].norm, poses[kind].norm);
    this.boxTests = 0;
    this.culled = 0;
    if (this.#isDear(kind, norm)) return false;
    const most = this.isFew(1, 1) ? 2 ** 30 : Math.ceil(DEAR[kind] * this.#nodes.tree.order.length);
    const isFound = kernel.collect(poses, this.#boxes.slackOf(poses), most, this.#found);
    this.boxTests = kernel.boxTests;
    this.culled = kernel.culled;
    if (kernel.cost > most) this.#dearNorm[kind] = norm;
    else if (norm >= this.#tried[kind]) this.#patience[kind] = TRY_AGAIN.after;
    return isFound;
  }

  /** What was too dear once is likely to be at larger norms, too. */
  #isDear(kind: number, norm: number): boolean {
    if (norm < this.#dearNorm[kind]) return false;
    if (++this.#left[kind] < this.#patience[kind]) return true;
    this.#left[kind] = 0;
    this.#patience[kind] = Math.min(2 * this.#patience[kind], TRY_AGAIN.atMost);
    this.#tried[kind] = this.#dearNorm[kind];
    this.#dearNorm[kind] *= TRY_AGAIN.farther;
    return norm >= this.#dearNorm[kind];
  }

  #collect(poses: readonly LazyPose[]): boolean {
    const { tree, testTree } = this.#nodes;
    const { nodeCount, skip, patchA, patchB, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    const certificates = this.#certificates;
    const boxes = this.#boxes;
    const isStep = poses.length > 1;
    this.boxTests = 0;
    this.culled = 0;
    if (!this.isFew(this.#countOpen(poses), nodeCount)) return false;
    boxes.begin(poses);
    for (let node = 0; node < nodeCount; ) {
      if (this.#isFree(node, poses)) {
        this.#list(node, skip[node], boxStart[node], boxStart[skip[node]], isStep);
        this.culled++;
        node = skip[node];
        continue;
      }
      if (rightChild[patchA[node]] === 0 && rightChild[patchB[node]] === 0) {
        if (isStep) this.#compareStep(node, Math.max(poses[0].norm, poses[1].norm));
        else this.#compareLeaves(node);
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        if (isStep ? isPairFreeBetween(certificates, i, poses) : isPairFree(certificates, i)) {
          this.#listPairs(certificates.listedPairs, i, i + 1);
          continue;
        }
        this.#compare(boxPairs[2 * i], boxPairs[2 * i + 1]);
        if (!this.isFew(boxes.placed, this.#vertexCount)) return false;
      }
      if (!this.isFew(boxes.placed, this.#vertexCount)) return false;
      node++;
    }
    return boxes.plain;
  }

  /** A method of its own, so that tests can have everything searched. */
  isFew(count: number, of: number): boolean {
    return count <= FEW * of;
  }

  isWholeFree(poses: readonly LazyPose[]): boolean {
    return this.#isFree(0, poses);
  }

  #isFree(node: number, poses: readonly LazyPose[]): boolean {
    const certificates = this.#certificates;
    return poses.length > 1 ? isNodeFreeBetween(certificates, node, poses) : isNodeFree(certificates, node);
  }

  /** Test nodes that are not proved free. */
  #countOpen(poses: readonly LazyPose[]): number {
    const { nodeCount, skip } = this.#nodes.testTree;
    let count = 0;
    for (let node = 0; node < nodeCount; ) {
      const isFree = this.#isFree(node, poses);
      if (!isFree) count++;
      node = isFree ? skip[node] : node + 1;
    }
    return count;
  }

  #addNeighbours(hS: number, hT: number): void {
    this.#boxes.placeTriangle(Math.floor(hS / 3));
    this.#boxes.placeTriangle(Math.floor(hT / 3));
    this.#found.addNeighbours(hS, hT);
  }

  /** What is listed for nodes and box pairs that are skipped. */
  #list(node: number, end: number, pair: number, endPair: number, isStep: boolean): void {
    const { listedPairs, listedLeafPairs, listedNeighbours, listedSteps } = this.#certificates;
    this.#listPairs(listedPairs, pair, endPair);
    this.#listPairs(listedLeafPairs, node, end);
    if (isStep) this.#listPairs(listedSteps, node, end);
    const last = firstListed(listedNeighbours, end);
    for (let i = firstListed(listedNeighbours, node); i < last; i++) {
      this.#addNeighbours(listedNeighbours.pairs[2 * i], listedNeighbours.pairs[2 * i + 1]);
    }
  }

  #listPairs(listed: ListedPairs, from: number, end: number): void {
    const last = firstListed(listed, end);
    for (let i = firstListed(listed, from); i < last; i++) {
      this.#boxes.placeTriangle(listed.pairs[2 * i]);
      this.#boxes.placeTriangle(listed.pairs[2 * i + 1]);
      this.#found.addPair(listed.pairs[2 * i], listed.pairs[2 * i + 1]);
    }
  }

  #compareLeaves(node: number): void {
    const { tree, testTree, leaves, leafStride } = this.#nodes;
    for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
      this.#addNeighbours(leaves.neighbours[2 * i], leaves.neighbours[2 * i + 1]);
    }
    if (leaves.farMask[node] === 0) return;
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    this.#boxes.loadLeaf(a, false);
    this.#boxes.loadLeaf(b, true);
    for (let far = leaves.farMask[node]; far !== 0; far &= far - 1) {
      const bit = 31 - Math.clz32(far & -far);
      const i = (bit / leafStride) | 0;
      const j = bit - leafStride * i;
      this.boxTests++;
      if (!this.#boxes.areTrianglesApart(i, j))
        this.#found.addPair(tree.firstTriangle[a] + i, tree.firstTriangle[b] + j);
    }
  }

  /** All triangles of a test node's leaves: in a step those with a common edge count, too. Where radii of poses hold, only pairs that these do not ask about, and what is listed. */
  #compareStep(node: number, norm: number): void {
    const { patchA, patchB, boxStart } = this.#nodes.testTree;
    const isProved = this.#certificates.nodeRadius[node] > norm;
    if (isProved) this.#list(node, node + 1, boxStart[node], boxStart[node], false);
    this.#compareAll(patchA[node], patchB[node], isProved ? askedOfPoses(this.#nodes, node) : 0);
  }

  /** @param without Pairs of triangles to leave out, as bits of a far mask. */
  #compareAll(a: number, b: number, without: number): void {
    const { firstTriangle, endTriangle } = this.#nodes.tree;
    const { leafStride } = this.#nodes;
    const firstA = firstTriangle[a];
    const firstB = firstTriangle[b];
    this.#boxes.loadLeaf(a, false);
    this.#boxes.loadLeaf(b, true);
    for (let s = firstA; s < endTriangle[a]; s++) {
      for (let t = a === b ? s + 1 : firstB; t < endTriangle[b]; t++) {
        if ((without >>> (leafStride * (s - firstA) + t - firstB)) & 1) continue;
        this.boxTests++;
        if (!this.#boxes.areTrianglesApart(s - firstA, t - firstB)) this.#found.addPair(s, t);
      }
    }
  }

  #compare(rootA: number, rootB: number): void {
    const { rightChild } = this.#nodes.tree;
    const stack = this.#stack;
    stack.length = 0;
    stack.push(rootA);
    stack.push(rootB);
    while (stack.length > 0) {
      const b = stack.words[--stack.length];
      const a = stack.words[--stack.length];
      this.boxTests++;
      if (this.#boxes.areApart(a, b)) continue;
      if (rightChild[a] === 0 && rightChild[b] === 0) this.#compareAll(a, b, 0);
      else pushParts(this.#nodes.tree, a, b, stack);
    }
  }
}

/** Pairs of triangles at a test node's leaves that have a radius in poses, as bits of a far mask: those that share no vertex, or one. */
function askedOfPoses({ tree, testTree, leaves, leafStride }: NodesToCertify, node: number): number {
  const a = testTree.patchA[node];
  const b = testTree.patchB[node];
  const firstA = tree.firstTriangle[a];
  const firstB = tree.firstTriangle[b];
  let mask = leaves.farMask[node];
  for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
    const s = Math.floor(leaves.neighbours[2 * i] / 3);
    const t = Math.floor(leaves.neighbours[2 * i + 1] / 3);
    const isSwapped = a === b ? s > t : s < firstA || s >= tree.endTriangle[a];
    mask |= 1 << (isSwapped ? leafStride * (t - firstA) + s - firstB : leafStride * (s - firstA) + t - firstB);
  }
  return mask;
}
