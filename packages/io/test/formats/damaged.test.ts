import { describe, expect, it } from 'vitest';
import { type Model, readModel } from '../../src/index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string): Promise<Model> => readModel(bytesOf(text), { name });

const OBJ = 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 2 1 -1\nv 1 1 1\nf 1 2 3\nf 4 5 6\n';
const POINTS = '0 0 0\n4 0 0\n0 4 0\n1 1 -1\n2 1 -1\n1 1 1\n';
const FACET = 'facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 0 4 0\nendloop\nendfacet\n';
const ply = (faces: number) =>
  `ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nelement face ${faces}\n` +
  `property list uchar int vertex_indices\nend_header\n${POINTS}3 0 1 2\n3 3 4 5\n`;
const off = (faces: number) => `OFF\n6 ${faces} 0\n${POINTS}3 0 1 2\n3 3 4 5\n`;
const msh = (tets: number) =>
  `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 4 0 0\n3 0 4 0\n4 0 0 4\n5 0 0 -4\n$EndNodes\n` +
  `$Elements\n${tets}\n1 4 2 0 1 1 2 3 4\n2 4 2 0 1 1 3 2 5\n$EndElements\n`;
const veg = (tets: number) =>
  `*VERTICES\n5 3 0 0\n1 0 0 0\n2 4 0 0\n3 0 4 0\n4 0 0 4\n5 0 0 -4\n*ELEMENTS\nTET\n${tets} 4 0\n1 1 2 3 4\n2 1 3 2 5\n*MATERIAL m\nENU, 1, 2, 3\n`;

function binaryStl(declared: number, present: number): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * present);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, declared, true);
  for (let t = 0; t < present; t++) {
    const corners = [0, 0, t, 1, 0, t, 0, 1, t];
    for (let i = 0; i < 9; i++) view.setFloat32(84 + 50 * t + 12 + 4 * i, corners[i], true);
  }
  return bytes;
}

describe('a byte order mark', () => {
  it.each([
    ['a.obj', OBJ],
    ['a.off', off(2)],
    ['a.ply', ply(2)],
    ['a.stl', `solid a\n${FACET}endsolid a\n`],
    ['a.msh', msh(2)],
    ['a.veg', veg(2)],
    ['no-ending', OBJ],
    ['no-ending', off(2)],
  ])('before %s changes nothing', async (name, text) => {
    const plain = await read(name, text);
    const marked = await read(name, `\ufeff${text}`);
    expect(marked.positions).toEqual(plain.positions);
    expect(marked.triangles).toEqual(plain.triangles);
  });

  it('is no reason to take a binary STL for text', async () => {
    const bytes = binaryStl(3, 3);
    bytes.set([0xef, 0xbb, 0xbf]);
    expect((await readModel(bytes, { name: 'a.stl' })).triangles.length).toBe(9);
  });
});

describe('text STL that is cut short is refused', () => {
  it.each([
    ['behind a facet', `solid a\n${FACET}`, 'line 9: expected "endsolid", the file ends.'],
    ['in a loop', `solid a\n${FACET}facet normal 0 0 1\nouter loop\n`, 'line 11: expected "endfacet", the file ends.'],
    [
      'before the next solid',
      `solid a\n${FACET}solid b\n${FACET}endsolid b\n`,
      'line 9: expected "endsolid" first, found a new solid.',
    ],
    [
      'before the next facet',
      `solid a\nfacet\n${FACET}endsolid\n`,
      'line 3: expected "endfacet" first, found a new facet.',
    ],
  ])('%s', async (_where, text, message) => {
    await expect(read('a.stl', text)).rejects.toThrow(message);
  });
});

describe('more than a file declares is refused', () => {
  it.each([
    ['a.ply', ply(1), 'line 17: expected nothing behind what the header declares, found "3".'],
    ['a.off', off(1), 'line 10: expected nothing behind face 1 of 1, found "3".'],
    ['a.msh', msh(1), 'line 15: expected "$EndElements" behind as many as declared, found "2".'],
    ['a.veg', veg(1), 'line 12: expected no more rows than declared, found "2".'],
  ])('%s', async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });

  it('TetGen', async () => {
    const node = '5 3 0 0\n1 0 0 0\n2 4 0 0\n3 0 4 0\n4 0 0 4\n5 0 0 -4\n';
    const ele = '1 4 0\n1 1 2 3 4\n2 1 3 2 5\n';
    const open = (first: string, second: string) =>
      readModel(bytesOf(first), { name: 'a.node', resolve: async () => bytesOf(second) });
    await expect(open(node, ele)).rejects.toThrow('expected no more tetrahedra than declared, found "2".');
    const few = node.replace('5 3', '4 3');
    await expect(open(few, ele)).rejects.toThrow('expected no more vertices than declared, found "5".');
    expect((await open(`${node}# end`, ele.replace('1 4 0', '2 4 0'))).tets?.length).toBe(8);
  });

  it('binary STL and PLY', async () => {
    await expect(readModel(binaryStl(2, 5), { name: 'a.stl' })).rejects.toThrow(
      'a.stl: byte 80: expected the number of triangles that the file has, found 2, but there are bytes for 5.',
    );
    const header =
      'ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty char x\nproperty char y\nproperty char z\n';
    const body = [0, 0, 0, 4, 0, 0, 0, 4, 0, 3, 0, 1, 2];
    const whole = (more: readonly number[]) =>
      Uint8Array.from([
        ...bytesOf(`${header}element face 1\nproperty list uchar uchar vertex_index\nend_header\n`),
        ...body,
        ...more,
      ]);
    expect((await readModel(whole([0, 10]), { name: 'a.ply' })).triangles.length).toBe(3);
    await expect(readModel(whole([3, 0, 2, 1]), { name: 'a.ply' })).rejects.toThrow('found 4 bytes more.');
  });
});

describe('lines of OBJ', () => {
  it('that lose a face are refused', async () => {
    const message = (word: string) => `line 8: expected a keyword of OBJ, such as v or f, found "${word}".`;
    await expect(read('a.obj', OBJ.replace('f 4', 'F 4'))).rejects.toThrow(message('F'));
    await expect(read('a.obj', OBJ.replace('v 1 1 1', 'V 1 1 1'))).rejects.toThrow('found "V".');
    await expect(read('a.obj', OBJ.replace('f 4 5 6', 'f 4 5\n 6'))).rejects.toThrow('line 9: expected a keyword');
  });

  it('with keywords that nobody knows are counted, those of the format are not', async () => {
    const more = 'vc 1 0 0\nvc 0 1 0\nvt 0 0\nvn 0 0 1\nusemtl a\nmtllib a.mtl\ns off\n';
    expect((await read('a.obj', OBJ + more)).warnings).toEqual(['2 lines with an unknown keyword were skipped.']);
  });
});

it('one vertex is no vertices', async () => {
  await expect(read('a.obj', 'v 0 0 0\n')).rejects.toThrow('found 1 vertex and no face.');
  await expect(read('a.gltf', '{"asset":{"version":"2.0"},"meshes":[{"primitives":[]}]}')).rejects.toThrow(
    'found 1 mesh.',
  );
});

it('glTF that requires an extension nobody knows is refused, as the format asks', async () => {
  const json = '{"asset":{"version":"2.0"},"extensionsUsed":["X_bend"],"extensionsRequired":["X_bend"]}';
  await expect(read('a.gltf', json)).rejects.toThrow(
    'a.gltf: expected extensions that are known here at extensionsRequired, found "X_bend".',
  );
});
