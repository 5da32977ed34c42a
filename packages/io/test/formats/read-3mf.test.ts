import { zipSync } from 'fflate';
import { createDetector } from 'selfcollide';
import { describe, expect, it } from 'vitest';
import { IoError, readModel } from '../../src/index.ts';
import { seededRandom } from '../random.ts';

const NS =
  'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"';
const TETRAHEDRON = mesh([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);

function mesh(positions: readonly number[], triangles: readonly number[]): string {
  const vertices = chunks(positions).map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`);
  const faces = chunks(triangles).map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}" pid="1"/>`);
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${faces.join('')}</triangles></mesh>`;
}

function chunks(numbers: readonly number[]): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3));
}

function model(objects: string, items: string, attributes = 'unit="millimeter"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<model ${attributes} ${NS}><resources>${objects}</resources><build>${items}</build></model>`;
}

function pack(files: Record<string, string>): Uint8Array {
  const parts = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]);
  return zipSync(Object.fromEntries(parts));
}

const one = (text: string) => pack({ '3D/3dmodel.model': text });
const read = (bytes: Uint8Array) => readModel(bytes, { name: 'print.3mf' });

describe('3MF', () => {
  it('reads objects and places them as the build says', async () => {
    const objects = `<object id="7" name="Peg" type="model">${TETRAHEDRON}</object>`;
    const items = '<item objectid="7"/><item objectid="7" transform="0 1 0 -1 0 0 0 0 1 10 20 30"/>';
    const found = await read(one(model(objects, items)));
    expect(found.objects.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
      ['Peg', 4],
      ['Peg', 4],
    ]);
    expect([...found.positions.slice(0, 12)]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]);
    // a quarter turn about z, then moved
    expect([...found.positions.slice(12)]).toEqual([10, 20, 30, 10, 22, 30, 8, 20, 30, 10, 20, 32]);
    expect([...found.triangles.slice(12, 15)]).toEqual([4, 6, 5]);
    expect(found.warnings).toEqual([]);
  });

  it('puts components together, inner transforms first', async () => {
    const objects = `<object id="1">${TETRAHEDRON}</object>
      <object id="2"><components><component objectid="1" transform="2 0 0 0 2 0 0 0 2 1 0 0"/></components></object>
      <object id="3" name="Pair"><components><component objectid="1"/><component objectid="2" transform="1 0 0 0 1 0 0 0 1 0 5 0"/></components></object>`;
    const { positions, objects: names } = await read(
      one(model(objects, '<item objectid="3" transform="1 0 0 0 1 0 0 0 1 0 0 -1"/>')),
    );
    expect(names.map(({ name }) => name)).toEqual(['Pair', 'Pair']);
    expect([...positions.slice(0, 3)]).toEqual([0, 0, -1]);
    expect([...positions.slice(12, 18)]).toEqual([1, 5, -1, 5, 5, -1]);
  });

  it('reads parts of the production extension, and the root that relationships name', async () => {
    const objects =
      '<object id="2"><components><component p:path="/3D/Objects/peg.model" objectid="1"/></components></object>';
    const found = await read(
      pack({
        '_rels/.rels':
          '<Relationships><Relationship Target="/3D/main.model" Id="a" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
        '3D/main.model': model(objects, '<item objectid="2"/>'),
        '3D/Objects/peg.model': model(`<object id="1">${TETRAHEDRON}</object>`, ''),
      }),
    );
    expect(found.triangles.length / 3).toBe(4);
  });

  it('gives coordinates in millimetres, and says if the file does not', async () => {
    const text = (unit: string) => model(`<object id="1">${TETRAHEDRON}</object>`, '<item objectid="1"/>', unit);
    expect((await read(one(text('')))).positions[3]).toBe(2);
    const inches = await read(one(text('unit="inch"')));
    expect(inches.positions[3]).toBeCloseTo(50.8, 12);
    expect(inches.warnings).toEqual([expect.stringContaining('inch')]);
    await expect(read(one(text('unit="parsec"')))).rejects.toThrow(/unit of 3MF.*parsec/);
  });

  it('finds the same contacts as the triangles have elsewhere', async () => {
    const random = seededRandom(5);
    const positions = Array.from({ length: 300 }, () => Number(random().toFixed(6)));
    const triangles = Array.from({ length: 99 }, (_, i) => i);
    const found = await read(
      one(model(`<object id="1">${mesh(positions, triangles)}</object>`, '<item objectid="1"/>')),
    );
    expect([...found.positions]).toEqual(positions);
    const count = (mesh: { positions: Float64Array; triangles: Uint32Array }) =>
      createDetector(mesh).findIntersections().count;
    const expected = count({ positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) });
    expect(expected).toBeGreaterThan(10);
    expect(count(found)).toBe(expected);
  });

  it.each([
    [
      'a triangle that leads nowhere',
      model(`<object id="1">${mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3])}</object>`, '<item objectid="1"/>'),
      /vertex numbers below 3/,
    ],
    [
      'a coordinate that is none',
      model(
        `<object id="1">${mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]).replace('x="1"', 'x="one"')}</object>`,
        '<item objectid="1"/>',
      ),
      /line 2: expected a finite number x, found one/,
    ],
    ['an object that is not there', model('', '<item objectid="4"/>'), /an object 4/],
    [
      'an object that holds itself',
      model('<object id="1"><components><component objectid="1"/></components></object>', '<item objectid="1"/>'),
      /holds itself/,
    ],
    [
      'a transform that is short',
      model(`<object id="1">${TETRAHEDRON}</object>`, '<item objectid="1" transform="1 0 0"/>'),
      /12 numbers/,
    ],
    [
      'two objects of one id',
      model(`<object id="1">${TETRAHEDRON}</object><object id="1">${TETRAHEDRON}</object>`, '<item objectid="1"/>'),
      /id of its own/,
    ],
    ['nothing to build', model(`<object id="1">${TETRAHEDRON}</object>`, ''), /at least one triangle/],
    [
      'XML that ends early',
      model(`<object id="1">${TETRAHEDRON}</object>`, '<item objectid="1"/>').slice(0, -20),
      /XML/,
    ],
  ])('refuses %s', async (_, text, message) => {
    await expect(read(one(text))).rejects.toThrow(message);
  });

  it('refuses what is no archive, and an archive that is cut', async () => {
    await expect(read(new TextEncoder().encode('hello'))).rejects.toThrow(/ZIP archive/);
    const whole = one(model(`<object id="1">${TETRAHEDRON}</object>`, '<item objectid="1"/>'));
    await expect(read(whole.slice(0, whole.length - 30))).rejects.toThrow(IoError);
  });

  it('names what it does not read', async () => {
    const lattice = '<b:beamlattice><b:beams><b:beam v1="0" v2="1"/><b:beam v1="1" v2="2"/></b:beams></b:beamlattice>';
    const objects = `<object id="1">${TETRAHEDRON.replace('</mesh>', `${lattice}</mesh>`)}</object>`;
    const { warnings } = await read(one(model(objects, '<item objectid="1"/>')));
    expect(warnings).toEqual([expect.stringMatching(/2 beams/)]);
    const item = '<item objectid="1"/>';
    const plain = `<object id="1">${TETRAHEDRON}</object>`;
    const needs = (prefix: string) =>
      read(one(model(plain, item, `xmlns:q="https://example.org/odd" requiredextensions="${prefix}"`)));
    expect((await needs('q')).warnings).toEqual([expect.stringContaining('https://example.org/odd')]);
    expect((await needs('p')).warnings).toEqual([]);
  });
});
