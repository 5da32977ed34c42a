import { resolve } from 'node:path';
import { isModelName } from '@selfcollide/io';
import { filesOf, type Input } from '../source/input.ts';
import { type Watching, watchPaths } from './watch-paths.ts';

export interface WatchOptions {
  /** Finds out anew what to check: files may have come, or the config may have changed. */
  readonly plan: () => Promise<{ readonly inputs: readonly Input[]; readonly config?: string }>;
  /** Checks some of them. */
  readonly run: (inputs: readonly Input[]) => Promise<void>;
  readonly say: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Checks everything, then whatever changes, until the signal, or for ever. */
export async function watchCheck({ plan, run, say, signal }: WatchOptions): Promise<void> {
  let changed: ReadonlySet<string> | undefined;
  while (!signal?.aborted) {
    const { inputs, config } = await plan();
    const wanted = changed;
    const all = wanted === undefined || (config !== undefined && wanted.has(resolve(config)));
    const due = all ? inputs : inputs.filter((input) => filesOf(input).some((path) => wanted.has(resolve(path))));
    // before the run: what changes meanwhile is looked at next
    const paths = [...inputs.flatMap(filesOf), ...(config === undefined ? [] : [config])];
    const watching = watchPaths(paths, isModelName);
    const stop = () => watching.close();
    signal?.addEventListener('abort', stop);
    try {
      if (due.length > 0) await run(due);
      if (due.length > 0) say('Watching for changes; Ctrl+C ends it.');
      changed = await nextChange(watching);
    } finally {
      signal?.removeEventListener('abort', stop);
      watching.close();
    }
    if (changed === undefined) return;
  }
}

async function nextChange(watching: Watching): Promise<ReadonlySet<string> | undefined> {
  const paths = await watching.next();
  return paths && new Set(paths.map((path) => resolve(path)));
}
