import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Steps } from '../../partition/progress.ts';
import type { Certificates, ListedPairs } from '../certificates.ts';
import { NodeBounds } from './node-bounds.ts';
import { PairBound } from './pair-bound.ts';
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

/** Radii are not looked for beyond this many times the smallest one so far: poses out there are searched anyway, and most pairs are that far apart. */
const REACH = 4;
/** Pairs looked at closely between two pauses: some 20 ms. */
const PAUSE_EVERY = 100;

/**
 * A radius for every test node and box pair, from the leaves up. Pairs of triangles that touch at rest, or as good as, are listed
 * instead. If there are more of them than triangles nothing is certified: a list that long costs more than a search.
 */
export function* certifyNodes(subspace: Subspace, nodes: NodesToCertify, subdivisions: number): Steps<Certificates> {
  const { tree, testTree } = nodes;
  const { nodeCount, skip, patchA, patchB, boxStart, boxPairs } = testTree;
  const bound = new PairBound(subspace, subdivisions);
  const search = new PairSearch(subspace, nodes, bound);
  const pairRadius = new Float32Array(boxPairs.length / 2);
  const nodeRadius = new Float32Array(nodeCount);
  const allowed = subspace.farthest > 0 ? Math.max(16, tree.order.length) : -1;
  const listed = { pairs: new PairList(allowed), leafPairs: new PairList(allowed), neighbours: new PairList(allowed) };
  const count = () => listed.pairs.count + listed.leafPairs.count + listed.neighbours.count;
  let paused = 0;
  let least = subspace.farthest;

  for (let node = nodeCount - 1; node >= 0 && count() <= allowed; node--) {
    search.farthest = Math.min(subspace.farthest, REACH * least);
    let radius = search.farthest;
    for (let pair = boxStart[node]; pair < boxStart[node + 1] && count() <= allowed; pair++) {
      const own = search.leastBetween(boxPairs[2 * pair], boxPairs[2 * pair + 1], listed.pairs.at(pair));
      pairRadius[pair] = roundRadiusDown(own);
      radius = Math.min(radius, own);
      if (bound.closeLooks >= paused + PAUSE_EVERY) {
        paused = bound.closeLooks;
        yield 1 - (node + 1) / nodeCount;
      }
    }
    if (tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0) {
      const own = search.leastAtLeaves(node, listed.leafPairs.at(node), listed.neighbours.at(node));
      radius = Math.min(radius, own);
    }
    let below = roundRadiusDown(radius);
    for (let child = node + 1; child < skip[node]; child = skip[child]) below = Math.min(below, nodeRadius[child]);
    nodeRadius[node] = below;
    if (below > 0) least = Math.min(least, below);
    if (bound.closeLooks >= paused + PAUSE_EVERY) {
      paused = bound.closeLooks;
      yield 1 - node / nodeCount;
    }
  }
  if (count() > allowed) {
    const none = new PairList(0).finish();
    return assembleCertificates(nodeRadius.fill(0), pairRadius.fill(0), none, none, none);
  }
  const { pairs, leafPairs, neighbours } = listed;
  const lists = [pairs.finish(), leafPairs.finish(), neighbours.finish()] as const;
  return assembleCertificates(nodeRadius, pairRadius, ...lists);
}

export function assembleCertificates(
  nodeRadius: Float32Array,
  pairRadius: Float32Array,
  listedPairs: ListedPairs,
  listedLeafPairs: ListedPairs,
  listedNeighbours: ListedPairs,
): Certificates {
  return { norm: 0, budgets: null, nodeRadius, pairRadius, listedPairs, listedLeafPairs, listedNeighbours };
}

/** Triangles are looked at without cutting them up first, and kept if their radius is below this times the smallest so far. */
const SLACK = 1.5;

/**
 * Smallest radii over many pairs: of all triangles between two patches, or of what is tested at two leaves. All are bounded roughly,
 * then the lowest one closely, again and again, until the lowest is one that was. What was left out on the way had a bound above `#floor`, which
 * the result does not exceed. Pairs with radius 0 are listed and left out.
 */
class PairSearch {
  readonly #nodes: NodesToCertify;
  readonly #bounds: NodeBounds;
  readonly #bound: PairBound;
  /** Radii are cut off here. */
  farthest: number;
  readonly #corners = new Uint32Array(6);
  /** Triangle numbers, or a half-edge and a triangle. */
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #isEdge: boolean[] = [];
  readonly #radii: number[] = [];
  #floor = 0;
  #lowest = 0;

  constructor(subspace: Subspace, nodes: NodesToCertify, bound: PairBound) {
    this.#nodes = nodes;
    this.#bound = bound;
    this.#bounds = new NodeBounds(subspace, nodes.tree, nodes.corners);
    this.farthest = subspace.farthest;
  }

  /** Over all triangles of patch a with all of patch b. */
  leastBetween(a: number, b: number, listed: PairList): number {
    this.#begin();
    this.#descend(a, b, this.#bounds.radius(a, b), listed);
    return this.#refine();
  }

  /** Over all pairs of a test node that ends in leaves. Of triangles that share a vertex, each one's edge opposite it must not meet the other. */
  leastAtLeaves(node: number, listed: PairList, listedNeighbours: PairList): number {
    const { tree, testTree, leaves, leafStride } = this.#nodes;
    this.#begin();
    for (let far = leaves.farMask[node]; far !== 0; far &= far - 1) {
      const bit = 31 - Math.clz32(far & -far);
      const i = Math.floor(bit / leafStride);
      const s = tree.firstTriangle[testTree.patchA[node]] + i;
      const t = tree.firstTriangle[testTree.patchB[node]] + bit - leafStride * i;
      if (!this.#consider(s, t, false)) listed.add(s, t);
    }
    for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
      const hS = leaves.neighbours[2 * i];
      const hT = leaves.neighbours[2 * i + 1];
      const apart = this.#consider(hS, Math.floor(hT / 3), true) && this.#consider(hT, Math.floor(hS / 3), true);
      if (!apart) listedNeighbours.add(hS, hT);
    }
    return this.#refine();
  }

  #begin(): void {
    this.#radii.length = 0;
    this.#floor = this.farthest;
    this.#lowest = this.farthest;
  }

  #descend(a: number, b: number, lower: number, listed: PairList): void {
    if (lower >= SLACK * this.#lowest || lower >= this.#floor) {
      this.#floor = Math.min(this.#floor, lower);
      return;
    }
    if (listed.tooMany) return;
    const { rightChild, firstTriangle, endTriangle } = this.#nodes.tree;
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if (rightA === 0 && rightB === 0) {
      for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
        for (let t = firstTriangle[b]; t < endTriangle[b]; t++) if (!this.#consider(s, t, false)) listed.add(s, t);
      }
      return;
    }
    // the larger one is cut, and the half that is nearer comes first: what is far is then seldom looked at
    const cutA =
      rightB === 0 || (rightA !== 0 && endTriangle[a] - firstTriangle[a] >= endTriangle[b] - firstTriangle[b]);
    const a0 = cutA ? a + 1 : a;
    const a1 = cutA ? rightA : a;
    const b0 = cutA ? b : b + 1;
    const b1 = cutA ? b : rightB;
    const lower0 = this.#bounds.radius(a0, b0);
    const lower1 = this.#bounds.radius(a1, b1);
    if (lower0 <= lower1) this.#descend(a0, b0, lower0, listed);
    this.#descend(a1, b1, lower1, listed);
    if (lower0 > lower1) this.#descend(a0, b0, lower0, listed);
  }

  /** Bounds a pair roughly and keeps it if it may be the lowest; false if it cannot be bounded. */
  #consider(first: number, second: number, isEdge: boolean): boolean {
    const enough = Math.min(this.#floor, SLACK * this.#lowest);
    const radius = this.#boundOf(first, second, isEdge, enough, false);
    if (radius === 0) return false;
    if (radius >= enough) {
      this.#floor = enough;
      return true;
    }
    const at = this.#radii.push(radius) - 1;
    this.#first[at] = first;
    this.#second[at] = second;
    this.#isEdge[at] = isEdge;
    this.#lowest = Math.min(this.#lowest, radius);
    return true;
  }

  /** The lowest radius, once no closer look can raise it. */
  #refine(): number {
    const radii = this.#radii;
    let settled = this.#floor;
    for (;;) {
      let at = -1;
      for (let k = 0; k < radii.length; k++) if (radii[k] < settled && (at < 0 || radii[k] < radii[at])) at = k;
      if (at < 0) return settled;
      const radius = this.#boundOf(this.#first[at], this.#second[at], this.#isEdge[at], settled, true);
      settled = Math.min(settled, Math.max(radius, radii[at]));
      radii[at] = Number.POSITIVE_INFINITY;
    }
  }

  #boundOf(first: number, second: number, isEdge: boolean, enough: number, closely: boolean): number {
    const { corners } = this.#nodes;
    const own = this.#corners;
    const count = isEdge ? 2 : 3;
    if (isEdge) {
      own[0] = corners[first];
      own[1] = corners[first % 3 === 2 ? first - 2 : first + 1];
    } else for (let k = 0; k < 3; k++) own[k] = corners[3 * first + k];
    for (let k = 0; k < 3; k++) own[count + k] = corners[3 * second + k];
    return this.#bound.radius(own, count, 3, enough, closely);
  }
}

class PairList {
  readonly #entries: [number, number, number][] = [];
  readonly #allowed: number;
  #place = 0;

  constructor(allowed: number) {
    this.#allowed = allowed;
  }

  /** What is still added does not count: the whole list is given up. */
  get tooMany(): boolean {
    return this.#entries.length > this.#allowed;
  }

  get count(): number {
    return this.#entries.length;
  }

  at(place: number): PairList {
    this.#place = place;
    return this;
  }

  add(first: number, second: number): void {
    this.#entries.push([this.#place, first, second]);
  }

  /** Places ascending; of one place in the order in which they came. */
  finish(): ListedPairs {
    const sorted = this.#entries.slice().sort((x, y) => x[0] - y[0]);
    return {
      place: Uint32Array.from(sorted, (entry) => entry[0]),
      pairs: Uint32Array.from(sorted.flatMap(([, first, second]) => [first, second])),
    };
  }
}
