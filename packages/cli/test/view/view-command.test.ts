import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { viewCommand } from '../../src/commands/view-command.ts';

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
    await expect(run('scene:character', '--no-open').done).rejects.toThrow('scenes character character.glb');
    await expect(run('scene:knee', 'a.glb', '--no-open').done).rejects.toThrow('not both');
    const here = fileURLToPath(import.meta.url);
    await expect(run(here, here, '--no-open').done).rejects.toThrow('another file has the same name');
    await expect(run('--port', 'x', '--no-open').done).rejects.toThrow('from 0 to 65535');
  });
});
