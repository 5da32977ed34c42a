import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { DeadLetters } from '../dead-letters.ts';
import { FleetError } from '../fleet-error.ts';
import { type FleetJobData, MAX_LOST } from '../jobs.ts';
import { RunStore } from '../run-store.ts';
import type { FleetEngine, FleetHeader, FleetResult } from '../types.ts';
import { CheckerPool } from './checker-pool.ts';
import { HandBack } from './hand-back.ts';
import { type HealthServer, serveHealth } from './health-server.ts';
import { JobRunner } from './job-runner.ts';
import { Metrics } from './metrics.ts';
import { PreparedCache } from './prepared-cache.ts';
import { startSweeping } from './start-sweeping.ts';
import { startCounts, type WorkerCounts } from './worker-counts.ts';

export interface WorkerOptions {
  readonly name: string;
  readonly threads: number;
  /** Folder that paths of runs are below. */
  readonly root: string;
  /** Keeps prepared detectors over restarts, and downloads. */
  readonly cacheFolder?: string;
  readonly memoryBytes: number;
  readonly allowedUrls: readonly URL[];
  readonly maxDownloadBytes: number;
  /** Work of a worker that has not been heard of for so long is given to others, seconds. */
  readonly lockSeconds: number;
  /** 0 chooses a free one. */
  readonly healthPort?: number;
  /** What the health port listens on; 127.0.0.1 unless given. */
  readonly healthAddress?: string;
  /** Runs that ended are kept so long; for ever unless given. */
  readonly keepMilliseconds?: number;
  readonly warn: (text: string) => void;
}

export interface RunningWorker {
  readonly counts: WorkerCounts;
  /** Where it answers, without a path. */
  readonly healthUrl?: string;
  /** Takes nothing more; resolved when what it has is done. */
  close(): Promise<void>;
}

const FOLDER_BYTES = 2 ** 30;

/**
 * Starts to take work from the queue.
 *
 * @throws FleetError if the root is no folder, or the health port is taken.
 */
export async function startWorker<H extends FleetHeader, R extends FleetResult>(
  connection: FleetConnection,
  engine: FleetEngine<H, R>,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { name, threads, root, cacheFolder, lockSeconds, warn } = options;
  const stats = await stat(root).catch(() => undefined);
  if (!stats?.isDirectory()) throw new FleetError('usage', `--root must be a folder, got ${root}.`);
  if (cacheFolder !== undefined) {
    await mkdir(cacheFolder, { recursive: true, mode: 0o700 }).catch((error: { readonly code?: string }) => {
      throw new FleetError(
        'usage',
        `--cache must be a folder, or one that can be made, got ${cacheFolder} (${error.code}).`,
      );
    });
  }
  const cache = new PreparedCache<H>({
    memoryBytes: options.memoryBytes,
    folderBytes: FOLDER_BYTES,
    ...(cacheFolder !== undefined && { folder: cacheFolder }),
  });
  const counts = startCounts();
  const { redis, keys, queueName } = connection;
  let active = 0;
  const queue = new Queue(queueName, { connection: redis, prefix: keys.prefix });
  queue.on('error', () => {}); // the connection itself says what is wrong
  const deadLetters = new DeadLetters(connection);
  const health = await startHealth().catch(async (error) => {
    await queue.close();
    throw error;
  });
  const pool = new CheckerPool(engine, cache, threads);
  const locate = {
    root,
    allowedUrls: options.allowedUrls,
    downloadFolder: join(cacheFolder ?? join(tmpdir(), `selfcollide-${process.getuid?.() ?? 'user'}`), 'downloads'),
    maxDownloadBytes: options.maxDownloadBytes,
  };
  const handBack = new HandBack(connection, queue, name);
  const runner = new JobRunner({ connection, queue, engine, pool, locate, counts, handBack, warn });
  const take = async (job: Parameters<typeof runner.process>[0], token?: string) => {
    active++;
    try {
      await connection.outwait(
        () => runner.process(job, token ?? ''),
        () => worker.closing !== undefined,
      );
    } finally {
      active--;
      if (active === 0) counts.doing = 'waiting';
    }
  };
  const worker = new Worker<FleetJobData>(queueName, take, {
    ...{ connection: redis, prefix: keys.prefix, name, concurrency: threads },
    lockDuration: 1000 * lockSeconds,
    stalledInterval: 1000 * lockSeconds,
    maxStalledCount: MAX_LOST,
    drainDelay: 2,
    runRetryDelay: 1000,
  });
  handBack.attach(worker);
  // lost connections are told of by the connection itself, and after lost locks the work counts once anyway
  worker.on('error', connection.mention);
  worker.on('completed', connection.succeeded);
  worker.on('stalled', () => counts.stalls++);
  worker.on('failed', (job, error) => {
    if (!job) return;
    if (!isLast(job, error)) {
      counts.retries++;
      return;
    }
    counts.deadLetters++;
    warn(`${job.name}: ${error.message}`);
    const run = String(job.data?.run ?? '');
    const letter = { run, job: job.name, worker: name, attempts: job.attemptsMade, reason: error.message };
    deadLetters.add(letter).catch(connection.mention);
  });
  const sweeping = startSweeping(connection, root, options.keepMilliseconds, warn);
  return {
    counts,
    ...(health && { healthUrl: health.url }),
    async close() {
      sweeping.stop();
      handBack.close();
      await worker.close();
      await queue.close();
      await pool.close();
      health?.close();
    },
  };

  /** Before anything is started that would have to be stopped again. */
  async function startHealth(): Promise<HealthServer | undefined> {
    if (options.healthPort === undefined) return undefined;
    const redisTrouble = () => connection.trouble();
    const metrics = new Metrics({
      ...{ name, counts, redisTrouble, queue, deadLetters, store: new RunStore(connection) },
      activeJobs: () => active,
      cacheBytes: () => cache.bytes,
    });
    return serveHealth(options.healthAddress ?? '127.0.0.1', options.healthPort, {
      name,
      counts,
      redisTrouble,
      metrics,
    });
  }
}

/** Whether BullMQ tries that job no more. */
function isLast({ attemptsMade, opts }: Job, error: Error): boolean {
  return error instanceof UnrecoverableError || attemptsMade >= (opts.attempts ?? 1);
}
