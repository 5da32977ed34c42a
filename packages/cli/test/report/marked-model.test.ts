import { readModel, writeGlb } from '@selfcollide/io';
import { expect, it } from 'vitest';
import { markMesh, withStem } from '../../src/report/marked-model.ts';

it('colours vertices of intersecting triangles, and adds a curve for every place', async () => {
  const mesh = {
    vertexCount: 5,
    triangles: Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 4),
    objects: [
      { name: 'a', firstTriangle: 0, triangleCount: 2 },
      { name: 'b', firstTriangle: 2, triangleCount: 1 },
    ],
  };
  const positions = Float32Array.from({ length: 15 }, (_, i) => i * i);
  const points = Float32Array.of(0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 0, 0);
  const pose = { positions, painted: Uint32Array.of(2), curves: [{ severity: 'deep', points }] } as const;
  const marked = markMesh(mesh, pose, 'frame 7');
  expect(marked.map(({ name, color }) => [name, color])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['frame 7 place 1 deep', [1, 0, 0]],
  ]);
  // vertices 2 and 3 belong to the marked triangle too
  const reds = marked.slice(0, 2).map(({ colors }) => colors!.filter((value, i) => i % 3 === 0 && value === 1).length);
  expect(reds).toEqual([2, 3]);
  const bytes = writeGlb(marked);
  const model = await readModel(bytes, { name: 'marked.glb' });
  expect(model.triangles).toHaveLength(9);
  expect(model.objects.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(model.warnings).toEqual(['1 primitive of points or lines was skipped.']);
  const json = JSON.parse(
    new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))),
  );
  expect(json.nodes.at(-1).name).toBe('frame 7 place 1 deep');
  expect(json.meshes.at(-1).primitives).toMatchObject([{ mode: 1 }]);
});

it.each([
  ['out/m.glb', 'models/fox 1.glb', 'out/m-fox_1.glb'],
  ['./m', 'scene:knee', './m-scene_knee'],
])('names %s after %s', (path, input, name) => {
  expect(withStem(path, input)).toBe(name);
});
