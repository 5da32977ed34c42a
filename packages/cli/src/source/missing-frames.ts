import type { FrameRange } from './frame-range.ts';

/** Gaps named one by one; more are counted. */
const MAX_GAPS = 10;

/**
 * A sentence about frame numbers that are asked for and that no file has; empty if there are none. Numbers are expected every so many as all
 * differences between them allow, so 0, 10, 20 has no gap and 0, 10, 30 lacks 20; that they are so far apart is a sentence too.
 */
export function describeMissing(numbers: readonly number[], ranges: readonly FrameRange[] | undefined): string[] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const gaps: string[] = [];
  let spaced = 0;
  const whole = { first: undefined, last: undefined, step: 1 };
  for (const { first, last, step } of ranges ?? [whole]) {
    if (sorted.length === 0) break;
    const from = first ?? sorted[0];
    const to = last ?? sorted[sorted.length - 1];
    const wanted = sorted.filter((number) => number >= from && number <= to && (number - from) % step === 0);
    // what is asked for by number is expected, whatever the others are
    const byNumber = step > 1 || (first !== undefined && last !== undefined);
    const every = byNumber ? step : Math.max(1, greatestStep(ranges ? [from, ...sorted] : sorted));
    if (!byNumber && every > 1) spaced = every;
    const end = from + every * Math.floor((to - from) / every);
    let before = from - every;
    for (const number of [...wanted, end + every]) {
      const gap = [before + every, number - every];
      if (gap[0] <= gap[1]) gaps.push(gap[0] === gap[1] ? `${gap[0]}` : `${gap[0]} to ${gap[1]}`);
      before = number;
    }
  }
  // perhaps as it should be, perhaps every second file was lost: the reader knows
  const spacing = spaced > 0 ? [`Frame numbers go up by ${spaced}.`] : [];
  if (gaps.length === 0) return spacing;
  const more = gaps.length > MAX_GAPS ? ` and ${gaps.length - MAX_GAPS} more` : '';
  const one = gaps.length === 1 && !gaps[0].includes('to');
  return [
    ...spacing,
    `${one ? 'Frame' : 'Frames'} ${gaps.slice(0, MAX_GAPS).join(', ')}${more} ${one ? 'is' : 'are'} missing.`,
  ];
}

/** Whether a note is such a sentence about frames that are not there: worth a line even where notes are not shown. */
export function saysMissing(note: string): boolean {
  return /^Frames? .* (is|are) missing\.$/.test(note);
}

/** The largest number that divides all differences. */
function greatestStep(numbers: readonly number[]): number {
  let divisor = 0;
  for (let i = 1; i < numbers.length; i++) {
    let [a, b] = [divisor, Math.abs(numbers[i] - numbers[i - 1])];
    while (b > 0) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor;
}
