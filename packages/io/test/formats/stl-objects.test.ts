import { expect, it } from 'vitest';
import { readModel } from '../../src/index.ts';

const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
const read = (text: string) => readModel(new TextEncoder().encode(text), { name: 'a.stl' });

it('solids of an STL in the same place keep their own vertices', async () => {
  const model = await read(`solid a\n${facet}endsolid a\nsolid b\n${facet}endsolid b\n`);
  expect([...model.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
  expect(model.objects.map(({ firstVertex, vertexCount }) => [firstVertex, vertexCount])).toEqual([
    [0, 3],
    [3, 3],
  ]);
  const one = await read(`solid a\n${facet}${facet}endsolid a\n`);
  expect([...one.triangles]).toEqual([0, 1, 2, 0, 1, 2]);
});
