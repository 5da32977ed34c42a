import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const packages = fileURLToPath(new URL('./packages/', import.meta.url));
const npmName = (folder: string) => (folder === 'core' ? 'selfcollide' : `@selfcollide/${folder}`);

/** Files that take more than 5 s on two busy cores, or need a browser, Redis or a build: `npm run test:quick` leaves them out. */
const longTests: string[] = JSON.parse(readFileSync(new URL('./test/long-tests.json', import.meta.url), 'utf8'));

/** Tests run on the sources, so that they need no build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^selfcollide\/(mesh|predicates)$/, replacement: `${packages}core/src/$1/index.ts` },
      { find: /^selfcollide\/(finder|kernel|parts|star-contour|threads)$/, replacement: `${packages}core/src/$1.ts` },
      ...readdirSync(packages).map((folder) => ({
        find: new RegExp(`^${npmName(folder)}$`),
        replacement: `${packages}${folder}/src/index.ts`,
      })),
    ],
  },
  test: {
    setupFiles: [`${packages}core/test/kernel/guard-setup.ts`],
    include: ['packages/*/test/**/*.test.ts', 'integrations/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.SELFCOLLIDE_QUICK ? longTests : [])],
    // a fresh module graph per file is most of the time of short tests: 217 s with it, 91 s without
    isolate: !process.env.SELFCOLLIDE_QUICK,
    // the default leaves one core idle: half of the time on a machine with two
    maxWorkers: '100%',
    // browsers and builds take their time on a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
