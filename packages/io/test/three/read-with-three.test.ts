import { zipSync } from 'three/examples/jsm/libs/fflate.module.js';
import { describe, expect, it } from 'vitest';
import { readModel, sampleAnimation } from '../../src/index.ts';
import { across, colladaSample, fbxSample, flat, usdPointsSample, usdSample } from './sample-scenes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('files that three.js reads', () => {
  it.each([
    ['a.fbx', 'fbx', fbxSample()],
    ['a.dae', 'collada', colladaSample()],
    ['a.usda', 'usd', usdSample()],
    ['points.usda', 'usd', usdPointsSample()],
    ['points.usdz', 'usd', zipSync({ 'points.usda': bytes(usdPointsSample()) })],
  ])('%s: two triangles, the second comes down in a second', async (name, format, content) => {
    const model = await readModel(typeof content === 'string' ? bytes(content) : content, { name });
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

  it('reads time samples of USD points to the last bit', async () => {
    let seed = 18;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const shapes = Array.from({ length: 5 }, () =>
      Float32Array.from({ length: 12 }, () => (random() - 0.5) * 10 ** Math.floor(6 * random() - 3)),
    );
    const list = (values: Float32Array) =>
      `[${[0, 3, 6, 9].map((i) => `(${values[i]}, ${values[i + 1]}, ${values[i + 2]})`).join(', ')}]`;
    const samples = shapes.map((values, i) => `${i}: ${list(values)},`).join('\n');
    const text = `#usda 1.0\n(\n metersPerUnit = 1\n)\n\ndef Mesh "quads"\n{\n int[] faceVertexCounts = [3, 3]
 int[] faceVertexIndices = [0, 1, 2, 2, 1, 3]\n point3f[] points.timeSamples = {\n${samples}\n}\n}\n`;
    const model = await readModel(bytes(text), { name: 'a.usda' });
    expect(Array.from(model.triangles)).toEqual([0, 1, 2, 2, 1, 3]);
    const [{ keyTimes }] = model.animations!;
    const moving = sampleAnimation(model, { times: [...keyTimes] });
    const pose = new Float64Array(moving.length);
    for (const [i, values] of shapes.entries()) {
      moving.frame(i, pose);
      expect(pose).toEqual(Float64Array.from(values));
    }
  });

  it.each([
    [usdPointsSample({ faces: '[0, 2, 1]' }), /faces of \/knife change with time/],
    [usdPointsSample({ last: ', (9, 9, 9)' }), /\/knife has 4 points at 24 where there were 3/],
    [
      usdSample().replace('def Xform "Root"', 'def Xform "Root" (\n    references = @other.usd@\n)'),
      /refers to @other/,
    ],
  ])('refuses a USD file of which it would leave out something', async (text, reason) => {
    await expect(readModel(bytes(text), { name: 'a.usda' })).rejects.toThrow(reason);
  });

  it('reads USD text whatever its layout, and refuses it where it is cut off', async () => {
    const read = async (text: string) => (await readModel(bytes(text), { name: 'a.usda' })).triangles.length;
    const text = usdPointsSample();
    const head = text.slice(0, text.indexOf('def'));
    const oneLine =
      head + text.slice(head.length).replace(/(\n +(?:int|point3f|texCoord2f|uniform)[^\n]*[^{(\n])(?=\n)/g, '$1;');
    expect(await read(oneLine.replace(/\n/g, (_, at: number) => (at < head.length ? '\n' : ' ')))).toBe(6);
    for (let share = 0.2; share < 1; share += 0.06) {
      await expect(
        read(
          text
            .slice(0, Math.floor(share * text.length))
            .trimEnd()
            .replace(/\}$/, ''),
        ),
      ).rejects.toThrow();
    }
  });

  it('turns USD into metres, hundredths of which are meant where the file does not say', async () => {
    const width = async (text: string) => Math.max(...(await readModel(bytes(text), { name: 'a.usda' })).positions);
    const metres = await width(usdSample());
    expect(await width(usdSample().replace('metersPerUnit = 1', 'metersPerUnit = 0.5'))).toBeCloseTo(metres / 2, 9);
    expect(await width(usdSample().replace('metersPerUnit = 1', ''))).toBeCloseTo(metres / 100, 9);
  });

  it('says what of a USD file stands still', async () => {
    const turning = usdSample()
      .replaceAll('xformOp:translate', 'xformOp:rotateY')
      .replace(/: \(0, 0, (\d+)\)/g, ': $1');
    const { warnings } = await readModel(bytes(turning), { name: 'a.usda' });
    expect(warnings).toContain('Animated xformOp:rotateY of /Root/knife is not read: it stands still.');
  });

  it.each([
    ['a.fbx', fbxSample().replace(/Vertices: \*(\d+)/, 'Vertices: *900'), /Vertices with 18 of 900 values/],
    ['a.fbx', fbxSample().replace(/\}\s*$/, ''), /ends within a block/],
    ['a.dae', colladaSample().replace(/(<float_array [^>]*count=")\d+/, '$1900'), /float_array with 9 of 900 values/],
  ])('refuses %s whose lists are not as long as they say, or that is cut off', async (name, text, message) => {
    await expect(readModel(bytes(text), { name })).rejects.toThrow(message);
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
