import { INTERSECTION, PROXIMITY } from './finding-kinds.ts';
import { edgeEnd } from './frame-contacts.ts';
import { type FindOptions, type FrameFindings, findFindings } from './frame-findings.ts';
import { countsOf, type FindingCounts } from './frame-result.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { pairKey } from './triangle-pair.ts';
import { findTrianglePairs, type TrianglePairs } from './triangle-pairs.ts';

/** What is found in the rest pose: for `--ignore-rest` to leave out, and to report. */
export interface RestFindings {
  readonly counts: FindingCounts;
  /** The edge by its two vertices; they may be copies that the rest pose welds. */
  hasContact(a: number, b: number, triangle: number): boolean;
  /** Whether two triangles are a finding of that kind there, which is none of edges. */
  hasPair(kind: number, s: number, t: number): boolean;
  /** Whether two triangles intersect there, beyond what they share. */
  meet(s: number, t: number): boolean;
}

/** Looks at the rest pose, in which the mesh was prepared. */
export function findRestFindings(mesh: PreparedMesh, rest: Float64Array, options: FindOptions): RestFindings {
  const { triangles, weld } = mesh;
  const triangleCount = triangles.length / 3;
  const vertexCount = weld.length;
  const edgeKey = (a: number, b: number): number =>
    weld[a] < weld[b] ? weld[a] * vertexCount + weld[b] : weld[b] * vertexCount + weld[a];

  const found = findFindings(mesh, rest, undefined, { ...options, maxContacts: undefined }); // all of them, whatever the limit
  const edgesOf = new Map<number, Set<number>>();
  const pairKeys = new Map<number, Set<number>>();
  for (let i = 0; i < found.count; i++) {
    if (found.kind[i] !== INTERSECTION) {
      const keys = pairKeys.get(found.kind[i]) ?? new Set();
      pairKeys.set(found.kind[i], keys);
      keys.add(pairKey(Math.floor(found.halfEdge[i] / 3), found.triangle[i], triangleCount));
      continue;
    }
    const edges = edgesOf.get(found.triangle[i]) ?? new Set();
    edgesOf.set(found.triangle[i], edges);
    edges.add(edgeKey(triangles[found.halfEdge[i]], triangles[edgeEnd(found.halfEdge[i])]));
  }
  const pairs = findTrianglePairs(mesh, found, options.scope);
  let meeting: Set<number> | undefined;
  return {
    counts: countsOf({ ...found, trianglePairs: pairs.count }),
    hasContact: (a, b, triangle) => edgesOf.get(triangle)?.has(edgeKey(a, b)) === true,
    hasPair: (kind, s, t) => pairKeys.get(kind)?.has(pairKey(s, t, triangleCount)) === true,
    meet(s, t) {
      meeting ??= collectMeeting(pairs, found, triangleCount);
      return meeting.has(pairKey(s, t, triangleCount));
    },
  };
}

function collectMeeting({ count, a, b, finding }: TrianglePairs, { kind }: FrameFindings, triangleCount: number) {
  const keys = new Set<number>();
  for (let i = 0; i < count; i++) if (kind[finding[i]] !== PROXIMITY) keys.add(pairKey(a[i], b[i], triangleCount));
  return keys;
}
