import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { describe, expect, it } from 'vitest';
import type { CheckReport, FileReport } from '../../src/index.ts';
import { crossing, moved, toMdd, toObj } from '../meshes.ts';
import { isReport, parseReport } from '../report-schema.ts';
import { callCli, makeFolder, startCli } from '../start-cli.ts';

/** A folder with a clean, a crossing and a broken file, and a sequence that crosses in frame 2. */
function makeFiles(): string {
  const folder = makeFolder();
  const clean = toObj({ flat: { positions: crossing.positions.slice(0, 9), triangles: [0, 1, 2] } });
  writeFileSync(join(folder, 'clean.obj'), clean);
  writeFileSync(join(folder, 'crossing.obj'), toObj({ body: crossing }));
  writeFileSync(join(folder, 'broken.obj'), 'v 1 2\nf 1 2 3\n');
  const away = { ...crossing, positions: moved(crossing, [0, 0, 5]).positions.with(2, 0).with(5, 0).with(8, 0) };
  for (const i of [0, 1, 2, 3]) {
    writeFileSync(join(folder, `seq_${i}.obj`), toObj({ body: i === 2 ? crossing : away }));
  }
  return folder;
}

/** Runs `check` on files of this folder. */
const check = (folder: string, files: readonly string[], ...options: string[]) =>
  callCli(['check', ...files.map((name) => join(folder, name)), '--threads', '1', ...options]);

const fileOf = (report: CheckReport, i = 0) => report.files[i] as FileReport;

describe('selfcollide check: exit status', () => {
  it.each<[number, string[], ...string[]]>([
    [0, ['clean.obj']],
    [1, ['crossing.obj']],
    [1, ['clean.obj', 'crossing.obj']],
    [3, ['broken.obj', 'crossing.obj', 'clean.obj']],
    [3, ['missing.obj']],
    [3, ['.']],
    [2, []],
    [2, ['clean.obj'], '--fps', '0'],
    [2, ['clean.obj'], '--self-only', '--between-objects'],
    [2, ['clean.obj'], '--animation', 'Walk'],
    [2, ['clean.obj'], '--frames', '7:'],
    [2, ['clean.obj'], '--json', 'no/such/folder/report.json'],
    [2, ['clean.obj'], 'scene:no-such-scene'],
  ])('%i for %j %s %s', async (status, files, ...options) => {
    const result = await check(makeFiles(), files, ...options, '--quiet');
    expect({ status: result.status, err: result.err }).toMatchObject({ status });
    expect(result.out).toBe('');
    if (status > 1) expect(result.err).not.toBe('');
    expect(result.err).not.toContain('unexpected error');
  });

  it('is that of the process', async () => {
    const cwd = makeFiles();
    expect(await startCli(['check', 'crossing.obj', '--quiet'], { cwd })).toEqual({ status: 1, out: '', err: '' });
    expect(await startCli(['check', 'clean.obj', '--quiet'], { cwd })).toEqual({ status: 0, out: '', err: '' });
  });
});

describe('selfcollide check: --verbose', () => {
  it('says how a single pose is searched, and how many', async () => {
    const cwd = makeFiles();
    const one = await check(cwd, ['clean.obj'], '--verbose');
    expect(one.err).toMatch(
      /clean\.obj: 1 triangle, ready after \d+ ms; search: box-tree, which is ready at once: preparing star-contour pays from 9 frames on, here are 1\.$/m,
    );
    const many = await callCli(['check', 'scene:knee', '--threads', '1', '--verbose', '--frames', '0:9']);
    expect(many.err).toMatch(/search: star-contour, prepared once: pays from 9 frames on, here are 10\.$/m);
    const asked = await check(cwd, ['clean.obj'], '--verbose', '--method', 'kdop');
    expect(asked.err).toContain('search: kdop, as asked.');
    expect((await check(cwd, ['clean.obj'])).err).toBe('');
    expect((await check(cwd, ['clean.obj'], '--verbose', '--quiet')).status).toBe(2);
  });
});

describe('selfcollide check: text', () => {
  it('goes on after a bad file and says what is where', async () => {
    const { out, err } = await check(makeFiles(), ['broken.obj', 'crossing.obj', 'clean.obj']);
    expect(err).toMatch(/broken\.obj: line 1: expected /);
    expect(out).toContain('crossing.obj hits itself: 2 contacts.');
    expect(out).not.toContain('edge 2–3');
    const { out: details } = await check(makeFiles(), ['crossing.obj'], '--verbose');
    expect(details).toContain('edge 2–3 of face 1 meets face 2');
    expect(out).toContain('clean.obj does not hit itself.');
    expect(out).toContain('3 files: 1 with findings, 1 could not be checked');
  });

  it('suggests the nearest option and command', async () => {
    const option = await callCli(['check', 'a.obj', '--treads', '2']);
    expect(option).toMatchObject({ status: 2, err: expect.stringContaining('Did you mean --threads?') });
    const command = await callCli(['chek']);
    expect(command).toMatchObject({ status: 2, err: expect.stringContaining('Did you mean check?') });
  });

  it.each(['check', 'info', 'scenes', 'bench', 'demo'])('%s --help has examples', async (command) => {
    const { status, out } = await callCli([command, '--help']);
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`\\$ selfcollide ${command}`));
  });

  it('knows its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await callCli(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' });
  });
});

describe('selfcollide check: JSON', () => {
  it('keeps to its schema, also with bad files and without contacts', async () => {
    const { out, status } = await check(
      makeFiles(),
      ['broken.obj', 'crossing.obj', 'clean.obj'],
      '--json',
      '-',
      '--all',
    );
    const report = parseReport(out);
    expect(report.summary).toMatchObject({ files: 3, filesWithFindings: 1, filesFailed: 1, exitStatus: status });
    expect(report.files[0]).toMatchObject({ error: { kind: 'unreadable' } });
    expect(fileOf(report, 1).frames[0]).toMatchObject({
      contacts: 2,
      trianglePairs: 1,
      list: [
        { first: { object: 'body', face: 1, vertices: [2, 3] }, second: { face: 2, vertices: [4, 5, 6] } },
        { first: { object: 'body', face: 2, vertices: [4, 5] }, second: { face: 1 }, point: [1, 1, 0] },
      ],
      unlisted: 0,
    });
    expect(isReport({ ...report, files: [{ ...fileOf(report, 1), triangles: -1 }] })).toBe(false);
  });

  it('reads a sequence in frame order, with numbers from the names', async () => {
    const cwd = makeFiles();
    const json = join(cwd, 'report.json');
    const result = await check(cwd, ['seq_%d.obj'], '--json', json, '--frames', '1:3', '--quiet');
    expect(result).toEqual({ status: 1, out: '', err: '' });
    const { frames, summary } = fileOf(parseReport(readFileSync(json, 'utf8')));
    expect(frames.map(({ frame, file, contacts }) => [frame, file, contacts])).toEqual([
      [1, join(cwd, 'seq_1.obj'), 0],
      [2, join(cwd, 'seq_2.obj'), 2],
      [3, join(cwd, 'seq_3.obj'), 0],
    ]);
    expect(summary).toMatchObject({ framesWithFindings: 1, worstFrames: [{ index: 1, contacts: 2, placeCount: 1 }] });
  });

  it('goes on after a bad frame', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'seq_1.obj'), 'v broken');
    const { out, status } = await check(cwd, ['seq_*.obj'], '--json', '-');
    const { frames, summary } = fileOf(parseReport(out));
    expect(status).toBe(3);
    expect(frames.map(({ contacts, error }) => [contacts, error?.kind])).toEqual([
      [0, undefined],
      [0, 'unreadable'],
      [2, undefined],
      [0, undefined],
    ]);
    expect(summary.failedFrames).toBe(1);
  });

  it('lists triangle pairs when asked, and says what it leaves out', async () => {
    const cwd = makeFiles();
    const pairs = await check(cwd, ['crossing.obj'], '--pairs', 'triangles', '--json', '-', '--all');
    expect(fileOf(parseReport(pairs.out)).frames[0].list).toMatchObject([
      { first: { face: 1, vertices: [1, 2, 3] }, second: { face: 2, vertices: [4, 5, 6] } },
    ]);
    const listed = await check(cwd, ['crossing.obj'], '--list', '1', '--json', '-');
    expect(fileOf(parseReport(listed.out)).frames[0]).toMatchObject({ contacts: 2, unlisted: 1 });
    const capped = await check(cwd, ['crossing.obj'], '--max-contacts', '1', '--json', '-');
    const file = fileOf(parseReport(capped.out));
    expect(file.frames[0]).toMatchObject({ contacts: 1, truncated: true });
    expect(file.warnings).toEqual([expect.stringContaining('--max-contacts')]);
  });

  it('plays a point cache', async () => {
    const cwd = makeFiles();
    writeFileSync(join(cwd, 'move.mdd'), toMdd([crossing.positions.with(11, 3), crossing.positions]));
    const { out } = await check(cwd, ['crossing.obj'], '--cache', join(cwd, 'move.mdd'), '--json', '-');
    const { frames, rest } = fileOf(parseReport(out));
    expect(frames.map(({ time }) => time)).toEqual([0, 0.5]);
    expect(frames[1].contacts).toBe(2);
    const none = { folded: 0, duplicates: 0, proximities: 0, impacts: 0 };
    expect(rest).toEqual({ pose: 'mesh file', contacts: 2, ...none, trianglePairs: 1 });
  });
});

describe('selfcollide check: other outputs', () => {
  it('paints a copy', async () => {
    const cwd = makeFiles();
    await check(cwd, ['seq_%d.obj'], '--marked', join(cwd, 'm.glb'));
    const { objects } = await readModel(readFileSync(join(cwd, 'm.glb')), { name: 'm.glb' });
    expect(objects.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([['body', 2]]);
  });
});
