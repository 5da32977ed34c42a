import { OutputError } from '../failure.ts';

export interface TimedWork {
  /** `isUnwanted` is true as soon as the time is over. */
  work(isUnwanted: () => boolean): Promise<void>;
  /** Why it took so long. */
  reason(): Promise<string>;
  /** How to go on. */
  readonly goesOn: string;
}

/** Redis may be what does not answer. */
const REASON_MS = 3000;

/**
 * Does work for as long as a user wants to wait.
 *
 * @throws OutputError when the time is over; what `work` throws.
 */
export async function withTimeout(minutes: number | undefined, { work, reason, goesOn }: TimedWork): Promise<void> {
  let over = false;
  const done = work(() => over);
  if (minutes === undefined) return done;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, 60_000 * minutes, 'late');
  });
  try {
    if ((await Promise.race([done, late])) !== 'late') return;
  } finally {
    clearTimeout(timer);
  }
  over = true;
  done.catch(() => {}); // it ends with the connection
  let patience: NodeJS.Timeout | undefined;
  const unknown = new Promise<string>((resolve) => {
    patience = setTimeout(resolve, REASON_MS, 'Redis does not answer');
  });
  const why = await Promise.race([reason().catch(() => 'Redis does not answer'), unknown]);
  clearTimeout(patience);
  throw new OutputError(`not done after ${minutes} min (--timeout): ${why}. The run goes on; ${goesOn} follows it.`);
}
