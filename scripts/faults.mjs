import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './packages.mjs';

/** `npm run faults`: the faults of packages/fleet/test with larger files, longer cuts and workers that die again and again, then a storm: 60 runs with four
 * faults each or more, at random; then fifty workers on one Redis. About 45 minutes. SELFCOLLIDE_STORM_RUNS sets the number of runs. */
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  [
    'run',
    '--testTimeout',
    '600000',
    'packages/fleet/test/faults.test.ts',
    'packages/fleet/test/storm.test.ts',
    'packages/fleet/test/many-workers.test.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SELFCOLLIDE_LONG_FAULTS: '1' } },
);
process.exitCode = status ?? 1;
