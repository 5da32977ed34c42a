import { part, type Steps } from '../../partition/progress.ts';
import { segmentMeetsTriangle } from '../../predicates/segment-meets-triangle.ts';
import type { Budgets, Certificates } from '../certificates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import {
  edgesApart,
  FIRST_CORNERS,
  featuresApart,
  loadCorners,
  SECOND_CORNERS,
  sayAll,
  sharedCorners,
} from './features.ts';
import { NodeBounds } from './node-bounds.ts';
import { PairBound } from './pair-bound.ts';
import { EDGE, TRIANGLES } from './pair-heap.ts';
import { roundRadiusDown, type Subspace } from './subspace.ts';

/** Budgets hold up to this many times the radius of the whole: pairs that are free up to there cost nothing. */
const REACH = 16;
/** Nodes with fewer triangles are tested sooner than their row is summed up. */
const MIN_TRIANGLES = 16;
/** The bounds' share of progress. */
const FOR_BOUNDS = 0.05;
/** Pairs looked at between two pauses. */
const PAUSE_EVERY = 100;

/**
 * Costs of test nodes and box pairs. For a pair of triangles with separating direction n and corner pairs at d + C·q, coordinate i takes
 * at most −(Cᵀn)_i / n·d of the gap a unit. Of several pairs the largest counts, for each coordinate and side. Pairs that are free up to
 * the reach anyway are left out, and so are contacts that exist at rest.
 */
export function* budgetNodes(subspace: Subspace, nodes: NodesToCertify, certificates: Certificates): Steps<Budgets> {
  const { rank } = subspace;
  const { tree, testTree, leaves, leafStride, corners } = nodes;
  const { nodeCount, skip, patchA, patchB, boxStart, boxPairs } = testTree;
  const { nodeRadius, pairRadius } = certificates;
  const reach = Math.min(subspace.farthest, REACH * nodeRadius[0]);
  const bounds = yield* part(NodeBounds.of(subspace, tree, corners), 0, FOR_BOUNDS);
  const bound = new PairBound(subspace, 0);
  const width = 2 * rank;
  const nodeCosts = new Map<number, Float64Array>();
  const nodeRow = new Int32Array(nodeCount).fill(-1);
  const pairRow = new Int32Array(pairRadius.length).fill(-1);
  const rows: Float64Array[] = [];
  const six = new Uint32Array(6);
  let looks = 0;
  const sizeOf = (patch: number) => tree.endTriangle[patch] - tree.firstTriangle[patch];

  const add = (first: number, second: number, tag: number, costs: Float64Array): boolean => {
    loadCorners(corners, first, second, tag, six);
    looks++;
    return bound.addCosts(six, FIRST_CORNERS[tag], SECOND_CORNERS[tag], reach, costs);
  };
  const addEdge = (h: number, t: number, costs: Float64Array): void => {
    if (add(h, t, EDGE, costs)) return;
    if (!segmentMeetsTriangle(subspace.rest, six[0], six[1], six[2], six[3], six[4]))
      costs.fill(Number.POSITIVE_INFINITY);
  };
  const addTriangles = (s: number, t: number, costs: Float64Array): void => {
    if (sharedCorners(corners, s, t) === 0 && add(s, t, TRIANGLES, costs)) return;
    const edges = edgesApart(corners, s, t);
    for (const { edge, triangle } of edges) addEdge(edge, triangle, costs);
    if (sayAll(edges)) return;
    for (const { first, second, tag } of featuresApart(corners, s, t)) {
      if (!add(first, second, tag, costs)) costs.fill(Number.POSITIVE_INFINITY);
    }
  };
  const addBetween = (a: number, b: number, costs: Float64Array): void => {
    if (bounds.radius(a, b) >= reach) return;
    const rightA = tree.rightChild[a];
    const rightB = tree.rightChild[b];
    if (rightA === 0 && rightB === 0) {
      for (let s = tree.firstTriangle[a]; s < tree.endTriangle[a]; s++) {
        for (let t = tree.firstTriangle[b]; t < tree.endTriangle[b]; t++) addTriangles(s, t, costs);
      }
    } else if (rightB === 0 || (rightA !== 0 && sizeOf(a) >= sizeOf(b))) {
      addBetween(a + 1, b, costs);
      addBetween(rightA, b, costs);
    } else {
      addBetween(a, b + 1, costs);
      addBetween(a, rightB, costs);
    }
  };

  let paused = 0;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const costs = new Float64Array(width);
    // below the reach there is nothing to spend on
    if (nodeRadius[node] < reach) {
      for (let pair = boxStart[node]; pair < boxStart[node + 1]; pair++) {
        if (pairRadius[pair] >= reach) continue;
        const a = boxPairs[2 * pair];
        const b = boxPairs[2 * pair + 1];
        const own = new Float64Array(width);
        addBetween(a, b, own);
        raise(costs, own);
        if (sizeOf(a) + sizeOf(b) >= MIN_TRIANGLES) pairRow[pair] = rows.push(own) - 1;
        if (looks >= paused + PAUSE_EVERY) {
          paused = looks;
          yield 1 - ((1 - FOR_BOUNDS) * (node + 1)) / nodeCount;
        }
      }
      if (tree.rightChild[patchA[node]] === 0 && tree.rightChild[patchB[node]] === 0) {
        for (let far = leaves.farMask[node]; far !== 0; far &= far - 1) {
          const bit = 31 - Math.clz32(far & -far);
          const i = Math.floor(bit / leafStride);
          const t = tree.firstTriangle[patchB[node]] + bit - leafStride * i;
          addTriangles(tree.firstTriangle[patchA[node]] + i, t, costs);
        }
        for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
          const hS = leaves.neighbours[2 * i];
          const hT = leaves.neighbours[2 * i + 1];
          addEdge(hS, Math.floor(hT / 3), costs);
          addEdge(hT, Math.floor(hS / 3), costs);
        }
      }
      for (let child = node + 1; child < skip[node]; child = skip[child]) {
        const below = nodeCosts.get(child);
        if (below) raise(costs, below);
        nodeCosts.delete(child);
      }
      nodeCosts.set(node, costs);
      const size = sizeOf(patchA[node]) + (patchA[node] === patchB[node] ? 0 : sizeOf(patchB[node]));
      if (node === 0 || size >= MIN_TRIANGLES) nodeRow[node] = rows.push(costs) - 1;
    }
    if (looks >= paused + PAUSE_EVERY) {
      paused = looks;
      yield 1 - ((1 - FOR_BOUNDS) * node) / nodeCount;
    }
  }
  const costs = new Float32Array(width * rows.length);
  rows.forEach((row, r) => {
    for (let i = 0; i < width; i++) costs[r * width + i] = roundCostUp(row[i]);
  });
  return { rank, reach: roundRadiusDown(reach), nodeRow, pairRow, costs, q: new Float64Array(rank) };
}

function raise(costs: Float64Array, by: Float64Array): void {
  for (let i = 0; i < costs.length; i++) if (by[i] > costs[i]) costs[i] = by[i];
}

/** To a 32-bit number that is not smaller, with what the division and the direction's length may have lost. */
function roundCostUp(cost: number): number {
  if (cost === 0) return 0;
  const raised = cost * (1 + 1e-9);
  const rounded = Math.fround(raised);
  return rounded >= raised ? rounded : Math.fround(rounded * (1 + 2 ** -22) + 1e-45);
}
