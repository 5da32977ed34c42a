import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the built viewer: beside the built program, also when this runs from the sources.
 *
 * @throws Error if it was not built.
 */
export function findViewer(): string {
  const places = ['./viewer/', '../../dist/viewer/'];
  const folders = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}index.html`));
  if (found) return found;
  throw new Error(
    `view: the viewer must be built, found none at ${folders[0]}. In the repository, run "npm run build".`,
  );
}
