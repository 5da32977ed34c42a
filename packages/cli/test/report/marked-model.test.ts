import { readModel, writeGlb } from '@selfcollide/io';
import { expect, it } from 'vitest';
import { markMesh, withStem } from '../../src/report/marked-model.ts';

it('splits objects into clean and intersecting triangles', async () => {
  const mesh = {
    vertexCount: 5,
    triangles: Uint32Array.of(0, 1, 2, 1, 2, 3, 2, 3, 4),
    objects: [
      { name: 'a', firstTriangle: 0, triangleCount: 2 },
      { name: 'b', firstTriangle: 2, triangleCount: 1 },
    ],
  };
  const positions = Float32Array.from({ length: 15 }, (_, i) => i * i);
  const marked = markMesh(mesh, { positions, painted: Uint32Array.of(1, 2) });
  expect(marked.map(({ name, color }) => [name, color])).toEqual([
    ['a', undefined],
    ['a contacts', [1, 0, 0]],
    ['b contacts', [1, 0, 0]],
  ]);
  const model = await readModel(writeGlb(marked), { name: 'marked.glb' });
  expect(model.triangles).toHaveLength(9);
  expect(model.objects.map(({ name }) => name)).toEqual(['a', 'a contacts', 'b contacts']);
});

it.each([
  ['out/m.glb', 'models/fox 1.glb', 'out/m-fox_1.glb'],
  ['./m', 'scene:knee', './m-scene_knee'],
])('names %s after %s', (path, input, name) => {
  expect(withStem(path, input)).toBe(name);
});
