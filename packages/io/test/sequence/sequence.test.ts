import { describe, expect, it } from 'vitest';
import { matchSequence, openSequence, readModel, readPointCache, sameTopology, writeObj } from '../../src/index.ts';
import { mddFile, offFile, pc2File, sampleMesh } from '../sample-files.ts';

describe('matchSequence', () => {
  const names = [
    'b_1.obj',
    'c_0010.obj',
    'c_0009.obj',
    'c_12345.obj',
    'c_9.obj',
    'c_0011.ply',
    'sub/c_0001.obj',
    'c+.obj',
  ];

  it.each([
    ['c_%04d.obj', ['c_0009.obj', 'c_0010.obj', 'c_12345.obj'], [9, 10, 12345]],
    ['c_####.obj', ['c_0009.obj', 'c_0010.obj', 'c_12345.obj'], [9, 10, 12345]],
    ['c_%d.obj', ['c_0009.obj', 'c_9.obj', 'c_0010.obj', 'c_12345.obj'], [9, 9, 10, 12345]],
    ['c_*.obj', ['c_0009.obj', 'c_9.obj', 'c_0010.obj', 'c_12345.obj'], [9, 9, 10, 12345]],
    ['?_[0-5].obj', ['b_1.obj'], [1]],
    ['sub/c_%04d.obj', ['sub/c_0001.obj'], [1]],
    ['c+.obj', ['c+.obj'], [0]],
    ['x_%04d.obj', [], []],
  ])('%s', (pattern, expected, frames) => {
    expect(matchSequence(names, pattern)).toEqual({ names: expected, frames });
  });

  it('refuses two frame numbers', () => {
    expect(() => matchSequence(names, '%d_%d.obj')).toThrow(
      'matchSequence: the pattern must have one frame number, got "%d_%d.obj".',
    );
  });
});

describe('openSequence', () => {
  const files = new Map([
    ['a1.obj', writeObj([sampleMesh(3, 1)])],
    ['a2.obj', writeObj([sampleMesh(3, 2)])],
    ['a3.off', offFile(sampleMesh(4, 3))],
    ['a4.obj', writeObj([sampleMesh(3, 4)])],
  ]);
  const asked: string[] = [];
  const load = async (name: string): Promise<Uint8Array> => {
    asked.push(name);
    return files.get(name) ?? Promise.reject(new Error('no such file'));
  };

  it('reads frames when asked for and says when triangles change', async () => {
    const sequence = await openSequence({ names: [...files.keys()], load });
    expect(asked).toEqual(['a1.obj']);
    const frames = [];
    for (const i of [3, 2, 1, 0]) frames.push(await sequence.frame(i));
    expect(asked).toEqual(['a1.obj', 'a4.obj', 'a3.off', 'a2.obj']);
    expect(frames.map(({ topologyChanged }) => topologyChanged)).toEqual([false, true, false, false]);
    expect(frames[2].model.positions).toEqual(sampleMesh(3, 2).positions);
    expect(sameTopology(frames[0].model, frames[2].model)).toBe(true);
    await expect(sequence.frame(4)).rejects.toThrow('frame: i must be a whole number from 0 to 3, got 4.');
  });

  it('says which file cannot be read', async () => {
    await expect(openSequence({ names: ['a9.obj'], load })).rejects.toThrow('no such file');
    const broken = openSequence({ names: ['a1.obj'], load: async () => new Uint8Array(3) });
    await expect(broken).rejects.toThrow('a1.obj: expected at least one triangle');
  });
});

describe('readPointCache', () => {
  const mesh = sampleMesh();
  const model = () => readModel(writeObj([mesh]), { name: 'a.obj' });

  it.each([
    ['a.mdd', mddFile(mesh.positions, 3), [0, 0.5, 1]],
    ['a.pc2', pc2File(mesh.positions, 3), [0.5, 14 / 24, 16 / 24]],
  ])('%s', async (name, bytes, times) => {
    const cache = readPointCache(bytes, await model(), { name });
    expect([0, 1, 2].map((i) => cache.time(i))).toEqual(times);
    expect(cache.frameCount).toBe(3);
    const pose = new Float64Array(cache.length);
    for (const i of [2, 0]) {
      cache.frame(i, pose);
      expect(pose).toEqual(mesh.positions.map((p) => Math.fround(p + i)));
    }
  });

  it('refuses damaged caches and those of other meshes', async () => {
    const mdd = mddFile(mesh.positions, 2);
    const view = new DataView(mdd.buffer);
    const a = await model();
    const refuse = (bytes: Uint8Array, name: string, message: string): void =>
      expect(() => readPointCache(bytes, a, { name })).toThrow(message);
    refuse(mdd.subarray(0, 5), 'a.mdd', 'a.mdd: byte 5: expected a header of 8 bytes, the file ends.');
    refuse(
      mdd.subarray(0, -1),
      'a.mdd',
      'a.mdd: byte 0: expected 400 bytes for 2 frames of 16 points, the file has 399.',
    );
    refuse(mddFile(sampleMesh(3).positions, 2), 'a.mdd', 'a.mdd: expected 16 vertices, as many as a.obj has, found 9.');
    refuse(mdd, 'a.pc2', 'a.pc2: byte 0: expected "POINTCACHE2".');
    refuse(pc2File(mesh.positions, 1).subarray(0, 20), 'a.pc2', 'expected a header of 32 bytes');
    view.setFloat32(16 + 4 * 50, Number.NaN);
    const cache = readPointCache(mdd, a, { name: 'a.mdd' });
    expect(() => cache.frame(1, new Float64Array(48))).toThrow(
      'a.mdd: byte 216: expected a finite coordinate of vertex 0 in frame 1, found NaN.',
    );
    view.setInt32(0, 0x7fffffff);
    refuse(mdd, 'a.mdd', 'frames of 16 points, the file has 400.');
    view.setInt32(0, -1);
    refuse(mdd, 'a.mdd', 'expected at least one frame and one point, found -1 frames of 16 points.');
  });
});
