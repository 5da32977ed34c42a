/** What a worker has done since it started. */
export interface WorkerCounts {
  frames: number;
  triangles: number;
  files: number;
  /** Inputs and ranges that could not be checked. */
  failures: number;
  /** Ranges that another worker had delivered already. */
  repeats: number;
  /** Jobs that failed here and were tried again. */
  retries: number;
  /** Jobs of lost workers that this one found. */
  stalls: number;
  /** Jobs that failed here for good. */
  deadLetters: number;
  /** Jobs left to others for want of a file. */
  leftToOthers: number;
  /** Why results cannot be written here, since the last that was. */
  unwritable: string | undefined;
  /** In words. */
  doing: string;
}

export function startCounts(): WorkerCounts {
  return {
    frames: 0,
    triangles: 0,
    files: 0,
    failures: 0,
    repeats: 0,
    retries: 0,
    stalls: 0,
    deadLetters: 0,
    leftToOthers: 0,
    unwritable: undefined,
    doing: 'waiting',
  };
}
