import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { UsageError } from '../failure.ts';
import { expandInputs } from '../source/expand-inputs.ts';
import type { ServedFile } from './serve-viewer.ts';

const MESH_FILE = /\.(glb|gltf|vrm|obj|ply|stl|off|coff|noff|msh|node|ele|veg|t)$/i;

/**
 * What the arguments of `selfcollide view` mean, as `check` takes them: files, quoted patterns (frames of a sequence), and folders (every
 * mesh in them). Files that a glTF or TetGen mesh refers to, if they are beside it, come along.
 *
 * @throws UsageError for what is not there.
 */
export async function listFiles(args: readonly string[]): Promise<ServedFile[]> {
  const listed: ServedFile[] = [];
  const seen = new Set<string>();
  const add = (file: ServedFile) => {
    if (!seen.has(file.path)) listed.push(file);
    seen.add(file.path);
  };
  for (const argument of args) {
    if (statSync(argument, { throwIfNoEntry: false })?.isDirectory()) {
      const meshes = readdirSync(argument).filter((name) => MESH_FILE.test(name));
      if (meshes.length === 0) throw new UsageError(`${argument}: no mesh files in this folder.`);
      for (const name of meshes.sort()) add({ path: join(argument, name) });
      continue;
    }
    for (const input of await expandInputs([argument])) {
      if (input.kind === 'sequence') {
        input.files.forEach((path, i) => {
          add({ path, sequence: argument, frame: input.numbers[i] });
        });
      } else if (!statSync(input.name, { throwIfNoEntry: false })?.isFile()) {
        throw new UsageError(`${input.name}: no such file${/[%#*?]/.test(argument) ? ', and nothing matches' : ''}.`);
      } else add({ path: input.name });
    }
  }
  for (const path of listed.flatMap(({ path }) => filesBeside(path))) add({ path });
  return listed;
}

/** Files that a mesh refers to. Only those in its own folder or below: the page has no business elsewhere. */
function filesBeside(path: string): string[] {
  const stem = path.slice(0, -extname(path).length);
  if (/\.(node|ele)$/i.test(path)) return ['.node', '.ele'].map((ending) => stem + ending).filter((p) => existsSync(p));
  if (!/\.gltf$/i.test(path)) return [];
  try {
    type Referring = { uri?: string }[];
    const { buffers = [], images = [] }: { buffers?: Referring; images?: Referring } = JSON.parse(
      readFileSync(path, 'utf8'),
    );
    return [...buffers, ...images]
      .map(({ uri }) => uri)
      .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
      .map((uri) => decodeURIComponent(uri))
      .filter((uri) => !uri.split(/[\\/]/).includes('..') && !/^([\\/]|\w+:)/.test(uri))
      .map((uri) => join(dirname(path), uri))
      .filter((file) => existsSync(file));
  } catch {
    return []; // it is no glTF, which the page says
  }
}
