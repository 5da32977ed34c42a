import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, makeFolder } from '../start-cli.ts';

/** A triangle whose 36 bytes are in another file. */
const gltf = (uri: string) =>
  JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ byteLength: 36, uri }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  });

function makeFiles(): string {
  const folder = makeFolder();
  const bytes = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
  mkdirSync(join(folder, 'model/data'), { recursive: true });
  writeFileSync(join(folder, 'outside.bin'), bytes);
  writeFileSync(join(folder, 'model/inside.bin'), bytes);
  writeFileSync(join(folder, 'model/data/a b.bin'), bytes);
  writeFileSync(join(folder, 'model/short.bin'), bytes.subarray(0, 35));
  writeFileSync(join(folder, 'model/long.bin'), bytes);
  truncateSync(join(folder, 'model/long.bin'), 5 * 2 ** 30);
  symlinkSync(join(folder, 'outside.bin'), join(folder, 'model/link.bin'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'model/pipe')]);
  return folder;
}

async function check(folder: string, uri: string, ...options: string[]) {
  const file = join(folder, 'model/a.gltf');
  writeFileSync(file, gltf(uri.replace('@', folder)));
  return callCli(['check', file, '--threads', '1', '--quiet', ...options]);
}

describe('files that a glTF names', () => {
  it.each(['inside.bin', './inside.bin', 'data/../inside.bin', 'data/a%20b.bin', 'long.bin'])(
    'are read: %s',
    async (uri) => {
      expect(await check(makeFiles(), uri)).toEqual({ status: 0, out: '', err: '' });
    },
  );

  it.each([
    ['../outside.bin', 'outside the folder'],
    ['..%2foutside.bin', 'outside the folder'],
    ['@/outside.bin', 'outside the folder'],
    ['link.bin', 'outside the folder'],
    ['https://example.org/a.bin', 'only files can be read'],
    ['file:///etc/hostname', 'only files can be read'],
    ['data', 'no regular file'],
    ['short.bin', 'it has 35 bytes, of which 36 are used'],
    ['gone.bin', 'no such file'],
    ['%zz', 'expected a URI'],
  ])('are refused: %s', async (uri, message) => {
    const { status, err } = await check(makeFiles(), uri);
    expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining(message) });
    expect(err.split('\n')).toHaveLength(2);
  });

  it('may be outside if allowed, but are regular files always', async () => {
    const folder = makeFiles();
    for (const uri of ['../outside.bin', '@/outside.bin', 'link.bin']) {
      expect((await check(folder, uri, '--allow-outside')).status).toBe(0);
    }
    for (const uri of existsSync('/dev/zero') ? ['/dev/zero', 'pipe'] : []) {
      const started = performance.now();
      const { status, err } = await check(folder, uri, '--allow-outside');
      expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining('no regular file') });
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});
