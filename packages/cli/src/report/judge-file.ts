import type { FileSummary } from './file-summary.ts';
import { formatCoordinate, formatCount, plural } from './format-number.ts';

/** Why a file fails, in words; empty if it passes: with limits of its own, what it has more of than it may, else whatever was found. */
export function judgeFile(summary: FileSummary): string[] {
  const { limits } = summary.header;
  const { framesWithContacts, mostContacts, mostPlaces, deepest, truncatedFrames } = summary;
  if (framesWithContacts === 0) return [];
  if (!limits) return ['something was found'];
  const { contacts, places, frames, depth } = limits;
  const counts = contacts ?? places ?? depth;
  const exceeded = [
    ...(contacts !== undefined && mostContacts > contacts
      ? [`${plural(mostContacts, 'finding')} in one frame, ${formatCount(contacts)} may be`]
      : []),
    ...(places !== undefined && mostPlaces > places
      ? [`${plural(mostPlaces, 'place')} in one frame, ${formatCount(places)} may be`]
      : []),
    ...(frames !== undefined && framesWithContacts > frames
      ? [`${plural(framesWithContacts, 'frame')} with findings, ${formatCount(frames)} may be`]
      : []),
    ...(depth !== undefined && deepest > depth
      ? [
          Number.isFinite(deepest)
            ? `${formatCoordinate(deepest)} deep, ${formatCoordinate(depth)} may be`
            : 'a place that crosses whose depth is only known from below',
        ]
      : []),
  ];
  if (exceeded.length > 0 || counts === undefined || truncatedFrames === 0) return exceeded;
  return [
    `whether there is more than may be is not known where --max-contacts was reached, in ${plural(truncatedFrames, 'frame')}`,
  ];
}
