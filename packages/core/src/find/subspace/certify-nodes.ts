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

/** Pairs looked at closely between two pauses: some 20 ms. */
const PAUSE_EVERY = 100;

/**
 * A radius for every test node and box pair, from the leaves up. Pairs of triangles that touch at rest, or as good as, are listed
 * instead. If there are more of them than triangles nothing is certified: a list that long costs more than a search.
 */
export function* certifyNodes(
  subspace: Subspace,
  nodes: NodesToCertify,
  subdivisions: number,
): Steps<{ certificates: Certificates; stats: CertifyStats }> {
  const { tree, testTree, leaves, corners } = nodes;
  const { nodeCount, skip, patchA, patchB, boxStart, boxPairs } = testTree;
  const bound = new PairBound(subspace, subdivisions);
  const search = new PairSearch(subspace, nodes, bound);
  const pairRadius = new Float32Array(boxPairs.length / 2);
  const nodeRadius = new Float32Array(nodeCount);
  const allowed = subspace.farthest > 0 ? Math.max(16, tree.order.length) : -1;
  const listed = { pairs: new PairList(allowed), leafPairs: new PairList(allowed), neighbours: new PairList(allowed) };
  const count = () => listed.pairs.count + listed.leafPairs.count + listed.neighbours.count;
  let paused = 0;

  for (let node = nodeCount - 1; node >= 0 && count() <= allowed; node--) {
    let radius = subspace.farthest;
    for (let pair = boxStart[node]; pair < boxStart[node + 1] && count() <= allowed; pair++) {
      const own = search.least(boxPairs[2 * pair], boxPairs[2 * pair + 1], listed.pairs.at(pair));
      pairRadius[pair] = roundRadiusDown(own);
      radius = Math.min(radius, own);
      if (bound.closeLooks >= paused + PAUSE_EVERY) {
        paused = bound.closeLooks;
        yield 1 - (node + 1) / nodeCount;
      }
    }
    if (tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0) {
      radius = search.leastFar(patchA[node], patchB[node], leaves.farMask[node], radius, listed.leafPairs.at(node));
      const end = leaves.neighbourStart[node + 1];
      for (let i = leaves.neighbourStart[node]; i < end; i++) {
        const hS = leaves.neighbours[2 * i];
        const hT = leaves.neighbours[2 * i + 1];
        const own = neighbourRadius(bound, corners, hS, hT, radius);
        if (own > 0) radius = own;
        else listed.neighbours.at(node).add(hS, hT);
      }
    }
    let below = roundRadiusDown(radius);
    for (let child = node + 1; child < skip[node]; child = skip[child]) below = Math.min(below, nodeRadius[child]);
    nodeRadius[node] = below;
    if (bound.closeLooks >= paused + PAUSE_EVERY) {
      paused = bound.closeLooks;
      yield 1 - node / nodeCount;
    }
  }
  const stats = { closeLooks: bound.closeLooks, listed: count() };
  if (count() > allowed) {
    const none = new PairList(0).finish();
    return { certificates: assembleCertificates(nodeRadius.fill(0), pairRadius.fill(0), none, none, none), stats };
  }
  const { pairs, leafPairs, neighbours } = listed;
  const lists = [pairs.finish(), leafPairs.finish(), neighbours.finish()] as const;
  return { certificates: assembleCertificates(nodeRadius, pairRadius, ...lists), stats };
}

export interface CertifyStats {
  /** Pairs that the cheapest bound did not settle. */
  readonly closeLooks: number;
  /** Pairs that touch at rest, or as good as. */
  readonly listed: number;
}

export function assembleCertificates(
  nodeRadius: Float32Array,
  pairRadius: Float32Array,
  listedPairs: ListedPairs,
  listedLeafPairs: ListedPairs,
  listedNeighbours: ListedPairs,
): Certificates {
  return { norm: 0, nodeRadius, pairRadius, listedPairs, listedLeafPairs, listedNeighbours };
}

/** Triangles that share one vertex: each one's edge opposite it must not meet the other triangle. */
function neighbourRadius(bound: PairBound, corners: Uint32Array, hS: number, hT: number, enough: number): number {
  const first = edgeRadius(bound, corners, hS, Math.floor(hT / 3), enough);
  return first === 0 ? 0 : edgeRadius(bound, corners, hT, Math.floor(hS / 3), first);
}

export function edgeRadius(bound: PairBound, corners: Uint32Array, h: number, t: number, enough: number): number {
  const next = h % 3 === 2 ? h - 2 : h + 1;
  const five = [corners[h], corners[next], corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]];
  return bound.radius(five, 2, 3, enough);
}

/** Smallest radii over many pairs of triangles. Those with radius 0 are listed and left out. */
class PairSearch {
  readonly #nodes: NodesToCertify;
  readonly #bounds: NodeBounds;
  readonly #bound: PairBound;
  readonly #farthest: number;
  readonly #corners = new Uint32Array(6);

  constructor(subspace: Subspace, nodes: NodesToCertify, bound: PairBound) {
    this.#nodes = nodes;
    this.#bound = bound;
    this.#bounds = new NodeBounds(subspace, nodes.tree, nodes.corners);
    this.#farthest = subspace.farthest;
  }

  /** Over all triangles of patch a with all of patch b. */
  least(a: number, b: number, listed: PairList): number {
    return this.#descend(a, b, this.#bounds.radius(a, b), this.#farthest, listed);
  }

  #descend(a: number, b: number, lower: number, best: number, listed: PairList): number {
    if (lower >= best || listed.tooMany) return best;
    const { rightChild, firstTriangle, endTriangle } = this.#nodes.tree;
    const rightA = rightChild[a];
    const rightB = rightChild[b];
    if (rightA === 0 && rightB === 0) {
      let radius = best;
      for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
        for (let t = firstTriangle[b]; t < endTriangle[b]; t++) radius = this.triangles(s, t, radius, listed);
      }
      return radius;
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
    const firstFirst = lower0 <= lower1;
    const once = firstFirst ? this.#descend(a0, b0, lower0, best, listed) : this.#descend(a1, b1, lower1, best, listed);
    return firstFirst ? this.#descend(a1, b1, lower1, once, listed) : this.#descend(a0, b0, lower0, once, listed);
  }

  leastFar(a: number, b: number, mask: number, best: number, listed: PairList): number {
    const { tree, leafStride } = this.#nodes;
    let radius = best;
    for (let far = mask; far !== 0; far &= far - 1) {
      const bit = 31 - Math.clz32(far & -far);
      const i = Math.floor(bit / leafStride);
      radius = this.triangles(tree.firstTriangle[a] + i, tree.firstTriangle[b] + bit - leafStride * i, radius, listed);
    }
    return radius;
  }

  triangles(s: number, t: number, best: number, listed: PairList): number {
    const { corners } = this.#nodes;
    for (let k = 0; k < 3; k++) {
      this.#corners[k] = corners[3 * s + k];
      this.#corners[3 + k] = corners[3 * t + k];
    }
    const radius = this.#bound.radius(this.#corners, 3, 3, best);
    if (radius > 0) return radius;
    listed.add(s, t);
    return best;
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
