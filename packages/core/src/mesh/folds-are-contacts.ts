import type { Surface } from './surface.ts';

/** Neighbours that a vertex has at least, so that one of them is no corner of whatever triangle folds onto it. */
const LEAST_NEIGHBOURS = 4;

/**
 * Whether two triangles with a common edge cannot fold flat onto each other without an edge meeting a triangle that it shares no vertex with. The third
 * corner a of one then lies on the other, T, or its edge e crosses an edge f of T. On a closed manifold surface a has a neighbour that is no corner of
 * T if it has four of them, and the edge there meets T; and f meets the triangle on the other side of e, with which it has no vertex in common unless
 * the common vertex of e and T has but three neighbours. At a boundary neither need be so.
 */
export function foldsAreContacts({ triangles, vertexCount, halfEdges }: Surface): boolean {
  const { boundaryEdgeCount, nonManifoldEdgeCount, twin } = halfEdges;
  if (boundaryEdgeCount > 0 || nonManifoldEdgeCount > 0) return false;
  const degree = new Uint32Array(vertexCount);
  const outgoing = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < triangles.length; h++) {
    if (twin[h] < 0) return false;
    degree[triangles[h]]++;
    outgoing[triangles[h]] = h;
  }
  // all triangles of a vertex are one fan, of four at least
  return outgoing.every((first, v) => {
    let around = 0;
    let h = first;
    do {
      h = twin[h % 3 === 0 ? h + 2 : h - 1];
      around++;
    } while (h !== first && around <= degree[v]);
    return around === degree[v] && around >= LEAST_NEIGHBOURS;
  });
}
