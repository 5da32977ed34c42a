import { Worker } from 'node:worker_threads';
import type { FrameResult } from '../detect/frame-result.ts';
import { describeFailure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { Checker, CheckSettings, OpenReply, Prepared } from './checker.ts';

/** What a thread is asked; answers come in the same order. */
export type ThreadRequest =
  | { readonly open: Input; readonly settings: CheckSettings; readonly awaitsPrepared: boolean }
  | { readonly frames: readonly number[]; readonly poses: readonly number[] };

/** What it is told while it opens the input asked for last; has no answer. */
export interface ThreadHint {
  readonly prepared: Prepared | undefined;
}

export type ThreadReply = { readonly opened: OpenReply } | { readonly results: FrameResult[] };

/** Checks in a worker thread. If the thread dies, opening another input starts a new one. */
export class ThreadChecker implements Checker {
  /** Whoever hands out frames may be busy checking some itself: a thread must not wait for that. */
  readonly takesAhead = true;
  readonly #entry: URL;
  /** For inputs opened from now on. */
  #settings: CheckSettings | undefined;
  #worker: Worker | undefined;
  #isCold = true;
  /** Who waits for an answer, in the order of the questions. */
  #waiting: { resolve: (reply: ThreadReply) => void; reject: (error: Error) => void }[] = [];

  /** `entry` is the built program, which becomes a worker when it runs in a thread. */
  constructor(entry: URL, settings?: CheckSettings) {
    this.#entry = entry;
    this.#settings = settings;
  }

  get isCold(): boolean {
    return this.#isCold;
  }

  /** Starts the thread before there is anything to do: loading the program takes a while. */
  warmUp(): void {
    this.#worker ??= this.#start();
  }

  /** A thread that is running goes on: it has compiled the program for itself, which takes as long as hundreds of small frames. */
  use(settings: CheckSettings): void {
    this.#settings = settings;
  }

  async open(input: Input, prepared?: Prepared | Promise<Prepared | undefined>): Promise<OpenReply> {
    try {
      if (!this.#settings) throw new Error('ThreadChecker: settings must be known before an input is opened.');
      this.#worker ??= this.#start();
      const worker = this.#worker;
      this.#isCold = false;
      const answer = this.#ask({ open: input, settings: this.#settings, awaitsPrepared: prepared !== undefined });
      // the thread reads the input meanwhile
      if (prepared) {
        void Promise.resolve(prepared).then((bytes) => worker.postMessage({ prepared: bytes } satisfies ThreadHint));
      }
      const reply = await answer;
      if ('opened' in reply) return reply.opened;
      throw new Error('a worker thread gave the wrong answer');
    } catch (error) {
      return { failure: describeFailure(input.name, error) };
    }
  }

  async check(frames: readonly number[], poses: readonly number[]): Promise<FrameResult[]> {
    const reply = await this.#ask({ frames, poses });
    if ('results' in reply) return reply.results;
    throw new Error('a worker thread gave the wrong answer');
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Ends the thread if it is at work; who waits for it is told why. */
  giveUp(reason: Error): void {
    const worker = this.#worker;
    if (!worker || this.#waiting.length === 0) return;
    this.#end(reason);
    void worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    worker.on('message', (reply: ThreadReply) => this.#waiting.shift()?.resolve(reply));
    // an error is followed by an exit, perhaps when the next thread runs already
    const end = (error: Error) => {
      if (this.#worker === worker) this.#end(error);
    };
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => end(new Error(`a worker thread ended with status ${code}`)));
    return worker;
  }

  #ask(request: ThreadRequest): Promise<ThreadReply> {
    const worker = this.#worker;
    if (!worker) return Promise.reject(new Error('the worker thread has ended'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage(request);
    });
  }

  /** The thread is gone, perhaps out of memory; who waits for it must know. */
  #end(error: Error): void {
    this.#worker = undefined;
    this.#isCold = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
  }
}
