import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Folders that nobody means when they name what is above them. */
const SKIPPED = /^(\.|node_modules$)/;

/** Every file below a folder, in alphabetical order, folders before their files; links to folders are not followed, so it ends. */
export async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = (await listFolder(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const prefix = folder === '' || folder === '.' ? '' : folder.endsWith('/') ? folder : `${folder}/`;
  for (const entry of entries) {
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) yield* walkFiles(`${prefix}${entry.name}`);
  }
  for (const entry of entries) {
    if (entry.isFile() || entry.isSymbolicLink()) yield `${prefix}${entry.name}`;
  }
}

async function listFolder(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder === '' ? '.' : folder, { withFileTypes: true });
  } catch {
    return []; // what cannot be read has no files for us; a folder that was named is looked at before
  }
}
