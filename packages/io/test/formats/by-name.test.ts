import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readModel, writePly } from '../../src/index.ts';
import { sampleTets } from '../sample-files.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string) => readModel(encode(text), { name });

describe('formats that are not read are refused by name', () => {
  it.each([
    ['a.off', 'OFF BINARY\n\0\0\0\x03', 'found binary OFF'],
    ['a.mesh', 'MeshVersionFormatted 2\nDimension 3\n', 'found Medit .mesh'],
    ['upload', 'MeshVersionFormatted 2\nDimension 3\n', 'found Medit .mesh'],
    ['a.msh', '$MeshFormat\n4 0 8\n$EndMeshFormat\n', 'expected the version 2.2 or 4.1, found 4.0; Gmsh converts it'],
    ['a.msh', '$NOD\n1\n1 0 0 0\n$ENDNOD\n', 'which is version 1'],
    ['a.abc', 'Ogawa', 'found Alembic (export numbered OBJ or PLY files'],
    ['a.fbx', 'Kaydara FBX Binary  ', 'expected FBX that three.js can read'],
    ['a.usdc', 'PXR-USDC', 'expected USD that three.js can read'],
    ['a.dae', '<COLLADA', 'expected'],
  ])('%s %j', async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });
});

it('text STL may be in capitals', async () => {
  const text =
    'SOLID part\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\nENDSOLID\n';
  for (const name of ['a.stl', 'upload']) {
    const model = await read(name, text);
    expect(model.objects.map((object) => object.name)).toEqual(['part']);
    expect([...model.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  }
});

describe('Vega *INCLUDE', () => {
  const { positions, tets } = sampleTets();
  const rows = (numbers: ArrayLike<number>, width: number, base: number) =>
    Array.from({ length: numbers.length / width }, (_, i) => {
      return `${i + 1} ${Array.from({ length: width }, (_, k) => numbers[width * i + k] + base).join(' ')}\n`;
    }).join('');
  const files: Record<string, string> = {
    'a.node': `${positions.length / 3} 3 0 0\n${rows(positions, 3, 0)}`,
    'a.ele': `${tets.length / 4} 4 0\n${rows(tets, 4, 1)}`,
    'both.veg': '*INCLUDE vertices.veg\n*ELEMENTS\nTET\n*INCLUDE a.ele\n',
    'vertices.veg': '*VERTICES\n*INCLUDE a.node\n',
  };
  const resolve = async (uri: string) => {
    if (files[uri] === undefined) throw new Error('no such file');
    return encode(files[uri]);
  };

  it('is read inside of sections and between them', async () => {
    for (const text of ['*VERTICES\n*INCLUDE a.node\n*ELEMENTS\nTET\n*INCLUDE a.ele\n', '*INCLUDE both.veg\n']) {
      const model = await readModel(encode(text), { name: 'a.veg', resolve });
      expect([...model.tets!]).toEqual([...tets]);
    }
  });

  it('that is not there is named', async () => {
    const model = readModel(encode('*VERTICES\n*INCLUDE gone.node\n'), { name: 'a.veg', resolve });
    await expect(model).rejects.toThrow('a.veg: expected the file "gone.node", no such file.');
  });
});

it('typed arrays of another realm keep their precision', () => {
  const foreign = runInNewContext('Float64Array.of(0.1, 0, 0, 1, 0, 0, 0, 1, 0)') as Float64Array;
  expect(foreign).not.toBeInstanceOf(Float64Array);
  const mesh = { triangles: Uint32Array.of(0, 1, 2) };
  expect(writePly({ ...mesh, positions: foreign })).toEqual(
    writePly({ ...mesh, positions: Float64Array.from(foreign) }),
  );
});
