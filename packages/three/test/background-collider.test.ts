import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackgroundCollider, SelfCollider } from '../src/index.ts';
import { handleDetectorMessages } from '../src/worker.ts';
import { contactSet } from './contact-set.ts';
import { foldSheet, makeSheet } from './scenes.ts';

type Listener = (event: { data: unknown }) => void;

/** Runs the worker's code in this thread, but with copies and a turn of the event loop between, as a worker would. */
class FakeWorker {
  readonly inside: Listener[] = [];
  readonly outside: Listener[] = [];
  terminated = false;
  constructor() {
    handleDetectorMessages({
      addEventListener: (_, listener) => this.inside.push(listener),
      postMessage: (data, transfer) => this.#send(this.outside, data, transfer),
    });
  }
  addEventListener(type: string, listener: Listener): void {
    if (type === 'message') this.outside.push(listener);
  }
  postMessage(data: unknown, transfer: ArrayBuffer[]): void {
    this.#send(this.inside, data, transfer);
  }
  terminate(): void {
    this.terminated = true;
  }
  #send(listeners: Listener[], data: unknown, transfer: ArrayBuffer[]): void {
    const copy = structuredClone(data, { transfer });
    setTimeout(() => {
      if (!this.terminated) for (const listener of listeners) listener({ data: copy });
    });
  }
}

const asWorker = (fake: FakeWorker) => () => fake as unknown as Worker;

describe('createBackgroundCollider', () => {
  beforeEach(() => vi.stubGlobal('Worker', FakeWorker));
  afterEach(() => vi.unstubAllGlobals());

  it.each([true, false])('finds what SelfCollider finds, with worker: %s', async (withWorker) => {
    const geometry = makeSheet(24);
    const local = new SelfCollider(geometry); // prepared in the same pose, so that contacts come in the same order
    const fake = new FakeWorker();
    const progress: number[] = [];
    const collider = await createBackgroundCollider(geometry, {
      ...(withWorker && { worker: asWorker(fake) }),
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(progress.length).toBeGreaterThan(0);
    expect((await collider.find()).count).toBe(0);
    foldSheet(geometry, makeSheet(24));
    const expected = contactSet(local.update().findIntersections());
    const found = await collider.find();
    expect(contactSet(found)).toEqual(expected);
    expect([...found.points]).toEqual(Array.from({ length: found.count }, (_, i) => local.locate(i).point).flat());
    const both = await Promise.all([collider.find(), collider.find()]);
    expect(both.map(({ count }) => count)).toEqual([expected.length, expected.length]);
    collider.dispose();
    await expect(collider.find()).rejects.toThrow('disposed');
    expect(fake.terminated).toBe(withWorker);
  });

  it('stops the preparation when aborted', async () => {
    const fake = new FakeWorker();
    const controller = new AbortController();
    const pending = createBackgroundCollider(makeSheet(4), { worker: asWorker(fake), signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(fake.terminated).toBe(true);
  });

  it('passes errors on and works after them', async () => {
    const geometry = makeSheet(4);
    const worker = asWorker(new FakeWorker());
    const options = { method: 'magic' as 'box-tree', worker };
    await expect(createBackgroundCollider(geometry, options)).rejects.toThrow(RangeError);
    const collider = await createBackgroundCollider(geometry, { worker: asWorker(new FakeWorker()) });
    const position = geometry.getAttribute('position');
    const x = position.getX(3);
    position.setX(3, Number.NaN);
    await expect(collider.find()).rejects.toMatchObject({ name: 'MeshError', code: 'NOT_FINITE' });
    position.setX(3, x);
    expect((await collider.find()).count).toBe(0);
  });
});
