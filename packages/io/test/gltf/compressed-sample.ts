import { Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import type { SampleMesh } from '../sample-files.ts';

/** One mesh written by glTF-Transform with Draco (14 bits a coordinate, order kept) or meshopt (nothing lost). */
export async function compressedSample(mesh: SampleMesh, method: 'draco' | 'meshopt'): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType('VEC3')
    .setArray(Float32Array.from(mesh.positions))
    .setBuffer(buffer);
  const indices = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(Uint16Array.from(mesh.triangles))
    .setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute('POSITION', position).setIndices(indices);
  const node = document.createNode('packed').setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);

  const io = new WebIO().registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression]);
  if (method === 'draco') {
    io.registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ method: KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL });
  } else {
    await MeshoptEncoder.ready;
    io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
    document.createExtension(EXTMeshoptCompression).setRequired(true);
  }
  return io.writeBinary(document);
}
