import type { FleetHeader, RunPlan } from './types.ts';

/** Frames from `from`, `count` of them. */
export interface FrameSpan {
  readonly from: number;
  readonly count: number;
}

/** What one thread checks in about a second: triangles times frames. */
const TRIANGLES_PER_SECOND = 2_000_000;
/**
 * A range is as long as asked for while much is left, then this part of what is left, and never shorter than that part of what was asked for:
 * several threads on one file end at about the same time, without many short ranges.
 */
const SHARE = 1 / 8;
/** Results of a range are in memory together. */
const MAX_FRAMES = 4096;

/** Cuts the frames of an input into ranges of some seconds each, shorter ones towards its end. */
export function planRanges(
  { triangleCount, frameCount }: FleetHeader,
  { effort, rangeSeconds }: Pick<RunPlan, 'effort' | 'rangeSeconds'>,
): FrameSpan[] {
  const longest = (rangeSeconds * TRIANGLES_PER_SECOND) / (Math.max(1, triangleCount) * effort);
  const spans: FrameSpan[] = [];
  for (let from = 0; from < frameCount; ) {
    const left = frameCount - from;
    const wanted = Math.min(MAX_FRAMES, longest, Math.max(longest * SHARE, left * SHARE));
    const count = Math.min(left, Math.max(1, Math.floor(wanted)));
    spans.push({ from, count });
    from += count;
  }
  return spans;
}

/**
 * Which of these spans lack results. Ranges are only ever halved, so that those of one input nest: whoever goes from the end of one to the range
 * that starts there meets every frame once, even if a worker that was taken for dead delivers a whole range after its halves were handed out.
 */
export function findMissing(cover: ReadonlyMap<number, number>, spans: readonly FrameSpan[]): FrameSpan[] {
  return spans.filter(({ from, count }) => {
    let at = from;
    while (at < from + count) {
      const covered = cover.get(at);
      if (!covered) return !isInside(cover, at);
      at += covered;
    }
    return false;
  });
}

/** Whether a range that starts earlier reaches over this frame. */
function isInside(cover: ReadonlyMap<number, number>, frame: number): boolean {
  for (const [from, count] of cover) if (from < frame && frame < from + count) return true;
  return false;
}

/** Two halves; one of a single frame. */
export function halve({ from, count }: FrameSpan): FrameSpan[] {
  if (count === 1) return [{ from, count }];
  const half = Math.ceil(count / 2);
  return [
    { from, count: half },
    { from: from + half, count: count - half },
  ];
}
