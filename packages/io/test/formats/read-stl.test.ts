import { describe, expect, it } from 'vitest';
import { type Model, readModel } from '../../src/index.ts';
import { sampleMesh, stlBinary, stlText } from '../sample-files.ts';

const read = (text: string): Promise<Model> => readModel(new TextEncoder().encode(text), { name: 'a.stl' });

/** Corner coordinates, which do not depend on how vertices are numbered. */
const corners = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): number[] =>
  [...triangles].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);

describe('welding', () => {
  it.each([
    ['text', stlText],
    ['binary', stlBinary],
  ])('joins the vertices of %s files again', async (_, write) => {
    const mesh = sampleMesh(5);
    const model = await readModel(write(mesh), { name: 'a.stl' });
    expect(model.positions.length).toBe(mesh.positions.length);
    expect(corners(model)).toEqual(corners(mesh));
  });

  it('takes −0 for 0 and nothing else together', async () => {
    const facet = (z: string): string =>
      `facet normal 0 0 1\nouter loop\nvertex 0 0 ${z}\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n`;
    const model = await read(`solid\n${facet('0')}${facet('-0')}${facet('5e-324')}endsolid\n`);
    expect([...model.triangles]).toEqual([0, 1, 2, 0, 1, 2, 3, 1, 2]);
  });
});

it('makes an object of every solid', async () => {
  const text =
    new TextDecoder().decode(stlText(sampleMesh(2), 'left')) +
    new TextDecoder().decode(stlText(sampleMesh(2, 2), 'right one'));
  const model = await read(text);
  expect(model.objects.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
    ['left', 2],
    ['right one', 2],
  ]);
});

it('says that bytes follow the last triangle', async () => {
  const bytes = new Uint8Array([...stlBinary(sampleMesh()), 1, 2, 3]);
  bytes[0] = 0; // not "solid"
  const model = await readModel(bytes, { name: 'a.stl' });
  expect(model.warnings).toEqual(['3 bytes behind the last triangle were skipped.']);
});

describe('refuses', () => {
  it.each([
    ['', 'a.stl: byte 0: expected "solid" or a header of 84 bytes, the file has 0 bytes.'],
    ['solid a\nendsolid\n', 'a.stl: expected at least one triangle'],
    [
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 nan 0\n',
      'line 5: expected a finite coordinate, found "nan".',
    ],
    ['solid a\nfacet\nvertex 0 0 0\nvertex 0 0 0\nendfacet\n', 'line 5: expected three vertices in a facet, found 2.'],
    ['solid a\nfacet\nvertex 0 0 0\nfacet\n', 'line 4: expected "endfacet" first, found a new facet.'],
    ['solid a\nfacet\nvertex 0 0 0\n', 'expected "endfacet", the file ends.'],
    [`solid a\nfacet\n${'vertex 0 0 0\n'.repeat(4)}`, 'line 6: expected three vertices in a facet, found a fourth.'],
    ['solid a\nfacett\n', 'line 2: expected "facet", "vertex" or another STL keyword, found "facett".'],
  ])('%j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('hostile counts and NaN in binary files', async () => {
    const bytes = stlBinary(sampleMesh());
    bytes[0] = 0;
    const view = new DataView(bytes.buffer);
    view.setFloat32(84 + 50 + 12, Number.POSITIVE_INFINITY, true);
    await expect(readModel(bytes, { name: 'a.stl' })).rejects.toThrow(
      'a.stl: byte 146: expected a finite coordinate in triangle 1, found Infinity.',
    );
    view.setUint32(80, 0xffffffff, true);
    await expect(readModel(bytes, { name: 'a.stl' })).rejects.toThrow(
      'a.stl: byte 80: expected a triangle count that fits the file, found 4294967295, but 900 bytes follow.',
    );
  });
});
