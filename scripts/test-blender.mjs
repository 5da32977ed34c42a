import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAddon } from './blender-addon.mjs';
import { buildPackages } from './build.mjs';
import { root } from './packages.mjs';

/** `npm run test:blender`: the add-on in a Blender without window and with settings of its own. BLENDER names the program. */
const blender = process.env.BLENDER ?? 'blender';
const found = spawnSync(blender, ['--version'], { encoding: 'utf8' });
if (found.error) {
  console.log(
    'test:blender: skipped, there is no Blender here. On Debian: apt-get install blender python3-numpy. BLENDER=path names another.',
  );
  process.exit(0);
}
console.log(`test:blender: ${found.stdout.split('\n')[0]}`);
await buildPackages();
const work = mkdtempSync(join(tmpdir(), 'selfcollide-blender-'));
try {
  const folders = { BLENDER_USER_SCRIPTS: join(work, 'scripts'), BLENDER_USER_CONFIG: join(work, 'config') };
  const files = join(work, 'files');
  for (const folder of [...Object.values(folders), files]) mkdirSync(folder);
  const { status } = spawnSync(
    blender,
    ['--background', '--factory-startup', '--python', join(root, 'integrations/blender/test/run_tests.py')],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...folders,
        SELFCOLLIDE_ZIP: buildAddon(join(work, 'zip')),
        SELFCOLLIDE_PROGRAM: join(root, 'packages/cli/dist/main.mjs'),
        SELFCOLLIDE_WORK: files,
      },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
