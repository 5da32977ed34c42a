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
  ['3mf', '3mf'],
  ['msh', 'gmsh'],
  ['node', 'tetgen'],
  ['ele', 'tetgen'],
  ['veg', 'vega'],
  ['t', 'gaia'],
  ['fbx', 'fbx'],
  ['dae', 'collada'],
  ['usd', 'usd'],
  ['usda', 'usd'],
  ['usdc', 'usd'],
  ['usdz', 'usd'],
]);

/** Second files of a model, which are read with the first; and a name that too many other files have. */
const NOT_ALONE: ReadonlySet<string> = new Set(['ele', 't']);

/** Whether a file of this name is a model, as far as its end tells. */
export function isModelName(file: string): boolean {
  const extension = extensionOf(file);
  return BY_EXTENSION.has(extension) && !NOT_ALONE.has(extension);
}

/** Formats that people bring and that are not read, with what to do instead. */
const NOT_READ: readonly { readonly extension: RegExp; readonly head: RegExp; readonly name: string }[] = [
  {
    extension: /\.meshb?$/i,
    head: /^\s*MeshVersionFormatted\b/,
    name: 'Medit .mesh (Gmsh writes it as .msh: gmsh in.mesh -0 -o out.msh)',
  },
  {
    extension: /\.abc$/i,
    head: /^Ogawa/,
    name: 'Alembic (export numbered OBJ or PLY files, or the mesh as OBJ with a PC2 or MDD point cache for --cache)',
  },
  { extension: /\.blend$/i, head: /^BLENDER/, name: 'Blender’s own (export glTF instead)' },
];

/** The name of a format that is known but not read; undefined for all others. */
export function nameUnreadable(file: string, bytes: Uint8Array): string | undefined {
  const head = headOf(bytes);
  return NOT_READ.find((format) => format.extension.test(file) || format.head.test(head))?.name;
}

/** Tells the format by the end of the file name or, if that says nothing, by the first bytes. */
export function detectFormat(file: string, bytes: Uint8Array): ModelFormat | undefined {
  return BY_EXTENSION.get(extensionOf(file)) ?? detectByContent(bytes);
}

function extensionOf(file: string): string {
  return /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase() ?? '';
}

function detectByContent(bytes: Uint8Array): ModelFormat | undefined {
  const head = headOf(bytes);
  if (head.startsWith('glTF') || /^\s*\{/.test(head)) return 'gltf';
  if (/^ply\s/.test(head)) return 'ply';
  if (/^Kaydara FBX|^; FBX /.test(head)) return 'fbx';
  if (/^#usda|^PXR-USDC/.test(head)) return 'usd';
  if (/<COLLADA\b/.test(head)) return 'collada';
  if (/^\$(MeshFormat|NOD)\b/.test(head)) return 'gmsh';
  if (/^(ST)?C?N?4?n?OFF\s/.test(head)) return 'off';
  if (/^\s*solid\b/i.test(head)) return 'stl';
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

function headOf(bytes: Uint8Array): string {
  let head = '';
  for (let i = 0; i < Math.min(bytes.length, 512); i++) head += String.fromCharCode(bytes[i]);
  return head.replace(/^\xef\xbb\xbf/, ''); // a byte order mark
}
