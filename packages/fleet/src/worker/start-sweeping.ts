import type { FleetConnection } from '../connect.ts';
import { type Swept, sweep } from '../sweep.ts';

/** So often somebody sweeps; whoever comes first, for all. */
const SWEEP_SECONDS = 3600;
/** A worker that has just started looks first what there is to do. */
const FIRST_MS = 5000;

/** Sweeps now and then, if runs are not kept for ever. One worker at a time: Redis holds the broom. */
export function startSweeping(
  connection: FleetConnection,
  root: string,
  keepMilliseconds: number | undefined,
  tell: (text: string) => void,
): { stop(): void } {
  if (keepMilliseconds === undefined) return { stop: () => {} };
  const { redis, keys } = connection;
  const run = async () => {
    try {
      if ((await redis.set(keys.sweeping, '1', 'EX', SWEEP_SECONDS - 60, 'NX')) === null) return;
      const text = describeSwept(await sweep(connection, root, keepMilliseconds));
      if (text !== undefined) tell(text);
    } catch (error) {
      connection.mention(error as Error);
    }
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const timer = setInterval(run, 1000 * SWEEP_SECONDS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/** In words; nothing if nothing was taken away. */
function describeSwept({ runs, folders, keys, deadLetters }: Swept): string | undefined {
  const parts = [
    count(runs.length, 'run'),
    count(folders.length, 'folder of results', 'folders of results'),
    count(keys, 'key of a run that was gone', 'keys of runs that were gone'),
    count(deadLetters, 'dead letter'),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `swept: ${parts.join(', ')}` : undefined;
}

function count(number: number, one: string, many = `${one}s`): string | undefined {
  return number === 0 ? undefined : `${number} ${number === 1 ? one : many}`;
}
