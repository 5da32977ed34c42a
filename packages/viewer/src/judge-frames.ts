import {
  formatCount,
  labelFrame,
  plural,
  type ReviewFile,
  UNREADABLE,
  UNSEARCHED,
  type VerdictState,
} from '@selfcollide/kit';

/**
 * The answer in one sentence, as far as it is known, in the words of `selfcollide check`. `worst` has the frames with contacts, worst first;
 * `filtered` tells whether some contacts do not count.
 */
export function judgeFrames(
  file: Pick<ReviewFile, 'name' | 'counts' | 'clips'>,
  worst: readonly number[],
  filtered: boolean,
): { readonly text: string; readonly state: VerdictState } {
  const { name } = file;
  const counts = Array.from(file.counts);
  const open = counts.filter((count) => count === UNSEARCHED).length;
  const bad = counts.filter((count) => count === UNREADABLE).length;
  const searched = counts.length - open;
  if (searched === 0) return { text: `Searching ${name} …`, state: 'searching' };
  const apart = filtered ? ', apart from what is filtered out' : '';
  const failed = bad > 0 ? `; ${plural(bad, 'frame')} could not be read` : '';
  const end = open > 0 ? `${failed}; searching ${plural(open, 'more frame')} …` : `${failed}.`;
  if (worst.length === 0) {
    const frames = counts.length > 1 ? ` in ${plural(searched - bad, 'frame')}` : '';
    const state = open > 0 ? 'searching' : bad > 0 ? 'failed' : 'clean';
    return { text: `${name} does not hit itself${frames}${apart}${end}`, state };
  }
  const most = plural(counts[worst[0]], 'contact');
  if (counts.length === 1) return { text: `${name} hits itself: ${most}${apart}.`, state: 'contacts' };
  const where = `in ${formatCount(worst.length)} of ${plural(searched, 'frame')}`;
  return {
    text: `${name} hits itself ${where}${apart}; worst: ${labelFrame(file, worst[0])}, ${most}${end}`,
    state: 'contacts',
  };
}
