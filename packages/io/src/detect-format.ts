import type { ModelFormat } from './model.ts';

const BY_EXTENSION: ReadonlyMap<string, ModelFormat> = new Map([
  ['glb', 'gltf'],
  ['gltf', 'gltf'],
  ['vrm', 'gltf'],
  ['obj', 'obj'],
  ['ply', 'ply'],
  ['stl', 'stl'],
  ['off', 'off'],
  ['coff', 'off'],
  ['noff', 'off'],
  ['msh', 'gmsh'],
  ['node', 'tetgen'],
  ['ele', 'tetgen'],
  ['veg', 'vega'],
  ['t', 'gaia'],
]);

/** Tells the format by the end of the file name or, if that says nothing, by the first bytes. */
export function detectFormat(file: string, bytes: Uint8Array): ModelFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase() ?? '';
  return BY_EXTENSION.get(extension) ?? detectByContent(bytes);
}

function detectByContent(bytes: Uint8Array): ModelFormat | undefined {
  let head = '';
  for (let i = 0; i < Math.min(bytes.length, 512); i++) head += String.fromCharCode(bytes[i]);
  if (head.startsWith('glTF') || /^\s*\{/.test(head)) return 'gltf';
  if (/^ply\s/.test(head)) return 'ply';
  if (head.startsWith('$MeshFormat')) return 'gmsh';
  if (/^(ST)?C?N?4?n?OFF\s/.test(head)) return 'off';
  if (/^\s*solid\b/.test(head)) return 'stl';
  if (/^Vertex\s+\d/.test(head)) return 'gaia';
  if (/(^|\n)\*VERTICES/.test(head)) return 'vega';
  if (/(^|\n)(v|vn|vt|f|o|g|mtllib)\s/.test(head)) return 'obj';
  // a binary STL has no mark but its size
  if (bytes.length >= 84) {
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true);
    if (84 + 50 * count === bytes.length) return 'stl';
  }
  return undefined;
}
