import { realpathSync, statSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../failure.ts';
import type { QueueAddress } from './load-fleet.ts';

/** How `check` uses a queue. */
export interface QueueOptions extends QueueAddress {
  /** Files are named relative to this folder, which workers may have elsewhere. */
  readonly root: string;
  readonly detach: boolean;
  /** Name of a run whose client was lost. */
  readonly resume?: string;
  /** Results of a run beyond this go to files below the root. */
  readonly redisMegabytes: number;
  /** How long a worker has a range, roughly. */
  readonly rangeSeconds: number;
  /** Keep the run on the queue when it was reported. */
  readonly keep: boolean;
  /** The client leaves after so many minutes; the run goes on. */
  readonly timeout?: number;
  /** Nothing new for so many minutes: it is said why. */
  readonly stallMinutes: number;
}

export interface QueueFlags {
  readonly queue?: string;
  readonly queueName: string;
  readonly root?: string;
  readonly detach: boolean;
  readonly resume?: string;
  readonly redisMegabytes: number;
  readonly rangeSeconds: number;
  readonly timeout?: number;
  readonly stallMinutes: number;
}

const DEFAULT_NAME = 'selfcollide';
const MEGABYTES = 64;
/** Long enough that handing out costs little, short enough that not much is lost with a worker. */
const RANGE_SECONDS = 4;
const STALL_MINUTES = 10;

/** Options of every command that talks to a queue. */
export function addAddressOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--queue <url>', 'Redis of the queue: redis://host:6379 or rediss://…').env('SELFCOLLIDE_QUEUE'),
    )
    .option('--queue-name <name>', 'which queue there, if several fleets share it', DEFAULT_NAME);
}

/** Options of `check` for a queue. */
export function addQueueOptions(command: Command): Command {
  const asked = command
    .optionsGroup('On a fleet (docs/fleet.md)')
    .option(
      '--queue <url>',
      'let workers check: redis://host:6379 or rediss://…; "env" takes it from SELFCOLLIDE_QUEUE',
    )
    .option('--queue-name <name>', 'which queue there, if several fleets share it', DEFAULT_NAME)
    .option(
      '--root <folder>',
      'folder that workers see too, perhaps elsewhere; files must be below (default: this one)',
    )
    .option('--detach', 'only queue it and print the name of the run', false)
    .option('--resume <run>', 'go on with a run whose client was lost; same files and options')
    .option('--redis-megabytes <n>', 'results beyond this go to files below the root', notNegative, MEGABYTES)
    .option('--range-seconds <n>', 'how long a worker has a range of frames, roughly', notNegative, RANGE_SECONDS);
  return addPatienceOptions(asked);
}

/** How long a client waits. */
export function addPatienceOptions(command: Command): Command {
  return command
    .option('--timeout <minutes>', 'leave after so long, with status 4; the run goes on', notNegative)
    .option('--stall-minutes <n>', 'say why if nothing new has come for so long', notNegative, STALL_MINUTES);
}

/** Takes the options about a queue out of all; `queue` is undefined without one. */
export function takeQueue<T extends QueueFlags>(flags: T): { queue?: QueueOptions; rest: Omit<T, keyof QueueFlags> } {
  const { queue, queueName, root, detach, resume, redisMegabytes, rangeSeconds, timeout, stallMinutes, ...rest } =
    flags;
  if (queue === undefined) {
    const alone = [
      detach && '--detach',
      resume !== undefined && '--resume',
      root !== undefined && '--root',
      queueName !== DEFAULT_NAME && '--queue-name',
      redisMegabytes !== MEGABYTES && '--redis-megabytes',
      rangeSeconds !== RANGE_SECONDS && '--range-seconds',
      timeout !== undefined && '--timeout',
      stallMinutes !== STALL_MINUTES && '--stall-minutes',
    ].find((option) => option !== false);
    if (alone) throw new UsageError(`${alone} goes with --queue, which is missing.`);
    return { rest };
  }
  if (detach && resume !== undefined) throw new UsageError('--detach: a run to --resume is on the queue already.');
  const address = queueAddress({ queue, queueName });
  return {
    queue: {
      ...{ ...address, root: findRoot(root), detach, redisMegabytes, rangeSeconds, keep: false, stallMinutes },
      ...(timeout !== undefined && { timeout }),
      ...(resume !== undefined && { resume }),
    },
    rest,
  };
}

export function queueAddress({ queue, queueName }: Pick<QueueFlags, 'queue' | 'queueName'>): QueueAddress {
  const url = queue === 'env' ? process.env.SELFCOLLIDE_QUEUE : queue;
  if (!url) throw new UsageError('--queue or the environment variable SELFCOLLIDE_QUEUE must name the queue.');
  return { url, queueName };
}

export function findRoot(root = '.'): string {
  try {
    const folder = realpathSync(root);
    if (statSync(folder).isDirectory()) return folder;
  } catch {} // said below
  throw new UsageError(`--root must be a folder, got ${root}.`);
}

function notNegative(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a number from 0.');
}
