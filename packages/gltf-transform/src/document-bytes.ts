import { type Document, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { cloneDocument, unpartition } from '@gltf-transform/functions';

/** Extensions that change how geometry is stored, and no shape. */
const COMPRESSION: readonly string[] = [
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
];

/** A document as the bytes of a GLB, without compression and pictures. The document itself stays as it is. */
export async function documentBytes(document: Document): Promise<Uint8Array> {
  const copy = cloneDocument(document);
  for (const extension of copy.getRoot().listExtensionsUsed()) {
    if (COMPRESSION.includes(extension.extensionName)) extension.dispose();
  }
  // pictures say nothing about shape, and may be most of the bytes
  for (const texture of copy.getRoot().listTextures()) texture.dispose();
  await copy.transform(unpartition());
  return new WebIO().registerExtensions(ALL_EXTENSIONS).writeBinary(copy);
}
