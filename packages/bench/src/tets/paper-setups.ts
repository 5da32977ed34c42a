import type { TetSceneName } from '@selfcollide/scenes';

/** What one setup took: milliseconds over all steps. */
export interface Times {
  readonly average: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation. */
  readonly deviation: number;
}

/** Table 2 of the hashing paper, on an Intel Pentium 4 of 1.8 GHz, 1000 steps. */
export const paperTimes: Record<TetSceneName, Times> = {
  A: { average: 4.3, min: 4.1, max: 6.5, deviation: 0.24 },
  B: { average: 12.6, min: 11.3, max: 15.0, deviation: 0.59 },
  C: { average: 30.4, min: 28.9, max: 34.4, deviation: 1.25 },
  D: { average: 70.0, min: 68.5, max: 72.1, deviation: 0.86 },
  E: { average: 172.5, min: 170.5, max: 174.6, deviation: 1.08 },
};
