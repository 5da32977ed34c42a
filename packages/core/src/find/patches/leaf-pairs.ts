import { namesVertexTwice } from '../../mesh/half-edges.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import { nodesInSteps, type Steps } from '../../partition/progress.ts';
import { GrowingWords } from '../growing-words.ts';
import type { TestTree } from './test-tree.ts';

/** Bits of a far mask: leaves hold at most this many triangles, so that i · MAX_LEAF + j fits into 32 bits. */
export const MAX_LEAF = 5;

/**
 * What has to be tested where the test tree ends in two leaves (or one with itself): which triangles share a vertex never
 * changes, so pairs that can never give a contact (a common edge, no edge to test) are left out once and for all.
 */
export interface LeafPairs {
  /** Half-edge pairs of triangles that share one vertex: places start[node] … start[node + 1] − 1, two numbers each. */
  readonly neighbourStart: Uint32Array;
  readonly neighbours: Uint32Array;
  /** Bit i · MAX_LEAF + j: triangle i of the first leaf and j of the second share nothing and have an edge to test. */
  readonly farMask: Uint32Array;
}

export function* buildLeafPairs(
  tree: PatchTree,
  testTree: TestTree,
  triangles: Uint32Array,
  ownedEdges: Uint8Array,
): Steps<LeafPairs> {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { nodeCount, patchA, patchB } = testTree;
  const neighbourStart = new Uint32Array(nodeCount + 1);
  const farMask = new Uint32Array(nodeCount);
  const neighbours = new GrowingWords(9 * tree.order.length);

  /** Lists the two if they are neighbours. Says whether they are far. */
  const look = (s: number, t: number): boolean => {
    const owned = ownedEdges[s] | (ownedEdges[t] << 3);
    if (owned === 0) return false;
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    let shared = 0;
    let opposite = 0; // half-edge of each that is opposite the last common vertex, of t in the higher bits
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * s + k];
      const at = v === a ? 0 : v === b ? 1 : v === c ? 2 : -1;
      if (at < 0) continue;
      shared++;
      opposite = (k === 2 ? 0 : k + 1) | ((at === 2 ? 0 : at + 1) << 2);
    }
    if (shared === 0) return true;
    if (a === b || b === c || c === a || namesVertexTwice(triangles, 3 * s)) return true;
    // two or three corners in common: no edge of one is free of the other
    if (shared > 1) return false;
    const ofS = opposite & 3;
    const ofT = opposite >> 2;
    if (((owned >> ofS) & 1) !== 0 || ((owned >> (3 + ofT)) & 1) !== 0) {
      neighbours.push(3 * s + ofS);
      neighbours.push(3 * t + ofT);
    }
    return false;
  };

  const lookAll = (from: number, to: number): void => {
    for (let node = from; node < to; node++) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        let mask = 0;
        for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
          for (let t = a === b ? s + 1 : firstTriangle[b]; t < endTriangle[b]; t++) {
            if (look(s, t)) mask |= 1 << ((s - firstTriangle[a]) * MAX_LEAF + (t - firstTriangle[b]));
          }
        }
        farMask[node] = mask;
      }
      neighbourStart[node + 1] = neighbours.length >> 1;
    }
  };
  yield* nodesInSteps(nodeCount, lookAll);
  return { neighbourStart, neighbours: neighbours.finish(), farMask };
}

/** By test node, 0 where it is not one of leaves: bits as in a far mask, for all triangles that share no vertex. */
export function listApartPairs(tree: PatchTree, testTree: TestTree, triangles: Uint32Array): Uint32Array {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const { nodeCount, patchA, patchB } = testTree;
  const masks = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const a = patchA[node];
    const b = patchB[node];
    if (rightChild[a] !== 0 || rightChild[b] !== 0) continue;
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      for (let t = a === b ? s + 1 : firstTriangle[b]; t < endTriangle[b]; t++) {
        if (countShared(triangles, s, t) > 0) continue;
        masks[node] |= 1 << ((s - firstTriangle[a]) * MAX_LEAF + (t - firstTriangle[b]));
      }
    }
  }
  return masks;
}

/** Corners of s that t has too. */
function countShared(triangles: Uint32Array, s: number, t: number): number {
  let shared = 0;
  for (let i = 3 * s; i < 3 * s + 3; i++) {
    const v = triangles[i];
    if (v === triangles[3 * t] || v === triangles[3 * t + 1] || v === triangles[3 * t + 2]) shared++;
  }
  return shared;
}
