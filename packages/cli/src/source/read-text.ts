import { readFileSync, statSync } from 'node:fs';

/**
 * A small text file as a whole.
 *
 * @throws Error for a device, which may never end; what the system says otherwise.
 */
export function readText(path: string): string {
  const stats = statSync(path);
  if (stats.isCharacterDevice() || stats.isBlockDevice()) throw new Error('is a device, not a file');
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
}
