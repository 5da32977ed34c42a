import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listPackages, root } from './packages.mjs';

/** Packages that use Node's own modules; all others must also run in a browser. */
const NODE_PACKAGES = new Set(['bench', 'cli']);

/** Builds every package whose dist is older than its sources. `force` builds all. Returns the folders built. */
export async function buildPackages({ force = false } = {}) {
  const stale = listPackages().filter((entry) => force || isStale(entry));
  if (stale.length === 0) return [];
  // loading tsdown takes longer than finding that there is nothing to do
  const { build } = await import('tsdown');
  // one after another: side by side is no faster on two cores and mixes up the messages
  for (const { folder, directory, manifest, entries } of stale) {
    await build({
      config: false,
      cwd: directory,
      name: manifest.name,
      entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
      format: 'esm',
      platform: NODE_PACKAGES.has(folder) ? 'node' : 'neutral',
      target: 'es2023',
      fixedExtension: true, // .mjs and .d.mts whatever the platform
      dts: true,
      deps: { neverBundle: [/^selfcollide$/, /^@selfcollide\//, /^node:/] },
      checks: { pluginTimings: false },
      logLevel: 'warn',
    });
    // what a package needs besides its modules
    const assets = join(directory, 'build-assets.mjs');
    if (existsSync(assets)) await (await import(pathToFileURL(assets).href)).buildAssets();
  }
  return stale.map(({ folder }) => folder);
}

function isStale({ directory, entries }) {
  const outputs = entries.flatMap((name) => [`dist/${name}.mjs`, `dist/${name}.d.mts`]).map((f) => join(directory, f));
  if (!outputs.every(existsSync)) return true;
  const oldestOutput = Math.min(...outputs.map((path) => statSync(path).mtimeMs));
  const inputs = ['package.json', 'tsconfig.json', 'src'].map((name) => join(directory, name));
  inputs.push(join(root, 'tsconfig.base.json'), fileURLToPath(import.meta.url));
  return inputs.some((path) => newestChange(path) > oldestOutput);
}

/** A folder's own time counts too: it changes when a file is removed from it. */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  let built;
  try {
    built = await buildPackages({ force: process.argv.includes('--force') });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(built.length === 0 ? 'Nothing to build.' : `Built ${built.join(', ')} in ${seconds} s.`);
}
