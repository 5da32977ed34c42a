import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildCli } from './build-cli.ts';
import { crossing, type TestMesh, toObj } from './meshes.ts';
import { parseReport } from './report-schema.ts';
import { makeFolder, startCli } from './start-cli.ts';

/** The cases of the table in docs/ci-guide.md, each as a process. */
function makeFiles(): string {
  const folder = makeFolder();
  const clean = toObj({ flat: { positions: crossing.positions.slice(0, 9), triangles: [0, 1, 2] } });
  writeFileSync(join(folder, 'clean.obj'), clean);
  writeFileSync(join(folder, 'crossing.obj'), toObj({ body: crossing }));
  writeFileSync(join(folder, 'broken.obj'), 'v 1 2\nf 1 2 3\n');
  writeFileSync(join(folder, 'seq_1.obj'), toObj({ body: crossing }));
  writeFileSync(join(folder, 'seq_2.obj'), 'v broken');
  return folder;
}

/** `count` long triangles across `count` others: each meets each. */
function grate(count: number): TestMesh {
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    positions.push(-1, i, -0.4, count, i, -0.4, count / 2, i + 0.1, 0.5);
    positions.push(i, -1, 0.4, i, count, 0.4, i + 0.1, count / 2, -0.5);
  }
  return { positions, triangles: positions.slice(0, positions.length / 3).map((_, i) => i) };
}

/** Runs the program with its standard output closed after it has started, or going to a file. */
async function startWith(args: string[], cwd: string, out: 'closed' | string, ready?: () => boolean) {
  const file = out === 'closed' ? undefined : openSync(out, 'w');
  const child = spawn(process.execPath, [await buildCli(), ...args], {
    cwd,
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
  });
  child.stdout?.destroy();
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const timer = ready && setInterval(() => ready() && child.kill('SIGINT'), 5);
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  );
  clearInterval(timer);
  if (file !== undefined) closeSync(file);
  return { status, signal, err };
}

const leftovers = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.partial'));

describe('exit status', () => {
  it.each([
    [0, 'nothing found', ['clean.obj']],
    [1, 'contacts', ['crossing.obj', 'clean.obj']],
    [2, 'a wrong option', ['clean.obj', '--find', 'holes']],
    [2, 'a report that cannot be there', ['clean.obj', '--html', 'no/such/folder/r.html']],
    [3, 'unreadable', ['broken.obj', 'crossing.obj']],
    [3, 'partly unreadable', ['seq_%d.obj']],
  ])('%i: %s', async (status, _, args) => {
    const result = await startCli(['check', ...args, '--quiet'], { cwd: makeFiles() });
    expect(result).toMatchObject({ status, out: '' });
    expect(result.err.split('\n').length).toBeLessThan(4); // a sentence, no trace
  });

  it('3: a file beyond all bounds', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'huge.stl'), '');
    truncateSync(join(cwd, 'huge.stl'), 5 * 2 ** 30); // takes no room on the disk
    const { status, err } = await startCli(['check', 'huge.stl', 'crossing.obj'], { cwd });
    expect({ status, err }).toEqual({
      status: 3,
      err: 'huge.stl: files up to 4 GiB can be read, this one has 5.0.\n',
    });
  });

  it('3: not enough memory for one of several files', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'grate.obj'), toObj({ grate: grate(1000) }));
    const nodeOptions = ['--max-old-space-size=24'];
    const args = ['check', 'grate.obj', 'crossing.obj', '--threads', '2', '--json', 'r.json', '--quiet'];
    const { status, err } = await startCli(args, { cwd, nodeOptions });
    expect({ status, err }).toEqual({ status: 3, err: 'grate.obj: not enough memory; try --threads 1.\n' });
    expect(parseReport(readFileSync(join(cwd, 'r.json'), 'utf8')).files[1]).toMatchObject({
      frames: [{ contacts: 2 }],
    });
  });

  it('134: not enough memory for the only file; no half report stays', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'grate.obj'), toObj({ grate: grate(1000) }));
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=24', await buildCli(), 'check', 'grate.obj', '--threads', '1', '--json', 'r.json'],
      { cwd, stdio: 'ignore' },
    );
    const [status, signal] = await new Promise<unknown[]>((resolve) => child.on('close', (...end) => resolve(end)));
    expect(signal ?? status).toBe('SIGABRT');
    expect(existsSync(join(cwd, 'r.json'))).toBe(false);
  });

  it('is what was found when nobody reads the text any more, and reports are written', async () => {
    const cwd = makeFiles();
    const args = ['check', 'crossing.obj', 'clean.obj', '--json', 'r.json', '--html', 'r.html'];
    expect(await startWith(args, cwd, 'closed')).toEqual({ status: 1, signal: null, err: '' });
    expect(parseReport(readFileSync(join(cwd, 'r.json'), 'utf8')).files).toHaveLength(2);
    expect(existsSync(join(cwd, 'r.html'))).toBe(true);
  });

  it('4: nobody reads the report; others are written', async () => {
    const cwd = makeFiles();
    const { status, err } = await startWith(
      ['check', 'crossing.obj', '--json', '-', '--html', 'r.html'],
      cwd,
      'closed',
    );
    expect({ status, err }).toEqual({
      status: 4,
      err: '--json: cannot write to standard output (nobody reads it any more).\n',
    });
    expect(existsSync(join(cwd, 'r.html'))).toBe(true);
  });

  it.runIf(existsSync('/dev/full'))('4: disk full; others are written', async () => {
    const cwd = makeFiles();
    const args = ['check', 'crossing.obj', '--json', '/dev/full', '--html', 'r.html', '--quiet'];
    expect(await startCli(args, { cwd })).toEqual({
      status: 4,
      out: '',
      err: '--json: cannot write /dev/full (no space left on the device).\n',
    });
    expect(existsSync(join(cwd, 'r.html'))).toBe(true);
    expect(await startWith(['check', 'crossing.obj'], cwd, '/dev/full')).toEqual({
      status: 4,
      signal: null,
      err: 'error: cannot write to standard output (no space left on the device).\n',
    });
  });

  it('130: interrupted; the report before it stays whole, and nothing is left beside it', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'r.json'), 'the old one');
    const args = ['check', 'scene:bunny:14000', '--threads', '1', '--json', 'r.json', '--all', '--quiet'];
    const { signal, err } = await startWith(args, cwd, 'closed', () => leftovers(cwd).length > 0);
    expect({ signal, err }).toEqual({ signal: 'SIGINT', err: '' }); // a shell calls that 130
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toBe('the old one');
    expect(leftovers(cwd)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('a signal ends it at once, also within a frame that takes long', async () => {
    const cwd = makeFolder();
    // a frame of many seconds: every bar crosses every other
    writeFileSync(join(cwd, 'grate.obj'), toObj({ grate: grate(700) }));
    writeFileSync(join(cwd, 'r.json'), 'the old one');
    const args = ['check', 'grate.obj', '--threads', '1', '--json', 'r.json', '--all', '--quiet'];
    const child = spawn(process.execPath, [await buildCli(), ...args], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, signal) => resolve(signal)));
    for (const until = Date.now() + 20_000; leftovers(cwd).length === 0 && Date.now() < until; ) await pause(5);
    await pause(2000); // well within the frame
    expect(child.exitCode).toBe(null);
    const started = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toBe('the old one');
    expect(leftovers(cwd)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('3: a named pipe, which nobody may ever write to', async () => {
    const cwd = makeFolder();
    execFileSync('mkfifo', [join(cwd, 'pipe.obj')]);
    for (const args of [['pipe.obj'], ['pipe.obj', '--threads', '2'], ['pipe.obj', 'pipe.obj']]) {
      const { status, err } = await startCli(['check', ...args, '--quiet'], { cwd });
      expect(status).toBe(3);
      expect(err).toContain('pipe.obj: it is a named pipe, not a file; - reads standard input.\n');
    }
  });
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
