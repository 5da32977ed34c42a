import { DelayedError, type Job, type Queue, type Worker } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import type { FleetJobData } from '../jobs.ts';
import { type Lacking, type UnreachableFile, UnwritableRoot } from './locate-files.ts';

/** A job that this worker lacks files for comes back after this, doubled each time it does so to this worker, milliseconds. */
const FIRST_DELAY = 100;
const MAX_DELAY = 2000;
/** This worker takes nothing until then and a little longer, so that whoever waits for work gets it. */
const MARGIN = 50;
/** After a range, of a file that somebody could open, it rests longer each time until something succeeds. */
const FIRST_REST = 100;
const MAX_REST = 1000;
/** So often this worker leaves a job to others, which takes about five minutes; if nobody took it, they are not able to. */
const MAX_LEFT = 150;
/** A worker that could not write results counts as unable to for so long, whatever the job. */
const UNWRITABLE_MS = 20_000;
/** The same where Redis does not let us see who is there. */
const MAX_LEFT_BLINDLY = 20;

/**
 * Leaves jobs to other workers that may have the files that are missing here. It costs none of a job's attempts, of which those count that are made
 * when everybody who is there lacks them: a worker without its files would use up all of them while others are at work.
 */
export class HandBack {
  readonly #connection: FleetConnection;
  readonly #queue: Queue;
  readonly #workerName: string;
  #worker: Worker | undefined;
  #rest = FIRST_REST;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: FleetConnection, queue: Queue, workerName: string) {
    this.#connection = connection;
    this.#queue = queue;
    this.#workerName = workerName;
  }

  /** Who is to rest. */
  attach(worker: Worker): void {
    this.#worker = worker;
  }

  succeeded(): void {
    this.#rest = FIRST_REST;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Leaves a job to others, or to a later attempt. Returns who lacks its files if nothing is left to be tried.
   *
   * @throws DelayedError or Error, which tell BullMQ so.
   */
  async pass(job: Job<FleetJobData>, token: string, error: UnreachableFile): Promise<Lacking> {
    const missed = { ...job.data.missed };
    const own = (missed[this.#workerName] ?? 0) + 1;
    missed[this.#workerName] = own;
    const workers = await this.#namesOfWorkers();
    const unable = error instanceof UnwritableRoot ? await this.#unwritable(error, workers) : {};
    const reasons = { ...job.data.reasons, ...unable, [this.#workerName]: error.message };
    await job.updateData({ ...job.data, missed, reasons });
    const untried = workers.some((name) => missed[name] === undefined && unable[name] === undefined);
    if (workers.length === 0 ? own <= MAX_LEFT_BLINDLY : own <= MAX_LEFT && untried) {
      const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** Math.min(own - 1, 10));
      await job.moveToDelayed(Date.now() + delay, token);
      if (job.data.kind !== 'file') this.#rest = Math.min(MAX_REST, 2 * this.#rest);
      // longer by chance: workers in step would each meet the same job again
      await this.#takeRest(Math.max(delay * (1 + Math.random()) + MARGIN, this.#rest));
      throw new DelayedError();
    }
    if (job.attemptsMade + 1 < (job.opts.attempts ?? 1)) throw new Error(error.message);
    return reasons;
  }

  /** None where Redis does not show them, as some services do. */
  async #namesOfWorkers(): Promise<string[]> {
    const workers = await this.#queue.getWorkers().catch(() => []);
    // "queue:w:name", as BullMQ calls its connections
    const names = workers.map(({ rawname }) => /:w:(.*)$/.exec(rawname ?? '')?.[1]);
    return names.filter((name) => name !== undefined);
  }

  /**
   * A full disk is a fault of the worker, not of the job: it holds for all of them. Two workers that cannot write would otherwise each get back
   * what they gave away, and never what the other did.
   */
  async #unwritable(error: UnwritableRoot, workers: readonly string[]): Promise<Record<string, string>> {
    const { redis, keys } = this.#connection;
    const reason = error.message.replace(/^.*?: (?=results)/, '');
    await redis.set(keys.unwritable(this.#workerName), reason, 'PX', UNWRITABLE_MS);
    if (workers.length === 0) return {};
    const said = await redis.mget(workers.map((name) => keys.unwritable(name)));
    return Object.fromEntries(workers.flatMap((name, i) => (said[i] === null ? [] : [[name, said[i]]])));
  }

  async #takeRest(milliseconds: number): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker?.pause(true);
    this.#timer = setTimeout(() => this.#worker?.resume(), milliseconds);
  }
}
