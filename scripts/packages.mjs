import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The workspace packages that are built by tsdown: those with a package.json and src/index.ts.
 * What is built follows from package.json: each ./dist/NAME.mjs named in `exports` or `bin` comes from src/NAME.ts.
 */
export function listPackages() {
  const packages = [];
  for (const folder of readdirSync(join(root, 'packages')).sort()) {
    const directory = join(root, 'packages', folder);
    if (!existsSync(join(directory, 'package.json')) || !existsSync(join(directory, 'src/index.ts'))) continue;
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const outputs = JSON.stringify([manifest.exports, manifest.bin]).matchAll(/"(?:\.\/)?dist\/([\w/-]+)\.mjs"/g);
    const entries = [...new Set([...outputs].map((match) => match[1]))];
    if (entries.length > 0) packages.push({ folder, directory, manifest, entries });
  }
  return packages;
}
