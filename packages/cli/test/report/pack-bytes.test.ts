import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FileHeader, type FrameResult, failedFrame } from '../../src/detect/frame-result.ts';
import { BytePacker } from '../../src/report/pack-bytes.ts';
import { packFile } from '../../src/report/pack-file.ts';
import { PoseStore, readNumbers } from '../../src/report/page/decode.ts';
import type { FilePayload } from '../../src/report/page/payload.ts';

it('reads back any numbers', () => {
  const lists = fc.array(fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 20 }), { maxLength: 4 });
  fc.assert(
    fc.property(lists, (all) => {
      const packer = new BytePacker();
      const starts = all.map((numbers) => packer.addNumbers(numbers));
      const back = all.map((numbers, i) => [...readNumbers(packer.bytes, starts[i], numbers.length)]);
      expect(back).toEqual(all);
    }),
  );
});

it('reads back poses to within half a step of 65,535, also where the mesh changes', () => {
  const mesh = { vertexCount: 3, triangles: Uint32Array.of(0, 1, 2), objects: [] };
  const other = { vertexCount: 4, triangles: Uint32Array.of(0, 1, 2, 2, 1, 3), objects: [] };
  const poses = [
    { mesh: undefined, values: [0, 0, 0, 1, 0, 0, 0, 2, 5] },
    { mesh: undefined, values: [0.5, -3, 0, 1, 0, 0, 0, 2, 5.25] },
    { mesh: other, values: [9, 9, 9, 8, 8, 8, 7, 7, 7, -6, 6, 6] },
    { mesh: undefined, values: [0.25, 1, 1, 1, 1, 1, 0, 2, 5] },
  ];
  const shown = poses.map(
    ({ mesh: own, values }, frame): FrameResult => ({
      ...failedFrame(frame, { kind: 'usage', message: '' }, 0),
      pose: { positions: Float32Array.from(values), painted: Uint32Array.of(frame % 2), ...(own && { mesh: own }) },
    }),
  );
  const header = { clips: [], objects: [], frameCount: 4, mesh } as unknown as FileHeader;
  const packer = new BytePacker();
  const packed = packFile(header, shown, packer, 'edge-triangle', 0);
  expect(packed.meshes).toHaveLength(2);
  const noteOf = (frameCount: number, failedFrames: number) =>
    packFile({ ...header, frameCount }, shown, new BytePacker(), 'edge-triangle', failedFrames).shownNote;
  // a frame that could not be read was not left out to save space
  expect(noteOf(shown.length + 1, 1)).toBe('');
  expect(noteOf(shown.length + 2, 1)).toContain(`${shown.length} of ${shown.length + 1} frames can be shown`);
  const store = new PoseStore(packed as unknown as FilePayload, packer.bytes);
  for (const [i, { values, mesh: own }] of poses.entries()) {
    const { positions, triangles, painted } = store.read(i);
    expect([...triangles]).toEqual([...(own ?? mesh).triangles]);
    expect([...painted]).toEqual([i % 2]);
    values.forEach((value, k) => {
      const axis = k % 3;
      const back = positions[k] + packed.origin[axis] + 32767.5 * packed.step[axis];
      expect(Math.abs(back - value)).toBeLessThan(0.6 * packed.step[axis]);
    });
  }
});

it('reads back poses to the last digit that counts where something is far away', () => {
  const mesh = { vertexCount: 6, triangles: Uint32Array.of(0, 1, 2, 1, 3, 2, 3, 4, 2, 3, 5, 4), objects: [] };
  const body = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.5, 2, 0.125];
  const poses = [
    [...body, 3e9, 0, 1],
    [...body.map((x) => x + 0.25), -1e7, 5, 1],
  ];
  const shown = poses.map(
    (values, frame): FrameResult => ({
      ...failedFrame(frame, { kind: 'usage', message: '' }, 0),
      pose: { positions: Float32Array.from(values), painted: new Uint32Array(0) },
    }),
  );
  const header = { clips: [], objects: [], frameCount: 2, mesh } as unknown as FileHeader;
  const packer = new BytePacker();
  const packed = packFile(header, shown, packer, 'edge-triangle', 0);
  expect(packed.packing).toBe('floats');
  const store = new PoseStore(packed as unknown as FilePayload, packer.bytes);
  for (const [i, values] of poses.entries()) {
    const back = store.read(i).positions.map((value, k) => value + packed.origin[k % 3]);
    expect([...back]).toEqual([...Float32Array.from(values)]);
  }
});
