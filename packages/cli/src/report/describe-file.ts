import type { FileHeader } from '../detect/frame-result.ts';
import type { FileSummary } from './file-summary.ts';
import { plural } from './format-number.ts';

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
  if (rest.contacts === 0) return [`${rest.pose}: no contacts`];
  return [`${rest.pose}: ${plural(rest.contacts, 'contact')}, ${plural(rest.trianglePairs, 'triangle pair')}`];
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
  const most =
    pairs === 'triangles'
      ? plural(first.trianglePairs, 'intersecting triangle pair')
      : plural(first.contacts, 'contact');
  const count = `${first.truncated ? 'at least ' : ''}${most}`;
  if (header.frameCount === 1) return `${header.name} hits itself: ${count}${apart}.`;
  const where = `${framesWithContacts} of ${plural(header.frameCount, 'frame')}`;
  return `${header.name} hits itself in ${where}${apart}; worst: ${summary.frameLabel(first.frame)}, ${count}${failed}.`;
}
