import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { type FleetJobData, MAX_LOST } from '../jobs.ts';
import type { FleetEngine, FleetHeader, FleetResult } from '../types.ts';
import { CheckerPool } from './checker-pool.ts';
import { HandBack } from './hand-back.ts';
import { type HealthServer, serveHealth } from './health-server.ts';
import { JobRunner } from './job-runner.ts';
import { PreparedCache } from './prepared-cache.ts';
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
  readonly warn: (text: string) => void;
}

export interface RunningWorker {
  readonly counts: WorkerCounts;
  readonly healthPort?: number;
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
  // before anything is started that would have to be stopped again
  const health: HealthServer | undefined =
    options.healthPort === undefined
      ? undefined
      : await serveHealth(options.healthPort, {
          ...{ name, counts },
          redisTrouble: () => connection.trouble(),
          activeJobs: () => active,
          cacheBytes: () => cache.bytes,
        });
  const pool = new CheckerPool(engine, cache, threads);
  const queue = new Queue(queueName, { connection: redis, prefix: keys.prefix });
  queue.on('error', () => {}); // the connection itself says what is wrong
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
  worker.on('failed', (job, error) => {
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) warn(`${job.name}: ${error.message}`);
  });
  return {
    counts,
    ...(health && { healthPort: health.port }),
    async close() {
      handBack.close();
      await worker.close();
      await queue.close();
      await pool.close();
      health?.close();
    },
  };
}
