import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { ResolveFile } from '@selfcollide/io';
import { systemReason } from '../failure.ts';
import { loadShared } from './load-shared.ts';

const SCHEME = /^[a-z][a-z\d+.-]+:/i;

/**
 * Reads the files that a model refers to. A model may come from anywhere, so it may only name regular files below its own folder, links
 * followed, unless `allowOutside`; and never devices or pipes, which may have no end.
 */
export function resolveBeside(name: string, allowOutside: boolean): ResolveFile {
  return async (uri, byteLength) => {
    if (SCHEME.test(uri)) throw new Error('only files can be read');
    if (isAbsolute(uri) && !allowOutside) throw new Error(OUTSIDE);
    const path = resolve(dirname(name), uri);
    try {
      if (!allowOutside && !isBelow(await realpath(dirname(name)), await realpath(path))) throw new Error(OUTSIDE);
      const stats = await stat(path);
      if (!stats.isFile()) throw new Error('it is no regular file');
      if (byteLength !== undefined && stats.size < byteLength) {
        throw new Error(`it has ${stats.size} bytes, of which ${byteLength} are used`);
      }
      return await loadShared(path, byteLength);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code ? new Error(systemReason(error as NodeJS.ErrnoException)) : error;
    }
  };
}

const OUTSIDE = 'it is outside the folder of the model (--allow-outside lets it be read)';

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
