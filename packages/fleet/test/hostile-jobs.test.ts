import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Packr } from 'msgpackr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { pack, unpack } from '../src/pack.ts';
import { FleetWorker, pause } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';

const KEYS = 'selfcollide:selfcollide:';
const SETTINGS = {
  ...{ animation: 'all', scope: 'all', ignoreRest: false, allowOutside: true, ignore: [], betweenFrames: false },
  ...{ kinds: ['intersection', 'folded', 'duplicate'], pairs: 'edge-triangle', method: 'auto', listLimit: 0 },
  ...{ places: 'worst', sharePreparation: true, measure: 'worst', withMesh: false },
};
const PLAN = {
  ...{ settings: SETTINGS, options: { ...SETTINGS, names: [] }, toShards: false },
  ...{ redisBytes: 2 ** 26, rangeSeconds: 4, effort: 1 },
};
const SECRET = 'hunter2 is the secret of this file';

/** Who can write to Redis is not trusted: what they ask for is refused, quickly, and the worker goes on. */
describe.skipIf(noRedis !== undefined)('a worker whose queue somebody else writes to', () => {
  let home: string;
  let root: string;
  let redis: RedisServer;
  let client: Redis;
  let queue: Queue;
  let worker: FleetWorker;
  let runs = 0;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-hostile-'));
    root = join(home, 'root');
    mkdirSync(root);
    writeFileSync(join(home, 'outside.obj'), toObj({ crossing }));
    for (const end of ['gltf', 'off', 'obj']) writeFileSync(join(home, `secret.${end}`), SECRET);
    writeFileSync(join(root, 'inside.obj'), toObj({ crossing }));
    writeFileSync(join(root, 'secret.gltf'), SECRET);
    writeFileSync(join(root, 'secret.off'), SECRET);
    writeFileSync(join(root, 'refers.gltf'), REFERRING);
    writeFileSync(join(home, 'outside.bin'), Buffer.alloc(36));
    symlinkSync(join(home, 'outside.obj'), join(root, 'link.obj'));
    symlinkSync(home, join(root, 'up'));
    redis = await RedisServer.start();
    client = redis.client();
    queue = new Queue('selfcollide', { connection: { port: redis.port }, prefix: 'selfcollide:selfcollide' });
    worker = await FleetWorker.start(redis.url, 'only', { cwd: root });
  });
  afterAll(async () => {
    await worker?.program.kill();
    await queue?.close();
    client?.disconnect();
    await redis?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** A run as a client would have put it there, apart from what is wrong with it. */
  const putRun = async (input: Buffer, plan?: Buffer): Promise<string> => {
    const run = `run-20261118-${String(runs++).padStart(6, '0')}`;
    await client.zadd(`${KEYS}runs`, Date.now(), run);
    await client.hset(`${KEYS}run:${run}`, {
      ...{ state: 'queued', created: Date.now(), files: 1 },
      plan: plan ?? (await pack(PLAN)),
    });
    await client.hset(`${KEYS}run:${run}:inputs`, '0', input);
    return run;
  };
  const addJob = (run: string, data: object) => queue.add(run, data, { jobId: `${run}.0`, attempts: 4, backoff: 100 });
  /** What the worker says of an input. */
  const ask = async (queued: object): Promise<string> => {
    const run = await putRun(await pack(queued));
    const job = await addJob(run, { kind: 'file', run, file: 0 });
    for (const until = Date.now() + 30_000; Date.now() < until; await pause(20)) {
      const value = await client.hgetBuffer(`${KEYS}run:${run}:outcomes`, '0');
      if (value) return JSON.stringify(await unpack(value.subarray(5)));
      if (await job.isFailed()) return `failed: ${(await queue.getJob(job.id!))?.failedReason}`;
    }
    throw new Error('the worker says nothing');
  };
  const why = async (data: object, run: string): Promise<string> => {
    const job = await addJob(run, data);
    for (const until = Date.now() + 30_000; !(await job.isFailed()); await pause(20)) {
      if (Date.now() > until) throw new Error(`it is ${await job.getState()}`);
    }
    return (await queue.getJob(job.id!))?.failedReason ?? '';
  };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('opens nothing that is not in its table of files', async () => {
    const outside = join(home, 'outside.obj');
    for (const name of [outside, '../outside.obj', 'inside.obj', join(home, 'secret.gltf'), '../secret.off']) {
      for (const input of [
        { kind: 'file', name },
        { kind: 'file', name: 'inside.obj', cache: { name } },
        { kind: 'sequence', name: 'x', files: [name], numbers: [0] },
      ]) {
        const said = await ask({ input, files: {} });
        expect(said, JSON.stringify(input)).toMatch(/it is not among the files of the run/);
        expect(said).not.toContain('hunter');
      }
    }
  });

  it('takes no table of files, and no bytes, from the queue', async () => {
    const path = join(home, 'outside.obj');
    const located = { 'a.obj': { path, sha256: sha256(toObj({ crossing })) } };
    for (const more of [{ located }, { bytes: new Uint8Array(10) }]) {
      const said = await ask({ input: { kind: 'file', name: 'a.obj', ...more }, files: {} });
      expect(said).toMatch(/damaged: an input that brings its own files/);
    }
  });

  it('reads nothing outside of its root, also by links', async () => {
    const name = 'a.obj';
    const hash = sha256(toObj({ crossing }));
    for (const path of [join(home, 'outside.obj'), '../outside.obj', 'link.obj', 'up/outside.obj']) {
      const said = await ask({ input: { kind: 'file', name }, files: { [name]: { path, sha256: hash } } });
      expect(said, path).toMatch(/it is outside the root of this worker/);
    }
    const inside = { [name]: { path: 'inside.obj', sha256: hash } };
    expect(await ask({ input: { kind: 'file', name }, files: inside })).toMatch(/"header"/);
  });

  it('follows no name in a file to one that is not in the table', async () => {
    const files = { 'refers.gltf': { path: 'refers.gltf', sha256: sha256(REFERRING) } };
    expect(await ask({ input: { kind: 'file', name: 'refers.gltf' }, files })).toMatch(
      /expected the file .*it is not among the files of the run/,
    );
  });

  it('quotes no word of a file that it cannot read, and reads none whose SHA-256 is not known', async () => {
    for (const [path, expected] of [
      ['secret.gltf', 'byte 0: expected glTF JSON, found something else.'],
      ['secret.off', 'line 1: expected "OFF", with or without ST, C and N before it, found something else.'],
    ] as const) {
      const input = { kind: 'file', name: path };
      const known = await ask({ input, files: { [path]: { path, sha256: sha256(SECRET) } } });
      expect(JSON.parse(known).failure.message).toBe(`${path}: ${expected}`);
      const unknown = await ask({ input, files: { [path]: { path, sha256: '0'.repeat(64) } } });
      expect(unknown).toMatch(/another version than was asked for/);
      for (const said of [known, unknown]) expect(said).not.toMatch(/hunter|secret of/);
    }
  });

  it('refuses kinds of inputs that it does not know', async () => {
    for (const input of [
      { kind: 'program', name: 'a' },
      { name: 'a' },
      { kind: 'sequence', name: 'a', files: 'a.obj', numbers: [0] },
      { kind: 'sequence', name: 'a', files: ['a.obj'], numbers: [] },
      { kind: 'scene', name: 'a', scene: 'sheet', triangles: Number.NaN },
    ]) {
      expect(await ask({ input, files: {} })).toMatch(/what the queue says of it makes no sense/);
    }
  });

  it.each([
    [
      'a range that is no number',
      { kind: 'range', file: 0, from: Number.NaN, count: 3 },
      'a job with a senseless range',
    ],
    ['no range', { kind: 'range', file: 0 }, 'a job with a senseless range'],
    ['a negative range', { kind: 'range', file: 0, from: 0, count: -1 }, 'a job with a senseless range'],
    ['an endless range', { kind: 'range', file: 0, from: 0, count: 1e300 }, 'a job with a senseless range'],
    ['a file that is no number', { kind: 'file', file: '../0' }, 'a job without the number of a file'],
    ['an unknown kind', { kind: 'program', file: 0 }, 'a job of an unknown kind'],
    ['shapes of no frame', { kind: 'shapes', file: 0, frames: ['0'], request: 'a' }, 'a job with senseless frames'],
    [
      'a request that is a path',
      { kind: 'shapes', file: 0, frames: [0], request: '../x' },
      'a job with a senseless request',
    ],
    [
      'a list of ranges that is none',
      { kind: 'file', file: 0, planned: true, spans: {} },
      'a job with a senseless range',
    ],
  ])('refuses %s at once', async (_, data, message) => {
    const run = await putRun(await pack({ input: { kind: 'scene', name: 's', scene: 'sheet' }, files: {} }));
    expect(await why({ run, ...data }, run)).toBe(`what Redis holds of this run is damaged: ${message}.`);
  });

  it('refuses a range beyond the frames of its file', async () => {
    const files = { 'inside.obj': { path: 'inside.obj', sha256: sha256(toObj({ crossing })) } };
    const run = await putRun(await pack({ input: { kind: 'file', name: 'inside.obj' }, files }));
    expect(await why({ kind: 'range', run, file: 0, from: 0, count: 5_000_000 }, run)).toMatch(
      /inside\.obj: frames 0 to 4999999 are not among its own/,
    );
  });

  it('refuses a plan that is no plan, and inflates no bomb', async () => {
    const input = await pack({ input: { kind: 'scene', name: 's', scene: 'sheet' }, files: {} });
    const asMap = new Packr({ structuredClone: true });
    const bomb = deflateRawSync(Buffer.alloc(2 ** 28 + 2 ** 27), { level: 9 });
    expect(bomb.length).toBeLessThan(2 ** 19);
    for (const [plan, message] of [
      [deflateRawSync(asMap.pack(new Map(Object.entries(PLAN)))), 'a plan that is no plain object'],
      [await pack({ ...PLAN, settings: new Map() }), 'a plan whose settings are no plain object'],
      [await pack({ ...PLAN, rangeSeconds: Number.NaN }), 'a plan with senseless numbers'],
      [await pack([PLAN]), 'a plan that is no plain object'],
      [bomb, 'a value takes more than 64 MB'],
    ] as const) {
      const run = await putRun(input, plan);
      expect(await why({ kind: 'file', run, file: 0 }, run)).toBe(
        `what Redis holds of this run is damaged: ${message}.`,
      );
    }
    const metrics = await (await fetch(`${worker.health}/metrics`)).text();
    const resident = Number(/resident_memory_bytes\{.*?\} (\d+)/.exec(metrics)?.[1]);
    expect(resident).toBeLessThan(2 ** 29);
  });

  it('goes on after all of that', async () => {
    expect(await worker.tell()).toMatchObject({ status: 'ok' });
    const files = { 'inside.obj': { path: 'inside.obj', sha256: sha256(toObj({ crossing })) } };
    expect(await ask({ input: { kind: 'file', name: 'inside.obj' }, files })).toMatch(/"header"/);
  });
});

/** A triangle whose corners are in a file outside of the root. */
const REFERRING = JSON.stringify({
  asset: { version: '2.0' },
  buffers: [{ uri: '../outside.bin', byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
  scenes: [{ nodes: [0] }],
  scene: 0,
});
