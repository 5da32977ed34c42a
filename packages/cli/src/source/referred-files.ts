import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Files above are not looked into; models that refer to others are descriptions, and small. */
const MAX_BYTES = 2 ** 28;
const MAX_DEPTH = 8;
const GLB_HEADER_BYTES = 20;

/** Of an OBJ the lines that name materials are looked for here. */
const OBJ_HEAD_BYTES = 2 ** 20;

/**
 * Paths that a model file names: buffers and pictures of a glTF, materials of an OBJ, the other file of a TetGen pair, Vega's includes. What
 * cannot be read names none.
 */
export function referredFiles(path: string): string[] {
  try {
    if (!(statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)) return [];
    return namesIn(path, 0);
  } catch {
    return []; // reading the model says what is wrong with it
  }
}

function namesIn(path: string, depth: number): string[] {
  if (/\.node$/i.test(path)) return [path.replace(/\.node$/i, '.ele')];
  if (/\.ele$/i.test(path)) return [path.replace(/\.ele$/i, '.node')];
  const beside = (uri: string) => resolve(dirname(path), uri);
  if (/\.veg$/i.test(path)) {
    const named = [...textOf(path).matchAll(/^\s*\*INCLUDE\s+(\S.*?)\s*$/gim)].map((match) => beside(match[1]));
    return depth < MAX_DEPTH ? [...named, ...named.flatMap((name) => namesIn(name, depth + 1))] : named;
  }
  if (/\.obj$/i.test(path)) {
    const lines = headOf(path, OBJ_HEAD_BYTES).matchAll(/^mtllib[ \t]+(\S.*?)\s*$/gm);
    return [...lines].flatMap(([, names]) => [names, ...names.split(/\s+/)].map(beside));
  }
  if (!/\.(gltf|glb|vrm)$/i.test(path)) return [];
  const { buffers = [], images = [] } = JSON.parse(jsonOf(path)) as Record<string, { uri?: unknown }[] | undefined>;
  return [...buffers, ...images].flatMap(({ uri }) =>
    typeof uri === 'string' && !uri.startsWith('data:') ? [beside(uri), beside(decodeURIComponent(uri))] : [],
  );
}

function textOf(path: string): string {
  return statSync(path).size > MAX_BYTES ? '' : readFileSync(path, 'utf8').replace(/^\ufeff/, '');
}

function headOf(path: string, bytes: number): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(Math.min(bytes, statSync(path).size));
    return head.toString('utf8', 0, readSync(file, head, 0, head.length, 0)).replace(/^\ufeff/, '');
  } finally {
    closeSync(file);
  }
}

/** The JSON of a .gltf, or of a .glb, where it is the first chunk. */
function jsonOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(GLB_HEADER_BYTES);
    readSync(file, head, 0, GLB_HEADER_BYTES, 0);
    if (head.toString('latin1', 0, 4) !== 'glTF') return textOf(path);
    const length = Math.min(head.readUInt32LE(12), MAX_BYTES, statSync(path).size);
    const json = Buffer.alloc(length);
    readSync(file, json, 0, length, GLB_HEADER_BYTES);
    return json.toString('utf8');
  } finally {
    closeSync(file);
  }
}
