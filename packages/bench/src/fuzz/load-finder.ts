import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FinderFactory } from 'selfcollide';

/**
 * Loads a method of one's own: the default export of a module.
 *
 * @throws RangeError if there is no such module, or its default export is no finder factory.
 */
export async function loadFinder(file: string): Promise<FinderFactory> {
  const rule = `--method must name a module whose default export is a finder factory (docs/finder.md)`;
  let module: { default?: Partial<FinderFactory> };
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new RangeError(`${rule}, got ${file}: ${(error as Error).message}`);
  }
  const factory = module.default;
  if (typeof factory?.createFinder === 'function' && typeof factory.name === 'string') return factory as FinderFactory;
  throw new RangeError(`${rule}, got ${file}, which exports ${Object.keys(module).join(', ') || 'nothing'}.`);
}
