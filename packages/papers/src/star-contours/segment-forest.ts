import type { HalfEdges } from 'selfcollide/finder';
import { nextInTriangle } from 'selfcollide/mesh';
import { ACROSS_EDGE, type PatchTree, type TestTree } from 'selfcollide/parts';
import { BorderRuns } from './border-runs.ts';

/** Segments with fewer half-edges have no children: going through the edges is faster than joining bounds (measured; 6 to 24 are much alike). */
const LEAST_INNER = 12;

/**
 * Runs of contour half-edges with the same patch on the other side, each made of shorter ones of the level below, so that what is known of
 * them is worked out once and shared by all contours that pass there (CSF; star paper §6.1). A run and its reverse are two segments.
 * Only segments that a test needs are kept; the lowest ones are chains of half-edges.
 */
export interface SegmentForest {
  readonly segmentCount: number;
  /** Children of segment i: segments firstChild[i] … endChild[i] − 1, in order along it; none if both are equal. */
  readonly firstChild: Uint32Array;
  readonly endChild: Uint32Array;
  /** Vertices along segment i, if it has no children: places vertexStart[i] … vertexStart[i + 1] − 1; one more than half-edges. */
  readonly vertexStart: Uint32Array;
  readonly vertices: Uint32Array;
  /** Segments that make up the contour of test node i: places listStart[i] … listStart[i + 1] − 1 of `list`. */
  readonly listStart: Uint32Array;
  readonly list: Uint32Array;
}

/**
 * Builds the forest from the lowest level on which there is a test up to the highest. All arguments must be in the tree's order.
 *
 * @param wanted 1 for every test node whose contour is to be listed: within a patch, or across an edge.
 */
export function buildSegmentForest(
  tree: PatchTree,
  testTree: TestTree,
  triangles: Uint32Array,
  halfEdges: HalfEdges,
  wanted: Uint8Array,
): SegmentForest {
  const { parent, depth } = climb(tree);
  const nodesOfLevel = groupByLevel(testTree, depth, wanted);
  const lists: number[] = [];
  const listStart = new Uint32Array(testTree.nodeCount);
  const listEnd = new Uint32Array(testTree.nodeCount);
  let runs: BorderRuns | null = null;
  const firstRun = new Int32Array(tree.nodeCount).fill(-1);

  for (let level = nodesOfLevel.length - 1; level >= 0; level--) {
    if (runs === null) runs = new BorderRuns(tree, parent, depth, halfEdges.twin, level);
    else runs.lift(level);
    if (nodesOfLevel[level].length === 0) continue;
    const { active, activeCount, own, other } = runs;
    const nextRun = new Int32Array(activeCount);
    for (let i = 0; i < activeCount; i++) {
      nextRun[i] = firstRun[own[active[i]]];
      firstRun[own[active[i]]] = i;
    }
    const add = (patch: number, without: number): void => {
      for (let i = firstRun[patch]; i >= 0; i = nextRun[i]) {
        if (other[active[i]] !== without) lists.push(active[i]);
      }
    };
    for (const node of nodesOfLevel[level]) {
      const a = testTree.patchA[node];
      const b = testTree.patchB[node];
      listStart[node] = lists.length;
      add(a, b);
      if (testTree.kind[node] === ACROSS_EDGE) add(b, a);
      listEnd[node] = lists.length;
    }
    for (let i = 0; i < activeCount; i++) firstRun[own[active[i]]] = -1;
  }
  if (runs === null) return emptyForest(testTree.nodeCount);
  return trim(runs, triangles, lists, listStart, listEnd);
}

/** Parents and depths of all nodes; the root's depth is 0. */
function climb({ nodeCount, rightChild }: PatchTree): { parent: Int32Array; depth: Int32Array } {
  const parent = new Int32Array(nodeCount).fill(-1);
  const depth = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const right = rightChild[node];
    if (right === 0) continue;
    parent[node + 1] = node;
    parent[right] = node;
    depth[node + 1] = depth[node] + 1;
    depth[right] = depth[node] + 1;
  }
  return { parent, depth };
}

/** A leaf stands for itself on all levels below its own, so a pair of patches is on the level of the deeper one. */
function groupByLevel({ nodeCount, patchA, patchB }: TestTree, depth: Int32Array, wanted: Uint8Array): number[][] {
  const groups: number[][] = [];
  for (let node = 0; node < nodeCount; node++) {
    if (wanted[node] === 0) continue;
    const level = Math.max(depth[patchA[node]], depth[patchB[node]]);
    while (groups.length <= level) groups.push([]);
    groups[level].push(node);
  }
  return groups;
}

/** Keeps the runs on lists, each made of the runs below it if some of these are on lists too, else of its half-edges. */
function trim(
  runs: BorderRuns,
  triangles: Uint32Array,
  lists: number[],
  firstInList: Uint32Array,
  endOfList: Uint32Array,
): SegmentForest {
  const { count, edgeCount, childStart, childEnd, children, isCopy } = runs;
  const LISTED = 1;
  const LISTED_BELOW = 2;
  const IS_CHILD = 4;
  const state = new Uint8Array(count);
  const edgesOf = new Uint32Array(count).fill(1, 0, edgeCount);
  for (const run of lists) state[run] = LISTED;
  for (let run = edgeCount; run < count; run++) {
    for (let i = childStart[run]; i < childEnd[run]; i++) {
      edgesOf[run] += edgesOf[children[i]];
      if (state[children[i]] !== 0 && isCopy[run] === 0) state[run] |= LISTED_BELOW;
    }
  }
  const isInner = (run: number): boolean => (state[run] & LISTED_BELOW) !== 0 && edgesOf[run] >= LEAST_INNER;

  // parents before children, children in a row
  const numberOf = new Int32Array(count).fill(-1);
  const runOf: number[] = [];
  const firstChild: number[] = [];
  const endChild: number[] = [];
  const add = (run: number): void => {
    numberOf[run] = runOf.push(run) - 1;
    firstChild.push(0);
    endChild.push(0);
  };
  const addChildren = (run: number): void => {
    if (!isInner(run)) return;
    const first = runOf.length;
    for (let i = childStart[run]; i < childEnd[run]; i++) add(children[i]);
    firstChild[numberOf[run]] = first;
    endChild[numberOf[run]] = runOf.length;
    for (let i = childStart[run]; i < childEnd[run]; i++) addChildren(children[i]);
  };
  for (let run = count - 1; run >= 0; run--) {
    if ((state[run] & (LISTED | IS_CHILD)) !== 0 && isInner(run)) {
      for (let i = childStart[run]; i < childEnd[run]; i++) state[children[i]] |= IS_CHILD;
    }
  }
  for (let run = count - 1; run >= 0; run--) {
    if ((state[run] & (LISTED | IS_CHILD)) !== LISTED) continue;
    add(run);
    addChildren(run);
  }

  const vertexStart = new Uint32Array(runOf.length + 1);
  const vertices: number[] = [];
  const edges: number[] = [];
  for (let segment = 0; segment < runOf.length; segment++) {
    if (!isInner(runOf[segment])) {
      edges.length = 0;
      runs.collectHalfEdges(runOf[segment], edges);
      for (const h of edges) vertices.push(triangles[h]);
      vertices.push(triangles[nextInTriangle(edges[edges.length - 1])]);
    }
    vertexStart[segment + 1] = vertices.length;
  }
  const listStart = new Uint32Array(firstInList.length + 1);
  const list = new Uint32Array(lists.length);
  let at = 0;
  for (let node = 0; node < firstInList.length; node++) {
    for (let i = firstInList[node]; i < endOfList[node]; i++) list[at++] = numberOf[lists[i]];
    listStart[node + 1] = at;
  }
  return {
    segmentCount: runOf.length,
    firstChild: Uint32Array.from(firstChild),
    endChild: Uint32Array.from(endChild),
    vertexStart,
    vertices: Uint32Array.from(vertices),
    listStart,
    list,
  };
}

function emptyForest(nodeCount: number): SegmentForest {
  const none = new Uint32Array(0);
  return {
    segmentCount: 0,
    firstChild: none,
    endChild: none,
    vertexStart: new Uint32Array(1),
    vertices: none,
    listStart: new Uint32Array(nodeCount + 1),
    list: none,
  };
}
