import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryFolder } from '../repository-folder.ts';

/** How many of each; those left out are not run. */
export interface CoreFuzz {
  readonly pairs?: number;
  readonly separations?: number;
  readonly patches?: number;
  readonly subspace?: number;
  readonly poses?: number;
  readonly kernel?: number;
  readonly seed: number;
}

/**
 * Runs tests of core that know its inside, with more cases and other seeds: pairs of features against whole numbers, patches against all their pairs. Returns the exit status: 1 if a case failed or a control
 * found nothing.
 */
export function fuzzCore({ pairs, separations, patches, subspace, poses, kernel, seed }: CoreFuzz): number {
  const folder = repositoryFolder();
  const files = [];
  if (pairs ?? separations) files.push('packages/core/test/predicates/impact-test.test.ts');
  if (patches) files.push('packages/core/test/find/patches/moving-fuzz.test.ts');
  if (patches) files.push('packages/core/test/find/patches/moving-margin-fuzz.test.ts');
  if (subspace)
    files.push(
      'packages/core/test/find/subspace/fuzz.test.ts',
      'packages/core/test/find/subspace/aimed-fuzz.test.ts',
      'packages/core/test/kernel/sparse-search.test.ts',
    );
  if (poses) files.push('packages/bench/test/subspace-poses.test.ts');
  if (kernel) files.push('packages/core/test/kernel/pairs-fuzz.test.ts');
  const vitest = join(createRequire(join(folder, 'package.json')).resolve('vitest/package.json'), '..', 'vitest.mjs');
  const counts = {
    // the test beside it asks for impacts of every family, which 800 pairs of any seed need not have
    FUZZ_PAIRS: pairs ?? (separations && 4000),
    FUZZ_SEPARATIONS: separations,
    FUZZ_PATCHES: patches,
    FUZZ_SUBSPACE: subspace,
    FUZZ_POSES: poses,
    FUZZ_KERNEL: kernel,
    FUZZ_SEED: seed,
  };
  const given = Object.entries(counts).flatMap(([name, count]) => (count === undefined ? [] : [[name, String(count)]]));
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--maxWorkers=1', '--testTimeout=36000000', '--hookTimeout=36000000', ...files],
    { cwd: folder, stdio: 'inherit', env: { ...process.env, ...Object.fromEntries(given) } },
  );
  return status === 0 ? 0 : 1;
}
