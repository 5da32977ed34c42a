import { describe, expect, it } from 'vitest';
import { type Model, readModel } from '../../src/index.ts';
import { offFile, sampleMesh } from '../sample-files.ts';

const read = (text: string): Promise<Model> => readModel(new TextEncoder().encode(text), { name: 'a.off' });

it('reads back what was written', async () => {
  const mesh = sampleMesh();
  const model = await readModel(offFile(mesh), { name: 'a.off' });
  expect(model.positions).toEqual(mesh.positions);
  expect(model.triangles).toEqual(mesh.triangles);
});

describe('headers', () => {
  it.each(['OFF', 'COFF', 'NOFF', 'CNOFF', 'STCNOFF', '# note\n\nOFF # more', 'OFF 4 1 0\n#', ''])(
    '%j',
    async (header) => {
      const counts = header.includes('4 1 0') ? '' : '4 1 0';
      const model = await read(
        `${header}\n${counts}\n0 0 0 9 9 9\n1 0 0\n\n# between\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n`,
      );
      expect([...model.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
      expect([...model.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
      expect([...model.numbers.faces!]).toEqual([0, 0]);
    },
  );
});

describe('refuses', () => {
  it.each([
    ['', 'a.off: line 1: expected "OFF" or three counts, the file is empty.'],
    ['OBJ\n1 1 1\n', 'line 1: expected "OFF", with or without ST, C and N before it, found "OBJ".'],
    ['4OFF\n1 1 1\n', 'expected vertices in three dimensions, found "4OFF".'],
    ['OFF BINARY\n', 'expected OFF as text, found binary OFF.'],
    ['OFF\n1000000000 1 0\n0 0 0\n', 'line 2: expected a vertex count that fits the file'],
    ['OFF\n1 1000000000 0\n0 0 0\n', 'line 2: expected a face count that fits the file'],
    ['OFF\n1 1 0\n0 0 0\n1000000000 0 0 0\n', 'line 4: expected a number of corners that fits the file'],
    ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n', 'line 6: expected a vertex number below 3, found 3.'],
    ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n', 'line 6: expected a vertex number below 3, found -1.'],
    ['OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n', 'line 4: expected a finite coordinate, the line ends.'],
    ['OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2', 'line 6: expected a number of corners, the file ends.'],
    ['OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n', 'expected at least one triangle'],
  ])('%j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
