import { describe, expect, it } from 'vitest';
import { type Model, readModel } from '../../src/index.ts';
import { bigEndianPly, sampleMesh } from '../sample-files.ts';

const read = (text: string): Promise<Model> => readModel(new TextEncoder().encode(text), { name: 'a.ply' });
const XYZ = 'property float x\nproperty float y\nproperty float z\n';
const TRIANGLE = '0 0 0\n1 0 0\n0 1 0\n';

it('reads big-endian files with other properties and lists', async () => {
  const mesh = sampleMesh();
  const model = await readModel(bigEndianPly(mesh), { name: 'a.ply' });
  expect(model.positions).toEqual(mesh.positions);
  expect(model.triangles).toEqual(mesh.triangles);
});

it('reads text with properties in any order, lists, other elements and polygons', async () => {
  const model = await read(
    'ply\r\nformat ascii 1.0\r\ncomment made up\r\nelement material 1\r\nproperty list uchar float values\r\n' +
      'element vertex 4\r\nproperty float nx\r\nproperty double z\r\nproperty list uchar int ids\r\nproperty double y\r\n' +
      'property int x\r\nelement face 2\r\nproperty list uchar int vertex_indices\r\nproperty uchar flags\r\nend_header\r\n' +
      '2 0.5 nan\r\nnan 3 2 7 7 2 1\r\n0 6 0 5 4\r\n0 9 1 1 8 7\r\n0 0 0 0 0\r\n4 0 1 2 3 9\r\n3 1 2 3 9\r\n',
  );
  expect([...model.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0]);
  expect([...model.triangles]).toEqual([0, 1, 3, 1, 2, 3, 1, 2, 3]);
  expect([...model.numbers.faces!]).toEqual([0, 0, 1]);
});

it('reads triangle strips', async () => {
  const model = await read(
    `ply\nformat ascii 1.0\nelement vertex 5\n${XYZ}element tristrips 1\nproperty list int int vertex_indices\nend_header\n` +
      `${TRIANGLE}1 1 0\n2 2 2\n9 0 1 2 3 -1 4 4 2 3\n`,
  );
  expect([...model.triangles]).toEqual([0, 1, 2, 2, 1, 3, 2, 4, 3]);
});

describe('refuses', () => {
  const header = (faces: string, vertices = 3, type = 'int'): string =>
    `ply\nformat ascii 1.0\nelement vertex ${vertices}\n${XYZ}element face ${faces}\nproperty list uchar ${type} vertex_indices\nend_header\n`;
  it.each([
    ['plx\n', 'a.ply: line 1: expected "ply" as the first word.'],
    ['ply\nformat ascii 1.0\nelement vertex 3\n', 'expected "end_header", the file ends.'],
    [
      'ply\nformat binary 1.0\nend_header\n',
      'line 2: expected format ascii, binary_little_endian or binary_big_endian.',
    ],
    ['ply\nend_header\n', 'expected a "format" line in the header.'],
    ['ply\nformat ascii 1.0\nproperty float x\nend_header\n', 'line 3: expected "element" before "property".'],
    [
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty real x\nend_header\n',
      'expected a type from char to double, found "real".',
    ],
    [
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty list float int x\nend_header\n',
      'expected a whole-number type',
    ],
    ['ply\nformat ascii 1.0\nelement vertex -3\nend_header\n', 'line 3: expected a count of vertex from 0, found -3.'],
    ['ply\nformat ascii 1.0\nend_header\n', 'expected an element "vertex" in the header.'],
    [
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nend_header\n1 2 3\n',
      'expected one property "y" of element "vertex".',
    ],
    [header('1', 1e9) + TRIANGLE, 'expected 1000000000 × vertex, only'],
    [`${header('1', 3, 'float')}${TRIANGLE}3 0 1 2\n`, 'expected whole numbers in "vertex_indices", found float32.'],
    [`${header('1')}${TRIANGLE}3 0 1 3\n`, 'line 13: expected a vertex number below 3 in face 0, found 3.'],
    [`${header('1')}${TRIANGLE}200 0 1 3\n`, 'expected a list that fits the file in face 0, found a length of 200.'],
    [`${header('1')}${TRIANGLE}-3 0 1 3\n`, 'found a length of -3.'],
    [`${header('1')}0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n`, 'line 11: expected a finite number, found "nan".'],
    [`${header('2')}${TRIANGLE}3 0 1 2\n`, 'expected a value for face 1, the file ends.'],
    [`${header('0')}${TRIANGLE}`, 'expected at least one triangle, found 3 vertices and no face.'],
  ])('%j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('NaN and truncation in binary files, with the byte', async () => {
    const bytes = bigEndianPly(sampleMesh());
    const start = new TextDecoder('latin1').decode(bytes).indexOf('end_header\n') + 11;
    await expect(readModel(bytes.subarray(0, bytes.length - 1), { name: 'a.ply' })).rejects.toThrow(
      `a.ply: byte ${bytes.length - 14}: expected a list that fits the file in face 17, found a length of 3.`,
    );
    new DataView(bytes.buffer).setFloat32(start + 13 + 4, Number.NaN);
    await expect(readModel(bytes, { name: 'a.ply' })).rejects.toThrow(
      `a.ply: byte ${start + 17}: expected a finite y in vertex 1, found NaN.`,
    );
  });
});
