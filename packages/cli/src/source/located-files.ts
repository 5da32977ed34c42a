import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ResolveFile } from '@selfcollide/io';
import { FailedInput, NotHereError, systemReason } from '../failure.ts';
import type { SharedBytes } from './input.ts';
import { loadShared } from './load-shared.ts';

/** Where a file really is and what must be in it; or why it could not be read by who asked for it. */
export type LocatedFile = { readonly path: string; readonly sha256: string } | { readonly reason: string };

/** Files by the names that an input has for them. What is not among them is not read. */
export type LocatedFiles = Readonly<Record<string, LocatedFile>>;

/** Reads a file of an input: as named, or if it was located elsewhere, there and only in the version asked for. */
export async function loadNamed(name: string, located: LocatedFiles | undefined): Promise<SharedBytes> {
  if (!located) return loadShared(name);
  try {
    return await loadLocated(name, located);
  } catch (error) {
    if (error instanceof FailedInput) throw error;
    const message = `${name}: ${(error as Error).message}.`;
    throw new FailedInput({ kind: 'unreadable', message, ...(error instanceof NotHereError && { elsewhere: true }) });
  }
}

/** As `resolveBeside`, for files that were located: their place was checked by who located them. */
export function resolveLocated(name: string, located: LocatedFiles): ResolveFile {
  return async (uri, byteLength) => {
    const bytes = await loadLocated(nameBeside(name, uri), located);
    if (byteLength === undefined) return bytes;
    if (bytes.length < byteLength) throw new Error(`it has ${bytes.length} bytes, of which ${byteLength} are used`);
    return bytes.subarray(0, byteLength);
  };
}

/** What a file is called that another one refers to. */
export function nameBeside(name: string, uri: string): string {
  return posix.join(posix.dirname(name.replaceAll('\\', '/')), uri);
}

async function loadLocated(name: string, located: LocatedFiles): Promise<SharedBytes> {
  const file = Object.hasOwn(located, name) ? located[name] : undefined;
  if (!file) throw new Error('it is not among the files of the run');
  if ('reason' in file) throw new Error(file.reason);
  let bytes: SharedBytes;
  try {
    bytes = await loadShared(file.path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code
      ? new NotHereError(systemReason(error as NodeJS.ErrnoException))
      : error;
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== file.sha256) throw new NotHereError('it is another version than was asked for (its SHA-256 differs)');
  return bytes;
}
