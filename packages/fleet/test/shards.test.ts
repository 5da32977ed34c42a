import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const write = async (name: string) => {
    const writer = new ShardWriter(folder, name);
    for (const piece of [[1], [2, 3]]) await writer.append(await pack(piece));
    return toValue(await writer.end());
  };

  it('hold the same as values in Redis', async () => {
    expect(await read(await write('a.bin'))).toEqual([[1], [2, 3]]);
    expect(await read(await toValue([await pack([1]), await pack([2, 3])]))).toEqual([[1], [2, 3]]);
  });

  it('are refused if they are not what was written', async () => {
    const value = await write('b.bin');
    const bytes = readFileSync(join(folder, 'b.bin'));
    writeFileSync(join(folder, 'b.bin'), bytes.subarray(0, bytes.length - 1));
    await expect(read(value)).rejects.toThrow('it is cut short');
    const other = await pack([9]);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(other.length);
    const rest = bytes.subarray(4 + bytes.readUInt32LE());
    writeFileSync(join(folder, 'b.bin'), Buffer.concat([head, other, rest]));
    await expect(read(value)).rejects.toThrow('it is not what the worker wrote');
    writeFileSync(
      join(folder, 'b.bin'),
      bytes.map((byte, i) => (i < 5 ? byte : ~byte)),
    );
    await expect(read(value)).rejects.toThrow('b.bin: it is not what the worker wrote');
    rmSync(join(folder, 'b.bin'));
    await expect(read(value)).rejects.toThrow('b.bin: no such file; client and workers must see the same folder');
  });

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
