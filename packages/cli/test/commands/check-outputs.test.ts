import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossing, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

function makeFiles(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'b'));
  for (const name of ['a.obj', 'b/a.obj']) writeFileSync(join(folder, name), toObj({ body: crossing }));
  symlinkSync(join(folder, 'a.obj'), join(folder, 'link.glb'));
  return folder;
}

const check = (folder: string, args: readonly string[]) =>
  callCli(['check', '--threads', '1', ...args.map((arg) => arg.replace('@', `${folder}/`))]);

describe('outputs of check', () => {
  it.each([
    ['over the input', ['@a.obj', '--json', '@a.obj'], 'must not write over .*a.obj, which is an input'],
    ['over the input by another name', ['@a.obj', '--marked', '@link.glb'], 'which is an input'],
    ['over each other', ['@a.obj', '--json', '@r', '--html', '@b/../r'], 'which --json writes'],
    ['GLB as OBJ', ['@a.obj', '--marked', '@x.obj'], 'must end in .glb'],
    ['both on standard output', ['@a.obj', '--json', '-', '--html', '-'], 'only one report can go to standard output'],
    ['a folder', ['@a.obj', '--json', '@r.json', '--html', '@b'], 'is a folder'],
  ])('are refused: %s', async (_, args, message) => {
    const folder = makeFiles();
    const before = readdirSync(folder);
    const { status, err, out } = await check(folder, args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(message));
    expect(readFileSync(join(folder, 'a.obj'), 'utf8')).toBe(toObj({ body: crossing }));
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each([
    ['a baseline', ['--baseline', '@known.json', '--json', '@known.json'], 'which is the baseline'],
    ['a config', ['--config', '@own.json', '--html', '@own.json'], 'which is the config'],
    ['a list of files', ['--files-from', '@list.txt', '--sarif', '@list.txt'], 'which is the list of files'],
    ['materials', ['--json', '@my paint.mtl'], 'which an input refers to'],
  ])('are refused over %s', async (_, args, message) => {
    const folder = makeFiles();
    const files: Record<string, string> = {
      'own.json': '{}',
      'list.txt': `${folder}/a.obj\n`,
      'my paint.mtl': 'newmtl red\n',
      'a.obj': `mtllib my paint.mtl\n${toObj({ body: crossing })}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await check(folder, ['@a.obj', '--baseline', '@known.json', '--update-baseline']);
    const contents = () =>
      readdirSync(folder, { withFileTypes: true }).map(({ name, parentPath }) => {
        const path = join(parentPath, name);
        return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : ''];
      });
    const before = contents();
    const { status, err } = await check(folder, ['@a.obj', ...args]);
    expect(err).toMatch(new RegExp(message));
    expect(status).toBe(2);
    expect(contents()).toEqual(before);
  });

  it('of files with the same name get names of their own', async () => {
    const folder = makeFiles();
    await check(folder, ['@a.obj', '@b/a.obj', '--marked', '@m.glb']);
    expect(readdirSync(folder).filter((name) => name.startsWith('m'))).toEqual(['m-a-2.glb', 'm-a.glb']);
  });

  it('replace what a link leads to, and keep its permissions', async () => {
    const folder = makeFiles();
    writeFileSync(join(folder, 'b/real.json'), 'old', { mode: 0o600 });
    symlinkSync(join(folder, 'b/real.json'), join(folder, 'r.json'));
    expect((await check(folder, ['@a.obj', '--json', '@r.json'])).status).toBe(1);
    expect(JSON.parse(readFileSync(join(folder, 'b/real.json'), 'utf8')).format).toBe('selfcollide-check');
    expect(statSync(join(folder, 'b/real.json')).mode & 0o777).toBe(0o600);
  });
});

describe('the JSON of check', () => {
  it('is a summary, unless all is asked for', async () => {
    const folder = makeFiles();
    const json = async (...options: string[]) =>
      JSON.parse((await check(folder, ['@a.obj', '--json', '-', ...options])).out).files[0];
    const summary = await json();
    expect(summary.frames[0]).not.toHaveProperty('list');
    expect(summary.frames[0]).not.toHaveProperty('places');
    expect(summary.summary.worstFrames[0].places[0]).toMatchObject({ findings: 2, example: { kind: 'intersection' } });
    expect((await json('--all')).frames[0].list).toHaveLength(2);
    expect((await json('--list', '1')).frames[0]).toMatchObject({ list: [{}], unlisted: 1, placeCount: 1 });
    expect((await check(folder, ['@a.obj', '--all', '--list', '1'])).status).toBe(2);
  });
});
