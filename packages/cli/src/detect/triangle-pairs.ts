import { IMPACT, INTERSECTION, PROXIMITY } from './finding-kinds.ts';
import { trianglesAtContact } from './frame-contacts.ts';
import type { FrameFindings } from './frame-findings.ts';
import { pairsAtImpact } from './frame-impacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import { pairKey, type Scope } from './triangle-pair.ts';

/** Pairs of triangles that intersect beyond what they share, are close, or meet on the way to the next frame, `a < b`, in ascending order. */
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
  const note = (key: number, i: number) => {
    if (!findingOf.has(key)) findingOf.set(key, i);
  };
  for (let i = 0; i < findings.count; i++) {
    const t = findings.triangle[i];
    if (findings.kind[i] === IMPACT) {
      for (const { a, b } of pairsAtImpact(mesh, findings, i, scope)) note(pairKey(a, b, triangleCount), i);
      continue;
    }
    if (findings.kind[i] === PROXIMITY) {
      note(pairKey(Math.floor(findings.halfEdge[i] / 3), t, triangleCount), i);
      continue;
    }
    if (findings.kind[i] !== INTERSECTION) {
      findingOf.set(pairKey(Math.floor(findings.halfEdge[i] / 3), t, triangleCount), i);
      continue;
    }
    for (const s of trianglesAtContact(mesh, findings, i, scope)) {
      note(pairKey(s, t, triangleCount), i);
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
