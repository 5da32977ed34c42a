import { Document, NodeIO } from '@gltf-transform/core';

/** 2 × 2 pixels of this green: 20, 200, 60. */
export const GREEN_PNG: Uint8Array = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGMQOWEDRAwQCgAeDgRhqBdT4gAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);

/** Two squares, one with a green picture and one plain blue: a triangle of each meets the other. */
export async function dressedSample(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const picture = document.createTexture('grass').setImage(GREEN_PNG).setMimeType('image/png');
  const grass = document.createMaterial('grass').setBaseColorTexture(picture).setRoughnessFactor(0.9);
  const paint = document.createMaterial('paint').setBaseColorFactor([0, 0, 1, 1]).setMetallicFactor(0);
  const mesh = document.createMesh('squares');
  const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document.createAccessor().setBuffer(buffer).setType(type).setArray(array);
  for (const [material, corners] of [
    [grass, [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]],
    [paint, [0.3, 0.2, 0.1, 0.55, -0.6, 0.1, 0.8, 0.2, 0.1, 0.55, 0.9, 0.1]],
  ] as const) {
    mesh.addPrimitive(
      document
        .createPrimitive()
        .setMaterial(material)
        .setAttribute('POSITION', accessor('VEC3', Float32Array.from(corners)))
        .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1)))
        .setIndices(accessor('SCALAR', Uint16Array.of(0, 1, 2, 0, 2, 3))),
    );
  }
  document.createScene().addChild(document.createNode('squares').setMesh(mesh));
  return new NodeIO().writeBinary(document);
}
