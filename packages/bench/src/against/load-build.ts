import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Positions, TriangleMesh } from 'selfcollide';
import type { ListedContacts } from '../contact-hash.ts';

/** What a build must have for its methods to be run: no more than the first version had. */
export interface Build {
  createDetector(
    mesh: TriangleMesh,
    options: { readonly method: string; readonly precomputeAdjacency?: boolean },
  ): BuildDetector;
}

export interface BuildDetector {
  update(positions: Positions): void;
  findIntersections(): ListedContacts;
}

/**
 * Loads the built core of a checkout. Each folder is a module of its own, so two builds share no code, nor what the compiler learnt of it.
 *
 * @throws RangeError if there is no built core.
 */
export async function loadBuild(folder: string): Promise<Build> {
  const file = join(resolve(folder), 'packages', 'core', 'dist', 'index.mjs');
  if (!existsSync(file)) {
    throw new RangeError(`--against: ${folder} must be a checkout that was built, but it has no packages/core/dist.`);
  }
  const build = await import(pathToFileURL(file).href);
  if (typeof build.createDetector === 'function') return build;
  throw new RangeError(`--against: packages/core/dist of ${folder} does not export createDetector.`);
}
