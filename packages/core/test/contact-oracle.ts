import type { PoseContacts } from '../src/detector.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { segmentMeetsTriangle } from '../src/predicates/segment-meets-triangle.ts';

/** A contact as text, in the caller's numbers: edge, its lowest-numbered triangle, the triangle it meets. */
type Contact = string;

/**
 * Every (edge, triangle) pair that intersects and shares no vertex, found the slow and plain way: each different edge against
 * each triangle with the exact predicate. Shares nothing with the detector but that predicate. Sorted.
 */
export function contactsByDefinition(mesh: TriangleMesh, weld = true): Contact[] {
  const positions = Float64Array.from(mesh.positions);
  const triangles = mesh.triangles ?? positions.subarray(0, positions.length / 3).map((_, i) => i);
  const first = new Map<string, number>();
  const same = Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = weld ? [0, 1, 2].map((axis) => positions[3 * v + axis] + 0).join() : String(v);
    if (!first.has(place)) first.set(place, v);
    return first.get(place)!;
  });

  const edges = new Map<string, { a: number; b: number; owner: number }>();
  for (let h = 0; h < triangles.length; h++) {
    const owner = Math.floor(h / 3);
    const [a, b] = [triangles[h], triangles[3 * owner + ((h + 1) % 3)]];
    // a triangle of one vertex is an edge without length
    const point = h % 3 === 0 && same[b] === same[triangles[h + 2]];
    if (same[a] === same[b] && !point) continue;
    const name = [same[a], same[b]].sort((x, y) => x - y).join();
    if (!edges.has(name)) edges.set(name, { a, b, owner });
  }

  const contacts: Contact[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    const [i, j, k] = [0, 1, 2].map((corner) => same[triangles[3 * t + corner]]);
    for (const { a, b, owner } of edges.values()) {
      const [p, q] = [same[a], same[b]];
      if (p === i || p === j || p === k || q === i || q === j || q === k) continue;
      if (segmentMeetsTriangle(positions, p, q, i, j, k)) contacts.push(`${a} ${b} ${owner} ${t}`);
    }
  }
  return contacts.sort();
}

/** What the detector finds, in the same form. Fails on a contact that is listed twice. */
export function contactsFound(detector: Pick<PoseContacts, 'findIntersections'>): Contact[] {
  const { count, edgeA, edgeB, edgeTriangle, triangle } = detector.findIntersections();
  const contacts = Array.from({ length: count }, (_, i) => `${edgeA[i]} ${edgeB[i]} ${edgeTriangle[i]} ${triangle[i]}`);
  if (new Set(contacts).size !== count) throw new Error('a contact was listed twice');
  return contacts.sort();
}
