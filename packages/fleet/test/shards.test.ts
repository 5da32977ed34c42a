import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf, pack, unpack } from '../src/pack.ts';
import { fromValue, runFolder, ShardWriter, toValue } from '../src/shards.ts';
import { findBelow } from '../src/worker/locate-files.ts';

describe('packing', () => {
  it('gives back what results hold', async () => {
    const result = {
      frame: 3,
      rows: Float64Array.of(1, Number.NaN, -0, 1e-310, Number.POSITIVE_INFINITY),
      rowKinds: Uint8Array.of(1, 2),
      pose: { positions: Float32Array.of(0.1, -2), painted: Uint32Array.of(4e9) },
      listLimit: Number.POSITIVE_INFINITY,
      first: undefined,
      center: [0.1 + 0.2, 5e-324, -1.7976931348623157e308],
      name: 'a\u0000ü😀',
    };
    const back = await unpack<typeof result>(await pack([result, result]));
    expect(back).toEqual([result, result]);
    expect(Object.is((await unpack<typeof result>(await pack(result))).rows[2], -0)).toBe(true);
  });

  it.each(['', 'garbage', '\x03\x00'])('says so if %j was never packed', async (text) => {
    await expect(unpack(Buffer.from(text))).rejects.toThrow('what Redis holds of this run is damaged.');
  });

  it('inflates no more than fits', async () => {
    const bomb = deflateRawSync(Buffer.alloc(2 ** 24));
    expect(bomb.length).toBeLessThan(2 ** 15);
    await expect(unpack(bomb, 2 ** 20)).rejects.toThrow('is damaged: a value takes more than 1 MB.');
  });

  it('names equal data alike, and other data otherwise', () => {
    expect(hashOf({ a: 1, b: [2, { c: 3, d: 4 }] })).toBe(hashOf({ b: [2, { d: 4, c: 3 }], a: 1 }));
    expect(hashOf({ a: Number.POSITIVE_INFINITY })).not.toBe(hashOf({ a: null }));
  });
});

describe('shards', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'selfcollide-shards-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (value: Buffer) => {
    const pieces: unknown[] = [];
    for await (const piece of fromValue(value, folder)) pieces.push(piece);
    return pieces;
  };
  const write = async (pieces: readonly unknown[] = [[1], [2, 3]]) => {
    const writer = new ShardWriter(folder);
    for (const piece of pieces) await writer.append(await pack(piece));
    return writer.end();
  };

  it('hold the same as values in Redis', async () => {
    expect(await read(await toValue(await write()))).toEqual([[1], [2, 3]]);
    expect(await read(await toValue([await pack([1]), await pack([2, 3])]))).toEqual([[1], [2, 3]]);
  });

  it('are named after what they hold, and nothing is written over', async () => {
    const shard = await write([['once']]);
    const path = join(folder, shard.name);
    expect(shard.name).toBe(`${shard.sha256}.bin`);
    expect(shard.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    const before = statSync(path);
    expect(await write([['once']])).toEqual(shard);
    expect(statSync(path)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect((await write([['twice']])).name).not.toBe(shard.name);
    expect(await read(await toValue(shard))).toEqual([['once']]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('are refused if they are not what was written', async () => {
    const shard = await write();
    const value = await toValue(shard);
    const path = join(folder, shard.name);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    await expect(read(value)).rejects.toThrow(
      `it has ${bytes.length - 1} bytes, the worker wrote ${bytes.length}: the disk has lost a part of it, or somebody else has changed it.`,
    );
    const other = await pack([9]);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(other.length);
    const rest = bytes.subarray(4 + bytes.readUInt32LE());
    writeFileSync(path, Buffer.concat([head, other, rest]));
    await expect(read(value)).rejects.toThrow('it is not what the worker wrote');
    writeFileSync(
      path,
      bytes.map((byte, i) => (i < 5 ? byte : ~byte)),
    );
    await expect(read(value)).rejects.toThrow('.bin: it is not what the worker wrote');
    rmSync(path);
    await expect(read(value)).rejects.toThrow('.bin: no such file; client and workers must see the same folder');
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'other.bin', `${'0'.repeat(64)}.bin`])(
    'are looked for in the folder of their run alone, also as %j',
    async (name) => {
      const { bytes, sha256 } = await write();
      await expect(read(await toValue({ name, bytes, sha256 }))).rejects.toThrow('a file of results of another name');
    },
  );

  it.each(['', '..', '../x', '/etc', 'a/../../b', 'run-1/x', '.'])(
    'stay in the folder of their run, also for %j',
    (name) => {
      expect(() => runFolder(folder, name)).toThrow('a run must have a name such as');
    },
  );

  it('files of runs are below the root, links followed', async () => {
    writeFileSync(join(folder, 'in.obj'), '');
    symlinkSync('/etc/passwd', join(folder, 'out.obj'));
    symlinkSync('/etc', join(folder, 'etc'));
    expect(await findBelow('n', 'in.obj', folder)).toMatch(/in\.obj$/);
    for (const path of ['../in.obj', '/etc/passwd', 'a/../../x', 'out.obj', 'etc/passwd']) {
      await expect(findBelow('n', path, folder), path).rejects.toThrow('n: it is outside the root of this worker.');
    }
    await expect(findBelow('n', 'none.obj', folder)).rejects.toThrow('n: no such file below the root of this worker.');
    await expect(findBelow('n', '.', folder)).rejects.toThrow('n: it is no regular file.');
  });
});
