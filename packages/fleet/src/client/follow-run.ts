import { Queue, QueueEvents } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { shapesJob } from '../jobs.ts';
import { OutcomeReader } from '../outcome-reader.ts';
import { hashOf } from '../pack.ts';
import { type RunFacts, RunStore } from '../run-store.ts';
import { fromValue, runFolder } from '../shards.ts';
import type { FleetFailure, FleetHeader, FleetResult } from '../types.ts';
import { describeStandstill, listLacks } from './describe-standstill.ts';

/** Who wants to know what is found. Calls come one at a time, inputs in order, frames in order. */
export interface FollowListener<H extends FleetHeader, R extends FleetResult> {
  opened(header: H): void | Promise<void>;
  frame(result: R): void | Promise<void>;
  failed(file: number, failure: FleetFailure): void | Promise<void>;
  /** All frames of an input were reported: those whose shape is wanted. */
  shapes(header: H): readonly number[];
  shape(result: R): void | Promise<void>;
  closed(seconds: number): void | Promise<void>;
  progress?(facts: RunFacts): void;
  notice(text: string): void;
}

export interface FollowOptions {
  /** Nothing new for so long: it is said why. */
  readonly stallSeconds?: number;
  /** Asked before Redis is waited for. */
  readonly isUnwanted?: () => boolean;
}

const STALL_SECONDS = 600;
/** What workers lack is told so often, if it is new. */
const LACKS_MS = 1000;
/** If no news came for so long, it is looked whether there are any: messages can be lost with a connection. */
const LOOK_MS = 1000;
const PROGRESS_MS = 250;
/** After so many looks without anything new: is anybody there? */
const LONELY_LOOKS = 5;
/** After so many in a row in which nothing is queued or worked on, what is missing will never come: a job that moves is in a list again at once. */
const EMPTY_LOOKS = 5;

/**
 * Hands over the results of a run in order, as they come in. No more than one range is in memory.
 *
 * @throws FleetError if the run is cancelled, forgotten or cannot end.
 */
export async function followRun<H extends FleetHeader, R extends FleetResult>(
  connection: FleetConnection,
  name: string,
  root: string,
  listener: FollowListener<H, R>,
  { stallSeconds = STALL_SECONDS, isUnwanted = () => false }: FollowOptions = {},
): Promise<void> {
  const store = new RunStore(connection);
  const facts = await connection.outwait(() => store.facts(name), isUnwanted);
  const follower = new Follower(connection, store, name, root, listener, { stallSeconds, isUnwanted });
  try {
    await follower.start();
    for (let file = 0; file < facts.files; file++) await follower.file(file);
    await follower.end();
  } finally {
    await follower.close();
  }
}

class Follower<H extends FleetHeader, R extends FleetResult> {
  readonly #connection: FleetConnection;
  readonly #store: RunStore;
  readonly #name: string;
  readonly #folder: string;
  readonly #listener: FollowListener<H, R>;
  readonly #outcomes: OutcomeReader<H>;
  readonly #queue: Queue;
  readonly #news: FleetConnection['redis'];
  #wake: () => void = () => {};
  #newsCount = 0;
  #lonely = false;
  #emptyLooks = 0;
  #doneLooks = 0;
  /** When something came last, or it was said that nothing does. */
  #newsAt = performance.now();
  readonly #told = new Set<string>();
  readonly #options: Required<FollowOptions>;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(
    connection: FleetConnection,
    store: RunStore,
    name: string,
    root: string,
    listener: FollowListener<H, R>,
    options: Required<FollowOptions>,
  ) {
    this.#options = options;
    this.#connection = connection;
    this.#store = store;
    this.#name = name;
    this.#folder = runFolder(root, name);
    this.#listener = listener;
    this.#outcomes = new OutcomeReader<H>(store, root);
    const { redis, keys, queueName } = connection;
    this.#queue = new Queue(queueName, { connection: redis, prefix: keys.prefix });
    this.#queue.on('error', () => {});
    this.#news = redis.duplicate({ lazyConnect: true });
    this.#news.on('error', () => {});
  }

  async start(): Promise<void> {
    this.#news.on('message', () => {
      this.#newsCount++;
      this.#wake();
    });
    await this.#safely(() => this.#news.subscribe(this.#connection.keys.news(this.#name)));
    const every = (milliseconds: number, work: () => Promise<void>) => {
      const tell = () => this.#connection.redis.status === 'ready' && void work().catch(() => {});
      this.#timers.push(setInterval(tell, milliseconds));
    };
    every(LACKS_MS, () => this.#tellLacks());
    if (this.#listener.progress) every(PROGRESS_MS, () => this.#tellProgress());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#news.disconnect();
    await this.#queue.close().catch(() => {});
  }

  /** Whatever is asked here can be asked again. */
  #safely<T>(work: () => Promise<T>): Promise<T> {
    return this.#connection.outwait(work, this.#options.isUnwanted);
  }

  async file(file: number): Promise<void> {
    const outcome = await this.#await(() => this.#outcomes.read(this.#name, file));
    if ('failure' in outcome) return this.#listener.failed(file, outcome.failure);
    const started = performance.now();
    const { header } = outcome;
    await this.#listener.opened(header);
    for (let frame = 0; frame < header.frameCount; ) {
      const value = await this.#await(() => this.#store.results(this.#name, file, frame));
      for await (const results of fromValue<R[]>(value, this.#folder)) {
        for (const result of results) {
          if (result.frame !== frame)
            throw new FleetError('failed', `the run ${this.#name} holds frame ${result.frame} where ${frame} belongs.`);
          await this.#listener.frame(result);
          frame++;
        }
      }
    }
    await this.#shapes(file, this.#listener.shapes(header));
    await this.#listener.closed((performance.now() - started) / 1000);
  }

  /** Everything was reported; whoever looks at the run next should see that too. */
  async end(): Promise<void> {
    await this.#await(async () => ((await this.#store.state(this.#name)) === 'done' ? true : undefined));
  }

  /** Shapes are parts of files: they come through the shared folder, never through Redis. */
  async #shapes(file: number, frames: readonly number[]): Promise<void> {
    if (frames.length === 0) return;
    const request = hashOf({ file, frames }).slice(0, 24);
    const { redis, keys, queueName } = this.#connection;
    const events = new QueueEvents(queueName, { connection: redis, prefix: keys.prefix });
    events.on('error', () => {});
    try {
      const { name, data, opts } = shapesJob(this.#name, file, frames, request);
      const job = await this.#safely(() => this.#queue.add(name, data, opts));
      if (!(await this.#safely(() => this.#store.shapes(this.#name, request)))) {
        await job.waitUntilFinished(events).catch((error: Error) => {
          throw new FleetError('failed', `shapes for the page could not be had: ${error.message}.`);
        });
      }
    } finally {
      await events.close();
    }
    const value = await this.#safely(() => this.#store.shapes(this.#name, request));
    if (!value) throw new FleetError('failed', `the run ${this.#name} was cancelled or forgotten.`);
    for await (const results of fromValue<R[]>(value, this.#folder)) {
      for (const result of results) await this.#listener.shape(result);
    }
  }

  /** Waits until there is something. */
  async #await<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (let looks = 0; ; looks++) {
      const before = this.#newsCount;
      const found = await this.#safely(look);
      if (found !== undefined) {
        this.#newsAt = performance.now();
        return found;
      }
      if (before !== this.#newsCount) continue;
      const news = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LOOK_MS);
      });
      await Promise.race([news, pause]);
      clearTimeout(timer);
      if (before === this.#newsCount) await this.#safely(() => this.#lookAround(looks));
      else {
        looks = 0;
        this.#newsAt = performance.now();
      }
    }
  }

  /** Nothing new for a while: is there anything to wait for? */
  async #lookAround(looks: number): Promise<void> {
    const state = await this.#store.state(this.#name);
    if (state === undefined)
      throw new FleetError('failed', `the run ${this.#name} is gone: it was forgotten, or Redis has lost it.`);
    if (state === 'cancelled') throw new FleetError('failed', `the run ${this.#name} was cancelled.`);
    await this.#lookForJobs(state);
    await this.#tellStandstill();
    if (looks < LONELY_LOOKS || this.#lonely) return;
    if ((await this.#queue.getWorkersCount()) > 0) return;
    this.#lonely = true;
    this.#listener.notice(
      `no worker is on the queue "${this.#connection.queueName}" (selfcollide worker --queue …); waiting for one.`,
    );
  }

  /** A server that was full may have taken a job from one list and refused to put it into the next. */
  async #lookForJobs(state: string): Promise<void> {
    // what is done has all its results: what is missing then is lost
    this.#doneLooks = state === 'done' ? this.#doneLooks + 1 : 0;
    if (this.#doneLooks >= EMPTY_LOOKS) {
      throw new FleetError('failed', `the run ${this.#name} is done, and results are missing. Check again.`);
    }
    const counts = await this.#queue.getJobCounts('active', 'wait', 'prioritized', 'delayed');
    const isEmpty = Object.values(counts).every((count) => count === 0);
    this.#emptyLooks = isEmpty && state !== 'queueing' && state !== 'done' ? this.#emptyLooks + 1 : 0;
    if (this.#emptyLooks < EMPTY_LOOKS) return;
    throw new FleetError(
      'failed',
      `the run ${this.#name} has lost its work: nothing is queued, and results are missing; perhaps Redis was full. Check again.`,
    );
  }

  async #tellStandstill(): Promise<void> {
    const { stallSeconds } = this.#options;
    if (performance.now() - this.#newsAt < 1000 * stallSeconds) return;
    this.#newsAt = performance.now();
    const why = await describeStandstill(this.#queue, this.#name);
    const shown = stallSeconds >= 60 ? `${Math.round(stallSeconds / 60)} min` : `${stallSeconds} s`;
    this.#listener.notice(`nothing new of the run ${this.#name} for ${shown}: ${why}.`);
  }

  async #tellLacks(): Promise<void> {
    for (const lack of await listLacks(this.#queue, this.#name)) {
      if (this.#told.has(lack)) continue;
      this.#told.add(lack);
      this.#listener.notice(`${lack}.`);
    }
  }

  async #tellProgress(): Promise<void> {
    const facts = await this.#store.findFacts(this.#name);
    if (facts) this.#listener.progress?.(facts);
  }
}
