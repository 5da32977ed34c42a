import type { Surface } from '../mesh/surface.ts';
import type { Pose } from '../pose/pose.ts';
import type { ContactLocations } from '../results/intersections.ts';
import { type ContactLocation, locateContact } from './locate-contact.ts';

/** Where the contact between a half-edge and a triangle is. */
export function locateHalfEdge(surface: Surface, pose: Pose, h: number, t: number): ContactLocation {
  const { triangles } = surface;
  const next = h % 3 === 2 ? h - 2 : h + 1;
  const corner = 3 * t;
  return locateContact(
    pose,
    triangles[h],
    triangles[next],
    triangles[corner],
    triangles[corner + 1],
    triangles[corner + 2],
  );
}

/** Locates `count` contacts, writing to `out`, whose arrays are replaced where they are too short. */
export function locateContacts(
  surface: Surface,
  pose: Pose,
  halfEdges: Uint32Array,
  triangles: Uint32Array,
  count: number,
  out: ContactLocations = { count: 0, points: EMPTY, alongEdge: EMPTY, barycentric: EMPTY },
): ContactLocations {
  if (out.points.length < 3 * count) out.points = new Float64Array(3 * count);
  if (out.alongEdge.length < count) out.alongEdge = new Float64Array(count);
  if (out.barycentric.length < 3 * count) out.barycentric = new Float64Array(3 * count);
  out.count = count;
  for (let i = 0; i < count; i++) {
    const { point, alongEdge, barycentric } = locateHalfEdge(surface, pose, halfEdges[i], triangles[i]);
    out.alongEdge[i] = alongEdge;
    for (let k = 0; k < 3; k++) {
      out.points[3 * i + k] = point[k];
      out.barycentric[3 * i + k] = barycentric[k];
    }
  }
  return out;
}

const EMPTY = new Float64Array(0);
