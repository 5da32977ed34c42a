import { type HalfEdges, nextInTriangle } from '../../mesh/half-edges.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';

/**
 * The contour of every patch: its half-edges without twin in the patch. Entries of node i are
 * start[i] … start[i + 1] − 1; nodes that are no patch have none.
 */
export interface PatchBorders {
  readonly start: Uint32Array;
  /** Vertices at which the half-edge begins and ends. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Triangle on the other side, −1 if there is none. */
  readonly across: Int32Array;
}

/**
 * Lists contours bottom-up: a parent's is that of its children without the edges between them.
 * Cancelling is by twins, so that on edges with several triangles multiplicity is kept. All arguments must be in the
 * tree's order.
 */
export function listPatchBorders(tree: PatchTree, halfEdges: HalfEdges, triangles: Uint32Array): PatchBorders {
  const { nodeCount, rightChild, firstTriangle, endTriangle, isPatch } = tree;
  const { twin } = halfEdges;
  const acrossOf = new Int32Array(twin.length);
  for (let h = 0; h < twin.length; h++) acrossOf[h] = twin[h] < 0 ? -1 : Math.floor(twin[h] / 3);
  const lists: (number[] | null)[] = new Array(nodeCount).fill(null);
  const start = new Uint32Array(nodeCount + 1);

  // counting down, both children come before their parent
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (isPatch[node] === 0) continue;
    const first = firstTriangle[node];
    const end = endTriangle[node];
    const list: number[] = [];
    const keep = (h: number) => {
      if (acrossOf[h] < first || acrossOf[h] >= end) list.push(h);
    };
    if (rightChild[node] === 0) {
      for (let h = 3 * first; h < 3 * end; h++) keep(h);
    } else {
      for (const h of lists[node + 1]!) keep(h);
      for (const h of lists[rightChild[node]]!) keep(h);
    }
    lists[node] = list;
    start[node + 1] = list.length;
  }
  for (let node = 0; node < nodeCount; node++) start[node + 1] += start[node];
  const from = new Uint32Array(start[nodeCount]);
  const to = new Uint32Array(start[nodeCount]);
  const across = new Int32Array(start[nodeCount]);
  for (let node = 0; node < nodeCount; node++) {
    const list = lists[node];
    if (list === null) continue;
    for (let i = 0; i < list.length; i++) {
      from[start[node] + i] = triangles[list[i]];
      to[start[node] + i] = triangles[nextInTriangle(list[i])];
      across[start[node] + i] = acrossOf[list[i]];
    }
  }
  return { start, from, to, across };
}
