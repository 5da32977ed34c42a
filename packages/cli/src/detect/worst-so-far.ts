import { WORST_FRAMES } from './frame-result.ts';

/** The frames with the most contacts or pairs of those that one checker has seen. */
export class WorstSoFar {
  /** Descending; none twice, though frames may be checked again. */
  readonly #worst: { readonly frame: number; readonly score: number }[] = [];

  /**
   * Whether a frame may be among the worst of the input: few that were checked here had more. Others in other threads may, but none that
   * is left out can be among the worst.
   */
  mayHold(frame: number, score: number): boolean {
    const worst = this.#worst;
    if (score === 0 || (worst.length === WORST_FRAMES && score < worst[WORST_FRAMES - 1].score)) return false;
    if (worst.some((other) => other.frame === frame)) return true;
    worst.push({ frame, score });
    worst.sort((a, b) => b.score - a.score);
    if (worst.length > WORST_FRAMES) worst.pop();
    return true;
  }
}
