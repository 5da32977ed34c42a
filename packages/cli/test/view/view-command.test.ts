import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { viewCommand } from '../../src/commands/view-command.ts';
import { listFiles } from '../../src/view/list-files.ts';

function run(...args: string[]) {
  const out = new PassThrough();
  const command = viewCommand({ out, err: out })
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return { out, done: command.parseAsync(args, { from: 'user' }) };
}

describe('selfcollide view', () => {
  it('refuses files that do not exist and ports that cannot be', async () => {
    await expect(run('nowhere.glb', '--no-open').done).rejects.toThrow('nowhere.glb: no such file.');
    await expect(run('--port', '70000', '--no-open').done).rejects.toThrow('from 0 to 65535');
    await expect(run('scene:nowhere', '--no-open').done).rejects.toThrow('nowhere: no such scene');
    await expect(run('scene:dragged-cloth', '--no-open').done).rejects.toThrow(
      'scenes dragged-cloth dragged-cloth.glb',
    );
    await expect(run('scene:knee', 'a.glb', '--no-open').done).rejects.toThrow('not both');
    await expect(run('nothing_%04d.obj', '--no-open').done).rejects.toThrow('no such file, and nothing matches');
    await expect(run('--port', 'x', '--no-open').done).rejects.toThrow('from 0 to 65535');
  });

  it('takes patterns, folders and files that a glTF refers to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfcollide-list-'));
    const make = (name: string, text = '') => writeFileSync(join(folder, name), text);
    for (const name of ['sim_0010.obj', 'sim_0009.obj', 'notes.txt', 'body.ply', 'outside.bin']) make(name);
    mkdirSync(join(folder, 'model'));
    make(
      'model/a.gltf',
      JSON.stringify({ buffers: [{ uri: 'a.bin' }, { uri: '../outside.bin' }, { uri: 'data:,x' }] }),
    );
    make('model/a.bin');
    const at = (name: string) => join(folder, name);
    const pattern = at('sim_%04d.obj');
    expect(await listFiles([pattern, at('body.ply')])).toEqual([
      { path: at('sim_0009.obj'), sequence: pattern, frame: 9 },
      { path: at('sim_0010.obj'), sequence: pattern, frame: 10 },
      { path: at('body.ply') },
    ]);
    expect((await listFiles([folder])).map(({ path }) => path)).toEqual(
      ['body.ply', 'sim_0009.obj', 'sim_0010.obj'].map(at),
    );
    expect(await listFiles([at('model')])).toEqual([{ path: at('model/a.gltf') }, { path: at('model/a.bin') }]);
    mkdirSync(at('empty'));
    await expect(listFiles([at('empty')])).rejects.toThrow('no mesh files in this folder');
    rmSync(folder, { recursive: true });
  });
});
