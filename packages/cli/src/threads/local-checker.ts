import { FrameChecker } from '../detect/frame-checker.ts';
import type { FrameResult } from '../detect/frame-result.ts';
import { describeFailure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { openSource } from '../source/open-source.ts';
import type { Checker, CheckSettings, OpenReply } from './checker.ts';

/** Checks in the thread that calls. */
export class LocalChecker implements Checker {
  readonly takesAhead = false;
  readonly #settings: CheckSettings;
  #frames: FrameChecker | undefined;

  constructor(settings: CheckSettings) {
    this.#settings = settings;
  }

  async open(input: Input, prepared?: Uint8Array<SharedArrayBuffer>): Promise<OpenReply> {
    const started = performance.now();
    this.#frames = undefined; // so that two inputs are never in memory at once
    try {
      const settings = { ...this.#settings, ...input.settings };
      const source = await openSource(input, settings);
      const { withMesh, sharePreparation } = settings;
      this.#frames = new FrameChecker(source, settings, prepared);
      const share = sharePreparation && !prepared;
      return {
        ...(share && { prepared: this.#frames.preparation() }),
        header: this.#frames.header(performance.now() - started, withMesh),
      };
    } catch (error) {
      return { failure: describeFailure(input.name, error) };
    }
  }

  async check(frames: readonly number[], poses: readonly number[]): Promise<FrameResult[]> {
    if (!this.#frames) throw new Error('check: an input must be open.');
    const results: FrameResult[] = [];
    for (const frame of frames) {
      results.push(await this.#frames.check(frame, poses.includes(frame)));
      // lets messages, timers and signals through
      await new Promise(setImmediate);
    }
    return results;
  }

  async close(): Promise<void> {
    this.#frames = undefined;
  }
}
