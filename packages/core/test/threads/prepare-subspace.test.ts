import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSubspaceDetector } from '../../src/create-subspace-detector.ts';
import type { Detector } from '../../src/detector.ts';
import { MeshError } from '../../src/errors.ts';
import { type PrepareSubspaceOptions, prepareSubspace, type ThreadLike } from '../../src/threads.ts';
import { contactsFound } from '../contact-oracle.ts';
import { randomDirection, waveModes } from '../find/subspace/modes.ts';
import { rolled } from '../find/subspace/subspace-meshes.ts';
import { sheet } from '../partition/small-meshes.ts';
import { seededRandom } from '../predicates/random.ts';
import { buildThreads } from './build-threads.ts';

let folder: string;
const exits: Promise<number>[] = [];

beforeAll(async () => {
  folder = await buildThreads();
  writeFileSync(
    join(folder, 'silent.mjs'),
    "import { parentPort } from 'node:worker_threads';\nparentPort.on('message', () => {});\n",
  );
  writeFileSync(join(folder, 'deaf.mjs'), 'export {};\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Also notes when it has ended. */
const start = (file = 'thread') => {
  return (): ThreadLike => {
    const worker = new Worker(join(folder, `${file}.mjs`));
    exits.push(new Promise((resolve) => worker.once('exit', resolve)));
    return worker;
  };
};

const mesh = rolled();
const modes = { vectors: waveModes(mesh, 3, 3) };
/** Takes long enough to be told of. */
const cloth = sheet(12, 8);
const prepare = (options: PrepareSubspaceOptions = {}) =>
  prepareSubspace(mesh, modes, { startThread: start(), ...options });

describe('prepareSubspace', () => {
  it.each([
    ['plain', {}],
    ['with budgets and weights', { budgets: true, weights: [1, 2, 4] }],
    [
      'with few cuts, unwelded, labelled',
      { subdivisions: 1, weld: false, objects: new Uint8Array(mesh.triangles.length / 3) },
    ],
  ])('gives the bytes that serialize() gives, and they load: %s', async (_, options) => {
    const expected = createSubspaceDetector(mesh, modes, options);
    const prepared = await prepare(options);
    expect(prepared).toEqual(expected.serialize());
    const detector = createSubspaceDetector(mesh, modes, { ...options, prepared });
    expect(detector.radius).toBe(expected.radius);
    const random = seededRandom(9);
    for (const factor of [0.9, 2, 5]) {
      const q = randomDirection(3, random).map((x) => x * factor * expected.radius);
      for (const one of [expected, detector]) one.update(q);
      expect(contactsFound(detector as unknown as Detector)).toEqual(contactsFound(expected as unknown as Detector));
    }
  });

  it('sends no more than its own part of a large buffer, and leaves the arrays as they are', async () => {
    const large = new Float64Array(1000 + mesh.positions.length);
    const positions = large.subarray(1000);
    positions.set(mesh.positions);
    let sent = 0;
    const startThread = () => {
      const thread = start()();
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (task) => {
        sent = (task as { mesh: { positions: Float64Array } }).mesh.positions.buffer.byteLength;
        post(task);
      };
      return thread;
    };
    const prepared = await prepareSubspace({ ...mesh, positions }, modes, { startThread });
    expect(sent).toBe(8 * mesh.positions.length);
    expect(prepared).toEqual(createSubspaceDetector(mesh, modes).serialize());
    expect(positions).toEqual(mesh.positions);
  });

  it('tells of its progress, which grows, and ends the thread when done', async () => {
    const fractions: number[] = [];
    await prepareSubspace(
      cloth,
      { vectors: waveModes(cloth, 4, 1) },
      { startThread: start(), onProgress: (x) => fractions.push(x) },
    );
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.every((x) => x > 0 && x < 1)).toBe(true);
    await Promise.all(exits);
  });

  it('stops when the signal says so, whatever the thread does, and ends it', async () => {
    for (const file of ['silent', 'thread']) {
      const controller = new AbortController();
      const running = prepare({ signal: controller.signal, startThread: start(file) });
      const reason = new Error('enough');
      setTimeout(() => controller.abort(reason), 1);
      await expect(running).rejects.toBe(reason);
    }
    await Promise.all(exits);
  });

  it('starts no thread for a signal that was aborted before', async () => {
    const before = exits.length;
    const reason = new Error('too late');
    await expect(prepare({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(exits.length).toBe(before);
  });

  it('hands on what onProgress throws', async () => {
    const mine = new Error('mine');
    const onProgress = () => {
      throw mine;
    };
    const running = prepareSubspace(cloth, { vectors: waveModes(cloth, 4, 1) }, { startThread: start(), onProgress });
    await expect(running).rejects.toBe(mine);
    await Promise.all(exits);
  });
});

describe('prepareSubspace refuses', () => {
  it.each<[string, unknown, unknown, object, string]>([
    [
      'no mesh',
      undefined,
      modes,
      {},
      'prepareSubspace: positions must be a Float32Array or Float64Array, got undefined.',
    ],
    [
      'no modes',
      mesh,
      undefined,
      {},
      'prepareSubspace: modes.vectors must be a Float32Array or Float64Array, got undefined.',
    ],
    [
      'bad weights',
      mesh,
      modes,
      { weights: [1, 0, 1] },
      'prepareSubspace: weights must be finite and above 0, got 0 for mode 1.',
    ],
    [
      'subdivisions',
      mesh,
      modes,
      { subdivisions: 9 },
      'prepareSubspace: subdivisions must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, got 9.',
    ],
    ['prepared', mesh, modes, { prepared: new Uint8Array(1) }, "got 'prepared'."],
    ['onProgress', mesh, modes, { onProgress: 1 }, 'prepareSubspace: onProgress must be a function, got 1.'],
    ['signal', mesh, modes, { signal: {} }, 'prepareSubspace: signal must be an AbortSignal, got'],
    [
      'a signal that is silent',
      mesh,
      modes,
      { signal: { throwIfAborted() {} } },
      'must be an AbortSignal that tells of an abort',
    ],
    ['startThread', mesh, modes, { startThread: 3 }, 'prepareSubspace: startThread must be a function, got 3.'],
    [
      'what cannot be sent',
      mesh,
      modes,
      { objects: [() => 1] },
      'prepareSubspace: mesh, modes and options must hold nothing but data',
    ],
  ])('%s', async (_, badMesh, badModes, options, message) => {
    const running = prepareSubspace(badMesh as typeof mesh, badModes as typeof modes, {
      startThread: start(),
      ...options,
    });
    await expect(running).rejects.toThrow(message);
    await expect(running).rejects.not.toBeInstanceOf(TypeError);
  });

  it('a bad mesh with the code that a thread of one’s own gives', async () => {
    const triangles = mesh.triangles.slice();
    triangles[4] = 10_000;
    const running = prepareSubspace({ ...mesh, triangles }, modes, { startThread: start() });
    await expect(running).rejects.toBeInstanceOf(MeshError);
    await expect(running).rejects.toMatchObject({ code: 'INDEX_OUT_OF_RANGE' });
    await expect(prepare({ subdivisions: -1 })).rejects.toBeInstanceOf(RangeError);
  });

  it.each([
    ['is not there', start('missing'), 'missing.mjs'],
    ['ends without an answer', start('deaf'), 'status 0'],
    ['cannot be started', () => new Worker('nowhere.mjs'), 'nowhere.mjs'],
  ])('a thread that %s', async (_, startThread, reason) => {
    const running = prepare({ startThread });
    await expect(running).rejects.toThrow(
      'prepareSubspace: a thread must run the file selfcollide/thread, got none that does',
    );
    await expect(running).rejects.toThrow(reason);
    await expect(running).rejects.toThrow('createSubspaceDetectorAsync');
  });
});
