import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const core = fileURLToPath(new URL('../..', import.meta.url));

/** Builds what threads run, from the sources, and returns the folder with thread.mjs and bad-thread.mjs. */
export async function buildThreads(): Promise<string> {
  const outDir = join(core, 'node_modules', '.cache', 'selfcollide-test', `threads-${process.pid}`);
  mkdirSync(outDir, { recursive: true });
  await build({
    config: false,
    cwd: core,
    entry: { thread: join(core, 'src/thread.ts'), 'bad-thread': join(core, 'test/threads/bad-thread.ts') },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    fixedExtension: true,
    dts: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    checks: { pluginTimings: false },
    logLevel: 'error',
  });
  return outDir;
}
