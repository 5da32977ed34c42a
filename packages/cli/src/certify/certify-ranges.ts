import { UsageError } from '../failure.ts';

/** One `--range`: for the target of this name, or for all that have none of their own. */
export interface WantedRange {
  readonly target: string | undefined;
  readonly low: number;
  readonly high: number;
  /** As it was given. */
  readonly text: string;
}

const RULE = '--range must be LOW:HIGH or NAME=LOW:HIGH';

/** @throws UsageError for what is no range, is empty, or leaves 0 out. */
export function parseRange(text: string): WantedRange {
  const cut = text.lastIndexOf('=');
  const target = cut < 0 ? undefined : text.slice(0, cut);
  const ends = text.slice(cut + 1).split(':');
  const [low, high] = ends.map((end) => (end.trim() === '' ? Number.NaN : Number(end)));
  if (ends.length !== 2 || target === '' || !Number.isFinite(low) || !Number.isFinite(high)) {
    throw new UsageError(`${RULE}, got "${text}".`);
  }
  if (low > high) throw new UsageError(`--range must not be empty: its low end is above its high end, got "${text}".`);
  if (low > 0 || high < 0) throw new UsageError(`--range must have 0, the rest pose, in it, got "${text}".`);
  return { target, low, high, text };
}

/**
 * The range of every target.
 *
 * @throws UsageError for a name that no target has, or two ranges for one thing.
 */
export function applyRanges(
  wanted: readonly WantedRange[],
  names: readonly string[],
  low: ArrayLike<number>,
  high: ArrayLike<number>,
): [number, number][] {
  const seen = new Map<string | undefined, WantedRange>();
  for (const range of wanted) {
    const before = seen.get(range.target);
    if (before) {
      const of = range.target === undefined ? 'all targets' : range.target;
      throw new UsageError(`--range: one range for ${of}, got "${before.text}" and "${range.text}".`);
    }
    if (range.target !== undefined && !names.includes(range.target)) {
      throw new UsageError(`--range: no target has the name "${range.target}"; there are ${names.join(', ')}.`);
    }
    seen.set(range.target, range);
  }
  const all = seen.get(undefined);
  return names.map((name, i) => {
    const own = seen.get(name) ?? all;
    return own ? [own.low, own.high] : [low[i], high[i]];
  });
}
