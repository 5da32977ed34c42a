import type { FileLimits } from '../detect/frame-result.ts';
import type { ClipSummary, FileSummary } from './file-summary.ts';
import { formatCoordinate, formatCount, plural } from './format-number.ts';

/** Why a file fails, in words; empty if it passes: with limits of its own, what it has more of than it may, else whatever was found. */
export function judgeFile(summary: FileSummary): string[] {
  return judge(summary.header.limits, summary);
}

/** The same of one animation of it, apart from others: but for how many frames there are, which is a limit of the file. */
export function judgeClip(summary: FileSummary, clip: number): string[] {
  const { limits } = summary.header;
  const counts = summary.clips[clip];
  if (counts.framesWithContacts === 0) return [];
  return judge(limits, { ...counts, framesWithContacts: summary.framesWithContacts });
}

type Judged = Pick<ClipSummary, 'framesWithContacts' | 'mostContacts' | 'mostPlaces' | 'deepest' | 'truncatedFrames'>;

function judge(limits: FileLimits | undefined, counted: Judged): string[] {
  const { framesWithContacts, mostContacts, mostPlaces, deepest, truncatedFrames } = counted;
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
