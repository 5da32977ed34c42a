import { FrameChecker } from '../detect/frame-checker.ts';
import type { FrameResult } from '../detect/frame-result.ts';
import { describeFailure } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { openSource } from '../source/open-source.ts';
import type { Checker, CheckSettings, Opening, OpenReply, Prepared } from './checker.ts';

/** Checks in the thread that calls. */
export class LocalChecker implements Checker {
  readonly takesAhead = false;
  /** Nobody else can be first. */
  readonly isCold = false;
  readonly #settings: CheckSettings;
  #frames: FrameChecker | undefined;

  constructor(settings: CheckSettings) {
    this.#settings = settings;
  }

  async open(input: Input, awaited?: Prepared | Promise<Prepared | undefined>, opening?: Opening): Promise<OpenReply> {
    const started = performance.now();
    this.#frames = undefined; // so that two inputs are never in memory at once
    try {
      const settings = { ...this.#settings, ...input.settings };
      const source = await openSource(input, settings);
      const { withMesh, sharePreparation } = settings;
      if (opening) {
        opening.read(source.frameCount, source.base.triangles.length / 3);
        await letOthers();
      }
      const given = await awaited;
      const checker = new FrameChecker(source, settings, given);
      const prepared = sharePreparation && !given ? checker.preparation() : undefined;
      if (opening) {
        opening.prepared(prepared);
        await letOthers();
      }
      const header = checker.header(performance.now() - started, withMesh);
      this.#frames = checker;
      return { ...(prepared && { prepared }), header };
    } catch (error) {
      return { failure: describeFailure(input.name, error) };
    }
  }

  async check(frames: readonly number[], poses: readonly number[]): Promise<FrameResult[]> {
    if (!this.#frames) throw new Error('check: an input must be open.');
    const results: FrameResult[] = [];
    for (const frame of frames) {
      results.push(await this.#frames.check(frame, poses.includes(frame)));
      await letOthers();
    }
    return results;
  }

  async close(): Promise<void> {
    this.#frames = undefined;
  }
}

/** Lets messages, timers and signals through. */
function letOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
