import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('./packages/', import.meta.url));
const npmName = (folder: string) => (folder === 'core' ? 'selfcollide' : `@selfcollide/${folder}`);

/** Tests run on the sources, so that they need no build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^selfcollide\/(mesh|predicates)$/, replacement: `${packages}core/src/$1/index.ts` },
      { find: /^selfcollide\/(kernel|star-contour|threads)$/, replacement: `${packages}core/src/$1.ts` },
      ...readdirSync(packages).map((folder) => ({
        find: new RegExp(`^${npmName(folder)}$`),
        replacement: `${packages}${folder}/src/index.ts`,
      })),
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    // the default leaves one core idle: half of the time on a machine with two
    maxWorkers: '100%',
    // browsers and builds take their time on a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
