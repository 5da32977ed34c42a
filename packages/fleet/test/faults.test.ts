import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CheckReport } from '../../cli/src/index.ts';
import { type CliResult, callCli } from '../../cli/test/start-cli.ts';
import { expectSame } from './compare-reports.ts';
import { CuttableWire } from './cuttable-wire.ts';
import { FleetWorker, type Program, pause, type StartOptions, startProgram } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';
import { makeSequence, makeShots, type Shots } from './shots.ts';

/** `npm run faults` takes its time. */
const long = process.env.SELFCOLLIDE_LONG_FAULTS === '1';

describe.skipIf(noRedis !== undefined)('faults', () => {
  let home: string;
  let shots: Shots;
  let right: string;
  let rightly: CliResult;
  let redis: RedisServer;
  /** Nothing happens to this one: it is warm, and takes over. */
  let steady: FleetWorker;
  let before: string;
  const programs: Program[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-faults-'));
    shots = await makeShots(home, long ? 3000 : 300, long ? 240 : 100);
    before = process.cwd();
    process.chdir(home); // clients that nothing happens to run in this process, which spares starting others
    rightly = await callCli(['check', ...shots.args, '--json', 'right.json', '--quiet', '--threads', '1']);
    right = readFileSync(join(home, 'right.json'), 'utf8');
    expect((JSON.parse(right) as CheckReport).summary.frames).toBeGreaterThan(300);
    redis = await RedisServer.start();
    steady = await FleetWorker.start(redis.url, 'steady', { cwd: home });
  });
  afterEach(async () => {
    steady.program.signal('SIGCONT');
    for (const program of programs.splice(0)) await program.kill();
  });
  afterAll(async () => {
    await steady?.program.kill();
    await redis?.stop();
    process.chdir(before);
    for (const folder of ['', '-without', '-stale', '-full']) rmSync(home + folder, { recursive: true, force: true });
  });

  const worker = async (name: string, url = redis.url, more: readonly string[] = [], options?: StartOptions) => {
    const started = await FleetWorker.start(url, name, options ?? { cwd: home }, more);
    programs.push(started.program);
    return started;
  };
  /** A client on the shots, with ranges so short that there are some dozens. */
  const ask = (json: string, more: readonly string[] = [], url = redis.url) => {
    const queue = ['--queue', url, '--range-seconds', long ? '0.5' : '0.01', '--json', json];
    return ['check', ...shots.args, ...queue, ...more];
  };
  const client = (json: string, more: readonly string[] = []) => callCli(ask(json, more));
  const report = (name: string) => readFileSync(join(home, name), 'utf8');

  it('a worker is killed', async () => {
    const victim = await worker('victim');
    const asked = client('killed.json');
    await victim.isBusy();
    await victim.program.kill();
    expect(await asked).toMatchObject({ status: 3 });
    expectSame('worker killed', 1, report('killed.json'), right);
  });

  it.each([
    ['in Redis', []],
    ['in files, which must stay as they are', ['--list', '2']],
  ])('a worker is frozen and comes back when its work was done by another: results %s', async (_, more) => {
    const plain = ['check', ...shots.args, ...more, '--json', 'plain.json', '--quiet', '--threads', '1'];
    if (more.length > 0) await callCli(plain);
    const expected = more.length > 0 ? report('plain.json') : right;
    const victim = await worker('victim');
    steady.program.signal('SIGSTOP'); // the victim shall have all of it
    const run = (await client('unused.json', ['--detach', ...more])).out.trim();
    await victim.isBusy(/cloth.*frames/);
    victim.program.signal('SIGSTOP');
    steady.program.signal('SIGCONT');
    const wait = async (json: string) => {
      const args = ['runs', 'wait', run, '--queue', redis.url, '--json', json, '--quiet'];
      expect(await callCli(args)).toMatchObject({ status: 3 });
    };
    await wait('frozen.json');
    const files = () => {
      const folder = join(home, '.selfcollide-runs', run);
      return more.length > 0 ? readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]) : [];
    };
    const before = files().filter(([name]) => !String(name).endsWith('.partial'));
    victim.program.signal('SIGCONT');
    const twice = async () => {
      const { out } = await callCli(['runs', 'show', run, '--queue', redis.url]);
      return Number(/(\d+) checked twice/.exec(out)?.[1]);
    };
    while ((await twice()) === 0) await pause(50);
    await wait('thawed.json');
    expectSame('worker frozen', 1, report('frozen.json'), expected);
    expectSame('worker thawed', 1, report('thawed.json'), expected);
    for (const until = Date.now() + 10_000; Date.now() < until && files().length > before.length; ) await pause(50);
    expect(files()).toEqual(before);
  });

  it('a worker is cut off from Redis', async () => {
    const wire = await CuttableWire.start(redis.port);
    try {
      const lock = long ? ['--lock-seconds', '30'] : [];
      const victim = await worker('victim', `redis://127.0.0.1:${wire.port}`, lock);
      steady.program.signal('SIGSTOP');
      const asked = client('cut.json');
      await victim.isBusy();
      wire.cut();
      steady.program.signal('SIGCONT');
      await pause(long ? 60_000 : 2500);
      wire.mend();
      expect(await asked).toMatchObject({ status: 3 });
      expectSame(`worker cut off for ${long ? 60 : 2.5} s`, 1, report('cut.json'), right);
      // what it says of itself can be from before it noticed; alone, it must do what is asked
      steady.program.signal('SIGSTOP');
      const back = ['check', 'crossing.obj', '--queue', redis.url, '--quiet', '--json'];
      expect(await callCli([...back, 'back.json'])).toMatchObject({ status: 1 });
      expect((await victim.tell()).status).toBe('ok');
    } finally {
      wire.close();
    }
  });

  it('two workers of three lack the files, or have other versions', async () => {
    const [without, stale] = [`${home}-without`, `${home}-stale`];
    mkdirSync(without);
    // the sequence opens, but most of its frames are of another time
    cpSync(home, stale, { recursive: true });
    for (let i = 1; i < 100; i++) {
      const path = join(stale, `cloth_${String(i).padStart(4, '0')}.obj`);
      rmSync(path);
      writeFileSync(path, 'v 0 0 0\n');
    }
    const bad = await Promise.all([without, stale].map((cwd, i) => worker(`bad-${i}`, redis.url, [], { cwd })));
    const said = () => [
      /cloth_0000\.obj: no such file below the root of this worker; left to others\.\n/.test(bad[0].program.err),
      /cloth_\d+\.obj: it is another version than was asked for .*; left to others\.\n/.test(bad[1].program.err),
    ];
    // who gets what is chance: once is nearly always enough
    for (let tries = 0; tries < 5 && said().includes(false); tries++) {
      expect(await client('missing.json', ['--quiet'])).toEqual(rightly);
      const left = await Promise.all(bad.map(async (each) => (await each.tell()).leftToOthers));
      expectSame('files missing on two workers of three', left[0] + left[1], report('missing.json'), right);
    }
    expect(said()).toEqual([true, true]);
  });

  it('a worker has all files and cannot write results', async () => {
    const full = `${home}-full`;
    cpSync(home, full, { recursive: true, filter: (path) => !path.endsWith('.selfcollide-runs') });
    writeFileSync(join(full, '.selfcollide-runs'), 'in the way');
    await client('listed.json', ['--list', '1', '--quiet']);
    const bad = await worker('full', redis.url, [], { cwd: full });
    for (let tries = 0; tries < 5 && !/left to others/.test(bad.program.err); tries++) {
      expect(await client('unwritten.json', ['--list', '1', '--quiet'])).toEqual(rightly);
      const { leftToOthers } = await bad.tell();
      expectSame(
        'results not written by one worker of two',
        leftToOthers,
        report('unwritten.json'),
        report('listed.json'),
      );
    }
    expect(bad.program.err).toMatch(/: results cannot be written below the root \(ENOTDIR\); left to others\.\n/);
  });

  it('Redis is killed and started again with its append-only file', async () => {
    const kept = await RedisServer.start({ appendOnly: true });
    try {
      const [one] = await Promise.all([worker('one', kept.url), worker('two', kept.url)]);
      const asked = callCli(ask('restarted.json', [], kept.url));
      let restarts = 0;
      for (; restarts < (long ? 5 : 2); restarts++) {
        await one.isBusy();
        await kept.kill();
        await pause(300);
        await kept.start();
        await pause(200);
      }
      expect(await asked).toMatchObject({ status: 3 });
      expectSame('Redis restarted', restarts, report('restarted.json'), right);
    } finally {
      await kept.stop();
    }
  });

  it('two clients ask for the same files', async () => {
    await worker('second');
    const clients = await Promise.all([client('first.json'), client('second.json')]);
    expect(clients.map(({ status }) => status)).toEqual([3, 3]);
    expectSame('two clients, the first', 1, report('first.json'), right);
    expectSame('two clients, the second', 1, report('second.json'), right);
  });

  it('a client is killed, and another goes on with its run', async () => {
    const lost = await startProgram(ask('lost.json'), { cwd: home });
    programs.push(lost);
    const [, run] = await lost.says(/^run (\S+) on/);
    await steady.isBusy();
    await lost.kill();
    expect(await client('resumed.json', ['--resume', run])).toMatchObject({ status: 3 });
    expectSame('client killed and resumed', 1, report('resumed.json'), right);
    const other = await client('other.json', ['--resume', run]);
    expect(other.status).toBe(2);
    expect(other.err).toContain(`there is no run ${run} on this queue`);
  });

  it.each([
    ['in Redis', []],
    ['in files', ['--list', '2']],
  ])('a client is killed while it queues: results %s', async (_, more) => {
    const folder = join(home, 'many');
    mkdirSync(folder, { recursive: true });
    for (let i = 0; i < 120; i++) writeFileSync(join(folder, `${i}.obj`), `v 0 0 0\nv 1 0 0\nv 0 1 ${i}\nf 1 2 3\n`);
    const args = ['check', 'many/*.obj', '--each', '--json', 'many.json', '--quiet', ...more];
    await callCli([...args, '--threads', '1']);
    const whole = report('many.json');
    const queue = ['--queue', redis.url];
    const lost = await startProgram(args.filter((arg) => arg !== '--quiet').concat(queue), { cwd: home });
    programs.push(lost);
    const [, run] = await lost.says(/^run (\S+) on/);
    if (more.length > 0) await steady.isBusy(/many/); // some of it is done when it is queued again
    await lost.kill();
    const resumed = await callCli([...args, ...queue, '--resume', run]);
    expect(resumed).toEqual({ status: 0, out: '', err: '' });
    expectSame('client killed while queueing', 1, report('many.json'), whole);
  });

  it('memory runs out on one frame: its range is split, then that frame has failed', async () => {
    const folder = join(home, 'heavy');
    mkdirSync(folder);
    await makeSequence(folder, 'heavy', 4, 4, 300);
    const args = ['check', 'heavy/heavy_%04d.obj', '--json', '-', '--quiet'];
    const right = await callCli([...args, '--threads', '1']);
    writeFileSync(join(folder, 'heavy_0002.obj'), grate(1000));
    const light = { cwd: home, nodeOptions: ['--max-old-space-size=40'] };
    // a queue of its own: nobody with more memory shall take it
    const queue = ['--queue', redis.url, '--queue-name', 'small'];
    await worker('small', redis.url, queue.slice(2), light);
    const name = (await callCli([...args, ...queue, '--detach'])).out.trim();
    const wait = ['runs', 'wait', name, ...queue, '--json', '-', '--quiet'];
    const { status, out, err } = await callCli(wait);
    expect({ status, err }).toEqual({ status: 3, err: 'heavy/heavy_%04d.obj: not enough memory on the worker.\n' });
    const frames = (text: string) => {
      const [file] = (JSON.parse(text) as CheckReport).files;
      return 'frames' in file ? file.frames : [];
    };
    expect(frames(out)).toHaveLength(4);
    expect(
      frames(out)
        .filter(({ error }) => error)
        .map(({ frame }) => frame),
    ).toEqual([2]);
    expect(frames(out).filter((_, i) => i !== 2)).toEqual(frames(right.out).filter((_, i) => i !== 2));
    const { out: shown } = await callCli(['runs', 'show', name, ...queue]);
    console.log(
      `memory: faults injected 1, frames 4 of which 1 failed, lost 0, doubled 0; ${/\d+ cut in two/.exec(shown)}`,
    );
    expect(shown).toMatch(/ 2 cut in two/);
  });

  it.runIf(long)('a range kills every worker that takes it', async () => {
    const queue = ['--queue', redis.url, '--queue-name', 'poison'];
    const folder = join(home, 'poison');
    mkdirSync(folder);
    await makeSequence(folder, 'poison', 8, 8, 6000);
    const args = ['check', 'poison_%04d.obj', '--json', '-', '--quiet', ...queue];
    const asked = await startProgram(args, { cwd: folder });
    programs.push(asked);
    let kills = 0;
    let ended = false;
    asked.ended.then(() => {
      ended = true;
    });
    while (!ended) {
      const victim = await worker(`victim-${kills}`, redis.url, queue.slice(2), { cwd: folder });
      while (!ended) {
        const { doing } = await victim.tell();
        const [, from, to] = (/frames (\d+) to (\d+)/.exec(doing) ?? []).map(Number);
        if (from <= 5 && to >= 5) break;
        await pause(1);
      }
      if (!ended) kills++;
      await victim.program.kill();
    }
    const [file] = (JSON.parse(asked.out) as CheckReport).files;
    const failed = 'frames' in file ? file.frames.filter(({ error }) => error).length : -1;
    console.log(`poison: faults injected ${kills}, frames 8 of which ${failed} failed, lost 0, doubled 0`);
    expect(kills).toBeLessThan(40);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(8);
  });
});

/** So many long triangles crossing so many others: the contacts alone take more memory than there is. */
function grate(bars: number): string {
  let text = 'o grate\n';
  for (let i = 0; i < bars; i++) {
    text += `v ${i} 0 0\nv ${i + 0.5} 0 1\nv ${i} ${bars} 0.5\n`;
    text += `v 0 ${i} 0.2\nv 0 ${i + 0.5} 0.8\nv ${bars} ${i} 0.4\n`;
  }
  for (let i = 0; i < 2 * bars; i++) text += `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}\n`;
  return text;
}
