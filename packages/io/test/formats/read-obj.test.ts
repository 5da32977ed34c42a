import { describe, expect, it } from 'vitest';
import { IoError, locateInFile, type Model, readModel } from '../../src/index.ts';

const read = (text: string): Promise<Model> => readModel(new TextEncoder().encode(text), { name: 'dir/cloth.obj' });
const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('faces', () => {
  it('of four corners are fanned, and triangles know their face', async () => {
    const model = await read(`${SQUARE}f 1 2 3 4\nf 1 2 3\n`);
    expect([...model.triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 1, 2]);
    expect([...model.numbers.faces!]).toEqual([0, 0, 1]);
    expect(locateInFile(model, 1)).toMatchObject({ object: 'cloth', face: 1, vertices: [1, 3, 4] });
    expect(locateInFile(model, 2).face).toBe(2);
  });

  it('count back from the last vertex with negative numbers', async () => {
    const model = await read('v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -1 -3 -2\n');
    expect([...model.triangles]).toEqual([0, 1, 2, 3, 1, 2]);
  });

  it('may carry texture and normal numbers and come before their vertices', async () => {
    const model = await read(`f 1/1 2/1/7 3//7\nf 1//-1 3 4\n${SQUARE}vn 0 0 1\nvt 0 0\n`);
    expect([...model.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('may go on in the next line', async () => {
    const model = await read('v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n 2 3\n');
    expect([...model.triangles]).toEqual([0, 1, 2]);
  });

  it('of two corners are skipped and said so, lines and points too', async () => {
    const model = await read(`${SQUARE}f 1 2\nl 1 2 3\np 1\nf 2 3 4\n`);
    expect(model.warnings).toEqual([
      '1 face with fewer than three corners was skipped.',
      '1 line was skipped.',
      '1 point was skipped.',
    ]);
    expect(locateInFile(model, 0).face).toBe(2);
  });
});

it('ignores colours behind the coordinates and keeps unused vertices', async () => {
  const model = await read('v 1 2 3 0.5 0.5 0.5\nv 4 5 6 1\nv 7 8 9\nv 9 9 9\nf 1 2 3\n');
  expect([...model.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]);
});

describe('objects', () => {
  it('come from "o"; a name that comes again joins its first triangles', async () => {
    const model = await read(`${SQUARE}o left arm\ng x\nf 1 2 3\no body\nf 2 3 4\no left arm\nf 1 3 4\n`);
    expect(model.objects.map(({ name, firstTriangle, triangleCount }) => [name, firstTriangle, triangleCount])).toEqual(
      [
        ['left arm', 0, 2],
        ['body', 2, 1],
      ],
    );
    expect([...model.triangles]).toEqual([0, 1, 2, 0, 2, 3, 1, 2, 3]);
    expect([0, 1, 2].map((t) => locateInFile(model, t).face)).toEqual([1, 3, 2]);
    expect(model.objects[1]).toMatchObject({ firstVertex: 1, vertexCount: 3 });
  });

  it('come from "g" in files without "o"', async () => {
    const model = await read(`f 1 2 3\n${SQUARE}g sleeve\nf 2 3 4\ng\nf 1 2 4\n`);
    expect(model.objects.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
      ['cloth', 2],
      ['sleeve', 1],
    ]);
  });
});

describe('refuses', () => {
  it.each([
    [`${SQUARE}f 1 2 5\n`, 'dir/cloth.obj: line 5: expected a vertex number up to 4, found 5.'],
    [`${SQUARE}f 0 1 2\n`, 'line 5: expected a vertex number that is not 0, found 0.'],
    [`${SQUARE}f -5 1 2\n`, 'line 5: expected one of the 4 vertices above, found -5.'],
    [`${SQUARE}f 1 2 x\n`, 'line 5: expected a vertex number, found "x".'],
    [`${SQUARE}f 1 2 99999999999\n`, 'line 5: expected a vertex number below 2^32, found 99999999999.'],
    ['v 0 0\n', 'line 1: expected a finite coordinate, the line ends.'],
    ['v 0 nan 0\n', 'line 1: expected a finite coordinate, found "nan".'],
    ['v 0 0 1e400\n', 'line 1: expected a finite coordinate, found "1e400".'],
    [SQUARE, 'dir/cloth.obj: expected at least one triangle, found 4 vertices and no face.'],
    ['', 'dir/cloth.obj: expected at least one triangle, found 0 vertices and no face.'],
  ])('%j', async (text, message) => {
    const error = await read(text).catch((e) => e);
    expect(error).toBeInstanceOf(IoError);
    expect(error.message).toContain(message);
  });
});
