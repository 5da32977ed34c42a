import { describe, expect, it } from 'vitest';
import { readModel } from '../../src/read-model.ts';
import { dressedSample, GREEN_PNG } from './dressed-sample.ts';

describe('the look of a glTF', () => {
  it('is read if asked for: materials, pictures and texture coordinates, in the numbers of the model', async () => {
    const bytes = await dressedSample();
    expect((await readModel(bytes, { name: 'squares.glb' })).look).toBeUndefined();
    const { look, materials, positions } = await readModel(bytes, { name: 'squares.glb', look: true });
    expect(materials).toEqual({ names: ['grass', 'paint'], ofTriangle: Uint32Array.of(0, 0, 1, 1) });
    expect(look?.images).toEqual([{ bytes: GREEN_PNG, type: 'image/png' }]);
    expect(look?.uvs).toEqual(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1));
    expect(look?.uvs.length).toBe((2 * positions.length) / 3);
    expect(look?.materials).toMatchObject([
      { image: 0, color: [1, 1, 1, 1], roughness: 0.9, metalness: 1, alpha: 'opaque', wrap: ['repeat', 'repeat'] },
      { image: -1, color: [0, 0, 1, 1], metalness: 0 },
    ]);
  });

  it('costs no mesh if it is wrong', async () => {
    const json = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, material: 0 },
            { attributes: { POSITION: 0 }, material: 7 },
          ],
        },
      ],
      materials: [{ pbrMetallicRoughness: { baseColorFactor: ['red'], baseColorTexture: { index: 0 } }, alphaMode: 5 }],
      textures: [{ source: 0, sampler: 9 }],
      images: [{ uri: 'gone.png' }],
      accessors: [{ type: 'VEC3', componentType: 5126, count: 3, bufferView: 0 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${btoa('\0'.repeat(36))}` }],
    };
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    const { look, warnings, triangles } = await readModel(bytes, { name: 'a.gltf', look: true });
    expect(triangles.length).toBe(6);
    expect(look?.materials).toMatchObject([
      { image: -1, color: [1, 1, 1, 1], alpha: 'opaque' },
      { image: -1, color: [1, 1, 1, 1] },
    ]);
    expect(warnings).toContain('1 picture could not be read: some colours are missing.');
  });
});
