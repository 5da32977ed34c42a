/** What a query cost. Reset by every query. */
export interface TetCounters {
  /** Stretches of the table looked up: rows of cells with the hash `'mix'`, single cells with `'paper'`. */
  lookups: number;
  /** Vertices found in the box of a group of tets, those of its own tets included. */
  candidates: number;
  /** Tets too large for the grid, tested by their boxes. */
  giants: number;
  /** Vertex against tet, after the boxes. */
  tetTests: number;
  /** Tests in which rounding could not decide a sign. */
  exactTests: number;
  penetrations: number;
}

export function createTetCounters(): TetCounters {
  return { lookups: 0, candidates: 0, giants: 0, tetTests: 0, exactTests: 0, penetrations: 0 };
}

export function resetTetCounters(counters: TetCounters): void {
  counters.lookups = 0;
  counters.candidates = 0;
  counters.giants = 0;
  counters.tetTests = 0;
  counters.exactTests = 0;
  counters.penetrations = 0;
}
