import { describe, expect, it } from 'vitest';
import { readModel, writeGlb, writeObj, writePly } from '../../src/index.ts';
import { splitGlb } from '../gltf/gltf-file.ts';
import { sampleMesh } from '../sample-files.ts';

const MESH = {
  positions: Float64Array.of(0.1, -0, 1e-300, 1 / 3, 2e20, -5, Math.PI, 4, 123456789.125, 1, 2, 3),
  triangles: Uint32Array.of(0, 1, 2, 2, 1, 3),
};
const RED = Float32Array.of(1, 0, 0, 1, 0, 0, 0.5, 0.5, 0.5, 0, 0, 2);

describe('reads back bit by bit', () => {
  it.each([
    ['OBJ', 'a.obj', writeObj([MESH])],
    ['OBJ with colours', 'a.obj', writeObj([{ ...MESH, colors: RED }])],
    ['PLY binary', 'a.ply', writePly(MESH)],
    ['PLY binary with colours', 'a.ply', writePly({ ...MESH, colors: RED })],
    ['PLY text', 'a.ply', writePly(MESH, { encoding: 'ascii' })],
    ['PLY text with colours', 'a.ply', writePly({ ...MESH, colors: RED }, { encoding: 'ascii' })],
  ])('%s', async (_, name, bytes) => {
    const model = await readModel(bytes, { name });
    expect(model.positions).toEqual(MESH.positions); // toEqual tells −0 from 0
    expect(model.triangles).toEqual(MESH.triangles);
  });

  it('PLY of floats and GLB keep floats', async () => {
    const mesh = sampleMesh();
    const floats = { positions: Float32Array.from(mesh.positions), triangles: Uint16Array.from(mesh.triangles) };
    for (const [name, bytes] of [
      ['a.ply', writePly(floats)],
      ['a.glb', writeGlb([floats])],
    ] as const) {
      const model = await readModel(bytes, { name });
      expect(model.positions).toEqual(mesh.positions);
      expect(model.triangles).toEqual(mesh.triangles);
    }
    expect(writePly(floats).length).toBeLessThan(writePly(mesh).length);
  });
});

it('writes several objects with their names', async () => {
  const meshes = [
    { ...sampleMesh(3), name: 'left sleeve' },
    { ...sampleMesh(4), name: 'body\nf 1 2 3' },
  ];
  for (const [name, bytes] of [
    ['a.obj', writeObj(meshes)],
    ['a.glb', writeGlb(meshes)],
  ] as const) {
    const model = await readModel(bytes, { name });
    expect(model.objects.map(({ triangleCount }) => triangleCount)).toEqual([8, 18]);
    expect(model.objects[0].name).toBe('left sleeve');
    expect(model.triangles[24]).toBe(meshes[1].triangles[0] + 9);
  }
});

describe('GLB', () => {
  it('holds vertex colours as bytes, one colour as material, and the range of positions', () => {
    const bytes = writeGlb([
      { ...MESH, colors: RED },
      { ...sampleMesh(), color: [1, 0, 0] },
    ]);
    const { json, bin } = splitGlb(bytes);
    expect(new DataView(bytes.buffer).getUint32(8, true)).toBe(bytes.length);
    const color = json.accessors[json.meshes[0].primitives[0].attributes.COLOR_0];
    const start = json.bufferViews[color.bufferView].byteOffset;
    expect(color).toMatchObject({ componentType: 5121, normalized: true, type: 'VEC4', count: 4 });
    expect([...bin.subarray(start, start + 16)]).toEqual([
      255, 0, 0, 255, 255, 0, 0, 255, 128, 128, 128, 255, 0, 0, 255, 255,
    ]);
    expect(json.materials[json.meshes[1].primitives[0].material].pbrMetallicRoughness.baseColorFactor).toEqual([
      1, 0, 0, 1,
    ]);
    expect(json.accessors[0].min).toEqual([0.1, 0, -5].map((value) => expect.closeTo(value, 6)));
    expect(json.buffers[0].byteLength).toBe(bin.length);
  });

  it('leaves out meshes without triangles', async () => {
    const empty = { positions: new Float64Array(0), triangles: new Uint32Array(0) };
    expect((await readModel(writeGlb([empty, MESH]), { name: 'a.glb' })).objects).toHaveLength(1);
    expect(() => writeGlb([empty])).toThrow('writeGlb: at least one mesh must have triangles, got none.');
  });

  it('uses 4-byte indices only for many vertices', () => {
    const many = { positions: new Float32Array(3 * 65535), triangles: Uint32Array.of(0, 1, 65534) };
    expect(splitGlb(writeGlb([many])).json.accessors[1].componentType).toBe(5125);
    expect(splitGlb(writeGlb([MESH])).json.accessors[1].componentType).toBe(5123);
  });
});

describe('refuses', () => {
  it.each([
    [{ ...MESH, positions: new Float64Array(4) }, 'positions must have three numbers a vertex, got 4.'],
    [{ ...MESH, triangles: Uint32Array.of(0, 1) }, 'triangles must have three numbers each, got 2.'],
    [{ ...MESH, triangles: Uint32Array.of(0, 1, 4) }, 'vertex numbers must be below 4, got 4 in triangle 0.'],
    [{ ...MESH, colors: new Float32Array(3) }, 'colors must have three numbers a vertex, got 3.'],
    [{ ...MESH, positions: new Float64Array(12).fill(Number.NaN) }, 'positions must be finite, got NaN at vertex 0.'],
  ])('%#', (mesh, message) => {
    for (const write of [() => writeObj([mesh]), () => writePly(mesh), () => writeGlb([mesh])]) {
      expect(write).toThrow(message);
    }
  });
});
