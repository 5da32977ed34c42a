import type { Queue } from 'bullmq';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { DeadLetters } from '../dead-letters.ts';
import type { RunStore } from '../run-store.ts';
import type { WorkerCounts } from './worker-counts.ts';

export interface MetricSources {
  readonly name: string;
  readonly counts: WorkerCounts;
  readonly activeJobs: () => number;
  readonly cacheBytes: () => number;
  /** Why Redis is of no use now. */
  readonly redisTrouble: () => string | undefined;
  readonly queue: Queue;
  readonly store: RunStore;
  readonly deadLetters: DeadLetters;
}

/** Redis must answer a scrape within this, milliseconds; else the metrics of the queue are left out of it. */
const QUEUE_MS = 2000;
const STATES = ['active', 'delayed', 'prioritized', 'wait', 'waiting-children', 'failed'] as const;
const RUN_STATES = ['queueing', 'queued', 'cancelled', 'done'] as const;

/** What `/metrics` answers. Every worker tells of the queue as well: the same numbers, so that any one of them can be asked. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  readonly #jobs: Gauge<'state'>;
  readonly #runs: Gauge<'state'>;
  readonly #oldest: Gauge;
  readonly #deadLetters: Gauge;
  readonly #workers: Gauge;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.#registry.setDefaultLabels({ worker: sources.name });
    collectDefaultMetrics({ register: this.#registry, prefix: 'selfcollide_worker_' });
    this.#addWorkerMetrics(sources);
    const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
      new Gauge<L>({ name: `selfcollide_queue_${name}`, help, labelNames, registers: [this.#registry] });
    this.#jobs = gauge('jobs', 'Jobs on the queue by state.', 'state');
    this.#runs = gauge('runs', 'Runs on the queue by state.', 'state');
    this.#oldest = gauge('oldest_run_age_seconds', 'Age of the oldest run that is not done; 0 if there is none.');
    this.#deadLetters = gauge('dead_letters', 'Jobs that failed for good and are kept to be looked at.');
    this.#workers = gauge('workers', 'Workers on the queue.');
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    const isKnown = !this.#sources.redisTrouble() && (await this.#askQueue());
    if (!isKnown) for (const metric of [this.#jobs, this.#runs]) metric.reset();
    if (!isKnown) for (const metric of [this.#oldest, this.#deadLetters, this.#workers]) metric.set(Number.NaN);
    return this.#registry.metrics();
  }

  #addWorkerMetrics({ counts, activeJobs, cacheBytes, redisTrouble }: MetricSources): void {
    const registers = [this.#registry];
    const add = (kind: typeof Counter | typeof Gauge, name: string, help: string, value: () => number) => {
      const metric: Counter | Gauge = new kind({
        ...{ name: `selfcollide_worker_${name}`, help, registers },
        collect() {
          metric.reset();
          metric.inc(value());
        },
      });
    };
    add(Counter, 'frames_total', 'Frames checked.', () => counts.frames);
    add(Counter, 'triangles_total', 'Triangles times frames checked.', () => counts.triangles);
    add(Counter, 'files_total', 'Inputs opened.', () => counts.files);
    add(Counter, 'failures_total', 'Inputs and ranges that could not be checked.', () => counts.failures);
    add(Counter, 'retries_total', 'Jobs that failed here and were tried again.', () => counts.retries);
    add(Counter, 'stalls_total', 'Jobs of lost workers that this one found.', () => counts.stalls);
    add(Counter, 'dead_letters_total', 'Jobs that failed here for good.', () => counts.deadLetters);
    add(Counter, 'repeated_ranges_total', 'Ranges that another worker delivered already.', () => counts.repeats);
    add(Counter, 'left_to_others_total', 'Jobs left to other workers for want of a file.', () => counts.leftToOthers);
    add(Gauge, 'results_writable', '0 while results cannot be written.', () => (counts.unwritable ? 0 : 1));
    add(Gauge, 'active_jobs', 'Jobs being done now.', activeJobs);
    add(Gauge, 'redis_connected', '1 while Redis can be reached and takes work.', () => (redisTrouble() ? 0 : 1));
    add(Gauge, 'prepared_cache_bytes', 'Prepared detectors kept in memory.', cacheBytes);
  }

  /** Whether Redis has answered. */
  async #askQueue(): Promise<boolean> {
    const { queue, store, deadLetters: letters } = this.#sources;
    const asked = Promise.all([
      queue.getJobCounts(...STATES),
      store.list(),
      letters.count(),
      queue.getWorkersCount().catch(() => Number.NaN), // not every user may list clients
    ]);
    const timer = { stop: () => {} };
    const late = new Promise<undefined>((resolve) => {
      const id = setTimeout(() => resolve(undefined), QUEUE_MS);
      timer.stop = () => clearTimeout(id);
    });
    const answer = await Promise.race([asked.catch(() => undefined), late]);
    timer.stop();
    if (!answer) return false;
    const [jobs, runs, deadLetters, workers] = answer;
    for (const state of STATES) this.#jobs.set({ state }, jobs[state] ?? 0);
    for (const state of RUN_STATES) this.#runs.set({ state }, runs.filter((run) => run.state === state).length);
    const created = runs.filter(({ state }) => state === 'queueing' || state === 'queued').map((run) => run.created);
    this.#oldest.set(created.length > 0 ? (Date.now() - Math.min(...created)) / 1000 : 0);
    this.#deadLetters.set(deadLetters);
    this.#workers.set(workers);
    return true;
  }
}
