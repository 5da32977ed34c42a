import { isIP } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { onInterrupt } from '../check/on-interrupt.ts';
import type { Terminal } from '../check/run-check.ts';
import { withFleet } from '../fleet/load-fleet.ts';
import { addAddressOptions, findRoot, type QueueFlags, queueAddress } from '../fleet/queue-flags.ts';
import { threadEngine } from '../fleet/thread-engine.ts';
import { describeWork, type LogForm, WorkerLog } from '../fleet/worker-log.ts';
import { plural } from '../report/format-number.ts';
import { MemoryLimit } from '../threads/memory-limit.ts';
import { keepDays, threadCount, wholeNumber } from './parse-values.ts';

interface WorkerFlags extends Pick<QueueFlags, 'queue' | 'queueName'> {
  readonly threads: number;
  readonly root?: string;
  readonly cache?: string;
  readonly memoryMegabytes: number;
  readonly maxMemory?: number;
  readonly allowUrl: readonly URL[];
  readonly maxDownloadMegabytes: number;
  readonly lockSeconds: number;
  readonly healthPort?: number;
  readonly healthAddress: string;
  readonly keepDays: number;
  readonly log: LogForm;
  readonly name: string;
}

/** A worker that has nothing to finish waits so long for a server that does not answer. */
const FAREWELL_MS = 5000;
const DAY_MS = 86_400_000;

/** `selfcollide worker`: checks for others until it is stopped. */
export function workerCommand(terminal: Terminal): Command {
  const command = new Command('worker')
    .summary('check for others: take work from a queue')
    .description(
      'Takes ranges of frames from a queue and checks them, until it is stopped. SIGTERM or Ctrl-C: finishes what it has.',
    );
  return addAddressOptions(command)
    .option('--threads <n>', 'ranges checked at a time', threadCount, availableParallelism())
    .option('--root <folder>', 'what the --root of clients is on this machine (default: this folder)')
    .option('--cache <folder>', 'keep prepared detectors and downloads here')
    .option('--memory-megabytes <n>', 'prepared detectors kept in memory', wholeNumber, 256)
    .option('--max-memory <megabytes>', 'ranges that need more are given up, cut in two and tried again', wholeNumber)
    .option('--allow-url <start>', 'fetch files from addresses that start so; may be given several times', urlStart, [])
    .option('--max-download-megabytes <n>', 'larger files are not fetched', wholeNumber, 1024)
    .option('--lock-seconds <n>', 'after so long without a sign of life, others take over its work', wholeNumber, 30)
    .option('--health-port <n>', 'answer /health and /metrics on this port; 0 chooses one', port)
    .option('--health-address <ip>', 'address that the health port listens on', ipAddress, '127.0.0.1')
    .option('--keep-days <n>', 'sweep runs that ended longer ago, with their results; forever: never', keepDays, 14)
    .addOption(
      new Option('--log <form>', 'lines for people, or JSON with time and level')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--name <name>', 'what it is called in messages', workerName, `${hostname()}-${process.pid}`)
    .addHelpText('after', HELP)
    .action(async (flags: WorkerFlags) => {
      const root = findRoot(flags.root);
      const log = new WorkerLog(terminal, flags.name, flags.log);
      const limit = flags.maxMemory === undefined ? undefined : new MemoryLimit(flags.maxMemory);
      await withFleet(queueAddress(flags), log.warn, async (fleet, connection) => {
        const worker = await fleet.startWorker(connection, threadEngine(limit), {
          ...{ name: flags.name, threads: flags.threads, root, allowedUrls: flags.allowUrl },
          ...{ lockSeconds: flags.lockSeconds, healthAddress: flags.healthAddress, warn: log.warn },
          memoryBytes: flags.memoryMegabytes * 2 ** 20,
          maxDownloadBytes: flags.maxDownloadMegabytes * 2 ** 20,
          ...(flags.cache !== undefined && { cacheFolder: flags.cache }),
          ...(flags.healthPort !== undefined && { healthPort: flags.healthPort }),
          ...(Number.isFinite(flags.keepDays) && { keepMilliseconds: flags.keepDays * DAY_MS }),
        });
        const health = worker.healthUrl === undefined ? '' : `, ${worker.healthUrl}/health`;
        const { shown, queueName } = connection;
        const stopped = untilStopped(); // before the line that says it runs: whoever reads it may stop it at once
        log.info(`${plural(flags.threads, 'thread')}, root ${root}, queue "${queueName}" at ${shown}${health}`);
        const stop = log.follow(worker.counts);
        await stopped;
        stop();
        log.info('finishing what it has (again: stop at once)');
        const leave = onInterrupt(() => {});
        if (worker.counts.doing === 'waiting') {
          setTimeout(() => {
            log.info('it has nothing, and Redis does not answer; stopped.');
            process.kill(process.pid, 'SIGTERM');
          }, FAREWELL_MS).unref();
        }
        await worker.close();
        leave();
        log.info(`${describeWork(worker.counts)}; stopped.`);
      });
    });
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const end = () => {
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
}

function port(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

function ipAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('It must be an IP address, such as 127.0.0.1, 0.0.0.0 or ::.');
}

function workerName(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be letters, digits, ., - and _, at most 64.');
}

function urlStart(text: string, before: readonly URL[]): URL[] {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return [...before, url];
  throw new InvalidArgumentError('It must start with http:// or https://, such as https://assets.example.com/shots/.');
}

const HELP = `
The address may hold user and password; better is SELFCOLLIDE_QUEUE or SELFCOLLIDE_REDIS_PASSWORD in the environment, which others
on the machine cannot read. They are never printed. A worker listens on no port but the health port, on the loopback address unless
--health-address names another; who can reach it can read names of files.

Exit status: 0 stopped, 2 wrong usage, 4 the queue cannot be used.

Examples:
  $ selfcollide worker --queue redis://127.0.0.1:6379
  $ selfcollide worker --queue rediss://queue.example.com --root /mnt/shots --cache /var/cache/selfcollide --health-port 9100`;
