import { type FileHeader, type FrameResult, failedFrame } from '../detect/frame-result.ts';
import { describeFailure, FailedInput, type Failure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import type { Checker, Opening } from './checker.ts';
import { FileProgress } from './file-progress.ts';

/** Who wants to know what is found. Calls come one at a time, inputs in order, frames in order. */
export interface Listener {
  /** Counts as known so far; for a progress bar. Comes whenever something changed, in no order. */
  progress?(done: number, total: number, name: string): void;
  opened?(header: FileHeader): void | Promise<void>;
  frame?(result: FrameResult): void | Promise<void>;
  failed?(input: Input, failure: Failure): void | Promise<void>;
  /** Whether the shape of this frame is wanted; asked before the frame is checked. */
  wantsPose?(header: FileHeader, frame: number): boolean;
  /** All frames were reported; returns frames whose shape is wanted now. They come by `pose`. */
  extraPoses?(): readonly number[];
  pose?(result: FrameResult): void;
  /** `seconds`: since the input was opened, which others may have been at the same time. */
  closed?(seconds: number): void | Promise<void>;
}

/** Runs all inputs over all checkers. Several inputs can be open at once, but they are reported one after the other. */
export async function runChecks(
  inputs: readonly Input[],
  checkers: readonly Checker[],
  listener: Listener,
): Promise<void> {
  const run = new Run(inputs, checkers.length, listener);
  const served = Promise.all(checkers.map((checker) => run.serve(checker)));
  // a thread may still be opening what the others have finished
  await Promise.race([served, run.reportedAll]);
  run.throwIfFailed();
}

class Run {
  readonly #inputs: readonly Input[];
  /** Those in sight, by number: thousands of inputs that wait or are done take no memory. */
  readonly #files = new Map<number, FileProgress>();
  readonly #threads: number;
  readonly #listener: Listener;
  /** The input that is being reported. */
  #current = 0;
  #currentOpened = false;
  /** Of inputs that are done. */
  #framesDone = 0;
  /** Reports run one after the other; a listener may be slow. */
  #reporting: Promise<void> = Promise.resolve();
  #waiters: (() => void)[] = [];
  #error: unknown;
  /** Resolved when there is nothing left to report, or reporting failed. */
  readonly reportedAll: Promise<void>;
  #endReports: () => void = () => {};

  constructor(inputs: readonly Input[], threads: number, listener: Listener) {
    this.#inputs = inputs;
    this.#threads = threads;
    this.#listener = listener;
    this.reportedAll = new Promise((resolve) => {
      this.#endReports = resolve;
    });
  }

  /** Gives a checker work until there is none. */
  async serve(checker: Checker): Promise<void> {
    while (this.#current < this.#inputs.length) {
      const work = this.#findWork(checker);
      if (work) await work();
      else await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  throwIfFailed(): void {
    if (this.#error !== undefined) throw this.#error;
  }

  #findWork(checker: Checker): (() => Promise<void>) | undefined {
    const files = this.#inSight();
    const own = files.find((file) => file.has(checker));
    if (own) {
      const frames = own.take(this.#threads);
      if (frames.length > 0) return () => this.#check(own, checker, frames);
      if (own.mayNeedAgain(this.#current)) return () => this.#reporting;
    }
    const other = files.find((file) => file !== own && file.framesLeft > 0 && file.worthJoining(checker));
    if (other) return () => this.#open(other, checker);
    const next = files.find((file) => file.state === 'waiting');
    return next && (() => this.#open(next, checker));
  }

  /** Inputs from the one that is being reported on, not so far ahead that finished ones pile up. */
  #inSight(): FileProgress[] {
    const end = Math.min(this.#inputs.length, this.#current + 2 * this.#threads + 1);
    const files: FileProgress[] = [];
    for (let number = this.#current; number < end; number++) {
      const file = this.#files.get(number) ?? new FileProgress(this.#inputs[number], number);
      this.#files.set(number, file);
      files.push(file);
    }
    return files;
  }

  async #open(file: FileProgress, checker: Checker): Promise<void> {
    for (const other of this.#files.values()) other.leave(checker);
    const first = file.state === 'waiting';
    if (first) {
      file.state = 'opening';
      file.started = performance.now();
    }
    file.join(checker);
    try {
      const input = await file.shareBytes();
      const reply = first
        ? await checker.open(input, undefined, this.#whileOpening(file))
        : await checker.open(input, file.prepared);
      if ('failure' in reply) throw new FailedInput(reply.failure);
      if (first) {
        file.header = reply.header;
        file.frameCount = reply.header.frameCount;
        file.triangleCount = reply.header.triangleCount;
        file.sharePrepared(reply.prepared);
        file.state = 'checking';
      }
    } catch (error) {
      const failure = describeFailure(file.input.name, error);
      file.giveUp(checker, failure);
      if (first) {
        file.failure = failure;
        file.sharePrepared(undefined);
        file.state = 'finished';
      } else this.#failIfGivenUp(file);
    }
    this.#report();
  }

  /** Who has nothing to do opens it too, while it is prepared: a thread takes as long for that as for hundreds of small frames. */
  #whileOpening(file: FileProgress): Opening {
    return {
      read: (frameCount, triangleCount) => {
        file.frameCount = frameCount;
        file.triangleCount = triangleCount;
        this.#wake();
      },
      prepared: (bytes) => file.sharePrepared(bytes),
    };
  }

  async #check(file: FileProgress, checker: Checker, frames: readonly number[]): Promise<void> {
    let pending = frames;
    let done: Promise<void> | undefined = this.#checkFrames(file, checker, frames);
    while (done) {
      const ahead: number[] = checker.takesAhead && file.has(checker) ? file.take(this.#threads, pending.length) : [];
      const next = ahead.length > 0 ? this.#checkFrames(file, checker, ahead) : undefined;
      await done;
      pending = ahead;
      done = next;
    }
  }

  async #checkFrames(file: FileProgress, checker: Checker, frames: readonly number[]): Promise<void> {
    const wanted = (frame: number) => frame < file.reported || this.#listener.wantsPose?.(file.header!, frame) === true;
    const results = await this.#ask(file, checker, frames, frames.filter(wanted));
    file.measure(results);
    this.#settle(file, results);
    this.#report();
  }

  /** Where an input was opened once but nobody can any more, what is left of it has failed: perhaps memory has run out. */
  #failIfGivenUp(file: FileProgress): void {
    const { reason } = file;
    if (file.givenUpBy < this.#threads || !reason) return;
    for (let frames = file.takeAny(); frames.length > 0; frames = file.takeAny()) {
      this.#settle(file, failAll(frames, reason));
    }
  }

  #settle(file: FileProgress, results: readonly FrameResult[]): void {
    for (const result of results) {
      if (result.frame < file.reported) {
        // looked at a second time
        this.#listener.pose?.(result);
        file.extraDone++;
      } else file.ready.set(result.frame, result);
    }
  }

  async #ask(file: FileProgress, checker: Checker, frames: readonly number[], poses: readonly number[]) {
    try {
      return await checker.check(frames, poses);
    } catch (error) {
      file.leave(checker);
      return failAll(frames, describeFailure(file.input.name, error));
    }
  }

  #report(): void {
    if (this.#current === this.#inputs.length) return;
    const { done, total, name } = this.#count();
    this.#listener.progress?.(done, total, name);
    this.#reporting = this.#reporting
      .then(() => this.#reportReady())
      .catch((error) => {
        this.#error ??= error;
        this.#current = this.#inputs.length;
      })
      .finally(() => {
        if (this.#current === this.#inputs.length) this.#endReports();
        this.#wake();
      });
  }

  /** Those who found nothing to do look again. */
  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Tells the listener everything whose turn it is. */
  async #reportReady(): Promise<void> {
    for (let file = this.#files.get(this.#current); file; file = this.#files.get(this.#current)) {
      if (file.failure) await this.#listener.failed?.(file.input, file.failure);
      else if (!file.header || !(await this.#reportFrames(file, file.header))) return;
      file.finish();
      this.#framesDone += file.header?.frameCount ?? 1;
      this.#files.delete(this.#current);
      this.#current++;
      this.#currentOpened = false;
    }
  }

  /** Whether the input is done. */
  async #reportFrames(file: FileProgress, header: FileHeader): Promise<boolean> {
    if (!this.#currentOpened) {
      this.#currentOpened = true;
      await this.#listener.opened?.(header);
    }
    while (file.ready.has(file.reported)) {
      const result = file.ready.get(file.reported)!;
      file.ready.delete(file.reported);
      await this.#listener.frame?.(result);
      file.reported++;
      if (file.reported < header.frameCount) continue;
      file.extra = [...(this.#listener.extraPoses?.() ?? [])];
      this.#failIfGivenUp(file);
    }
    if (file.reported < header.frameCount || file.extraDone < file.extra.length) return false;
    await this.#listener.closed?.((performance.now() - file.started) / 1000);
    return true;
  }

  #count(): { done: number; total: number; name: string } {
    let done = this.#framesDone;
    // an input that is not open yet counts as one frame
    let total = done + this.#inputs.length - this.#current;
    for (const file of this.#files.values()) {
      const frames = file.header?.frameCount ?? 1;
      total += frames - 1;
      done += file.state === 'finished' ? frames : file.reported + file.ready.size;
    }
    return { done, total, name: this.#inputs[this.#current]?.name ?? '' };
  }
}

function failAll(frames: readonly number[], failure: Failure): FrameResult[] {
  return frames.map((frame) => failedFrame(frame, failure, 0));
}
