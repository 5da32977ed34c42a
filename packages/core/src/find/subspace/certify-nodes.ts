import type { PatchTree } from '../../partition/patch-tree.ts';
import { part, type Steps } from '../../partition/progress.ts';
import type { Certificates } from '../certificates.ts';
import { NodeBounds } from './node-bounds.ts';
import { type Effort, PairBound } from './pair-bound.ts';
import { PATCHES, PairHeap, TRIANGLES } from './pair-heap.ts';
import { PairList } from './pair-list.ts';
import { PairSearch, type PairSink } from './pair-search.ts';
import { roundRadiusDown, type Subspace } from './subspace.ts';

/** What of a patch finder's preparation is certified; its triangles are in the tree's order. */
export interface NodesToCertify {
  readonly tree: PatchTree;
  readonly testTree: {
    readonly nodeCount: number;
    readonly skip: Uint32Array;
    readonly patchA: Uint32Array;
    readonly patchB: Uint32Array;
    readonly boxStart: Uint32Array;
    readonly boxPairs: Uint32Array;
  };
  readonly leaves: {
    readonly neighbourStart: Uint32Array;
    readonly neighbours: Uint32Array;
    readonly farMask: Uint32Array;
  };
  /** Bit i · leafStride + j of a far mask stands for triangles i and j. */
  readonly leafStride: number;
  /** The subspace's vertex at each corner. */
  readonly corners: Uint32Array;
}

/**
 * Radii are not looked for beyond this many times the smallest one so far. Those of large patches are cut off soon: most of their pairs are that far apart, and boxes tell them
 * apart in a pose. What is small decides how many vertices a pose needs.
 */
const REACH = 4;
const REACH_OF_SMALL = 8;
/** Patches with this many triangles are large. */
const LARGE = 512;
/** Radii of patches with fewer triangles may stay below what cutting up triangles would gain: to search them costs little. */
const MIN_TRIANGLES = 64;
/** Radii of steps up to this many times that of the whole are worth cutting up triangles: they are all that keeps leaves from being skipped that poses do not look at. */
const CLOSE_STEPS = 1.5;
/** Share of all other work that may go into what limits the whole. */
const FOR_THE_WHOLE = 0.2;
/** Best planes looked for between two pauses: some 10 ms. At first code runs a hundred times as slowly, so pauses begin at fewer of them and grow by a tenth. */
const PAUSE_EVERY = 500;
const FIRST_PAUSE = 12;
/** Pairs looked at before the first that counts, and how many triangles apart. */
const WARM_UP = { pairs: 40, away: 16 } as const;

/**
 * A radius for every test node and box pair: within it there is no contact but those that exist at rest. Pairs of triangles that have some at rest are listed, to be tested always. If there are more of them
 * than triangles nothing is certified: a list that long costs more than a search.
 *
 * @param farthestOfLarge Radii of large patches need not be larger; those of small ones go up to the subspace's.
 */
export function* certifyNodes(
  subspace: Subspace,
  nodes: NodesToCertify,
  subdivisions: number,
  farthestOfLarge: number,
): Steps<Certificates> {
  const bounds = yield* part(NodeBounds.of(subspace, nodes.tree, nodes.corners), 0, 0.03);
  yield* part(warmUp(subspace, nodes), 0.03, 0.03);
  const certifier = new NodeCertifier(subspace, nodes, bounds, subdivisions, farthestOfLarge);
  if (!(yield* part(certifier.boundAll(), 0.03, 0.7))) return certifier.nothing();
  yield* part(certifier.improveLarge(), 0.7, 0.85);
  yield* part(certifier.boundSteps(), 0.85, 1);
  return certifier.finish();
}

/** Looks at pairs in few parts: engines run code slowly at first, and a pair in many parts has no pause. */
function* warmUp(subspace: Subspace, { corners }: NodesToCertify): Steps<void> {
  const bound = new PairBound(subspace, 1);
  const pair = new Uint32Array(6);
  for (let i = 0; i < WARM_UP.pairs; i++) {
    const from = 3 * Math.floor((i / WARM_UP.pairs) * (corners.length / 3));
    const to = Math.min(from + 3 * WARM_UP.away, corners.length - 3);
    pair.set(corners.subarray(from, from + 3));
    pair.set(corners.subarray(to, to + 3), 3);
    bound.radius(pair, 3, 3, Number.POSITIVE_INFINITY);
    yield 0;
  }
}

class NodeCertifier {
  readonly #subspace: Subspace;
  readonly #nodes: NodesToCertify;
  readonly #bound: PairBound;
  readonly #search: PairSearch;
  readonly #listed = { pairs: new PairList(), leafPairs: new PairList(), neighbours: new PairList() };
  readonly #pairRadius: Float32Array;
  /** Of the pairs at leaves; infinite at other nodes. */
  readonly #leafRadius: Float32Array;
  /** Of what a step has to tell apart besides, the same. */
  readonly #stepRadius: Float32Array;
  readonly #listedSteps = new PairList();
  /** 1 where cutting up triangles gains nothing any more. */
  readonly #pairIsDone: Uint8Array;
  readonly #leafIsDone: Uint8Array;
  /** The smallest radius so far that nothing can raise: that of the whole in the end. */
  #least: number;
  readonly #farthestOfLarge: number;
  /** Pairs that may be listed. */
  readonly #allowed: number;
  readonly #heap = new PairHeap();
  #pauseEvery = FIRST_PAUSE;
  #pause = FIRST_PAUSE;
  /** How far a pass over the test nodes has come. */
  #node = 0;

  constructor(
    subspace: Subspace,
    nodes: NodesToCertify,
    bounds: NodeBounds,
    subdivisions: number,
    farthestOfLarge: number,
  ) {
    const { nodeCount, boxPairs } = nodes.testTree;
    this.#subspace = subspace;
    this.#nodes = nodes;
    this.#bound = new PairBound(subspace, subdivisions);
    this.#search = new PairSearch(nodes, bounds, this.#bound);
    this.#pairRadius = new Float32Array(boxPairs.length / 2);
    this.#leafRadius = new Float32Array(nodeCount).fill(Number.POSITIVE_INFINITY);
    this.#stepRadius = new Float32Array(nodeCount).fill(Number.POSITIVE_INFINITY);
    this.#pairIsDone = new Uint8Array(boxPairs.length / 2);
    this.#leafIsDone = new Uint8Array(nodeCount);
    this.#farthestOfLarge = farthestOfLarge;
    this.#least = farthestOfLarge;
    this.#allowed = subspace.farthest > 0 ? Math.max(16, nodes.tree.order.length) : -1;
  }

  /** False if too much touches at rest. From the top, where patches are large and radii small: the rest need not be looked at beyond those. */
  *boundAll(): Steps<boolean> {
    const { tree, testTree } = this.#nodes;
    const { nodeCount, patchA, patchB, boxStart, boxPairs } = testTree;
    for (let node = 0; node < nodeCount; node++) {
      this.#node = node;
      for (let pair = boxStart[node]; pair < boxStart[node + 1]; pair++) {
        if (this.#listsTooMany) return false;
        const size = this.#size(boxPairs[2 * pair]) + this.#size(boxPairs[2 * pair + 1]);
        yield* this.#boundPair(pair, size >= LARGE ? 1 : 0, this.#listed.pairs.at(pair));
        // what limits the whole is worth the effort
        if (this.#pairRadius[pair] < this.#least) yield* this.#boundPair(pair, 1, NOWHERE);
      }
      if (tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0) {
        const { leafPairs, neighbours } = this.#listed;
        yield* this.#boundLeaves(node, 0, leafPairs.at(node), neighbours.at(node));
        if (this.#leafRadius[node] < this.#least) yield* this.#boundLeaves(node, 1, NOWHERE, NOWHERE);
      }
    }
    return !this.#listsTooMany;
  }

  /** Has whatever limits a large node looked at closely, and what limits the whole as closely as a share of all work allows. */
  *improveLarge(): Steps<void> {
    const { nodeCount, patchA, patchB } = this.#nodes.testTree;
    for (let node = 0; node < nodeCount; node++) {
      if (this.#size(patchA[node]) + this.#size(patchB[node]) < MIN_TRIANGLES) continue;
      this.#node = node;
      yield* this.#improve(node, 1, Number.POSITIVE_INFINITY);
    }
    this.#node = nodeCount;
    yield* this.#improve(0, 2, (1 + FOR_THE_WHOLE) * this.#bound.work);
  }

  *#improve(node: number, effort: Effort, untilWork: number): Steps<void> {
    const { skip, boxStart } = this.#nodes.testTree;
    const farthest = this.#farthest(LARGE);
    const heap = this.#heap;
    heap.clear();
    for (let pair = boxStart[node]; pair < boxStart[skip[node]]; pair++) {
      if (this.#pairRadius[pair] < farthest) heap.add(this.#pairRadius[pair], pair, 0, PATCHES);
    }
    for (let leaf = node; leaf < skip[node]; leaf++) {
      if (this.#leafRadius[leaf] < farthest) heap.add(this.#leafRadius[leaf], leaf, 0, TRIANGLES);
    }
    while (heap.count > 0 && this.#bound.work < untilWork) {
      heap.take();
      const { first, tag } = heap;
      const done = tag === PATCHES ? this.#pairIsDone[first] : this.#leafIsDone[first];
      if (done >= effort) break;
      // few cuts first: most pairs need no more
      const next = done === 0 ? 1 : effort;
      if (tag === PATCHES) {
        yield* this.#boundPair(first, next, NOWHERE);
        heap.add(this.#pairRadius[first], first, 0, tag);
      } else {
        yield* this.#boundLeaves(first, next, NOWHERE, NOWHERE);
        heap.add(this.#leafRadius[first], first, 0, tag);
      }
      if (this.#bound.work + this.#bound.aside > this.#pause) {
        this.#resume();
        yield this.#progress;
      }
    }
  }

  *boundSteps(): Steps<void> {
    const { tree, testTree } = this.#nodes;
    const { nodeCount, patchA, patchB } = testTree;
    for (let node = 0; node < nodeCount; node++) {
      this.#node = node;
      if (tree.rightChild[patchA[node]] !== 0 || tree.rightChild[patchB[node]] !== 0) continue;
      const sink = this.#listedSteps.at(node);
      if (this.#listedSteps.count > this.#allowed) {
        this.#listedSteps.clear();
        this.#stepRadius.fill(0);
        return;
      }
      yield* this.#boundStep(node, 0, sink);
      if (this.#stepRadius[node] < CLOSE_STEPS * this.#least) yield* this.#boundStep(node, 1, NOWHERE);
    }
  }

  *#boundStep(node: number, effort: Effort, listed: PairSink): Steps<void> {
    this.#search.beginForSteps(node, this.#farthest(LARGE), this.#farthest(0), effort, listed);
    yield* this.#advance(listed);
    this.#stepRadius[node] = roundRadiusDown(this.#search.radius);
  }

  finish(): Certificates {
    const { nodeCount, skip, boxStart } = this.#nodes.testTree;
    const nodeRadius = this.#leafRadius.slice();
    const stepRadius = this.#stepRadius;
    const most = roundRadiusDown(this.#farthest(0));
    for (let node = nodeCount - 1; node >= 0; node--) {
      let least = Math.min(nodeRadius[node], most);
      for (let pair = boxStart[node]; pair < boxStart[node + 1]; pair++)
        least = Math.min(least, this.#pairRadius[pair]);
      for (let child = node + 1; child < skip[node]; child = skip[child]) least = Math.min(least, nodeRadius[child]);
      nodeRadius[node] = least;
      let inSteps = Math.min(stepRadius[node], least);
      for (let child = node + 1; child < skip[node]; child = skip[child])
        inSteps = Math.min(inSteps, stepRadius[child]);
      stepRadius[node] = inSteps;
    }
    const { pairs, leafPairs, neighbours } = this.#listed;
    return {
      norm: 0,
      budgets: null,
      nodeRadius,
      pairRadius: this.#pairRadius,
      listedPairs: pairs.finish(),
      listedLeafPairs: leafPairs.finish(),
      listedNeighbours: neighbours.finish(),
      stepRadius,
      listedSteps: this.#listedSteps.finish(),
    };
  }

  nothing(): Certificates {
    const none = new PairList().finish();
    return {
      norm: 0,
      budgets: null,
      nodeRadius: this.#leafRadius.fill(0),
      pairRadius: this.#pairRadius.fill(0),
      listedPairs: none,
      listedLeafPairs: none,
      listedNeighbours: none,
      stepRadius: this.#stepRadius.fill(0),
      listedSteps: none,
    };
  }

  #farthest(size: number): number {
    if (size < LARGE) return Math.min(this.#subspace.farthest, REACH_OF_SMALL * this.#least);
    return Math.min(this.#farthestOfLarge, REACH * this.#least);
  }

  get #listsTooMany(): boolean {
    const { pairs, leafPairs, neighbours } = this.#listed;
    return pairs.count + leafPairs.count + neighbours.count > this.#allowed;
  }

  #size(patch: number): number {
    const { firstTriangle, endTriangle } = this.#nodes.tree;
    return endTriangle[patch] - firstTriangle[patch];
  }

  *#boundPair(pair: number, effort: Effort, listed: PairSink): Steps<void> {
    const { boxPairs } = this.#nodes.testTree;
    // the list may have been left unfinished where a radius is 0: it stays 0
    if (listed === NOWHERE && this.#pairRadius[pair] === 0) {
      this.#pairIsDone[pair] = effort;
      return;
    }
    const a = boxPairs[2 * pair];
    const b = boxPairs[2 * pair + 1];
    this.#search.beginBetween(a, b, this.#farthest(LARGE), this.#farthest(this.#size(a) + this.#size(b)), effort);
    yield* this.#advance(listed);
    this.#pairRadius[pair] = this.#note(effort);
    this.#pairIsDone[pair] = effort;
  }

  *#boundLeaves(node: number, effort: Effort, listed: PairSink, listedNeighbours: PairSink): Steps<void> {
    if (listed === NOWHERE && this.#leafRadius[node] === 0) {
      this.#leafIsDone[node] = effort;
      return;
    }
    this.#search.beginAtLeaves(node, this.#farthest(LARGE), this.#farthest(0), effort, listed, listedNeighbours);
    yield* this.#advance(listed);
    this.#leafRadius[node] = this.#note(effort);
    this.#leafIsDone[node] = effort;
  }

  *#advance(listed: PairSink): Steps<void> {
    while (!this.#search.advance(this.#pause, listed)) {
      this.#resume();
      yield this.#progress;
      if (this.#listsTooMany) return;
    }
  }

  get #progress(): number {
    return this.#node / this.#leafRadius.length;
  }

  #resume(): void {
    this.#pauseEvery = Math.min(PAUSE_EVERY, 1.1 * this.#pauseEvery);
    this.#pause = this.#bound.work + this.#bound.aside + this.#pauseEvery;
  }

  /** The radius that the search found, as it is stored. */
  #note(effort: Effort): number {
    const radius = roundRadiusDown(this.#search.radius);
    if (effort > 0 && radius > 0) this.#least = Math.min(this.#least, radius);
    return radius;
  }
}

const NOWHERE: PairSink = { add: () => {} };
