import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { type ThreadTiming, timeThreads } from '../bench/time-threads.ts';
import type { Terminal } from '../check/run-check.ts';
import { POSE_KINDS } from '../detect/finding-kinds.ts';
import { ExitStatus } from '../exit-status.ts';
import { FailedInput, UsageError } from '../failure.ts';
import { formatCount } from '../report/format-number.ts';
import { formatTable } from '../report/format-table.ts';
import { showText } from '../report/show-text.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import { frameRate, threadCount, wholeNumber } from './parse-values.ts';

const WARM_UPS = 5;

interface BenchCheckFlags {
  readonly fps?: number | 'keys';
  readonly threads: number;
  readonly rounds: number;
}

/** `selfcollide bench check`: what more threads are worth for a file. */
export function benchCheckCommand({ out, err }: Terminal, exit: (status: number) => void): Command {
  return new Command('check')
    .summary('time checking a file with one thread and with several')
    .description('Times `selfcollide check` of one file with one thread and with several, in turns, after a warm-up.')
    .argument('<file>', 'whatever `selfcollide check` takes')
    .option('--fps <rate>', 'frames per second, or "keys" for every key time', frameRate)
    .option('--threads <n>', 'threads to compare with one', threadCount, Math.max(2, availableParallelism()))
    .option('--rounds <n>', 'rounds to take the median of', wholeNumber, 9)
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { fps, threads, rounds }: BenchCheckFlags) => {
      const inputs = await expandInputs([file]);
      if (inputs.length !== 1) throw new UsageError(`bench check: file must be one input, got ${inputs.length}.`);
      const settings = {
        ...({
          method: 'auto',
          pairs: 'edge-triangle',
          scope: 'all',
          kinds: POSE_KINDS,
          betweenFrames: false,
          ignoreRest: false,
          listLimit: 0,
        } as const),
        ...({ places: 'worst', animation: 'all', withMesh: false } as const),
        ...(fps !== undefined && { fps }),
      };
      const erase = err.isTTY ? '\r\x1b[K' : '';
      let timings: ThreadTiming[];
      try {
        timings = await timeThreads(inputs[0], settings, [1, threads], WARM_UPS, rounds, (done, total) => {
          if (err.isTTY) err.write(`${erase}round ${done + 1} of ${total}`);
        });
      } catch (error) {
        if (!(error instanceof FailedInput)) throw error;
        err.write(`${erase}${showText(error.message)}\n`);
        exit(error.failure.kind === 'usage' ? ExitStatus.usage : ExitStatus.unreadable);
        return;
      }
      err.write(erase);
      const rows = timings.map(({ threads: count, seconds, frames }) => [
        String(count),
        seconds.toFixed(3),
        formatCount(Math.round(frames / seconds)),
        `${(timings[0].seconds / seconds).toFixed(2)}×`,
      ]);
      const about = `${formatCount(timings[0].frames)} frames, medians of ${rounds} rounds in turns after ${WARM_UPS} to warm up`;
      const table = formatTable(['threads', 'seconds', 'frames/s', 'speed-up'], rows, [0, 1, 2, 3]);
      out.write(`${showText(inputs[0].name)}: ${about}\n\n${table}\n`);
    });
}

const EXAMPLES = `
Opening and preparing are part of the time; starting the program, and compiling it in each thread, are not.

Examples:
  $ selfcollide bench check walk.glb
  $ selfcollide bench check walk.glb --fps 500 --threads 4`;
