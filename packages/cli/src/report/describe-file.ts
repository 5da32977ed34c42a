import type { DetectOptions } from '../detect/detect-options.ts';
import { POSE_KINDS } from '../detect/finding-kinds.ts';
import type { FileHeader, FindingCounts } from '../detect/frame-result.ts';
import type { Scope } from '../detect/triangle-pair.ts';
import type { FileSummary, WorstFrame } from './file-summary.ts';
import { formatCount, formatFrameTime, formatGivenLength, formatLength, plural } from './format-number.ts';
import { judgeFile } from './judge-file.ts';

/** `glTF, 4,672 triangles, 1 object, 1 animation, 59 frames`. */
export function describeMesh({ triangleCount, objects, clips, frameCount, format }: FileHeader): string {
  const animations = clips.filter(({ name }) => name !== '').length;
  const parts = [format, plural(triangleCount, 'triangle'), plural(objects.length, 'object')];
  if (animations > 0) parts.push(plural(animations, 'animation'));
  parts.push(frameCount === 1 ? '1 pose' : plural(frameCount, 'frame'));
  return parts.join(', ');
}

/** What intersects in the rest pose, where that is not one of the frames; what was asked beyond that. */
export function describeNotes({ rest, proximity, motion }: FileHeader): string[] {
  const notes: string[] = [];
  if (rest) {
    notes.push(`${rest.pose}: ${rest.trianglePairs === 0 ? 'no contacts' : describeCounts(rest, 'edge-triangle')}`);
  }
  if (proximity) {
    const length = (value: number) => formatGivenLength(value, proximity);
    const { distance, restRadius } = proximity;
    const apart = restRadius > 0 ? `, but for what hangs together within ${length(restRadius)} in the rest pose` : '';
    notes.push(`proximity: triangles at most ${length(distance)} apart${apart}`);
  }
  if (motion) notes.push(motion);
  return notes;
}

/** `12 contacts, 1 folded pair, 3 doubled faces`, without what is not there. */
export function describeCounts(counts: FindingCounts, pairs: 'edge-triangle' | 'triangles'): string {
  const { contacts, folded, duplicates, proximities, impacts, trianglePairs } = counts;
  const special = [
    ...(folded > 0 ? [plural(folded, 'folded pair')] : []),
    ...(duplicates > 0 ? [plural(duplicates, 'doubled face')] : []),
    ...(proximities > 0 ? [plural(proximities, 'close pair')] : []),
    ...(impacts > 0 ? [plural(impacts, 'impact')] : []),
  ];
  if (pairs === 'triangles') {
    const among = special.length > 0 ? ` (among them ${special.join(', ')})` : '';
    const noun = proximities + impacts > 0 ? 'triangle pair' : 'intersecting triangle pair';
    return `${plural(trianglePairs, noun)}${among}`;
  }
  return [...(contacts > 0 ? [plural(contacts, 'contact')] : []), ...special].join(', ');
}

/** What was looked for, and how it is counted. */
export type Looked = Pick<DetectOptions, 'pairs' | 'kinds' | 'scope'>;

const CLEAN = {
  all: (name: string) => `${name} does not hit itself`,
  self: (name: string) => `no object of ${name} hits itself`,
  between: (name: string) => `the objects of ${name} do not hit each other`,
};
const WITHIN = { all: '', self: ' within an object', between: ' between objects' };

/** No more than was looked for: `a.obj has no folded pairs`. */
function describeClean(name: string, kinds: Looked['kinds'], scope: Scope): string {
  const names = { intersection: 'contacts', folded: 'folded pairs', duplicate: 'doubled faces' };
  const wanted = POSE_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => names[kind]);
  if (wanted.length === POSE_KINDS.length) return CLEAN[scope](name);
  return `${name} has no ${wanted.join(' or ')}${WITHIN[scope]}`;
}

/** The answer in one sentence. */
export function describeVerdict(summary: FileSummary, { pairs, kinds, scope }: Looked): string {
  const { header, worst, failedFrames, uncheckedSteps, ignored, suppressed, known, steps } = summary;
  const { name, frameCount } = header;
  const others = [
    ...(ignored > 0 ? ['the rest pose has'] : []),
    ...(suppressed > 0 ? ['is ignored'] : []),
    ...(known > 0 ? ['the baseline knows'] : []),
  ];
  const apart = others.length > 0 ? `, apart from what ${others.join(' and what ')}` : '';
  const reasons = header.limits && worst.length > 0 ? judgeFile(summary) : undefined;
  const judged = reasons ? ` (${reasons.length > 0 ? `too much: ${reasons.join('; ')}` : 'which it may'})` : '';
  const failed = failedFrames > 0 ? `; ${plural(failedFrames, 'frame')} could not be checked` : '';
  const unchecked = uncheckedSteps > 0 ? `; ${plural(uncheckedSteps, 'step')} between frames could not be checked` : '';
  if (worst.length === 0) {
    const frames = frameCount === 1 ? '' : ` in ${plural(frameCount - failedFrames, 'frame')}`;
    const between = steps > 0 ? ` and ${plural(steps, 'step')} between them` : '';
    const close = header.proximity
      ? `, nor comes within ${formatGivenLength(header.proximity.distance, header.proximity)}`
      : '';
    return `${describeClean(name, kinds, scope)}${frames}${between}${close}${apart}${failed}${unchecked}.`;
  }
  const [first] = worst;
  const count = describeWorst(first, header, pairs);
  const where = describeFindings(summary);
  if (frameCount === 1) return `${name} ${where}: ${count}${apart}${judged}.`;
  return `${name} ${where}${apart}; worst: ${summary.frameLabel(first.frame)}, ${count}${failed}${unchecked}${judged}.`;
}

/** `hits itself in 3 of 10 frames and in 1 of 9 steps between them, and comes within 2 mm in 4 of 10`. */
function describeFindings({ header, framesTouching, framesClose, stepsWithImpacts, steps }: FileSummary): string {
  const { frameCount, proximity } = header;
  const inFrames = (count: number) =>
    frameCount === 1 ? '' : ` in ${formatCount(count)} of ${plural(frameCount, 'frame')}`;
  const hits = [
    ...(framesTouching > 0 ? [inFrames(framesTouching)] : []),
    ...(stepsWithImpacts > 0
      ? [` in ${formatCount(stepsWithImpacts)} of ${plural(steps, 'step')} between frames`]
      : []),
  ];
  const sentences = hits.length > 0 ? [`hits itself${hits.join(' and')}`] : [];
  if (framesClose > 0 && proximity) {
    sentences.push(
      `comes within ${formatGivenLength(proximity.distance, proximity)} of itself${inFrames(framesClose)}`,
    );
  }
  return sentences.join(', ');
}

function describeWorst(worst: WorstFrame, { proximity }: FileHeader, pairs: 'edge-triangle' | 'triangles'): string {
  const { truncated, firstImpact, leastDistance } = worst;
  const details = [
    ...(firstImpact !== undefined ? [`the first at ${formatFrameTime(firstImpact)}`] : []),
    ...(leastDistance !== undefined && proximity
      ? [`the closest ${formatLength(leastDistance, proximity)} apart`]
      : []),
  ];
  return [`${truncated ? 'at least ' : ''}${describeCounts(worst, pairs)}`, ...details].join(', ');
}
