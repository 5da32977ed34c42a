import { edgeEnd, type FrameContacts } from './frame-contacts.ts';
import type { PreparedMesh } from './prepared-mesh.ts';
import type { RestContacts } from './rest-contacts.ts';

/** Pairs of triangles that intersect and share no vertex, `a < b`, in ascending order. */
export interface TrianglePairs {
  readonly count: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** A contact that makes the pair intersect. */
  readonly contact: Uint32Array;
}

/**
 * Every triangle that has a touched edge intersects the triangle that the edge meets. The same as the detector's
 * `findIntersectingTriangles`, but without a second search.
 */
export function findTrianglePairs(
  mesh: PreparedMesh,
  contacts: FrameContacts,
  scope: 'all' | 'self' | 'between',
  rest: RestContacts | undefined,
): TrianglePairs {
  const { triangles } = mesh;
  const { labels } = mesh.labels;
  const triangleCount = triangles.length / 3;
  const contactOf = new Map<number, number>();
  if (contacts.count > 0) {
    const { start, list } = mesh.vertexTriangles();
    for (let i = 0; i < contacts.count; i++) {
      const t = contacts.triangle[i];
      const from = triangles[contacts.halfEdge[i]];
      const to = triangles[edgeEnd(contacts.halfEdge[i])];
      for (let place = start[from]; place < start[from + 1]; place++) {
        const s = list[place];
        if (!hasCorner(triangles, s, to) || shareCorner(triangles, s, t)) continue;
        if (scope !== 'all' && (labels[s] === labels[t]) !== (scope === 'self')) continue;
        if (rest?.hasPair(s, t)) continue;
        const key = pairKey(s, t, triangleCount);
        if (!contactOf.has(key)) contactOf.set(key, i);
      }
    }
  }
  const keys = Float64Array.from(contactOf.keys()).sort();
  return {
    count: keys.length,
    a: Uint32Array.from(keys, (key) => Math.floor(key / triangleCount)),
    b: Uint32Array.from(keys, (key) => key % triangleCount),
    contact: Uint32Array.from(keys, (key) => contactOf.get(key)!),
  };
}

/** One number for a pair, whichever comes first. */
export function pairKey(s: number, t: number, triangleCount: number): number {
  return s < t ? s * triangleCount + t : t * triangleCount + s;
}

function hasCorner(triangles: Uint32Array, t: number, vertex: number): boolean {
  return triangles[3 * t] === vertex || triangles[3 * t + 1] === vertex || triangles[3 * t + 2] === vertex;
}

function shareCorner(triangles: Uint32Array, s: number, t: number): boolean {
  return (
    hasCorner(triangles, t, triangles[3 * s]) ||
    hasCorner(triangles, t, triangles[3 * s + 1]) ||
    hasCorner(triangles, t, triangles[3 * s + 2])
  );
}
