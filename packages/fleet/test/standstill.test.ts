import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { CuttableWire } from './cuttable-wire.ts';
import { FleetWorker, type Program, pause, startProgram } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';
import { makeSequence } from './shots.ts';

/** Whatever comes between, a run ends, or it says why it does not. */
describe.skipIf(noRedis !== undefined)('a run that cannot go on', () => {
  let home: string;
  let redis: RedisServer;
  let before: string;
  const programs: Program[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-standstill-'));
    for (let i = 0; i < 8; i++) writeFileSync(join(home, `shot-${i}.obj`), toObj({ crossing }));
    await makeSequence(home, 'cloth', 60, 12, 300);
    redis = await RedisServer.start();
    before = process.cwd();
    process.chdir(home);
  });
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.kill();
  });
  afterAll(async () => {
    process.chdir(before);
    await redis?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const worker = async (name: string, queueName: string, url = redis.url, cwd = home) => {
    const started = await FleetWorker.start(url, name, { cwd }, ['--queue-name', queueName]);
    programs.push(started.program);
    return started;
  };
  const start = async (args: readonly string[]) => {
    const program = await startProgram(args, { cwd: home });
    programs.push(program);
    return program;
  };
  const FILES = [...Array.from({ length: 8 }, (_, i) => `shot-${i}.obj`), 'cloth_%04d.obj'];
  const queue = (name: string, url = redis.url) => ['--queue', url, '--queue-name', name];

  // a small file system can be made by root alone
  const runsFolder = () => join(home, '.selfcollide-runs');
  const mount = (kilobytes: number) => {
    mkdirSync(runsFolder(), { recursive: true });
    return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', runsFolder()]).status === 0;
  };
  const canMount = process.getuid?.() === 0 && probeMount();
  if (!canMount) console.warn('no file system can be mounted here: the test with a full disk is skipped.');

  it.skipIf(!canMount)(
    'the disk for results is full: workers and client say so, and it ends with their names',
    async () => {
      expect(mount(16)).toBe(true);
      try {
        const workers = [await worker('d1', 'full'), await worker('d2', 'full')];
        const check = await start(['check', ...FILES, '--list', '5', '--json', 'full.json', ...queue('full')]);
        let unhealthy = '';
        const watch = (async () => {
          for (; unhealthy === '' && check.process.exitCode === null; await pause(20)) {
            for (const { health } of workers) {
              const reply = await fetch(`${health}/health`);
              const { status } = (await reply.json()) as { status: string };
              if (reply.status === 503) unhealthy = status;
            }
          }
        })();
        const ended = await Promise.race([check.ended, pause(90_000)]);
        await watch;
        expect(ended).toBe(3);
        expect(unhealthy).toBe('results cannot be written below the root (ENOSPC)');
        expect(check.err).toMatch(
          /results cannot be written below the root \(ENOSPC\) \(workers (d1, d2|d2, d1)\)\.\n/,
        );
        expect(check.err).toMatch(
          /^worker d\d leaves work to others: results cannot be written below the root \(ENOSPC\)\.$/m,
        );
        const metrics = await Promise.all(workers.map(async ({ health }) => (await fetch(`${health}/metrics`)).text()));
        expect(metrics.join('')).toMatch(/^selfcollide_worker_results_writable\{worker="d1"\} 0$/m);
        const report = JSON.parse(readFileSync(join(home, 'full.json'), 'utf8'));
        expect(report.files).toHaveLength(9);
        // room again: the workers notice by themselves
        spawnSync('umount', ['-l', runsFolder()]);
        const status = async () => (await fetch(`${workers[0].health}/health`)).status;
        await expect.poll(status, { timeout: 30_000, interval: 500 }).toBe(200);
      } finally {
        spawnSync('umount', ['-l', runsFolder()]);
        rmSync(runsFolder(), { recursive: true, force: true });
      }
    },
  );

  it('a worker that cannot do its work: the client says why, and leaves when its time is over', async () => {
    const stuck = await worker('stuck', 'stuck');
    // it is known to the queue when it has done something
    expect(await callCli(['check', 'shot-0.obj', ...queue('stuck'), '--quiet'])).toMatchObject({ status: 1 });
    stuck.program.signal('SIGSTOP');
    const started = performance.now();
    const patience = ['--stall-minutes', '0.05', '--timeout', '0.15'];
    const { status, err } = await callCli(['check', 'shot-0.obj', ...queue('stuck'), ...patience]);
    expect(status).toBe(4);
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(err).toMatch(/^nothing new of the run \S+ for 3 s: 1 worker is on the queue; \d jobs are being done, /m);
    expect(err).toMatch(
      /^error: not done after 0\.15 min \(--timeout\): 1 worker is .*\. The run goes on; --resume \S+ follows it\.$/m,
    );
  });

  it('--timeout holds for runs wait, and without workers', async () => {
    const run = (await callCli(['check', 'shot-0.obj', '--detach', ...queue('nobody')])).out.trim();
    const { status, err } = await callCli(['runs', 'wait', run, ...queue('nobody'), '--timeout', '0.05']);
    expect([status, err]).toEqual([
      4,
      expect.stringContaining('no worker is on the queue; 0 jobs are being done, 1 wait'),
    ]);
  });

  it('a run that is done without its results is told of', async () => {
    await worker('done', 'done');
    const run = (await callCli(['check', 'shot-0.obj', '--detach', ...queue('done')])).out.trim();
    const client = redis.client();
    const key = `selfcollide:done:run:${run}`;
    while ((await client.hget(key, 'state')) !== 'done') await pause(50);
    await client.del(`${key}:results:0`);
    client.disconnect();
    const { status, err } = await callCli(['runs', 'wait', run, ...queue('done'), '--quiet']);
    expect([status, err]).toEqual([4, `error: the run ${run} is done, and results are missing. Check again.\n`]);
  });

  it('a client is cut off, then refused, then Redis is back: it waits, and reports', async () => {
    const wire = await CuttableWire.start(redis.port);
    try {
      const slow = await worker('slow', 'cut');
      const url = `redis://127.0.0.1:${wire.port}`;
      const args = ['check', ...FILES, '--range-seconds', '0.01', '--json', 'cut.json', ...queue('cut', url)];
      const check = await start(args);
      await check.says(/^run \S+ on/m);
      slow.program.signal('SIGSTOP');
      for (let i = 0; i < 3; i++) {
        wire.cut(); // nobody hears
        await pause(1500);
        wire.mend(); // all connections end
        wire.cut(); // new ones are refused
        await pause(1000);
        wire.mend();
        await pause(300);
      }
      slow.program.signal('SIGCONT');
      expect(await check.ended).toBe(1);
      expect(check.err).not.toMatch(/please report|AbortError/);
      const report = JSON.parse(readFileSync(join(home, 'cut.json'), 'utf8'));
      expect(report.summary.frames).toBe(68);
    } finally {
      wire.close();
    }
  });

  it('Redis is full while a run is queued: the client waits until there is room', async () => {
    await worker('roomy', 'room');
    const folder = join(home, 'many');
    mkdirSync(folder);
    for (let i = 0; i < 400; i++) writeFileSync(join(folder, `${i}.obj`), `v 0 0 0\nv 1 0 0\nv 0 1 ${i}\nf 1 2 3\n`);
    const client = redis.client();
    const check = await start(['check', 'many/*.obj', '--each', '--json', 'many.json', ...queue('room')]);
    await check.says(/^run \S+ on/m);
    await client.config('SET', 'maxmemory', '1mb');
    try {
      await check.says(/refuses work: it is full \(maxmemory\); waiting\./);
      await pause(2500);
      expect(check.process.exitCode).toBe(null);
    } finally {
      await client.config('SET', 'maxmemory', '0');
      client.disconnect();
    }
    expect(await check.ended).toBe(0);
    expect(check.err).not.toMatch(/EXECABORT|please report/);
    expect(JSON.parse(readFileSync(join(home, 'many.json'), 'utf8')).files).toHaveLength(400);
    expect(readdirSync(home)).not.toContain('.selfcollide-runs');
  });
});

function probeMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]).status !== 0) return false;
    spawnSync('umount', ['-l', folder]);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
