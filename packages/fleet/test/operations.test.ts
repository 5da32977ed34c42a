import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { FleetWorker, pause } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';

const KEYS = 'selfcollide:selfcollide:';

/** What somebody needs who keeps a fleet running: metrics, logs, dead letters, and nothing that grows for ever. */
describe.skipIf(noRedis !== undefined)('operations', () => {
  let home: string;
  let redis: RedisServer;
  let client: Redis;
  let worker: FleetWorker;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-operations-'));
    writeFileSync(join(home, 'crossing.obj'), toObj({ crossing }));
    redis = await RedisServer.start();
    client = redis.client();
    worker = await FleetWorker.start(redis.url, 'only', { cwd: home }, [
      '--log',
      'json',
      '--health-address',
      '127.0.0.2',
      '--keep-days',
      'forever',
    ]);
  });
  afterAll(async () => {
    await worker?.program.kill();
    client?.disconnect();
    await redis?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const metrics = async () => (await fetch(`${worker.health}/metrics`)).text();
  const value = (text: string, name: string, labels = '') => {
    const line = text.split('\n').find((each) => each.startsWith(`${name}{`) && each.includes(labels));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const detach = async (...more: string[]) => {
    const args = ['check', 'crossing.obj', '--queue', redis.url, '--root', home, '--detach', ...more];
    const { out } = await inHome(() => callCli(args));
    return out.trim();
  };
  const inHome = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = process.cwd();
    process.chdir(home);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  };
  const runs = (...args: string[]) => callCli(['runs', ...args, '--queue', redis.url]);
  const done = async (run: string) => {
    for (const until = Date.now() + 60_000; (await client.hget(`${KEYS}run:${run}`, 'state')) !== 'done'; ) {
      if (Date.now() > until) throw new Error(`${run} is not done`);
      await pause(50);
    }
  };

  it('listens on the address that was named, and on no other', async () => {
    expect(worker.health).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
    await expect(fetch(worker.health.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow();
  });

  it('an address that is none is refused', async () => {
    const { status, err } = await callCli(['worker', '--queue', redis.url, '--health-address', 'everywhere']);
    expect(status).toBe(2);
    expect(err).toMatch(/--health-address.*must be an IP address/);
  });

  it('metrics tell of the queue: depth by state, age of the oldest run, workers', async () => {
    await client.hset(`${KEYS}run:run-old`, { state: 'queued', created: Date.now() - 3_600_000, files: 1 });
    await client.zadd(`${KEYS}runs`, 1, 'run-old');
    const text = await metrics();
    expect(value(text, 'selfcollide_queue_oldest_run_age_seconds')).toBeGreaterThan(3590);
    expect(value(text, 'selfcollide_queue_runs', 'state="queued"')).toBe(1);
    expect(value(text, 'selfcollide_queue_jobs', 'state="wait"')).toBe(0);
    expect(value(text, 'selfcollide_queue_workers')).toBe(1);
    expect(value(text, 'selfcollide_worker_redis_connected')).toBe(1);
    expect(value(text, 'selfcollide_worker_process_resident_memory_bytes')).toBeGreaterThan(1e6);
    await client.del(`${KEYS}run:run-old`);
    await client.zrem(`${KEYS}runs`, 'run-old');
  });

  it('counters count', async () => {
    const before = value(await metrics(), 'selfcollide_worker_frames_total')!;
    await done(await detach());
    expect(value(await metrics(), 'selfcollide_worker_frames_total')).toBe(before + 1);
  });

  it('every metric that the dashboard draws is there', async () => {
    const dashboard = readFileSync(new URL('../grafana-dashboard.json', import.meta.url), 'utf8');
    const drawn = new Set(dashboard.match(/selfcollide_\w+/g));
    expect(drawn.size).toBeGreaterThan(8);
    const text = await metrics();
    for (const name of drawn) expect(text).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
  });

  it('each line of the log is JSON with time, level, worker and message', () => {
    const lines = worker.program.err.trim().split('\n');
    for (const line of lines) {
      const { time, level, worker: name, message } = JSON.parse(line);
      expect(new Date(time).toISOString()).toBe(time);
      expect(['info', 'warn']).toContain(level);
      expect(name).toBe('only');
      expect(message).toBeTypeOf('string');
    }
  });

  it('a job that fails for good is a dead letter: counted, listed with worker and reason', async () => {
    const queue = new Queue('selfcollide', { connection: { port: redis.port }, prefix: 'selfcollide:selfcollide' });
    await queue.add('nonsense', { kind: 'dance', run: 'run-odd' }, { removeOnFail: true });
    for (let tries = 0; tries < 200 && (await client.xlen(`${KEYS}dead-letters`)) === 0; tries++) await pause(50);
    await queue.close();
    const { out } = await runs('failed', 'run-odd', '--json');
    const letter = JSON.parse(out);
    expect(letter).toMatchObject({ run: 'run-odd', job: 'nonsense', worker: 'only', attempts: 1 });
    expect(letter.reason).toMatch(/damaged: a job without/);
    expect((await runs('failed')).out).toMatch(/nonsense +only/);
    expect((await runs('failed', 'run-none')).out).toBe('No failed jobs.\n');
    const text = await metrics();
    expect(value(text, 'selfcollide_worker_dead_letters_total')).toBe(1);
    expect(value(text, 'selfcollide_queue_dead_letters')).toBe(1);
    expect(value(text, 'selfcollide_queue_jobs', 'state="failed"')).toBe(0);
  });

  it('a sweep takes old runs with their files, orphans in Redis and below the root, and leaves all else', async () => {
    const DAY = 86_400_000;
    const [old, young] = [await detach('--list', '1'), await detach('--list', '1')];
    await done(old);
    await done(young);
    const folder = (run: string) => join(home, '.selfcollide-runs', run);
    expect([old, young].map((run) => existsSync(folder(run)))).toEqual([true, true]);
    await client.hset(`${KEYS}run:${old}`, 'ended', Date.now() - 20 * DAY);
    // one that goes on, however old; one whose client died while queueing; parts of two that are gone
    await client.hset(`${KEYS}run:run-going`, { state: 'queued', created: 1, files: 1 });
    await client.hset(`${KEYS}run:run-half`, { state: 'queueing', created: 1, files: 1 });
    await client.zadd(`${KEYS}runs`, 1, 'run-going', 1, 'run-half', 1, 'run-gone');
    await client.hset(`${KEYS}run:run-gone:results:0`, '0', 'x');
    for (const [name, age] of Object.entries({ 'run-lost': 20, 'run-new': 1, 'Not a run': 20 })) {
      mkdirSync(folder(name));
      utimesSync(folder(name), (Date.now() - age * DAY) / 1000, (Date.now() - age * DAY) / 1000);
    }
    const { status, out } = await runs('sweep', '--root', home);
    expect({ status, out: out.split('\n').slice(0, -2).sort() }).toEqual({
      status: 0,
      out: [
        'run-half is forgotten.',
        'run-lost: files of its results are removed; it is not on the queue.',
        `${old} is forgotten.`,
      ].sort(),
    });
    expect(out).toMatch(/2 runs, 1 folder, 1 stray key, 0 dead letters swept\.\n$/);
    const left = [old, young, 'run-lost', 'run-new', 'Not a run'].filter((name) => existsSync(folder(name)));
    expect(left).toEqual([young, 'run-new', 'Not a run']);
    const names = await client.zrange(`${KEYS}runs`, 0, -1);
    expect(names).toContain('run-going');
    expect(names).toContain(young);
    expect(names).not.toContain('run-gone');
    expect(await client.exists(`${KEYS}run:run-gone:results:0`)).toBe(0);
    expect((await runs('sweep', '--root', home, '--keep-days', 'forever')).out).toMatch(/^0 runs, 0 folders/);
  });

  it('a worker sweeps by itself', async () => {
    const run = await detach();
    await done(run);
    await client.del(`${KEYS}sweeping`);
    const sweeper = await FleetWorker.start(redis.url, 'sweeper', { cwd: home }, ['--keep-days', '0.0000001']);
    try {
      await sweeper.program.says(/swept: \d+ runs?/);
      expect(await client.exists(`${KEYS}run:${run}`)).toBe(0);
      expect(await client.exists(`${KEYS}run:run-going`)).toBe(1);
    } finally {
      await sweeper.program.kill();
    }
  });

  it('without Redis the metrics of the worker are still told, those of the queue are not', async () => {
    await redis.kill();
    let text = await metrics();
    for (let tries = 0; tries < 100 && value(text, 'selfcollide_worker_redis_connected') === 1; tries++) {
      await pause(100);
      text = await metrics();
    }
    expect(value(text, 'selfcollide_worker_redis_connected')).toBe(0);
    expect(value(text, 'selfcollide_worker_frames_total')).toBeGreaterThan(0);
    expect(value(text, 'selfcollide_queue_workers')).toBeNaN();
    expect(text).not.toMatch(/^selfcollide_queue_jobs\{/m);
  });
});
