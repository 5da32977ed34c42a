import { WORST_FRAMES } from './frame-result.ts';

/** The frames with the most contacts or pairs of those that one checker has seen. */
export class WorstSoFar {
  /** Descending, of equal ones the first before the others, as reports have them; none twice, though frames may be checked again. */
  readonly #worst: { readonly frame: number; readonly score: number }[] = [];

  /**
   * Whether a frame may be among the worst of the input: few that were checked here had more. Others in other threads may, but none that
   * is left out can be among the worst.
   */
  mayHold(frame: number, score: number): boolean {
    const worst = this.#worst;
    if (score === 0) return false;
    if (worst.length === WORST_FRAMES) {
      const last = worst[WORST_FRAMES - 1];
      if (score < last.score || (score === last.score && frame > last.frame)) return false;
    }
    if (worst.some((other) => other.frame === frame)) return true;
    worst.push({ frame, score });
    worst.sort((a, b) => b.score - a.score || a.frame - b.frame);
    if (worst.length > WORST_FRAMES) worst.pop();
    return true;
  }
}
