import { describe, expect, it } from 'vitest';
import { readModel, readPointCache, writePc2 } from '../../src/index.ts';

const OBJ = new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');

describe('writePc2', () => {
  it('writes what readPointCache reads, in 32 bits', async () => {
    const model = await readModel(OBJ, { name: 'a.obj' });
    const frames = [0, 1, 2].map((i) => Float64Array.from({ length: 9 }, (_, k) => i + k / 3));
    const cache = readPointCache(
      writePc2(3, 3, (i) => frames[i]),
      model,
      { name: 'a.pc2' },
    );
    expect(cache.frameCount).toBe(3);
    const out = new Float64Array(9);
    for (const [i, frame] of frames.entries()) {
      cache.frame(i, out);
      expect(out).toEqual(frame.map(Math.fround));
    }
  });

  it('refuses frames of another length, and numbers that 32 bits do not hold', () => {
    expect(() => writePc2(3, 1, () => [1, 2])).toThrow('writePc2: frame 0 must have 9 numbers, got 2.');
    expect(() => writePc2(1, 1, () => [0, 1e39, 0])).toThrow('must be finite in 32 bits, got 1e+39 in frame 0');
  });
});
