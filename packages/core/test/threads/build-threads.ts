import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildVariant } from '../../../../scripts/build-variant.mjs';

const core = fileURLToPath(new URL('../..', import.meta.url));

/** Builds what threads run, from the sources, and returns the folder with thread.mjs and bad-thread.mjs. */
export async function buildThreads(): Promise<string> {
  const outDir = join(core, 'node_modules', '.cache', 'selfcollide-test', `threads-${process.pid}`);
  mkdirSync(outDir, { recursive: true });
  await buildVariant({ thread: 'src/thread.ts', 'bad-thread': 'test/threads/bad-thread.ts' }, outDir);
  return outDir;
}
