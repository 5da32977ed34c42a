import type { PlaceMeasure } from '../measure/place-measure.ts';
import { writeRows } from './contact-rows.ts';
import type { Places } from './find-places.ts';
import { PROXIMITY } from './finding-kinds.ts';
import type { FrameFindings } from './frame-findings.ts';
import { type FrameResult, PLACE_LIMIT } from './frame-result.ts';
import type { PreparedMesh } from './prepared-mesh.ts';

export const NO_PLACES: Places = { places: [], placeOf: new Uint32Array(0) };

export function describePlaces(
  mesh: PreparedMesh,
  findings: FrameFindings,
  { places, placeOf }: Places,
  measures: readonly (PlaceMeasure | undefined)[],
) {
  return {
    places: places.slice(0, PLACE_LIMIT).map(({ typical, ...place }, i) => ({
      ...place,
      example: writeRows(mesh, findings, placeOf, [typical]),
      exampleKind: findings.kind[typical],
      ...(measures[i] && { measure: measures[i] }),
    })),
    placeCount: places.length,
  };
}

/** Findings per pair of objects, most first. */
export function countObjectPairs({ labels }: PreparedMesh, { count, halfEdge, triangle }: FrameFindings) {
  const counts = new Map<number, number>();
  const size = labels.labels.length; // there are no more labels than triangles
  for (let i = 0; i < count; i++) {
    const a = labels.labels[Math.floor(halfEdge[i] / 3)];
    const b = labels.labels[triangle[i]];
    const key = Math.min(a, b) * size + Math.max(a, b);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts, ([key, contacts]) => ({ key, contacts }))
    .sort((p, q) => q.contacts - p.contacts || p.key - q.key)
    .map(({ key, contacts }) => ({
      objects: [labels.name(Math.floor(key / size)), labels.name(key % size)] as const,
      contacts,
    }));
}

/** Which pair is closest, and how close. */
export function describeProximity(
  mesh: PreparedMesh,
  findings: FrameFindings,
  placeOf: Uint32Array,
): Pick<FrameResult, 'leastDistance' | 'closest'> {
  const { kind, value } = findings;
  let closest = -1;
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] === PROXIMITY && !(closest >= 0 && value[closest] <= value[i])) closest = i;
  }
  if (closest < 0) return {};
  return { leastDistance: value[closest], closest: writeRows(mesh, findings, placeOf, [closest]) };
}
