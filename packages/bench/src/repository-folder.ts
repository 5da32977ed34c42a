import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the workspace: the first folder above this file whose package.json lists workspaces. */
export function repositoryFolder(from: string = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).workspaces !== undefined) return folder;
    if (dirname(folder) === folder) throw new Error(`repositoryFolder: no workspace above ${from}.`);
  }
}
