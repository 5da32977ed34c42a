import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { listPackages, root } from './packages.mjs';

/** What a user would install: does package.json point to what is there (publint), do types resolve (attw)? */
const checks = [
  { tool: 'publint', args: (directory) => ['run', directory, '--strict'] },
  { tool: 'attw', args: (directory) => ['--pack', directory, '--profile', 'esm-only', '--no-emoji', '--no-color'] },
];

const published = listPackages().filter(({ manifest }) => !manifest.private);
for (const { directory, manifest } of published) {
  for (const { tool, args } of checks) {
    const command = join(root, 'node_modules', '.bin', tool);
    const result = spawnSync(command, args(directory), { cwd: root, encoding: 'utf8' });
    if (result.status === 0) {
      console.log(`${manifest.name}: ${tool} finds nothing wrong.`);
      continue;
    }
    console.error(`${manifest.name}: ${tool} objects.\n${result.error ?? ''}${result.stdout}${result.stderr}`);
    process.exit(1);
  }
}
