import type { Surface } from '../mesh/surface.ts';
import type { Pose } from '../pose/pose.ts';
import type { ContactLocations } from '../results/intersections.ts';
import { type ContactLocation, locateContact, writeCrossing } from './locate-contact.ts';
import { locateExactly } from './locate-exactly.ts';
import { writeShallow } from './write-shallow.ts';

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

/**
 * Locates `count` contacts, writing to `out`, whose arrays are replaced where they are too short or missing. Apart from that it allocates only for
 * contacts that need exact arithmetic: those in or near one plane.
 */
export function locateContacts(
  surface: Surface,
  pose: Pose,
  halfEdges: Uint32Array,
  triangles: Uint32Array,
  count: number,
  out: ContactLocations = { count: 0, points: EMPTY, alongEdge: EMPTY, barycentric: EMPTY },
): ContactLocations {
  if (!(out.points?.length >= 3 * count)) out.points = new Float64Array(3 * count);
  if (!(out.alongEdge?.length >= count)) out.alongEdge = new Float64Array(count);
  if (!(out.barycentric?.length >= 3 * count)) out.barycentric = new Float64Array(3 * count);
  out.count = count;
  const { points, alongEdge, barycentric } = out;
  const { positions, scale, exactOnly } = pose;
  let stretch: Float64Array | null = null;
  const corners = surface.triangles;
  for (let i = 0; i < count; i++) {
    const h = halfEdges[i];
    const p = corners[h];
    const q = corners[h % 3 === 2 ? h - 2 : h + 1];
    const t = 3 * triangles[i];
    const a = corners[t];
    const b = corners[t + 1];
    const c = corners[t + 2];
    let isWritten = !exactOnly && writeCrossing(positions, p, q, a, b, c, alongEdge, barycentric, i);
    if (!isWritten && !exactOnly) {
      stretch ??= new Float64Array(2);
      isWritten = writeShallow(positions, p, q, a, b, c, alongEdge, barycentric, i, stretch);
    }
    if (!isWritten) {
      const exact = locateExactly(positions, [p, q, a, b, c]);
      alongEdge[i] = exact.alongEdge;
      barycentric.set(exact.barycentric, 3 * i);
    }
    for (let axis = 0; axis < 3; axis++) {
      const from = positions[3 * p + axis] * (1 - alongEdge[i]);
      points[3 * i + axis] = (from + positions[3 * q + axis] * alongEdge[i]) / scale;
    }
  }
  return out;
}

const EMPTY = new Float64Array(0);
