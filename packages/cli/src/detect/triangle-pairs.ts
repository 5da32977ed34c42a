import { INTERSECTION } from './finding-kinds.ts';
import { trianglesAtContact } from './frame-contacts.ts';
import type { FrameFindings } from './frame-findings.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { pairKey, type Scope } from './triangle-pair.ts';

/** Pairs of triangles that intersect beyond what they share, `a < b`, in ascending order. */
export interface TrianglePairs {
  readonly count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** A finding that makes the pair intersect; where there are several, that of the most special kind. */
  readonly finding: Uint32Array;
}

/**
 * What findings mean for triangles: every one that has a touched edge intersects the triangle that the edge meets, and folded pairs and
 * duplicates are pairs already. So there is a pair whenever there is a finding. The same as the detector's `findIntersectingTriangles` with
 * neighbours, but without a second search.
 */
export function findTrianglePairs(mesh: PreparedMesh, findings: FrameFindings, scope: Scope): TrianglePairs {
  const triangleCount = mesh.triangles.length / 3;
  const findingOf = new Map<number, number>();
  for (let i = 0; i < findings.count; i++) {
    const t = findings.triangle[i];
    if (findings.kind[i] !== INTERSECTION) {
      findingOf.set(pairKey(Math.floor(findings.halfEdge[i] / 3), t, triangleCount), i);
      continue;
    }
    for (const s of trianglesAtContact(mesh, findings, i, scope)) {
      const key = pairKey(s, t, triangleCount);
      if (!findingOf.has(key)) findingOf.set(key, i);
    }
  }
  const keys = Float64Array.from(findingOf.keys()).sort();
  return {
    count: keys.length,
    a: Uint32Array.from(keys, (key) => Math.floor(key / triangleCount)),
    b: Uint32Array.from(keys, (key) => key % triangleCount),
    finding: Uint32Array.from(keys, (key) => findingOf.get(key)!),
  };
}
