import { Queue, QueueEvents } from 'bullmq';
import type { FleetConnection } from '../connect.ts';
import { FleetError } from '../fleet-error.ts';
import { shapesJob } from '../jobs.ts';
import { OutcomeReader } from '../outcome-reader.ts';
import { hashOf } from '../pack.ts';
import { type RunFacts, RunStore } from '../run-store.ts';
import { fromValue, runFolder } from '../shards.ts';
import type { FleetFailure, FleetHeader, FleetResult } from '../types.ts';

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
): Promise<void> {
  const store = new RunStore(connection);
  const facts = await store.facts(name);
  const follower = new Follower(connection, store, name, root, listener);
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
  #timer: NodeJS.Timeout | undefined;

  constructor(
    connection: FleetConnection,
    store: RunStore,
    name: string,
    root: string,
    listener: FollowListener<H, R>,
  ) {
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
    await this.#news.subscribe(this.#connection.keys.news(this.#name));
    if (!this.#listener.progress) return;
    this.#timer = setInterval(() => {
      if (this.#connection.redis.status === 'ready') this.#tellProgress().catch(() => {});
    }, PROGRESS_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#news.disconnect();
    await this.#queue.close();
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
      const job = await this.#queue.add(name, data, opts);
      if (!(await this.#store.shapes(this.#name, request))) {
        await job.waitUntilFinished(events).catch((error: Error) => {
          throw new FleetError('failed', `shapes for the page could not be had: ${error.message}.`);
        });
      }
    } finally {
      await events.close();
    }
    const value = await this.#store.shapes(this.#name, request);
    if (!value) throw new FleetError('failed', `the run ${this.#name} was cancelled or forgotten.`);
    for await (const results of fromValue<R[]>(value, this.#folder)) {
      for (const result of results) await this.#listener.shape(result);
    }
  }

  /** Waits until there is something. */
  async #await<T>(look: () => Promise<T | undefined>): Promise<T> {
    for (let looks = 0; ; looks++) {
      const before = this.#newsCount;
      const found = await look();
      if (found !== undefined) return found;
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
      if (before !== this.#newsCount) looks = 0;
      else await this.#lookAround(looks);
    }
  }

  /** Nothing new for a while: is there anything to wait for? */
  async #lookAround(looks: number): Promise<void> {
    const state = await this.#store.state(this.#name);
    if (state === undefined)
      throw new FleetError('failed', `the run ${this.#name} is gone: it was forgotten, or Redis has lost it.`);
    if (state === 'cancelled') throw new FleetError('failed', `the run ${this.#name} was cancelled.`);
    await this.#lookForJobs(state);
    if (looks < LONELY_LOOKS || this.#lonely) return;
    if ((await this.#queue.getWorkersCount()) > 0) return;
    this.#lonely = true;
    this.#listener.notice(
      `no worker is on the queue "${this.#connection.queueName}" (selfcollide worker --queue …); waiting for one.`,
    );
  }

  /** A server that was full may have taken a job from one list and refused to put it into the next. */
  async #lookForJobs(state: string): Promise<void> {
    const counts = await this.#queue.getJobCounts('active', 'wait', 'prioritized', 'delayed');
    const isEmpty = Object.values(counts).every((count) => count === 0);
    this.#emptyLooks = isEmpty && state !== 'queueing' && state !== 'done' ? this.#emptyLooks + 1 : 0;
    if (this.#emptyLooks < EMPTY_LOOKS) return;
    throw new FleetError(
      'failed',
      `the run ${this.#name} has lost its work: nothing is queued, and results are missing; perhaps Redis was full. Check again.`,
    );
  }

  async #tellProgress(): Promise<void> {
    const facts = await this.#store.findFacts(this.#name);
    if (facts) this.#listener.progress?.(facts);
  }
}
