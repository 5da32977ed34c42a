import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { expectSame } from './compare-reports.ts';
import { FleetWorker, type Program, startProgram } from './programs.ts';
import { noRedis, RedisServer } from './redis-server.ts';
import { makeShots, type Shots } from './shots.ts';

describe.skipIf(noRedis !== undefined)('a fleet of two workers', () => {
  let home: string;
  let shots: Shots;
  let redis: RedisServer;
  let one: FleetWorker;
  let served: ReturnType<typeof createServer>;
  let address: string;
  let before: string;
  const programs: Program[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-fleet-'));
    shots = await makeShots(home);
    redis = await RedisServer.start({ password: 'open sesame' });
    served = createServer((request, reply) => {
      if (request.url === '/big.obj') reply.end(`# ${'x'.repeat(3_000_000)}\n`);
      else if (request.url === '/away.obj') reply.writeHead(302, { location: '/crossing.obj' }).end();
      else reply.end(toObj({ crossing }));
    });
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
    // the same files, mounted elsewhere
    symlinkSync(home, `${home}-mounted`);
    const env = { SELFCOLLIDE_REDIS_PASSWORD: 'open sesame' };
    const more = ['--cache', join(home, '.cache'), '--allow-url', `${address}/`, '--max-download-megabytes', '1'];
    one = await FleetWorker.start(redis.url, 'one', { cwd: home, env }, more);
    const two = await FleetWorker.start(
      `redis://:${encodeURIComponent('open sesame')}@127.0.0.1:${redis.port}`,
      'two',
      { cwd: tmpdir() },
      ['--root', `${home}-mounted`, '--allow-url', `${address}/`, '--max-download-megabytes', '1'],
    );
    programs.push(one.program, two.program);
    before = process.cwd();
    process.chdir(home);
    process.env.SELFCOLLIDE_REDIS_PASSWORD = 'open sesame';
  });
  afterAll(async () => {
    delete process.env.SELFCOLLIDE_REDIS_PASSWORD;
    process.chdir(before);
    for (const program of programs) await program.kill();
    await redis?.stop();
    served?.close();
    rmSync(`${home}-mounted`, { force: true });
    rmSync(home, { recursive: true, force: true });
  });

  /** As a user with the password in the environment; in this process, which spares starting others. */
  const cli = (args: readonly string[]) => callCli(args);
  /** The same as a process of its own: pages are there only where the program was built. */
  const start = async (args: readonly string[]) => {
    const program = await startProgram(args, { cwd: home });
    return { status: await program.ended, err: program.err };
  };
  const onQueue = (args: readonly string[]) => cli([...args, '--queue', redis.url, '--range-seconds', '0.02']);
  const read = (name: string) => readFileSync(join(home, name), 'utf8');

  it.each([
    ['counts', []],
    ['every contact', ['--all', '--frames', ':60']],
    ['between frames', ['--between-frames', '--frames', ':12']],
    ['proximities', ['--proximity', '0.01', '--rest-radius', '0.02', '--frames', ':20', '--list', '3']],
    ['few in Redis', ['--redis-megabytes', '0.001', '--pairs', 'triangles', '--ignore-rest', '--frames', ':60']],
  ])('gives the same report byte for byte: %s', async (name, options) => {
    const plain = options.filter((_, i) => !/^--redis/.test(options[i]) && !/^--redis/.test(options[i - 1] ?? ''));
    const right = await cli(['check', ...shots.args, ...plain, '--threads', '1', '--json', 'plain.json', '--quiet']);
    const queued = await onQueue(['check', ...shots.args, ...options, '--json', 'queue.json', '--quiet']);
    expect(queued).toEqual(right);
    expect(queued.status).toBe(3);
    expectSame(name, 0, read('queue.json'), read('plain.json'));
    expect(readdirSync(home)).not.toContain('.selfcollide-runs');
  });

  it('gives the same in every other format, with config and baseline', async () => {
    // an override sends settings along with some files alone
    const config = {
      inputs: ['shots', 'crossing.obj', 'damaged.obj'],
      failOver: { contacts: 3 },
      overrides: [{ files: ['shots/deep/**'], weld: '1e-5', failOver: { contacts: 100_000 } }],
    };
    writeFileSync(join(home, 'team.json'), JSON.stringify(config));
    const kinds = ['sarif', 'junit', 'markdown', 'json'];
    const check = async (more: readonly string[]) => {
      const files = kinds.flatMap((kind) => [`--${kind}`, `report.${kind}`]);
      const { status, out } = await cli(['check', '--config', 'team.json', '--format', 'github', ...files, ...more]);
      const reports = kinds.map((kind) => withoutTimes(read(`report.${kind}`)));
      return { status, out, reports, known: read('known.json') };
    };
    const baseline = ['--baseline', 'known.json'];
    for (const options of [[...baseline, '--update-baseline'], baseline, [...baseline, '--weld', '1e-3']]) {
      const right = await check([...options, '--threads', '1']);
      expect(await check([...options, '--queue', redis.url])).toEqual(right);
      expect(right.status).toBe(3); // one is damaged
      expect(right.out).toMatch(/^::error file=damaged\.obj/m);
      for (const report of right.reports) expect(report).toContain('damaged.obj');
    }
  });

  it('gives the same page and the same marked models', async () => {
    const args = ['check', 'shots/knee.glb', 'crossing.obj', '--quiet'];
    await start([...args, '--html', 'plain.html', '--marked', 'plain.glb']);
    const queued = await start([...args, '--html', 'queue.html', '--marked', 'queue.glb', '--queue', redis.url]);
    expect(queued).toEqual({ status: 1, err: '' });
    const parts = (name: string) =>
      [...read(name).matchAll(/id="(\w+)">([^<]+)<\/script>/g)].map(([, id, data]) => {
        const bytes = inflateSync(Buffer.from(data, 'base64'));
        return id === 'payload' ? { ...JSON.parse(bytes.toString()), created: '' } : hash(bytes);
      });
    expect(parts('queue.html')).toHaveLength(2);
    expect(parts('queue.html')).toEqual(parts('plain.html'));
    for (const of of ['knee', 'crossing']) {
      const bytes = (name: string) => hash(readFileSync(join(home, `${name}-${of}.glb`)));
      expect(bytes('queue')).toBe(bytes('plain'));
    }
  });

  it('leaves a run and goes on with it from elsewhere', async () => {
    const asked = [...shots.args, '--list', '2', '--frames', ':60'];
    const { status, out } = await onQueue(['check', ...asked, '--detach']);
    expect(status).toBe(0);
    const run = out.trim();
    expect(run).toMatch(/^run-\d{8}-[\da-f]{6}$/);
    const runs = (...args: string[]) => cli(['runs', ...args, '--queue', redis.url]);
    const wait = await runs('wait', run, '--json', 'waited.json', '--quiet');
    expect(wait.status).toBe(3);
    await cli(['check', ...asked, '--threads', '1', '--json', 'plain.json', '--quiet']);
    expectSame('detached', 0, read('waited.json'), read('plain.json'));
    expect((await runs()).out).toMatch(new RegExp(`${run} +done +7/7 +\\d+/\\d+ +2 `));
    expect((await runs('show', run)).out).toMatch(/workers 2 on the queue/);
    expect(await runs('wait', run, '--html', 'w.html')).toMatchObject({ status: 2 });
    const pictured = await onQueue(['check', 'crossing.obj', '--detach', '--marked', 'later.glb']);
    const withPage = pictured.out.trim();
    expect(pictured).toMatchObject({
      status: 0,
      err: `Written by: selfcollide runs wait ${withPage} --marked later.glb\n`,
    });
    expect(existsSync(join(home, 'later.glb'))).toBe(false);
    expect(await runs('wait', withPage, '--marked', 'later.glb', '--quiet')).toEqual({ status: 1, out: '', err: '' });
    expect(existsSync(join(home, 'later.glb'))).toBe(true);
    expect(await runs('forget', withPage)).toMatchObject({ status: 0 });
    expect(await runs('cancel', run)).toMatchObject({ status: 0, out: `${run} is done already.\n` });
    expect(await runs('forget', run)).toMatchObject({ status: 0, out: `${run} is forgotten.\n` });
    expect((await runs()).out).toBe('No runs.\n');
    expect(await runs('show', run)).toEqual({
      status: 2,
      out: '',
      err: `error: there is no run ${run} on this queue ("selfcollide runs" lists them).\n`,
    });
  });

  it('cancels a run and forgets it, not before', async () => {
    const idle = ['--queue', redis.url, '--queue-name', 'idle'];
    const run = (await cli(['check', 'crossing.obj', '--detach', ...idle])).out.trim();
    expect(await cli(['runs', 'forget', run, ...idle])).toEqual({
      status: 2,
      out: '',
      err: `error: the run ${run} goes on; "selfcollide runs cancel ${run}" first.\n`,
    });
    expect(await cli(['runs', 'cancel', run, ...idle])).toMatchObject({ status: 0, out: `${run} is cancelled.\n` });
    const wait = await cli(['runs', 'wait', run, ...idle, '--quiet']);
    expect(wait).toEqual({ status: 4, out: '', err: `error: the run ${run} was cancelled.\n` });
    expect(await cli(['runs', 'forget', run, ...idle])).toMatchObject({ status: 0 });
    const client = redis.client();
    expect(await client.keys('selfcollide:idle:run*')).toEqual([]);
    client.disconnect();
  });

  it('fetches files, no other version, not too large, nowhere else', async () => {
    const sha256 = hash(toObj({ crossing }));
    const check = (name: string) => onQueue(['check', name, '--quiet']);
    expect(await check(`${address}/crossing.obj`)).toEqual({ status: 1, out: '', err: '' });
    expect(await check(`${address}/crossing.obj#sha256=${sha256}`)).toEqual({ status: 1, out: '', err: '' });
    const other = `${address}/crossing.obj#sha256=${'0'.repeat(64)}`;
    expect((await check(other)).err).toMatch(/another version than was asked for \(workers \w+, \w+\)\.\n$/);
    expect((await check(`${address}/big.obj`)).err).toMatch(/more than 1048576 bytes, which is the limit \(workers /);
    expect((await check(`${address}/away.obj`)).err).toMatch(
      /away\.obj: it cannot be fetched \(redirections are not followed\)\.\n$/,
    );
    const elsewhere = `http://localhost:${new URL(address).port}/crossing.obj`;
    expect((await check(elsewhere)).err).toMatch(/this worker does not fetch from there \(--allow-url\) \(workers /);
    for (const mistyped of ['#sha256=XYZ', `#sha256=${sha256.slice(1)}`, '#', `#${sha256}`]) {
      expect(await check(`${address}/crossing.obj${mistyped}`)).toEqual({
        status: 2,
        out: '',
        err: `${address}/crossing.obj${mistyped}: what follows # must be sha256= and 64 hexadecimal digits.\n`,
      });
    }
    expect(await check('ftp://example.com/a.obj')).toEqual({
      status: 2,
      out: '',
      err: 'ftp://example.com/a.obj: only files, http:// and https:// can be checked.\n',
    });
  });

  it('refuses what is outside the root', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'selfcollide-outside-'));
    try {
      writeFileSync(join(outside, 'secret.obj'), toObj({ crossing }));
      symlinkSync(join(outside, 'secret.obj'), join(home, 'link.obj'));
      for (const name of [join(outside, 'secret.obj'), 'link.obj']) {
        const { status, err } = await onQueue(['check', name, '--quiet']);
        expect({ status, err }).toEqual({ status: 2, err: `${name}: it is outside the root ${home} (--root).\n` });
      }
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('says what the worker lacks', async () => {
    const folder = join(home, 'other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'only-here.obj'), toObj({ crossing }));
    const { status, err } = await onQueue(['check', 'other/only-here.obj', '--root', 'other', '--quiet']);
    expect(status).toBe(3);
    expect(err).toMatch(
      /^other\/only-here\.obj: no such file below the root of this worker \(workers (one, two|two, one)\)\.\n$/,
    );
  });

  it('tells how it is, on the loopback address', async () => {
    expect(await one.tell()).toMatchObject({ status: 'ok', name: 'one' });
    const metrics = await (await fetch(`${one.health}/metrics`)).text();
    expect(Number(/^selfcollide_worker_frames_total\{worker="one"\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(50);
    expect(metrics).toMatch(/^selfcollide_worker_process_resident_memory_bytes\{worker="one"\} \d+$/m);
    expect((await fetch(`${one.health}/other`)).status).toBe(404);
    expect(readdirSync(join(home, '.cache')).filter((name) => name.endsWith('.prepared')).length).toBeGreaterThan(0);
  });

  it('ends cleanly, and never said the password', async () => {
    for (const program of programs) program.signal('SIGTERM');
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0]);
    for (const { err } of programs) {
      expect(err).toMatch(/stopped\.\n$/);
      expect(err).not.toContain('sesame');
    }
  });
});

/** Seconds in JSON, JUnit and Markdown. */
function withoutTimes(report: string): string {
  return report.replace(/(?<="seconds":|time=")[\d.]+|(?<=timestamp=")[\d:T-]+|(?<=\()[\d.]+(?= s\)\.)/g, '');
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
