import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandInputs } from '../../src/source/expand-inputs.ts';
import { makeFolder } from '../start-cli.ts';

function makeFiles(...names: string[]): string {
  const folder = makeFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

describe('expandInputs', () => {
  it.each([['c_%04d.obj'], ['c_####.obj'], ['c_*.obj'], ['c_00[0-9]?.obj']])(
    'reads %s as a sequence',
    async (pattern) => {
      const folder = makeFiles('c_0010.obj', 'c_0009.obj', 'c_0100.obj', 'other.obj', 'c_1.txt');
      const [input, ...rest] = await expandInputs([join(folder, pattern)]);
      const numbers = pattern.includes('[') ? [9, 10] : [9, 10, 100];
      expect(rest).toEqual([]);
      expect(input).toMatchObject({ kind: 'sequence', numbers });
      expect(input.kind === 'sequence' && input.files[0]).toBe(join(folder, 'c_0009.obj'));
    },
  );

  it('searches folders that match', async () => {
    const folder = makeFiles('take1/a.obj', 'take2/a.obj', 'other/a.obj');
    const [input] = await expandInputs([join(folder, 'take*/a.obj')]);
    expect(input).toMatchObject({ files: [join(folder, 'take1/a.obj'), join(folder, 'take2/a.obj')] });
  });

  it('takes files one by one with each', async () => {
    const folder = makeFiles('a1.obj', 'a2.obj');
    const inputs = await expandInputs([join(folder, 'a*.obj')], { each: true });
    expect(inputs).toEqual([
      { kind: 'file', name: join(folder, 'a1.obj') },
      { kind: 'file', name: join(folder, 'a2.obj') },
    ]);
  });

  it('leaves a file alone whose name looks like a pattern', async () => {
    const folder = makeFiles('a[1].obj');
    expect(await expandInputs([join(folder, 'a[1].obj')])).toMatchObject([{ kind: 'file' }]);
  });

  it('keeps what matches nothing as a file, which then fails', async () => {
    expect(await expandInputs(['/nowhere/x_%04d.obj'])).toEqual([{ kind: 'file', name: '/nowhere/x_%04d.obj' }]);
  });

  it('knows scenes', async () => {
    expect(await expandInputs(['scene:knee:5000', 'scene:bunny'])).toEqual([
      { kind: 'scene', name: 'scene:knee:5000', scene: 'knee', triangles: 5000 },
      { kind: 'scene', name: 'scene:bunny', scene: 'bunny' },
    ]);
  });

  it('gives a cache to the only file', async () => {
    expect(await expandInputs(['a.obj'], { cache: 'a.mdd' })).toMatchObject([{ cache: { name: 'a.mdd' } }]);
    await expect(expandInputs(['a.obj', 'b.obj'], { cache: 'a.mdd' })).rejects.toThrow('exactly one mesh file');
  });

  it('refuses two frame numbers', async () => {
    const folder = makeFiles('a1_2.obj');
    await expect(expandInputs([join(folder, 'a%d_%d.obj')])).rejects.toThrow('only one frame number');
  });
});
