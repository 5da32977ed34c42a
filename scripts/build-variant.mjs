import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const core = fileURLToPath(new URL('../packages/core', import.meta.url));

/**
 * Bundles files of core, each with all that it imports, into `outDir/NAME.mjs`: for tests and benchmarks that run something which is not in a package. `entry` has them by name;
 * `change(text, file)` may return other text for a file below packages/core/src, by which a benchmark leaves out a part of the library.
 */
export async function buildVariant(entry, outDir, change = (text) => text) {
  const source = `${join(core, 'src').replaceAll('\\', '/')}/`;
  await build({
    config: false,
    cwd: core,
    entry: Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, join(core, file)])),
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    fixedExtension: true,
    dts: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    checks: { pluginTimings: false },
    logLevel: 'error',
    plugins: [
      {
        name: 'change-sources',
        transform: {
          order: 'pre',
          handler: (text, id) => {
            const changed = change(text, id.replaceAll('\\', '/').replace(source, ''));
            return changed === text ? null : { code: changed };
          },
        },
      },
    ],
  });
}
