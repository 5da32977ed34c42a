import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeLicences } from './licences.mjs';
import { listPackages, root } from './packages.mjs';

/** Packages that use Node's own modules; all others must also run in a browser. */
const NODE_PACKAGES = new Set(['bench', 'cli', 'fleet', 'gltf-transform']);

/** A file stays a file: a bundler then sees that who imports a collider for workers does not import the one with the detector in it. */
const FILE_BY_FILE = new Set(['three']);

/** What a package's build-assets.mjs makes in dist, and the folders besides its own that go into it. */
const ASSETS = {
  cli: {
    made: ['report-page.html', 'certify-page.html', 'viewer/index.html'],
    from: ['core', 'io', 'kit', 'papers', 'physics', 'scenes', 'three', 'viewer'],
  },
};

/** Builds every package whose dist is older than its sources. `force` builds all. Returns the folders built. */
export async function buildPackages({ force = false } = {}) {
  const packages = listPackages();
  const stale = packages.filter((entry) => force || isStale(entry));
  const incomplete = packages.filter((entry) => stale.includes(entry) || hasStaleAssets(entry));
  if (stale.length > 0) await buildModules(stale);
  for (const { directory } of incomplete) {
    const assets = join(directory, 'build-assets.mjs');
    if (existsSync(assets)) await (await import(pathToFileURL(assets).href)).buildAssets();
  }
  return [...new Set([...stale, ...incomplete])].map(({ folder }) => folder);
}

async function buildModules(stale) {
  // loading tsdown takes longer than finding that there is nothing to do
  const { build } = await import('tsdown');
  // one after another: side by side is no faster on two cores and mixes up the messages
  for (const { folder, directory, manifest, entries, inside } of stale) {
    const outside = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const neverBundle = [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))];
    const options = {
      config: false,
      cwd: directory,
      name: manifest.name,
      entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
      format: 'esm',
      platform: NODE_PACKAGES.has(folder) ? 'node' : 'neutral',
      target: 'es2023',
      unbundle: FILE_BY_FILE.has(folder),
      fixedExtension: true, // .mjs and .d.mts whatever the platform
      dts: inside.length === 0,
      deps: { neverBundle },
      checks: { pluginTimings: false },
      logLevel: 'warn',
    };
    if (inside.length === 0) {
      await build(options);
      continue;
    }
    // Private packages go into the dist of a published one, from their sources, and so does what only they need. Its types may not name
    // them; the compiler takes them one package at a time, so they stay outside there and test/packed.test.ts finds any that is named.
    const alias = Object.fromEntries(
      inside.map((entry) => [entry.manifest.name, join(entry.directory, 'src/index.ts')]),
    );
    const plugins = [writeLicences('licences.md')];
    await build({ ...options, alias, plugins, deps: { neverBundle, onlyBundle: false } });
    await build({
      ...options,
      clean: false,
      dts: { emitDtsOnly: true },
      deps: { neverBundle: [...neverBundle, /^[^./]/] },
    });
  }
}

function isStale({ directory, entries, inside }) {
  const outputs = entries.flatMap((name) => [`dist/${name}.mjs`, `dist/${name}.d.mts`]).map((f) => join(directory, f));
  const inputs = [directory, ...inside.map((entry) => entry.directory)].flatMap((folder) =>
    ['package.json', 'tsconfig.json', 'src'].map((name) => join(folder, name)),
  );
  return isOlder(outputs, [...inputs, join(root, 'tsconfig.base.json'), fileURLToPath(import.meta.url)]);
}

function hasStaleAssets({ folder, directory }) {
  const assets = ASSETS[folder];
  if (!assets) return false;
  const inputs = assets.from.flatMap((name) =>
    ['package.json', 'src', 'index.html', 'vite.config.ts', 'build-viewer.mjs'].map((f) =>
      join(root, 'packages', name, f),
    ),
  );
  const outputs = assets.made.map((name) => join(directory, 'dist', name));
  return isOlder(outputs, [...inputs, join(directory, 'build-assets.mjs')]);
}

function isOlder(outputs, inputs) {
  if (!outputs.every(existsSync)) return true;
  const oldestOutput = Math.min(...outputs.map((path) => statSync(path).mtimeMs));
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
