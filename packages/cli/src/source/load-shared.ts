import { open, readFile } from 'node:fs/promises';
import { FailedInput } from '../failure.ts';
import type { SharedBytes } from './input.ts';

/** Reads at most this much at once: one read of 2 GiB or more fails. */
const CHUNK_BYTES = 2 ** 28;
/** No version of Node that we support holds less in one array. */
const MAX_BYTES = 2 ** 32 - 1;

/** Reads a file into memory that worker threads can share. */
export async function loadShared(path: string): Promise<SharedBytes> {
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    // pipes and devices have no size
    if (!stats.isFile()) return copyToShared(await readFile(path));
    if (stats.size > MAX_BYTES) {
      const message = `${path}: files up to 4 GiB can be read, this one has ${(stats.size / 2 ** 30).toFixed(1)}.`;
      throw new FailedInput({ kind: 'unreadable', message });
    }
    const bytes = new Uint8Array(new SharedArrayBuffer(stats.size));
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at);
      if (bytesRead === 0) break; // the file was cut short meanwhile; the reader will say what is missing
      at += bytesRead;
    }
    return at < bytes.length ? copyToShared(bytes.subarray(0, at)) : bytes;
  } finally {
    await file.close();
  }
}

function copyToShared(from: Uint8Array): SharedBytes {
  const bytes = new Uint8Array(new SharedArrayBuffer(from.length));
  bytes.set(from);
  return bytes;
}
