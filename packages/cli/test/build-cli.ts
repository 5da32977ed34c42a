import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const cli = fileURLToPath(new URL('..', import.meta.url));
const packages = join(cli, '..');
const OLD_MS = 3_600_000;
const PARTS = ['core', 'io', 'scenes', 'physics', 'bench', 'fleet', 'cli'];

/**
 * Builds the program from the sources of all packages, so that tests can start it as a process, and returns the path of main.mjs.
 * Kept as long as no source changes; test files that run at the same time may each build, and the first one wins.
 */
export async function buildCli(): Promise<string> {
  const cache = join(cli, 'node_modules', '.cache', 'selfcollide-test');
  const home = join(cache, hashSources());
  const program = join(home, 'dist', 'main.mjs');
  if (existsSync(program)) return program;

  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'work-'));
  const dist = join(work, 'dist');
  await build({
    config: false,
    cwd: cli,
    entry: { main: join(cli, 'src/main.ts') },
    outDir: dist,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    fixedExtension: true,
    dts: false,
    clean: false,
    alias: Object.fromEntries([
      ...['mesh', 'predicates'].map((entry) => [`selfcollide/${entry}`, join(packages, 'core/src', entry, 'index.ts')]),
      ...PARTS.map((part) => [
        part === 'core' ? 'selfcollide' : `@selfcollide/${part}`,
        join(packages, part, 'src/index.ts'),
      ]),
    ]),
    // these load files that lie beside their own
    deps: {
      neverBundle: [
        'draco3dgltf',
        'meshoptimizer',
        'jsonc-parser',
        /^ajv/,
        'bullmq',
        'ioredis',
        'msgpackr',
        'prom-client',
      ],
      alwaysBundle: [/./],
      onlyBundle: false,
    },
    checks: { pluginTimings: false },
    logLevel: 'error',
  });
  const { buildAssets } = await import('../build-assets.mjs');
  await buildAssets(dist, { viewer: false });
  copyFileSync(join(cli, 'package.json'), join(work, 'package.json'));
  cpSync(join(cli, 'schema'), join(work, 'schema'), { recursive: true });
  try {
    renameSync(work, home);
  } catch {
    rmSync(work, { recursive: true }); // another test file was faster
  }
  removeOld(cache);
  return program;
}

/** Takes away what was built for sources that have changed since; not at once, since somebody may still run it. */
function removeOld(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > OLD_MS) rmSync(path, { recursive: true, force: true });
  }
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const part of [...PARTS, 'kit']) {
    const folder = join(packages, part, 'src');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const name of names) hash.update(name).update(readFileSync(name));
  }
  for (const name of ['build-assets.mjs', 'schema/config.schema.json']) hash.update(readFileSync(join(cli, name)));
  return hash.digest('hex').slice(0, 16);
}
