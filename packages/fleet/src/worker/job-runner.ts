import { DelayedError, type Job, type Queue, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import { checkJob } from '../check-data.ts';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { type FileJobData, type FleetJobData, type RangeJobData, rangeJob } from '../jobs.ts';
import { OutcomeReader } from '../outcome-reader.ts';
import { hashOf, pack } from '../pack.ts';
import { type FrameSpan, findMissing, halve, planRanges } from '../plan-ranges.ts';
import { RunStore } from '../run-store.ts';
import { toValue } from '../shards.ts';
import type { FleetEngine, FleetFailure, FleetHeader, FleetResult, QueuedInput, RunPlan } from '../types.ts';
import { type CheckerPool, type Lease, UnopenedInput } from './checker-pool.ts';
import { describeLoss } from './describe-loss.ts';
import type { HandBack } from './hand-back.ts';
import {
  type Lacking,
  type LocateOptions,
  locateInput,
  nameWorkers,
  UnreachableFile,
  UnwritableRoot,
} from './locate-files.ts';
import { ResultKeeper } from './result-keeper.ts';
import type { WorkerCounts } from './worker-counts.ts';

/** A file whose ranges had to be cut so often is given up: what is missing then has failed. */
const MAX_SPLITS = 32;
/** A run whose files are not all queued is looked at again so much later, milliseconds. */
const QUEUEING_MS = 500;
const CHILDREN_AT_ONCE = 500;

export interface JobRunnerParts<H extends FleetHeader, R extends FleetResult> {
  readonly connection: FleetConnection;
  readonly queue: Queue;
  readonly engine: FleetEngine<H, R>;
  readonly pool: CheckerPool<H, R>;
  readonly locate: LocateOptions;
  readonly counts: WorkerCounts;
  readonly handBack: HandBack;
  /** Told what is missing here, once for each input. */
  readonly warn: (text: string) => void;
}

/** A run as a worker needs it. */
interface KnownRun {
  readonly plan: RunPlan;
  readonly settingsKey: string;
  /** Inputs of it of which files are missing here. */
  readonly missing: Set<number>;
  /** See {@link LeaseRequest}. */
  readonly lacking?: Lacking;
}

/** Does what jobs ask. Everything it does can be done again: results count once, and jobs have names of their own. */
export class JobRunner<H extends FleetHeader, R extends FleetResult> {
  readonly #parts: JobRunnerParts<H, R>;
  readonly #store: RunStore;
  readonly #outcomes: OutcomeReader<H>;
  readonly #keeper: ResultKeeper<H, R>;
  /** Of the last runs. */
  readonly #runs = new Map<string, KnownRun>();

  constructor(parts: JobRunnerParts<H, R>) {
    this.#parts = parts;
    this.#store = new RunStore(parts.connection);
    this.#outcomes = new OutcomeReader(this.#store, parts.locate.root);
    this.#keeper = new ResultKeeper(this.#store, parts.locate.root, parts.counts);
  }

  async process(job: Job<FleetJobData>, token: string): Promise<void> {
    const { data, run } = await this.#understand(job);
    // nobody wants it any more
    if (!run) return;
    const { handBack } = this.#parts;
    try {
      await this.#do(job, token, run);
      handBack.succeeded();
    } catch (error) {
      if (!(error instanceof UnreachableFile) || data.kind === 'run') throw error;
      this.#tellMissing(error, run, data.file);
      const lacking = await handBack.pass(job, token, error);
      await this.#do(job, token, { ...run, lacking }).catch((last) => {
        if (!(last instanceof UnwritableRoot)) throw last;
        return this.#failUnwritten(data, nameWorkers(last.message, lacking));
      });
    }
  }

  /** What makes no sense now does not later: one try is enough. */
  async #understand({ data }: Job): Promise<{ data: FleetJobData; run: KnownRun | undefined }> {
    try {
      const checked = checkJob(data);
      return { data: checked, run: await this.#findRun(checked.run) };
    } catch (error) {
      throw error instanceof FleetError ? new UnrecoverableError(error.message) : error;
    }
  }

  /** Nobody can write results of a job: that fits into Redis. The header of a file may have fitted still: then its frames have failed. */
  async #failUnwritten(data: FleetJobData, message: string): Promise<void> {
    if (data.kind === 'range') return this.#failSpan(data, data, message);
    if (data.kind !== 'file') throw new UnrecoverableError(message);
    await this.#endFile(data.run, data.file, () => message);
    await this.#store.markSettled(data.run, data.file);
  }

  async #do(job: Job<FleetJobData>, token: string, run: KnownRun): Promise<void> {
    const { data } = job;
    switch (data.kind) {
      case 'run':
        return this.#endRun(job, token, data.run);
      case 'file':
        return this.#doFile(job as Job<FileJobData>, token, run);
      case 'range':
        return this.#doRange(data, run);
      case 'shapes':
        return this.#lease(data.run, data.file, run, (lease) =>
          this.#keeper.keepShapes(lease, data.run, data.frames, data.request),
        );
    }
  }

  #tellMissing({ message }: UnreachableFile, { missing }: KnownRun, file: number): void {
    this.#parts.counts.leftToOthers++;
    if (missing.has(file)) return;
    missing.add(file);
    this.#parts.warn(`${message.replace(/\.$/, '')}; left to others.`);
  }

  async #findRun(name: string): Promise<KnownRun | undefined> {
    const state = await this.#store.state(name);
    if (state === undefined || state === 'cancelled') return undefined;
    const known = this.#runs.get(name);
    if (known) return known;
    const plan = await this.#store.plan(name);
    // jobs of a run may start at once: what was said of it is to be known to all
    const since = this.#runs.get(name);
    if (since || !plan) return since;
    const run = { plan, settingsKey: hashOf(plan.settings), missing: new Set<number>() };
    this.#runs.set(name, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > 100) this.#runs.delete(oldest);
    return run;
  }

  async #doFile(job: Job<FileJobData>, token: string, run: KnownRun): Promise<void> {
    const { data } = job;
    if (!data.planned) {
      // whoever had it before was lost: perhaps it is too much at once
      const careful = job.stalledCounter > 0;
      const { spans, cut } = await this.#openFile(data, run, careful);
      if (spans.length === 0) return this.#store.markSettled(data.run, data.file);
      if (cut) await this.#store.countSplits(data.run, 1);
      // in this order: whoever takes this up again after a loss finds ranges that nest with these
      await this.#handOut(data, spans);
      await job.updateData({ ...data, planned: true, ...(cut && { spans, splits: 1 }) });
    }
    // ranges that are out come first; then this job comes back
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
    const again = await this.#fillGaps(job, run);
    if (again && (await job.moveToWaitingChildren(token))) throw new WaitingChildrenError();
    await this.#store.markSettled(data.run, data.file);
  }

  /**
   * Opens a file and returns the ranges to hand out; none if the file has failed, or is so short that it is checked at once, unless that was too
   * much: then it is cut.
   */
  async #openFile(data: FileJobData, run: KnownRun, careful: boolean): Promise<{ spans: FrameSpan[]; cut?: boolean }> {
    const { plan } = run;
    try {
      return await this.#lease(data.run, data.file, run, async (lease) => {
        const { header } = lease;
        await this.#keeper.keepHeader(header, data.run, data.file, plan);
        const spans = planRanges(header, plan);
        this.#parts.counts.files++;
        if (spans.length > 1 || careful) return { spans };
        try {
          await this.#keeper.keepSpan(lease, data.run, data.file, spans[0], plan);
        } catch (error) {
          if (error instanceof UnrecoverableError) return { spans: halve(spans[0]), cut: true };
          throw error;
        }
        return { spans: [] };
      });
    } catch (error) {
      if (error instanceof UnopenedInput) {
        await this.#failFile(data, error.failure);
        return { spans: [] };
      }
      throw error;
    }
  }

  async #failFile({ run, file }: InputOfRun, failure: FleetFailure): Promise<void> {
    this.#parts.counts.failures++;
    await this.#store.keepOutcome(run, file, await toValue([await pack({ failure })]), 0);
  }

  async #handOut({ run, file }: InputOfRun, spans: readonly FrameSpan[]): Promise<void> {
    const { queue } = this.#parts;
    const cover = await this.#store.cover(run, file);
    const missing = spans.filter(({ from }) => !cover.has(from));
    for (let i = 0; i < missing.length; i += CHILDREN_AT_ONCE) {
      const some = missing.slice(i, i + CHILDREN_AT_ONCE);
      await queue.addBulk(some.map((span) => rangeJob(run, file, span, queue.qualifiedName)));
    }
  }

  /**
   * Every range has ended. Those without results were too much for a worker, or theirs was lost too often: they are cut in two and handed out
   * again, until they are single frames or it happens too often; then they have failed. Returns whether there are new ranges.
   */
  async #fillGaps(job: Job<FileJobData>, run: KnownRun): Promise<boolean> {
    const { data } = job;
    const outcome = await this.#outcomes.read(data.run, data.file);
    if (!outcome || 'failure' in outcome) return false;
    const spans = data.spans ?? planRanges(outcome.header, run.plan);
    const missing = findMissing(await this.#store.cover(data.run, data.file), spans);
    if (missing.length === 0) return false;
    const reasons = await job.getIgnoredChildrenFailures();
    const reasonOf = ({ from, count }: FrameSpan) =>
      Object.entries(reasons).find(([key]) => key.endsWith(`:${data.run}.${data.file}.${from}.${count}`))?.[1] ?? '';
    const splits = data.splits ?? 0;
    const givenUp = missing.filter((span, i) => span.count === 1 || splits + i >= MAX_SPLITS);
    for (const span of givenUp) await this.#failSpan(data, span, describeLoss(outcome.header.name, reasonOf(span)));
    const halves = missing.filter((span) => !givenUp.includes(span)).flatMap(halve);
    if (halves.length === 0) return false;
    await this.#store.countSplits(data.run, halves.length / 2);
    await this.#handOut(data, halves);
    await job.updateData({ ...data, planned: true, spans: halves, splits: splits + halves.length / 2 });
    return true;
  }

  async #failSpan({ run, file }: InputOfRun, span: FrameSpan, message: string): Promise<void> {
    this.#parts.counts.failures++;
    const { engine } = this.#parts;
    const results = Array.from({ length: span.count }, (_, i) =>
      engine.failedFrame(span.from + i, { kind: 'unreadable', message }),
    );
    await this.#store.keepResults(run, file, span.from, span.count, await toValue([await pack(results)]));
  }

  async #doRange(data: RangeJobData, run: KnownRun): Promise<void> {
    try {
      await this.#lease(data.run, data.file, run, (lease) =>
        this.#keeper.keepSpan(lease, data.run, data.file, data, run.plan),
      );
    } catch (error) {
      if (!(error instanceof UnopenedInput)) throw error;
      // it was opened before: another try elsewhere may succeed
      if (!run.lacking) throw new Error(error.message);
      await this.#failSpan(data, data, error.message);
    }
  }

  async #lease<T>(name: string, file: number, run: KnownRun, work: (lease: Lease<H, R>) => Promise<T>): Promise<T> {
    const queued: QueuedInput | undefined = await this.#store.input(name, file);
    if (!queued) throw new UnrecoverableError('the run is gone');
    const { plan, settingsKey, lacking } = run;
    return this.#parts.pool.lease(
      {
        ...{ settings: plan.settings, settingsKey, inputKey: hashOf(queued), lacking },
        locate: () => locateInput(queued, this.#parts.locate, lacking),
      },
      work,
    );
  }

  /** All files have ended, one way or the other. Those that nobody could even open have failed; so have frames that are missing still. */
  async #endRun(job: Job<FleetJobData>, token: string, name: string): Promise<void> {
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
    const facts = await this.#store.facts(name);
    if (facts.state === 'queueing') {
      await job.moveToDelayed(Date.now() + QUEUEING_MS, token);
      throw new DelayedError();
    }
    const reasons = await job.getIgnoredChildrenFailures();
    for (let first = 0; first < facts.files; first += 1000) {
      const some = Array.from({ length: Math.min(1000, facts.files - first) }, (_, i) => first + i);
      for (const file of await this.#store.unsettled(name, some)) {
        const reason = Object.entries(reasons).find(([key]) => key.endsWith(`:${name}.${file}`))?.[1] ?? '';
        await this.#endFile(name, file, (input) => describeLoss(input, reason));
      }
    }
    await this.#store.setState(name, 'done');
  }

  /** What of a file has no result has failed. */
  async #endFile(run: string, file: number, reason: (name: string) => string): Promise<void> {
    const outcome = await this.#outcomes.read(run, file).catch((error) => {
      if (!(error instanceof FleetError)) throw error;
      return undefined; // its header is lost, or not what was written: so is the file
    });
    if (outcome && 'failure' in outcome) return;
    if (!outcome) {
      const queued = await this.#store.input(run, file).catch(() => undefined); // damaged, which is the reason then
      return this.#failFile(
        { run, file },
        { kind: 'unreadable', message: reason(queued?.input.name ?? `file ${file}`) },
      );
    }
    const { header } = outcome;
    const cover = await this.#store.cover(run, file);
    const message = reason(header.name);
    for (let from = 0; from < header.frameCount; ) {
      const covered = cover.get(from);
      if (!covered) await this.#failSpan({ run, file }, { from, count: 1 }, message);
      from += covered ?? 1;
    }
  }
}

interface InputOfRun {
  readonly run: string;
  readonly file: number;
}
