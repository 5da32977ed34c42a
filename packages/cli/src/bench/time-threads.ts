import { FailedInput } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { CheckSettings } from '../threads/checker.ts';
import { createCheckers } from '../threads/create-checkers.ts';
import { runChecks } from '../threads/run-checks.ts';

export interface ThreadTiming {
  readonly threads: number;
  /** Median over all rounds; opening and preparing included. */
  readonly seconds: number;
  readonly frames: number;
}

/**
 * Checks an input again and again with each number of threads, in turns. The first rounds do not count: every thread compiles the
 * program for itself, which costs as much as hundreds of frames of a small model.
 *
 * @throws FailedInput if the input or a frame of it cannot be read.
 */
export async function timeThreads(
  input: Input,
  settings: Omit<CheckSettings, 'sharePreparation'>,
  threadCounts: readonly number[],
  warmUps: number,
  rounds: number,
  progress: (done: number, total: number) => void,
): Promise<ThreadTiming[]> {
  const { quantile } = await import('@selfcollide/bench');
  const teams = threadCounts.map((threads) => ({
    threads,
    checkers: createCheckers([input], threads, { ...settings, sharePreparation: threads > 1 }),
    times: [] as number[],
    frames: 0,
  }));
  const total = (warmUps + rounds) * teams.length;
  let done = 0;
  try {
    // threads that have opened nothing yet are not started for short inputs
    for (const { checkers } of teams) for (const checker of checkers) await checker.open(input);
    for (let round = -warmUps; round < rounds; round++) {
      for (const team of teams) {
        progress(done++, total);
        const started = performance.now();
        team.frames = 0;
        await runChecks([input], team.checkers, {
          frame: ({ failure }) => {
            if (failure) throw new FailedInput(failure);
            team.frames++;
          },
          failed: (_, failure) => {
            throw new FailedInput(failure);
          },
        });
        if (round >= 0) team.times.push((performance.now() - started) / 1000);
      }
    }
  } finally {
    await Promise.all(teams.flatMap(({ checkers }) => checkers.map((checker) => checker.close())));
  }
  return teams.map(({ threads, frames, times }) => ({ threads, frames, seconds: quantile(times, 0.5) }));
}
