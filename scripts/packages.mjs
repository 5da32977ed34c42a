import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The workspace packages that are built by tsdown: those with a package.json and src/index.ts.
 * What is built follows from package.json: each ./dist/NAME.mjs named in `exports` or `bin` comes from src/NAME.ts.
 * `inside` lists the private packages that go into the dist of a published one.
 */
export function listPackages() {
  const packages = [];
  for (const folder of readdirSync(join(root, 'packages')).sort()) {
    const directory = join(root, 'packages', folder);
    if (!existsSync(join(directory, 'package.json')) || !existsSync(join(directory, 'src/index.ts'))) continue;
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    const outputs = JSON.stringify([manifest.exports, manifest.bin]).matchAll(/"(?:\.\/)?dist\/([\w/-]+)\.mjs"/g);
    const entries = [...new Set([...outputs].map((match) => match[1]))];
    if (entries.length > 0) packages.push({ folder, directory, manifest, entries, inside: [] });
  }
  for (const entry of packages) if (!entry.manifest.private) entry.inside.push(...privateBelow(entry, packages));
  return packages;
}

/** The private packages that a package needs, directly or through others: they are not published, so they go into its dist. */
function privateBelow(entry, packages, found = new Set()) {
  const needed = { ...entry.manifest.dependencies, ...entry.manifest.devDependencies };
  for (const other of packages) {
    if (!(other.manifest.name in needed) || !other.manifest.private || found.has(other)) continue;
    found.add(other);
    privateBelow(other, packages, found);
  }
  return found;
}
