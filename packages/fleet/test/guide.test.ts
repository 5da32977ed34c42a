import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, toObj } from '../../cli/test/meshes.ts';
import { FleetWorker, type Program, pause, startProgram } from './programs.ts';
import { freePort, noRedis } from './redis-server.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('no openssl: the guide to Redis with TLS is not tested.');

/** The lines of docs/fleet.md, run as they are printed, but for the port. */
describe.skipIf(noRedis !== undefined || !hasOpenssl)('the guide to Redis with a password and TLS', () => {
  let home: string;
  let server: ReturnType<typeof spawn>;
  let env: NodeJS.ProcessEnv;
  const programs: Program[] = [];

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'selfcollide-guide-'));
    writeFileSync(join(home, 'crossing.obj'), toObj({ crossing }));
    const guide = readFileSync(new URL('../../../docs/fleet.md', import.meta.url), 'utf8');
    const [, lines] = /## Redis with a password and TLS.*?```sh\n(.*?)```/s.exec(guide)!;
    const port = String(await freePort());
    expect(lines).toContain('tls-port 6380');
    const script = lines.replaceAll('6380', port).replace('redis-server redis.conf', 'exec redis-server redis.conf');
    server = spawn('sh', ['-ec', script], { cwd: home, stdio: 'ignore' });
    const read = () => {
      try {
        return readFileSync(join(home, 'fleet.env'), 'utf8');
      } catch {
        return '';
      }
    };
    while (!read().includes('SELFCOLLIDE_QUEUE=')) await pause(50);
    env = Object.fromEntries(
      read()
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    await pause(500);
  });
  afterAll(async () => {
    for (const program of programs) await program.kill();
    server?.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  const run = async (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const program = await startProgram(args, { cwd: home, env: { ...env, ...more } });
    programs.push(program);
    const status = await program.ended;
    return { status, out: program.out, err: program.err };
  };

  it('two workers and a client work with it', async () => {
    for (const name of ['one', 'two']) {
      const worker = await FleetWorker.start(env.SELFCOLLIDE_QUEUE!, name, { cwd: home, env });
      programs.push(worker.program);
      expect(worker.program.err).not.toContain(/:(\w{48})@/.exec(env.SELFCOLLIDE_QUEUE!)![1]);
    }
    const queued = await run(['check', 'crossing.obj', '--queue', env.SELFCOLLIDE_QUEUE!, '--json', '-', '--quiet']);
    expect(queued).toMatchObject({ status: 1, err: '' });
    expect(JSON.parse(queued.out).summary.frames).toBe(1);
    // all that an operator does is allowed to that user
    expect(await run(['runs', 'sweep'])).toMatchObject({ status: 0, err: '' });
    expect(await run(['runs', 'failed'])).toMatchObject({ status: 0, out: 'No failed jobs.\n' });
    const third = await FleetWorker.start(env.SELFCOLLIDE_QUEUE!, 'three', { cwd: home, env });
    programs.push(third.program);
    const metrics = await (await fetch(`${third.health}/metrics`)).text();
    expect(metrics).toMatch(/^selfcollide_queue_workers\{.*\} 3$/m);
  });

  it('a run that is queued is there after Redis was started again', async () => {
    for (const program of programs.splice(0)) await program.kill();
    const queued = await run(['check', 'crossing.obj', '--queue', env.SELFCOLLIDE_QUEUE!, '--detach']);
    expect(queued).toMatchObject({ status: 0 });
    const name = queued.out.trim();
    const ended = new Promise((resolve) => server.on('close', resolve));
    server.kill('SIGTERM');
    await ended;
    server = spawn('redis-server', ['redis.conf'], { cwd: home, stdio: 'ignore' });
    for (let tries = 0; ; tries++) {
      const { out } = await run(['runs']);
      if (out.includes(name)) break;
      expect(tries, `${name} is gone: ${out}`).toBeLessThan(20);
      await pause(200);
    }
    // what belongs to it is there as well: it can be finished
    const worker = await FleetWorker.start(env.SELFCOLLIDE_QUEUE!, 'after', { cwd: home, env });
    programs.push(worker.program);
    const waited = await run(['runs', 'wait', name, '--json', '-', '--quiet']);
    expect(waited.status, waited.err).toBe(1);
    expect(JSON.parse(waited.out).summary.frames).toBe(1);
  });

  it.each([
    ['another password', (url: string) => url.replace(/:\w{48}@/, ':guess@'), {}, /refuses the user name or password/],
    ['no password', (url: string) => url.replace(/fleet:\w{48}@/, ''), {}, /asks for a password/],
    ['no TLS', (url: string) => url.replace('rediss:', 'redis:'), {}, /cannot use Redis/],
    [
      'a certificate that nobody vouches for',
      (url: string) => url,
      { NODE_EXTRA_CA_CERTS: '' },
      /no secure connection/,
    ],
  ])('%s is refused', async (_, change, more, reason) => {
    const { status, err } = await run(['runs', '--queue', change(env.SELFCOLLIDE_QUEUE!)], more);
    expect(status).toBe(4);
    expect(err).toMatch(reason);
  });
});
