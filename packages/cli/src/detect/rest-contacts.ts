import { edgeEnd, findFrameContacts } from './frame-contacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { findTrianglePairs, pairKey } from './triangle-pairs.ts';

/** What intersects in the rest pose: for `--ignore-rest` to leave out, and to report. */
export interface RestContacts {
  readonly contacts: number;
  readonly trianglePairs: number;
  /** The edge by its two vertices; they may be copies that the rest pose welds. */
  hasContact(a: number, b: number, triangle: number): boolean;
  hasPair(s: number, t: number): boolean;
}

/** Looks at the rest pose, in which the mesh was prepared. */
export function findRestContacts(mesh: PreparedMesh, scope: 'all' | 'self' | 'between'): RestContacts {
  const { triangles, weld } = mesh;
  const triangleCount = triangles.length / 3;
  const vertexCount = weld.length;
  const edgeKey = (a: number, b: number): number =>
    weld[a] < weld[b] ? weld[a] * vertexCount + weld[b] : weld[b] * vertexCount + weld[a];

  const found = findFrameContacts(mesh, undefined);
  const edgesOf = new Map<number, Set<number>>();
  for (let i = 0; i < found.count; i++) {
    const edges = edgesOf.get(found.triangle[i]) ?? new Set();
    edgesOf.set(found.triangle[i], edges);
    edges.add(edgeKey(triangles[found.halfEdge[i]], triangles[edgeEnd(found.halfEdge[i])]));
  }
  const pairs = findTrianglePairs(mesh, found, scope, undefined);
  const pairKeys = new Set<number>();
  for (let i = 0; i < pairs.count; i++) pairKeys.add(pairKey(pairs.a[i], pairs.b[i], triangleCount));

  return {
    contacts: found.count,
    trianglePairs: pairs.count,
    hasContact: (a, b, triangle) => edgesOf.get(triangle)?.has(edgeKey(a, b)) === true,
    hasPair: (s, t) => pairKeys.has(pairKey(s, t, triangleCount)),
  };
}
