import type { Certificates } from '../certificates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import { FIRST_CORNERS, loadCorners, SECOND_CORNERS } from './features.ts';
import type { NodeBounds } from './node-bounds.ts';
import { PairBound } from './pair-bound.ts';
import { EDGES, PATCHES, TRIANGLES } from './pair-heap.ts';
import { PairSearch, type PairSink } from './pair-search.ts';
import type { Subspace } from './subspace.ts';

/** What keeps the radius of a test node from being larger. */
export interface NodeLimit {
  /** How many nodes are above. */
  readonly level: number;
  readonly radius: number;
  /** Norm of a pose in which the two touch, but for rounding; infinite if none was found. */
  readonly norm: number;
  /** Scaled coordinates of that pose. */
  readonly pose: Float64Array;
  /** In the tree's order. */
  readonly triangles: readonly [number, number];
}

const NOWHERE: PairSink = { add: () => {} };
/** A bound is worked out again no farther than this many times what is stored. */
const REACH = 1.5;

/** Of all test nodes on the upper levels that something limits: the pair with the smallest radius, and where it touches. */
export function findLimits(
  subspace: Subspace,
  nodes: NodesToCertify,
  certificates: Certificates,
  bounds: NodeBounds,
  levels: number,
): NodeLimit[] {
  const { skip } = nodes.testTree;
  const bound = new PairBound(subspace);
  const search = new PairSearch(nodes, bounds, bound);
  const limits: NodeLimit[] = [];
  const visit = (node: number, level: number): void => {
    if (level === levels) return;
    const radius = certificates.nodeRadius[node];
    if (radius > 0 && searchLowest(nodes, certificates, node, search)) {
      const pose = new Float64Array(subspace.rank);
      const { corners, triangles } = limitOf(nodes, search);
      const { limitTag: tag } = search;
      const touches = bound.touchingPose(corners, FIRST_CORNERS[tag], SECOND_CORNERS[tag], pose);
      limits.push({ level, radius, norm: touches ? Math.hypot(...pose) : Number.POSITIVE_INFINITY, pose, triangles });
    }
    for (let child = node + 1; child < skip[node]; child = skip[child]) visit(child, level + 1);
  };
  visit(0, 0);
  return limits;
}

/** Looks closely at what has the smallest radius below a node; false if nothing limits it. */
function searchLowest(
  { tree, testTree }: NodesToCertify,
  { nodeRadius, pairRadius }: Certificates,
  node: number,
  search: PairSearch,
): boolean {
  const { skip, patchA, patchB, boxStart, boxPairs } = testTree;
  const radius = nodeRadius[node];
  const pair = pairRadius.subarray(0, boxStart[skip[node]]).indexOf(radius, boxStart[node]);
  if (pair >= 0) {
    search.beginBetween(boxPairs[2 * pair], boxPairs[2 * pair + 1], Number.POSITIVE_INFINITY, REACH * radius, 2);
  } else {
    let leaf = node;
    const isLeaf = (at: number) => tree.rightChild[patchA[at]] === 0 && tree.rightChild[patchB[at]] === 0;
    while (leaf < skip[node] && !(isLeaf(leaf) && nodeRadius[leaf] === radius)) leaf++;
    if (leaf === skip[node]) return false;
    search.beginAtLeaves(leaf, Number.POSITIVE_INFINITY, REACH * radius, 2, NOWHERE, NOWHERE);
  }
  search.advance(Number.POSITIVE_INFINITY, NOWHERE);
  return search.limitTag !== PATCHES;
}

/** Corners of what limits a search, and both triangles. */
function limitOf(
  { corners }: NodesToCertify,
  { limitFirst: first, limitSecond: second, limitTag: tag }: PairSearch,
): { readonly corners: Uint32Array; readonly triangles: readonly [number, number] } {
  const six = new Uint32Array(6);
  loadCorners(corners, first, second, tag, six);
  const s = tag === TRIANGLES ? first : Math.floor(first / 3);
  return { corners: six, triangles: [s, tag === EDGES ? Math.floor(second / 3) : second] };
}
