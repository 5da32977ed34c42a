import { describe, expect, it } from 'vitest';
import { readModel, sampleAnimation } from '../../src/index.ts';
import { across, colladaSample, fbxSample, flat, usdSample } from './sample-scenes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('files that three.js reads', () => {
  it.each([
    ['a.fbx', 'fbx', fbxSample()],
    ['a.dae', 'collada', colladaSample()],
    ['a.usda', 'usd', usdSample()],
  ])('%s: two triangles, the second comes down in a second', async (name, format, text) => {
    const model = await readModel(bytes(text), { name });
    expect(model.format).toBe(format);
    expect(model.triangles).toHaveLength(6);
    expect(model.warnings[0]).toMatch(/is read by three\.js/);
    expect(model.animations).toHaveLength(1);
    const drop = sampleAnimation(model, { times: [0, 0.5, 1] });
    const pose = new Float64Array(drop.length);
    for (const [i, height] of [10, 5, 0].entries()) {
      drop.frame(i, pose);
      const corners = Array.from(model.triangles, (v) => Array.from(pose.subarray(3 * v, 3 * v + 3)));
      const expected = [flat, across].flatMap((values, t) =>
        [0, 3, 6].map((k) => [values[k], values[k + 1], values[k + 2] + (t === 0 ? 0 : height)]),
      );
      for (const [c, corner] of corners.entries()) {
        for (const [k, value] of corner.entries()) expect(value).toBeCloseTo(expected[c][k], 5);
      }
    }
  });

  it('tells them by their first bytes', async () => {
    expect((await readModel(bytes(fbxSample()), { name: 'unknown' })).format).toBe('fbx');
    expect((await readModel(bytes(usdSample()), { name: 'unknown' })).format).toBe('usd');
  });

  it('leaves nothing of a page behind', async () => {
    await readModel(bytes(colladaSample()), { name: 'a.dae' });
    expect('document' in globalThis || 'DOMParser' in globalThis || 'window' in globalThis).toBe(false);
  });

  it.each(['a.fbx', 'a.dae', 'a.usda', 'a.usdc', 'a.usdz'])('refuses rubbish as %s with IoError', async (name) => {
    for (const text of ['', 'rubbish', '; FBX 7.4.0', '#usda 1.0\n', '<COLLADA/>']) {
      await expect(readModel(bytes(text), { name })).rejects.toMatchObject({ name: 'IoError' });
    }
  });
});
