import type { FrameSpan } from '../plan-ranges.ts';

/** Frames asked of a thread at once, and packed together. */
const PIECE_FRAMES = 64;

/** Results of a span piece by piece. While one is packed and stored, the thread has the next already: it never waits for that. */
export async function* checkPieces<R>(
  { from, count }: FrameSpan,
  check: (frames: readonly number[]) => Promise<R[]>,
): AsyncGenerator<R[]> {
  const end = from + count;
  const ask = (at: number) => {
    if (at >= end) return undefined;
    const results = check(Array.from({ length: Math.min(PIECE_FRAMES, end - at) }, (_, i) => at + i));
    results.catch(() => {}); // whoever waits for it will know; if nobody does any more, it does not matter
    return results;
  };
  let pending = ask(from);
  for (let at = from + PIECE_FRAMES; pending; at += PIECE_FRAMES) {
    const ahead = ask(at);
    yield await pending;
    pending = ahead;
  }
}
