import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBunny } from '@selfcollide/scenes';
import { buildViewer } from '../build-viewer.mjs';

const viewer = fileURLToPath(new URL('..', import.meta.url));
const OLD_MS = 3_600_000;
const INPUTS = ['core/src', 'io/src', 'kit/src', 'physics/src', 'scenes/src', 'three/src', 'viewer/src'];

/** The folder of the built page. Kept as long as no source changes, so that test files share it. */
export async function buildOnce(): Promise<string> {
  const cache = join(viewer, 'node_modules', '.cache', 'selfcollide-test');
  const home = join(cache, hashSources());
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    // not at once: somebody may still use what was built for older sources
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true, force: true });
  }
  const work = mkdtempSync(join(cache, 'work-'));
  await buildViewer(work);
  // what `selfcollide view` would serve
  const { positions, triangles } = await loadBunny();
  writeFileSync(join(work, 'bunny.json'), JSON.stringify({ positions: [...positions], triangles: [...triangles] }));
  try {
    renameSync(work, home);
  } catch {
    rmSync(work, { recursive: true }); // another test file was faster
  }
  return home;
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = ['index.html', 'vite.config.ts', 'build-viewer.mjs', 'package.json'].map((name) => join(viewer, name));
  for (const input of INPUTS) {
    const folder = join(viewer, '..', input);
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    files.push(...names.map((entry) => join(entry.parentPath, entry.name)).sort());
  }
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
