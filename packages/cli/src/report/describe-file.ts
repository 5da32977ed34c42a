import type { FileHeader, FindingCounts } from '../detect/frame-result.ts';
import type { FileSummary } from './file-summary.ts';
import { formatCount, plural } from './format-number.ts';

/** `glTF, 4,672 triangles, 1 object, 1 animation, 59 frames`. */
export function describeMesh({ triangleCount, objects, clips, frameCount, format }: FileHeader): string {
  const animations = clips.filter(({ name }) => name !== '').length;
  const parts = [format, plural(triangleCount, 'triangle'), plural(objects.length, 'object')];
  if (animations > 0) parts.push(plural(animations, 'animation'));
  parts.push(frameCount === 1 ? '1 pose' : plural(frameCount, 'frame'));
  return parts.join(', ');
}

/** What intersects in the rest pose, where that is not one of the frames. */
export function describeRest({ rest }: FileHeader): string[] {
  if (!rest) return [];
  return [`${rest.pose}: ${rest.trianglePairs === 0 ? 'no contacts' : describeCounts(rest, 'edge-triangle')}`];
}

/** `12 contacts, 1 folded pair, 3 doubled faces`, without what is not there. */
export function describeCounts(counts: FindingCounts, pairs: 'edge-triangle' | 'triangles'): string {
  const { contacts, folded, duplicates, trianglePairs } = counts;
  const special = [
    ...(folded > 0 ? [plural(folded, 'folded pair')] : []),
    ...(duplicates > 0 ? [plural(duplicates, 'doubled face')] : []),
  ];
  if (pairs === 'triangles') {
    const among = special.length > 0 ? ` (among them ${special.join(', ')})` : '';
    return `${plural(trianglePairs, 'intersecting triangle pair')}${among}`;
  }
  return [...(contacts > 0 ? [plural(contacts, 'contact')] : []), ...special].join(', ');
}

/** The answer in one sentence. */
export function describeVerdict(summary: FileSummary, pairs: 'edge-triangle' | 'triangles'): string {
  const { header, worst, framesWithContacts, failedFrames, ignored } = summary;
  const apart = ignored > 0 ? ', apart from what the rest pose has' : '';
  const failed = failedFrames > 0 ? `; ${plural(failedFrames, 'frame')} could not be read` : '';
  if (worst.length === 0) {
    const frames = header.frameCount === 1 ? '' : ` in ${plural(header.frameCount - failedFrames, 'frame')}`;
    return `${header.name} does not hit itself${frames}${apart}${failed}.`;
  }
  const [first] = worst;
  const count = `${first.truncated ? 'at least ' : ''}${describeCounts(first, pairs)}`;
  if (header.frameCount === 1) return `${header.name} hits itself: ${count}${apart}.`;
  const where = `${formatCount(framesWithContacts)} of ${plural(header.frameCount, 'frame')}`;
  return `${header.name} hits itself in ${where}${apart}; worst: ${summary.frameLabel(first.frame)}, ${count}${failed}.`;
}
