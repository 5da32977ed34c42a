import { DelayedError, type Job, type Queue, type Worker } from 'bullmq';
import type { FleetJobData } from '../jobs.ts';
import type { Lacking, UnreachableFile } from './locate-files.ts';

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
/** The same where Redis does not let us see who is there. */
const MAX_LEFT_BLINDLY = 20;

/**
 * Leaves jobs to other workers that may have the files that are missing here. It costs none of a job's attempts, of which those count that are made
 * when everybody who is there lacks them: a worker without its files would use up all of them while others are at work.
 */
export class HandBack {
  readonly #queue: Queue;
  readonly #workerName: string;
  #worker: Worker | undefined;
  #rest = FIRST_REST;
  #timer: NodeJS.Timeout | undefined;

  constructor(queue: Queue, workerName: string) {
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
    const reasons = { ...job.data.reasons, [this.#workerName]: error.message };
    await job.updateData({ ...job.data, missed, reasons });
    if (await this.#mayBeElsewhere(missed, own)) {
      const delay = Math.min(MAX_DELAY, FIRST_DELAY * 2 ** Math.min(own - 1, 10));
      await job.moveToDelayed(Date.now() + delay, token);
      if (job.data.kind !== 'file') this.#rest = Math.min(MAX_REST, 2 * this.#rest);
      await this.#takeRest(Math.max(delay + MARGIN, this.#rest));
      throw new DelayedError();
    }
    if (job.attemptsMade + 1 < (job.opts.attempts ?? 1)) throw new Error(error.message);
    return reasons;
  }

  async #mayBeElsewhere(missed: Readonly<Record<string, number>>, own: number): Promise<boolean> {
    const workers = await this.#queue.getWorkers().catch(() => []);
    // "queue:w:name", as BullMQ calls its connections; some services do not show them
    const names = workers.map(({ rawname }) => /:w:(.*)$/.exec(rawname ?? '')?.[1]);
    const known = names.filter((name) => name !== undefined);
    if (known.length === 0) return own <= MAX_LEFT_BLINDLY;
    return own <= MAX_LEFT && known.some((name) => missed[name] === undefined);
  }

  async #takeRest(milliseconds: number): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker?.pause(true);
    this.#timer = setTimeout(() => this.#worker?.resume(), milliseconds);
  }
}
