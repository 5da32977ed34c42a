import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { startProgram } from './programs.ts';
import { freePort, noRedis, RedisServer } from './redis-server.ts';

/** One clear line each, the exit status of the documentation, no stack trace, no password; and the program ends. */
describe.skipIf(noRedis !== undefined)('bad input:', () => {
  let home: string;
  let redis: RedisServer;
  let before: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-bad-input-'));
    writeFileSync(join(home, 'crossing.obj'), toObj({ crossing }));
    redis = await RedisServer.start({ password: 'open sesame' });
    before = process.cwd();
    process.chdir(home);
  });
  afterEach(() => {
    delete process.env.SELFCOLLIDE_REDIS_PASSWORD;
  });
  afterAll(async () => {
    process.chdir(before);
    await redis?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const lines = async (args: readonly string[], password?: string) => {
    if (password === undefined) delete process.env.SELFCOLLIDE_REDIS_PASSWORD;
    else process.env.SELFCOLLIDE_REDIS_PASSWORD = password;
    const { status, err } = await callCli(args);
    return { status, err };
  };
  const shown = () => redis.url;

  it('no server', async () => {
    const url = `redis://user:hush@127.0.0.1:${await freePort()}`;
    const err = `error: cannot use Redis at ${url.replace('user:hush@', '')}: nobody answers there (connection refused).\n`;
    for (const args of [
      ['check', 'crossing.obj', '--queue', url],
      ['runs', '--queue', url],
      ['worker', '--queue', url],
    ]) {
      expect(await lines(args)).toEqual({ status: 4, err });
    }
  });

  it('a server that takes connections and says nothing, and one that is not Redis', async () => {
    const sockets = new Set<Socket>();
    const answers = [undefined, '$-1\r\n'];
    for (const answer of answers) {
      const silent = createListener((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        // a word for each command
        socket.on('data', (data) => answer && socket.write(answer.repeat(`${data}`.match(/^\*\d/gm)?.length ?? 0)));
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const what = answer ? 'an answer that is not of a Redis server' : 'nobody answers there (timed out)';
      const err = `error: cannot use Redis at ${url}: ${what}.\n`;
      const asked = [['check', 'crossing.obj'], ['runs'], ['worker']].map((args) => lines([...args, '--queue', url]));
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ status: 4, err })));
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('a worker that cannot write results, and no other', async () => {
    const root = mkdtempSync(join(tmpdir(), 'selfcollide-unwritable-'));
    const worker = await startProgram(['worker', '--queue', redis.url, '--root', home, '--name', 'full'], {
      cwd: home,
      env: { SELFCOLLIDE_REDIS_PASSWORD: 'open sesame' },
    });
    try {
      writeFileSync(join(home, '.selfcollide-runs'), 'no folder');
      const args = [
        'check',
        'crossing.obj',
        '--list',
        '1',
        '--json',
        join(root, 'r.json'),
        '--quiet',
        '--queue',
        redis.url,
      ];
      const { status, err } = await lines(args, 'open sesame');
      expect([status, err]).toEqual([
        3,
        'crossing.obj: results cannot be written below the root (ENOTDIR) (worker full).\n',
      ]);
    } finally {
      await worker.kill();
      rmSync(join(home, '.selfcollide-runs'), { force: true });
      rmSync(root, { recursive: true });
    }
  });

  it('wrong password, and none', async () => {
    const url = `redis://:hush@127.0.0.1:${redis.port}`;
    expect(await lines(['worker', '--queue', url])).toEqual({
      status: 4,
      err: `error: cannot use Redis at ${shown()}: it refuses the user name or password.\n`,
    });
    expect(await lines(['check', 'crossing.obj', '--queue', redis.url])).toEqual({
      status: 4,
      err: `error: cannot use Redis at ${shown()}: it asks for a password.\n`,
    });
  });

  it.each([
    ['http://127.0.0.1:6379', '--queue must start with redis:// or rediss://, got http://.'],
    [
      'nonsense',
      '--queue must be an address such as redis://127.0.0.1:6379 (# / ? in a password as %23 %2F %3F), got something else.',
    ],
    [
      'redis://127.0.0.1:6379/?password=hush',
      '--queue: what follows ? or # in the address has no meaning here (in a password write %3F, %23).',
    ],
  ])('wrong address: %s', async (url, message) => {
    for (const args of [
      ['check', 'crossing.obj', '--queue', url],
      ['worker', '--queue', url],
    ]) {
      expect(await lines(args)).toEqual({ status: 2, err: `error: ${message}\n` });
    }
  });

  it('queue of another version', async () => {
    const client = redis.client();
    await client.set('selfcollide:old:version', 'selfcollide 0.0.1, layout 1');
    client.disconnect();
    const args = ['--queue', redis.url, '--queue-name', 'old'];
    const { status, err } = await lines(['worker', ...args], 'open sesame');
    expect(status).toBe(4);
    expect(err).toMatch(
      /^error: the queue "old" at redis:\S+ is of selfcollide 0\.0\.1, layout 1, this is selfcollide [\d.]+, layout 2: use the same version, or another --queue-name\.\n$/,
    );
  });

  it.each(['nowhere', 'crossing.obj'])('root that is no folder: %s', async (root) => {
    for (const args of [
      ['worker', '--root', root],
      ['check', 'crossing.obj', '--root', root],
    ]) {
      expect(await lines([...args, '--queue', redis.url], 'open sesame')).toEqual({
        status: 2,
        err: `error: --root must be a folder, got ${root}.\n`,
      });
    }
  });

  it('cache that cannot be made', async () => {
    const { status, err } = await lines(['worker', '--cache', 'crossing.obj', '--queue', redis.url], 'open sesame');
    expect([status, err]).toEqual([
      2,
      'error: --cache must be a folder, or one that can be made, got crossing.obj (EEXIST).\n',
    ]);
  });

  it('database that the server does not have: not that of another fleet', async () => {
    const url = `${redis.url}/99`;
    for (const args of [['worker'], ['check', 'crossing.obj'], ['runs']]) {
      expect(await lines([...args, '--queue', url], 'open sesame')).toEqual({
        status: 4,
        err: `error: cannot use Redis at ${url}: it has no database of that number.\n`,
      });
    }
  });

  it('what a client that leaves could not write, and a password that is no text', async () => {
    for (const option of [['--watch'], ['--junit', 'r.xml'], ['--sarif', '-'], ['--format', 'github']]) {
      const { status, err } = await lines(['check', 'crossing.obj', '--detach', ...option, '--queue', redis.url]);
      expect([status, err]).toEqual([2, expect.stringContaining('does not go with --detach')]);
    }
    const { status, err } = await lines(['check', 'crossing.obj', '--queue', 'redis://:a%zz@127.0.0.1:1']);
    expect([status, err]).toEqual([2, 'error: --queue: a % in the user or password must be written %25.\n']);
  });

  it('options without a queue', async () => {
    for (const option of [['--detach'], ['--resume', 'run-1'], ['--root', '.']]) {
      expect(await lines(['check', 'crossing.obj', ...option])).toEqual({
        status: 2,
        err: `error: ${option[0]} goes with --queue, which is missing.\n`,
      });
    }
    expect(await lines(['runs'])).toEqual({
      status: 2,
      err: 'error: --queue or the environment variable SELFCOLLIDE_QUEUE must name the queue.\n',
    });
  });

  /** Has one command of Redis done, and undone after the test. */
  const withServer = async (set: readonly string[], reset: readonly string[], use: () => Promise<void>) => {
    const client = redis.client();
    try {
      await client.call(set[0], ...set.slice(1));
      await use();
    } finally {
      await client.call(reset[0], ...reset.slice(1));
      client.disconnect();
    }
  };
  const queue = () => ['--queue', redis.url];
  const refused = (what: string) => ({ status: 4, err: `error: cannot use Redis at ${shown()}: ${what}.\n` });
  const detach = async () => (await callCli(['check', 'crossing.obj', '--detach', ...queue()])).out.trim();

  it('a server that is full, which can be looked at and cleared', async () => {
    process.env.SELFCOLLIDE_REDIS_PASSWORD = 'open sesame';
    const run = await detach();
    await withServer(['CONFIG', 'SET', 'maxmemory', '1mb'], ['CONFIG', 'SET', 'maxmemory', '0'], async () => {
      for (const args of [['check', 'crossing.obj'], ['check', 'crossing.obj', '--detach'], ['worker']]) {
        expect(await lines([...args, ...queue()], 'open sesame')).toEqual(refused('it is full (maxmemory)'));
      }
      expect((await callCli(['runs', ...queue()])).out).toContain(run);
      expect(await callCli(['runs', 'show', run, ...queue()])).toMatchObject({ status: 0 });
      expect(await callCli(['runs', 'cancel', run, ...queue()])).toMatchObject({ status: 0 });
      expect(await callCli(['runs', 'forget', run, ...queue()])).toMatchObject({ status: 0 });
    });
  });

  it('a replica', async () => {
    const other = ['REPLICAOF', '127.0.0.1', String(await freePort())];
    await withServer(other, ['REPLICAOF', 'NO', 'ONE'], async () => {
      for (const args of [['check', 'crossing.obj'], ['worker']]) {
        const what = refused('it is a replica, which can only be read');
        expect(await lines([...args, ...queue()], 'open sesame')).toEqual(what);
      }
      expect(await lines(['runs', ...queue()], 'open sesame')).toEqual({ status: 0, err: '' });
    });
  });

  it('a user without rights', async () => {
    const user = ['ACL', 'SETUSER', 'guest', 'on', '>hush', '+@all', '~other:*'];
    await withServer(user, ['ACL', 'DELUSER', 'guest'], async () => {
      const url = `redis://guest:hush@127.0.0.1:${redis.port}`;
      for (const args of [['check', 'crossing.obj'], ['worker'], ['runs']]) {
        const what = refused('the user has no permission for what is needed');
        expect(await lines([...args, '--queue', url])).toEqual(what);
      }
    });
  });

  it('a health port that is taken: the program ends, threads and all', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const args = ['worker', ...queue(), '--health-port', String(port)];
    const program = await startProgram(args, { cwd: home, env: { SELFCOLLIDE_REDIS_PASSWORD: 'open sesame' } });
    expect(await program.ended).toBe(4);
    expect(program.err).toBe(`error: --health-port: cannot listen on 127.0.0.1:${port} (EADDRINUSE).\n`);
    server.close();
  });

  it('a server that does not answer does not keep a worker that has nothing to finish', async () => {
    const other = await RedisServer.start();
    const program = await startProgram(['worker', '--queue', other.url], { cwd: home });
    await program.says(/worker .*, root /);
    const client = other.client();
    await client.call('CLIENT', 'PAUSE', '60000', 'ALL'); // as if it were frozen
    client.disconnect();
    const started = performance.now();
    program.signal('SIGTERM');
    await program.ended;
    await other.kill();
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(program.err).toContain('it has nothing, and Redis does not answer; stopped.\n');
  });

  it('a run that is damaged in Redis, which can be forgotten', async () => {
    process.env.SELFCOLLIDE_REDIS_PASSWORD = 'open sesame';
    const run = await detach();
    const client = redis.client();
    await client.hset(`selfcollide:selfcollide:run:${run}`, 'plan', 'garbage');
    client.disconnect();
    const damaged = { status: 4, err: 'error: what Redis holds of this run is damaged.\n' };
    expect(await lines(['runs', 'wait', run, ...queue()], 'open sesame')).toEqual(damaged);
    expect(await lines(['runs', 'cancel', run, ...queue()], 'open sesame')).toEqual({ status: 0, err: '' });
    expect(await lines(['runs', 'forget', run, ...queue()], 'open sesame')).toEqual({ status: 0, err: '' });
  });

  it('a run whose jobs are lost, as by a server that became full while they moved: nobody waits for ever', async () => {
    process.env.SELFCOLLIDE_REDIS_PASSWORD = 'open sesame';
    const run = await detach();
    const client = redis.client();
    const lists = (await client.keys('*')).filter((key) => /:(wait|active|delayed|prioritized)$/.test(key));
    expect(lists.length).toBeGreaterThan(0);
    await client.del(...lists);
    client.disconnect();
    const { status, err } = await lines(['runs', 'wait', run, ...queue()], 'open sesame');
    expect(status).toBe(4);
    expect(err).toContain(
      `error: the run ${run} has lost its work: nothing is queued, and results are missing; perhaps Redis was full. Check again.\n`,
    );
    expect(await lines(['runs', 'forget', run, ...queue()], 'open sesame')).toEqual({
      status: 2,
      err: expect.any(String),
    });
    expect(await lines(['runs', 'cancel', run, ...queue()], 'open sesame')).toEqual({ status: 0, err: '' });
    expect(await lines(['runs', 'forget', run, ...queue()], 'open sesame')).toEqual({ status: 0, err: '' });
  });

  it('files of a run that Redis has lost, or that are below another root', async () => {
    process.env.SELFCOLLIDE_REDIS_PASSWORD = 'open sesame';
    mkdirSync(join(home, '.selfcollide-runs/run-1-a'), { recursive: true });
    expect(await callCli(['runs', 'forget', 'run-1-a', ...queue()])).toEqual({
      status: 0,
      out: 'run-1-a is not on the queue any more; its files are removed.\n',
      err: '',
    });
    expect(readdirSync(home)).toEqual(['crossing.obj']);
    for (const name of ['run-1-a', '..', '../..']) {
      const err = `error: there is no run ${name} on this queue ("selfcollide runs" lists them).\n`;
      expect(await callCli(['runs', 'forget', name, ...queue()])).toEqual({ status: 2, out: '', err });
    }
  });
});
