import type { AnimationTimes } from './measure-animation.ts';
import type { PaperColumn } from './paper-table.ts';

/** All that was measured on one mesh. */
export interface StarResult {
  readonly scene: string;
  /** simulated: a column of Table 1; sheet: at rest only; data: from ../shared/data. */
  readonly kind: 'simulated' | 'sheet' | 'data';
  readonly triangles: number;
  /** What each timed frame is called. */
  readonly frames: readonly string[];
  readonly times: AnimationTimes;
  readonly paper?: PaperColumn;
  /** Share of each of the nine tasks in percent: the paper's form, and our default with all boxes refitted. */
  readonly tasks?: { readonly paperForm: readonly number[]; readonly ours: readonly number[] };
}
