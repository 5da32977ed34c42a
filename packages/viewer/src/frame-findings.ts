import { type ContactRow, type FrameFindings, formatCount } from '@selfcollide/kit';
import type { ContactList, FrameResult } from './messages.ts';

/** Contacts written out as text; more would be slow to lay out. */
const MAX_ROWS = 300;

/** What the page lists of a frame, in the words of a report. */
export function findingsOf({ frame, contacts, missed }: FrameResult, objectNames: readonly string[]): FrameFindings {
  const { count, numbers, places, placeCount, placeOf } = contacts;
  const listed = spread(placeOf, MAX_ROWS);
  const drawn = numbers.length;
  const thinned = drawn < count ? `, all marked, ${formatCount(drawn)} of ${formatCount(count)} points drawn` : '';
  return {
    frame,
    count,
    truncated: false,
    placeCount,
    places: places.map((place) => ({ ...place, name: describePair(place.objects, objectNames) })),
    rows: Array.from(listed, (i) => rowOf(contacts, i, objectNames)),
    rowAt: (i) => rowOf(contacts, i, objectNames),
    unlisted:
      listed.length < count ? `${formatCount(listed.length)} of ${formatCount(count)} contacts are listed here.` : '',
    note: `${thinned}${missed ? ` · ${formatCount(missed.count)} missed by unsafe-normal-cone` : ''}`,
  };
}

function describePair([a, b]: readonly [number, number], names: readonly string[]): string {
  return a === b ? `${names[a]} with itself` : `${names[a]} and ${names[b]}`;
}

/** Some of every place, at most `limit`, in their order. */
function spread(placeOf: Uint32Array, limit: number): number[] {
  if (placeOf.length <= limit) return Array.from(placeOf, (_, i) => i);
  const byPlace = new Map<number, number[]>();
  placeOf.forEach((place, i) => {
    byPlace.set(place, [...(byPlace.get(place) ?? []), i]);
  });
  const chosen: number[] = [];
  for (let round = 0; chosen.length < limit; round++) {
    for (const members of byPlace.values()) {
      if (round < members.length && chosen.length < limit) chosen.push(members[round]);
    }
  }
  return chosen.sort((a, b) => a - b);
}

function rowOf(list: ContactList, i: number, names: readonly string[]): ContactRow {
  const [object, part, face, a, b, otherObject, otherPart, otherFace] = list.sides.subarray(8 * i, 8 * i + 8);
  const of = (o: number, p: number) => `${p > 0 ? ` (part ${p})` : ''}${names.length > 1 ? ` of ${names[o]}` : ''}`;
  return {
    index: i,
    text: `edge ${a}–${b} of face ${face}${of(object, part)} meets face ${otherFace}${of(otherObject, otherPart)}`,
    place: list.placeOf[i],
    triangles: [list.edgeTriangle[i], list.triangle[i]],
    edge: [list.edgeA[i], list.edgeB[i]],
    point: [...list.points.subarray(3 * i, 3 * i + 3)],
  };
}
