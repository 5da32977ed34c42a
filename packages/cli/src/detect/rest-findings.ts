import { INTERSECTION } from './finding-kinds.ts';
import { edgeEnd } from './frame-contacts.ts';
import { type FindOptions, findFindings } from './frame-findings.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { pairKey } from './triangle-pair.ts';
import { findTrianglePairs } from './triangle-pairs.ts';

/** What is found in the rest pose: for `--ignore-rest` to leave out, and to report. */
export interface RestFindings {
  readonly contacts: number;
  readonly folded: number;
  readonly duplicates: number;
  readonly trianglePairs: number;
  /** The edge by its two vertices; they may be copies that the rest pose welds. */
  hasContact(a: number, b: number, triangle: number): boolean;
  /** Whether two triangles are folded or duplicates there. */
  hasPair(s: number, t: number): boolean;
}

/** Looks at the rest pose, in which the mesh was prepared. */
export function findRestFindings(mesh: PreparedMesh, rest: Float64Array, { kinds, scope }: FindOptions): RestFindings {
  const { triangles, weld } = mesh;
  const triangleCount = triangles.length / 3;
  const vertexCount = weld.length;
  const edgeKey = (a: number, b: number): number =>
    weld[a] < weld[b] ? weld[a] * vertexCount + weld[b] : weld[b] * vertexCount + weld[a];

  const found = findFindings(mesh, rest, undefined, { kinds, scope }); // all of them, whatever the limit
  const edgesOf = new Map<number, Set<number>>();
  const pairKeys = new Set<number>();
  for (let i = 0; i < found.count; i++) {
    if (found.kind[i] !== INTERSECTION) {
      pairKeys.add(pairKey(Math.floor(found.halfEdge[i] / 3), found.triangle[i], triangleCount));
      continue;
    }
    const edges = edgesOf.get(found.triangle[i]) ?? new Set();
    edgesOf.set(found.triangle[i], edges);
    edges.add(edgeKey(triangles[found.halfEdge[i]], triangles[edgeEnd(found.halfEdge[i])]));
  }
  return {
    contacts: found.contacts,
    folded: found.folded,
    duplicates: found.duplicates,
    trianglePairs: findTrianglePairs(mesh, found, scope).count,
    hasContact: (a, b, triangle) => edgesOf.get(triangle)?.has(edgeKey(a, b)) === true,
    hasPair: (s, t) => pairKeys.has(pairKey(s, t, triangleCount)),
  };
}
