import type { Certificates } from '../certificates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import type { NodeBounds } from './node-bounds.ts';
import { PairBound } from './pair-bound.ts';
import { EDGE, PATCHES, TRIANGLES } from './pair-heap.ts';
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
      const [corners, count, triangles] = limitOf(nodes, search);
      const touches = bound.touchingPose(corners, count, 3, pose);
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

/** Corners of what limits a search, how many are of the first, and both triangles. */
function limitOf(
  { corners }: NodesToCertify,
  { limitFirst: first, limitSecond: second, limitTag: tag }: PairSearch,
): [number[], number, [number, number]] {
  if (tag !== TRIANGLES && tag !== EDGE) throw new Error('findLimits: poses are limited by triangles and edges.');
  const ofTriangle = (t: number) => [corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]];
  if (tag === TRIANGLES) return [[...ofTriangle(first), ...ofTriangle(second)], 3, [first, second]];
  const next = first % 3 === 2 ? first - 2 : first + 1;
  return [[corners[first], corners[next], ...ofTriangle(second)], 2, [Math.floor(first / 3), second]];
}
