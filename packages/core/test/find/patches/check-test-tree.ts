import { type LeafPairs, MAX_LEAF } from '../../../src/find/patches/leaf-pairs.ts';
import {
  ACROSS_EDGE,
  ACROSS_VERTEX,
  NEVER_CULLED,
  type TestTree,
  WITHIN_PATCH,
} from '../../../src/find/patches/test-tree.ts';
import type { Surface } from '../../../src/mesh/surface.ts';
import type { PatchTree } from '../../../src/partition/patch-tree.ts';

interface Prepared {
  readonly tree: PatchTree;
  readonly testTree: TestTree;
  readonly leaves: LeafPairs;
}

function fail(message: string): never {
  throw new Error(`checkTestTree: ${message}`);
}

/** Throws unless a walk over the test tree reaches every pair of triangles exactly once, or leaves it out for a good reason. */
export function checkEveryPairOnce(surface: Surface, { tree, testTree, leaves }: Prepared): void {
  const { rightChild, firstTriangle, endTriangle } = tree;
  const count = surface.triangleCount;
  const reached = new Uint8Array(count * count);
  const reach = (s: number, t: number, how: string): void => {
    if (s === t) fail(`triangle ${s} is compared with itself, ${how}`);
    const pair = Math.min(s, t) * count + Math.max(s, t);
    if (reached[pair]++ > 0) fail(`triangles ${s} and ${t} come twice, ${how} the second time`);
  };
  for (let node = 0; node < testTree.nodeCount; node++) {
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    for (let i = testTree.boxStart[node]; i < testTree.boxStart[node + 1]; i++) {
      const [x, y] = [testTree.boxPairs[2 * i], testTree.boxPairs[2 * i + 1]];
      for (let s = firstTriangle[x]; s < endTriangle[x]; s++) {
        for (let t = firstTriangle[y]; t < endTriangle[y]; t++) {
          reach(s, t, 'by boxes');
          if (tree.isPatch[a] === 1 && sharedCorners(surface, s, t) > 0) fail(`boxes compare neighbours ${s} and ${t}`);
        }
      }
    }
    if (rightChild[a] !== 0 || rightChild[b] !== 0) {
      if (leaves.farMask[node] !== 0 || leaves.neighbourStart[node] !== leaves.neighbourStart[node + 1]) {
        fail(`node ${node} is no pair of leaves and lists triangles`);
      }
      continue;
    }
    const here = new Set<string>();
    for (let i = leaves.neighbourStart[node]; i < leaves.neighbourStart[node + 1]; i++) {
      const [g, h] = [leaves.neighbours[2 * i], leaves.neighbours[2 * i + 1]];
      const [s, t] = [Math.floor(g / 3), Math.floor(h / 3)];
      if (!isOppositeShared(surface, g, t) || !isOppositeShared(surface, h, s))
        fail(`half-edges ${g} and ${h} are wrong`);
      reach(s, t, 'as neighbours');
      here.add(`${s} ${t}`);
    }
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      for (let t = a === b ? s + 1 : firstTriangle[b]; t < endTriangle[b]; t++) {
        const bit = (s - firstTriangle[a]) * MAX_LEAF + (t - firstTriangle[b]);
        if ((leaves.farMask[node] >>> bit) & 1) reach(s, t, 'as far triangles');
        else if (!here.has(`${s} ${t}`)) {
          if (canMeet(surface, s, t)) fail(`triangles ${s} and ${t} are left out`);
          reach(s, t, 'left out');
        }
      }
    }
  }
  for (let s = 0; s < count; s++) {
    for (let t = s + 1; t < count; t++) if (reached[s * count + t] === 0) fail(`triangles ${s} and ${t} never come`);
  }
}

function cornersOf({ triangles }: Surface, t: number): number[] {
  return [...triangles.subarray(3 * t, 3 * t + 3)];
}

function sharedCorners(surface: Surface, s: number, t: number): number {
  const other = cornersOf(surface, t);
  return new Set(cornersOf(surface, s).filter((v) => other.includes(v))).size;
}

/** Whether one of the triangles owns an edge that shares no vertex with the other: by definition there is a contact only then. */
function canMeet(surface: Surface, s: number, t: number): boolean {
  const free = (from: number, to: number) => {
    const other = cornersOf(surface, to);
    return [0, 1, 2].some((k) => {
      const [u, v] = [surface.triangles[3 * from + k], surface.triangles[3 * from + ((k + 1) % 3)]];
      const owned = (surface.halfEdges.ownedEdges[from] >> k) & 1;
      return owned === 1 && !other.includes(u) && !other.includes(v);
    });
  };
  return free(s, t) || free(t, s);
}

/** Whether half-edge h lies opposite the only vertex that its triangle shares with t. */
function isOppositeShared(surface: Surface, h: number, t: number): boolean {
  const s = Math.floor(h / 3);
  const apex = surface.triangles[3 * s + ((h + 2) % 3)];
  return sharedCorners(surface, s, t) === 1 && cornersOf(surface, t).includes(apex);
}

/** Throws unless skipping a node skips just what is between its patches, and its kind is what they have in common. */
export function checkTestNodes(surface: Surface, { tree, testTree }: Prepared): void {
  const { nodeCount, patchA, patchB, skip, boxStart, boxPairs } = testTree;
  const { firstTriangle, endTriangle } = tree;
  const isInside = (patch: number, outer: number) =>
    firstTriangle[patch] >= firstTriangle[outer] && endTriangle[patch] <= endTriangle[outer];
  const covers = (node: number, x: number, y: number) =>
    (isInside(x, patchA[node]) && isInside(y, patchB[node])) ||
    (isInside(y, patchA[node]) && isInside(x, patchB[node]));

  if (nodeCount === 0 || skip[0] !== nodeCount) fail('the first node does not span the tree');
  if (boxStart.length !== nodeCount + 1 || 2 * boxStart[nodeCount] !== boxPairs.length) fail('box pairs do not add up');
  const open: number[] = [];
  for (let node = 0; node < nodeCount; node++) {
    const [a, b] = [patchA[node], patchB[node]];
    if (skip[node] <= node || skip[node] > nodeCount) fail(`node ${node} skips to ${skip[node]}`);
    while (open.length > 0 && skip[open[open.length - 1]] <= node) open.pop();
    const parent = open[open.length - 1];
    if (parent !== undefined && skip[node] > skip[parent]) fail(`node ${node} skips more than its parent`);
    if (parent !== undefined && !covers(parent, a, b)) fail(`node ${node} is not between the patches of ${parent}`);
    open.push(node);
    for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
      if (!covers(node, boxPairs[2 * i], boxPairs[2 * i + 1])) fail(`box pair ${i} is not below node ${node}`);
    }
    if (tree.rightChild[a] === 0 && tree.rightChild[b] === 0 && skip[node] !== node + 1)
      fail(`leaf ${node} has children`);
    checkKind(surface, tree, testTree, node);
  }
  const selves = Array.from({ length: nodeCount }, (_, node) => node).filter((node) => patchA[node] === patchB[node]);
  if (new Set(selves.map((node) => patchA[node])).size !== tree.nodeCount || selves.length !== tree.nodeCount) {
    fail('not every patch has one node of its own');
  }
}

function checkKind({ triangles, halfEdges }: Surface, tree: PatchTree, testTree: TestTree, node: number): void {
  const [a, b] = [testTree.patchA[node], testTree.patchB[node]];
  const kind = testTree.kind[node];
  if (a === b) {
    if (kind !== WITHIN_PATCH && kind !== NEVER_CULLED) fail(`node ${node} is within a patch, but of kind ${kind}`);
    if (kind === WITHIN_PATCH && tree.isPatch[a] === 0) fail(`node ${node} holds several pieces and may be culled`);
    return;
  }
  const verticesOf = (patch: number) =>
    new Set(triangles.subarray(3 * tree.firstTriangle[patch], 3 * tree.endTriangle[patch]));
  const shared = [...verticesOf(a)].filter((v) => verticesOf(b).has(v));
  const twins = halfEdges.twin
    .subarray(3 * tree.firstTriangle[a], 3 * tree.endTriangle[a])
    .filter((h) => h >= 3 * tree.firstTriangle[b] && h < 3 * tree.endTriangle[b]);
  if (shared.length === 0) fail(`node ${node} has patches that are not adjacent`);
  if (kind === ACROSS_VERTEX && (shared.length !== 1 || shared[0] !== testTree.sharedVertex[node])) {
    fail(`node ${node} does not share just vertex ${testTree.sharedVertex[node]}`);
  }
  if (kind === ACROSS_EDGE && twins.length === 0) fail(`node ${node} shares no edge`);
  if (kind === NEVER_CULLED && shared.length === 1) fail(`node ${node} shares one vertex and is never culled`);
}
