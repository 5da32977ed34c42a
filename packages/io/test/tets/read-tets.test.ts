import { describe, expect, it } from 'vitest';
import { type Model, readModel, vertexInFile } from '../../src/index.ts';
import {
  gaiaFile,
  gmsh2Binary,
  gmsh2Text,
  gmsh41Binary,
  gmsh41Text,
  sampleTets,
  tetgenFiles,
  vegaFile,
} from '../sample-files.ts';

const TETS = sampleTets();
const { node, ele } = tetgenFiles(TETS);
const oneBased = tetgenFiles(TETS, 1);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const files: [string, string, Uint8Array, Uint8Array?][] = [
  ['Gmsh 2.2 text', 'a.msh', gmsh2Text(TETS)],
  ['Gmsh 2.2 binary', 'a.msh', gmsh2Binary(TETS)],
  ['Gmsh 4.1 text', 'a.msh', gmsh41Text(TETS)],
  ['Gmsh 4.1 binary', 'a.msh', gmsh41Binary(TETS)],
  ['Gmsh 4.1 binary big-endian', 'a.msh', gmsh41Binary(TETS, false)],
  ['TetGen by .node', 'dir/a.node', node, ele],
  ['TetGen by .ele, numbers from 1', 'a.ele', oneBased.ele, oneBased.node],
  ['Vega', 'a.veg', vegaFile(TETS)],
  ['Gaia', 'a.t', gaiaFile(TETS)],
];

describe('reads back what was written', () => {
  it.each(files)('%s', async (_, name, bytes, other) => {
    const asked: string[] = [];
    const resolve = async (uri: string): Promise<Uint8Array> => {
      asked.push(uri);
      return other!;
    };
    const model = await readModel(bytes, { name, resolve });
    expect(model.positions).toEqual(TETS.positions);
    expect(model.tets).toEqual(TETS.tets);
    if (other) expect(asked).toEqual([name.endsWith('.node') ? 'a.ele' : 'a.node']);
    expectClosedOutwardSurface(model);
  });
});

it('keeps the numbers of the file', async () => {
  const at = async (name: string, bytes: Uint8Array): Promise<number> =>
    vertexInFile(await readModel(bytes, { name }), 26);
  expect(await at('a.msh', gmsh2Text(TETS))).toBe(270); // tags 10, 20, …
  expect(await at('a.msh', gmsh41Text(TETS))).toBe(27);
  expect(await at('a.veg', vegaFile(TETS))).toBe(27);
  expect(await at('a.t', gaiaFile(TETS))).toBe(26);
});

/** Every edge is used once in each direction, and the volume inside is that of the tetrahedra. */
function expectClosedOutwardSurface({ triangles, positions, tets }: Model): void {
  expect(triangles.length / 3).toBe(48); // 6 sides of 2 × 2 squares
  const edges = new Set<string>();
  for (let i = 0; i < triangles.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    edges.add(`${triangles[i]} ${triangles[next]}`);
  }
  expect(edges.size).toBe(triangles.length);
  for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);

  const p = (v: number): number[] => [...positions.subarray(3 * v, 3 * v + 3)];
  const det = (a: number[], b: number[], c: number[]): number =>
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const minus = (a: number[], b: number[]): number[] => a.map((value, i) => value - b[i]);
  let inside = 0;
  for (let t = 0; t < triangles.length; t += 3)
    inside += det(p(triangles[t]), p(triangles[t + 1]), p(triangles[t + 2]));
  let sum = 0;
  for (let t = 0; t < tets!.length; t += 4) {
    const a = p(tets![t]);
    sum += Math.abs(det(minus(p(tets![t + 1]), a), minus(p(tets![t + 2]), a), minus(p(tets![t + 3]), a)));
  }
  expect(inside).toBeCloseTo(sum, 10);
}

describe('Gmsh without tetrahedra', () => {
  it('takes triangles and quads, and says what it skipped', async () => {
    const model = await readModel(
      encode(
        '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n' +
          '$Elements\n3\n1 2 0 1 2 3\n2 3 1 5 1 2 3 4\n3 5 0 1 2 3 4 1 2 3 4\n$EndElements\n',
      ),
      { name: 'a.msh' },
    );
    expect([...model.triangles]).toEqual([0, 1, 2, 0, 1, 2, 0, 2, 3]);
    expect(model.warnings).toEqual(['1 element other than tetrahedra, triangles and quads was skipped.']);
  });
});

describe('Vega', () => {
  it('follows *INCLUDE, and stops in a circle', async () => {
    const text = new TextDecoder().decode(vegaFile(TETS));
    const [head, tail] = text.split('*ELEMENTS');
    const resolve = async (uri: string): Promise<Uint8Array> =>
      encode(uri === 'circle.veg' ? '*INCLUDE circle.veg\n' : head);
    const model = await readModel(encode(`*INCLUDE vertices.veg\n*ELEMENTS${tail}`), { name: 'a.veg', resolve });
    expect(model.tets).toEqual(TETS.tets);
    const circle = readModel(encode('*INCLUDE circle.veg\n'), { name: 'circle.veg', resolve });
    await expect(circle).rejects.toThrow('expected includes that end');
  });
});

describe('refuses', () => {
  const format = '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n';
  it.each([
    ['a.msh', '$MeshFormat\n4 0 8\n$EndMeshFormat\n', 'a.msh: line 2: expected the version 2.2 or 4.1, found 4.'],
    ['a.msh', '$MeshFormat\n4.1 0 4\n$EndMeshFormat\n', 'expected the size of numbers, 8, found 4.'],
    ['a.msh', '$Nodes\n', 'expected "$MeshFormat" first, found "$Nodes".'],
    ['a.msh', 'hello\n', 'expected a section that starts with "$", found "hello".'],
    ['a.msh', `${format}$Nodes\n1 9999999999 1 1\n`, 'line 5: expected a count that fits the file, found 9999999999'],
    ['a.msh', `${format}$Nodes\n1 1 1 1\n3 1 0 9999999999\n`, 'line 6: expected a count that fits the file'],
    ['a.msh', `${format}$Nodes\n9999999999 1 1 1\n`, 'expected a count that fits the file, found 9999999999'],
    ['a.msh', `${format}$Elements\n1 1 1 1\n3 1 77 1\n`, 'expected an element type of the Gmsh manual, found 77.'],
    ['a.msh', `${format}$Elements\n1 1 1 1\n3 1 4 1\n1 5 6 7 8\n`, 'expected the number of a node above, found 5.'],
    ['a.msh', `${format}$Comments\n`, 'expected "$EndComments", the file ends.'],
    ['a.msh', format, 'expected tetrahedra or triangles, found 0 nodes only.'],
    ['a.node', '0 2 0 0\n', 'a.node: line 1: expected the dimension 3, found 2.'],
    ['a.node', '1 3 0 0\n1 0 0 x\n', 'line 2: expected a finite coordinate, found "x".'],
    ['a.node', '2 3 0 0\n1 0 0 0\n1 0 0 0\n', 'expected every vertex number once, found 1 again.'],
    ['a.node', '1 3 0 0\n1 0 0 0\n', 'a.ele: line 1: expected a tetrahedron count, the file ends.'],
    ['a.veg', '*VERTICES\n99999999 3 0 0\n', 'a.veg: line 2: expected a vertex count that fits the file'],
    ['a.veg', '*ELEMENTS\nCUBIC\n1 8 0\n', 'line 2: expected elements of kind TET, found "CUBIC".'],
    ['a.veg', '*INCLUDE b.veg\n', 'expected at least one tetrahedron'],
    ['a.t', 'Vertex 0 0 0 0\nTet 0 0 1 2 3\n', 'a.t: line 2: expected the number of a vertex above, found 1.'],
    ['a.t', 'Vertex 0 0 0 inf\n', 'a.t: line 1: expected a finite coordinate, found "inf".'],
    ['a.t', '', 'a.t: expected at least one tetrahedron, found 0 vertices only.'],
  ])('%s %j', async (name, text, message) => {
    await expect(readModel(encode(text), { name, resolve: async () => new Uint8Array(0) })).rejects.toThrow(message);
  });

  it('one TetGen file without the other', async () => {
    await expect(readModel(node, { name: 'a.node' })).rejects.toThrow(
      'a.node: expected the file "a.ele", no resolve function was given.',
    );
  });
});
