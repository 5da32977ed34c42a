import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Third-party meshes beside the repository, not part of it. Both src/data and dist lie below packages/bench. */
export function dataFolder(): string | undefined {
  for (const up of ['../../../../shared/data/', '../../../../../shared/data/']) {
    const folder = fileURLToPath(new URL(up, import.meta.url));
    if (existsSync(join(folder, 'manifest.json'))) return folder;
  }
  return undefined;
}

/** A mesh file whose number of edge–triangle contacts is known. */
export interface KnownMesh {
  readonly file: string;
  readonly triangles: number;
  readonly contacts: number;
}

export function readManifest(folder: string): KnownMesh[] {
  const entries: { file: string; T?: number; edgeTriContacts?: number }[] = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  return entries.flatMap(({ file, T, edgeTriContacts }) =>
    T === undefined || edgeTriContacts === undefined ? [] : [{ file, triangles: T, contacts: edgeTriContacts }],
  );
}
