import { describe, expect, it } from 'vitest';
import { type FileHeader, type FrameResult, failedFrame } from '../src/detect/frame-result.ts';
import type { Failure } from '../src/failure.ts';
import type { Checker, Opening, OpenReply } from '../src/threads/checker.ts';
import { runChecks } from '../src/threads/run-checks.ts';

const FRAMES = 500;

const header: FileHeader = {
  ...{ name: 'a', format: 'scene', vertexCount: 3, triangleCount: 1, objects: ['a'], objectKind: 'named objects' },
  clips: [{ name: '', firstFrame: 0, frameCount: FRAMES, numbers: Float64Array.from({ length: FRAMES }, (_, i) => i) }],
  ...{ frameCount: FRAMES, size: 1, welded: 0, method: 'box-tree', warnings: [], prepareMs: 1, ignoresRest: false },
};
const failure: Failure = { kind: 'unreadable', message: 'a: out of memory.' };
const found = (frame: number): FrameResult => {
  const { failure: _, ...rest } = failedFrame(frame, failure, 0.1);
  return { ...rest, contacts: frame };
};

interface Behaviour {
  readonly isCold?: boolean;
  /** Says that it has read so many frames of so many triangles, and opens when it is told to. */
  readonly reads?: readonly [frames: number, triangles: number];
  readonly takesAhead?: boolean;
  /** Opens that succeed before all fail. */
  readonly opens?: number;
  /** Calls of `check` that succeed before one fails. */
  readonly checks?: number;
}

class FakeChecker implements Checker {
  readonly takesAhead: boolean;
  readonly isCold: boolean;
  opened = 0;
  /** What it was opened with. */
  prepared: unknown;
  finishOpening = () => {};
  checked: number[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  readonly #behaviour: Behaviour;
  #calls = 0;

  constructor(behaviour: Behaviour = {}) {
    this.#behaviour = behaviour;
    this.takesAhead = behaviour.takesAhead ?? false;
    this.isCold = behaviour.isCold ?? false;
  }

  async open(_: unknown, prepared?: unknown, opening?: Opening): Promise<OpenReply> {
    const { reads } = this.#behaviour;
    if (reads && opening) {
      const told = new Promise<void>((resolve) => {
        this.finishOpening = resolve;
      });
      opening.read(...reads);
      await told;
      opening.prepared(PREPARED);
    }
    await pause();
    this.prepared = await prepared;
    return this.opened++ < (this.#behaviour.opens ?? Number.POSITIVE_INFINITY) ? { header } : { failure };
  }

  async check(frames: readonly number[]) {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    await pause();
    this.atOnce--;
    if (this.#calls++ >= (this.#behaviour.checks ?? Number.POSITIVE_INFINITY)) throw new Error('the thread died');
    this.checked.push(...frames);
    return frames.map(found);
  }

  async close() {}
}

const PREPARED = new Uint8Array(new SharedArrayBuffer(1));

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

async function run(checkers: readonly Checker[], extra: readonly number[] = []) {
  const frames: FrameResult[] = [];
  const poses: number[] = [];
  await runChecks([{ kind: 'scene', name: 'a', scene: 'a' }], checkers, {
    frame: (result) => void frames.push(result),
    extraPoses: () => extra,
    pose: ({ frame }) => void poses.push(frame),
  });
  expect(frames.map(({ frame }) => frame)).toEqual(Array.from({ length: FRAMES }, (_, i) => i));
  expect(poses).toEqual(extra);
  return frames;
}

describe('runChecks', () => {
  it('has others open an input while the first prepares it, and hands them what it prepared', async () => {
    const first = new FakeChecker({ reads: [FRAMES, 100_000] });
    const second = new FakeChecker({ isCold: true });
    const open = second.open.bind(second);
    second.open = (...args) => {
      first.finishOpening();
      return open(...args);
    };
    await run([first, second]);
    expect([first, second].map(({ opened, prepared }) => ({ opened, prepared }))).toEqual([
      { opened: 1, prepared: undefined },
      { opened: 1, prepared: PREPARED },
    ]);
  });

  it('starts no thread for what is done sooner without', async () => {
    const first = new FakeChecker();
    const second = new FakeChecker({ isCold: true });
    await run([first, second]);
    expect([first.opened, second.opened]).toEqual([1, 0]);
  });

  it('reports frames in order, whoever checked them', async () => {
    const checkers = [new FakeChecker(), new FakeChecker({ takesAhead: true })];
    const frames = await run(checkers, [7]);
    expect(frames.every(({ contacts, frame }) => contacts === frame)).toBe(true);
    expect(checkers.map(({ mostAtOnce }) => mostAtOnce)).toEqual([1, 2]);
    expect(checkers.every(({ checked }) => checked.length > 10)).toBe(true);
  });

  it('goes on with the others when a thread dies and cannot open the input again', async () => {
    const checkers = [new FakeChecker(), new FakeChecker({ opens: 1, checks: 1, takesAhead: true })];
    const frames = await run(checkers);
    expect(frames.filter((frame) => frame.failure).length).toBeLessThan(FRAMES / 2);
    expect(checkers[1].opened).toBeLessThan(4);
  });

  it('fails what is left when nobody can open the input any more', async () => {
    const checkers = [new FakeChecker({ opens: 1, checks: 2 }), new FakeChecker({ opens: 1, checks: 1 })];
    const frames = await run(checkers, [3]);
    expect(frames[0]).toMatchObject({ contacts: 0, frame: 0 });
    expect(frames[FRAMES - 1].failure).toEqual(failure);
    expect(checkers.every(({ opened }) => opened === 2)).toBe(true);
  });
});
