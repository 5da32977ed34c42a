import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { FailedInput } from '../failure.ts';
import type { SharedBytes } from './input.ts';

/** Reads at most this much at once: one read of 2 GiB or more fails. */
const CHUNK_BYTES = 2 ** 28;
/** No version of Node that we support holds less in one array. */
const MAX_BYTES = 2 ** 32 - 1;
/** Pipes and devices do not say how much will come, and some never end. */
const MAX_STREAM_BYTES = 2 ** 30;
const OF_SHELL = /^\/(dev|proc)\//;
/** Formats of text only; smaller files are left to their readers. */
const TEXT = /\.(obj|off|veg|node|ele|t)$/i;
const LARGE_BYTES = 2 ** 25;
const SAMPLE_BYTES = 2 ** 16;
const STREAM_CHUNK_BYTES = 2 ** 20;

/** Reads a file, or its first `byteLength` bytes, into memory that worker threads can share. */
export async function loadShared(path: string, byteLength = Number.POSITIVE_INFINITY): Promise<SharedBytes> {
  await expectNoNamedPipe(path);
  const file = await open(path, 'r');
  try {
    const stats = await file.stat();
    if (!stats.isFile() && !stats.isDirectory()) return await readStream(file, path);
    const size = Math.min(stats.size, byteLength);
    if (size > MAX_BYTES) throw refused(path, `files up to 4 GiB can be read, this one has ${inGiB(size)}`);
    if (size > LARGE_BYTES && TEXT.test(path)) await expectText(file, path, size);
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    let at = 0;
    while (at < bytes.length || stats.isDirectory()) {
      const { bytesRead } = await file.read(bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at);
      if (bytesRead === 0) break; // the file was cut short meanwhile; the reader will say what is missing
      at += bytesRead;
    }
    return at < bytes.length ? join([bytes.subarray(0, at)], at) : bytes;
  } finally {
    await file.close();
  }
}

/** Opening one waits for whoever writes to it, perhaps for ever. Those of a shell, as in <(…), have somebody who does. */
async function expectNoNamedPipe(path: string): Promise<void> {
  if (OF_SHELL.test(path)) return;
  const stats = await stat(path).catch(() => undefined); // opening it says what is wrong
  if (stats?.isFIFO() || stats?.isSocket()) {
    throw refused(path, `it is a ${stats.isFIFO() ? 'named pipe' : 'socket'}, not a file; - reads standard input`);
  }
}

/** Reads standard input to its end. */
export async function loadStandardInput(): Promise<SharedBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of createReadStream('', { fd: 0, autoClose: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_STREAM_BYTES) throw refused('-', 'standard input is read up to 1 GiB, and more came');
  }
  return join(chunks, size);
}

/** Looks at both ends: gigabytes of zeros, as unfinished downloads have, need not be read to be refused. */
async function expectText(file: FileHandle, path: string, size: number): Promise<void> {
  const sample = new Uint8Array(SAMPLE_BYTES);
  for (const from of [0, size - SAMPLE_BYTES]) {
    const { bytesRead } = await file.read(sample, 0, SAMPLE_BYTES, from);
    const zero = sample.subarray(0, bytesRead).indexOf(0);
    if (zero >= 0) throw refused(path, `byte ${from + zero}: expected text, found a byte 0`);
  }
}

async function readStream(file: FileHandle, path: string): Promise<SharedBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(STREAM_CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return join(chunks, size);
    chunks.push(chunk.subarray(0, bytesRead));
    size += bytesRead;
    if (size > MAX_STREAM_BYTES) throw refused(path, 'pipes and devices are read up to 1 GiB, and more came');
  }
}

function join(chunks: readonly Uint8Array[], size: number): SharedBytes {
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function inGiB(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}

function refused(path: string, rule: string): FailedInput {
  return new FailedInput({ kind: 'unreadable', message: `${path}: ${rule}.` });
}
