import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Prepared, QueuedFile } from '@selfcollide/fleet';
import { readModel } from '@selfcollide/io';
import { describeFailure, FailedInput } from '../failure.ts';
import type { Input } from '../source/input.ts';
import { loadShared } from '../source/load-shared.ts';
import { nameBeside } from '../source/located-files.ts';
import { resolveBeside } from '../source/resolve-beside.ts';
import type { Fleet } from './load-fleet.ts';

export interface QueuedInputOptions {
  readonly root: string;
  readonly allowOutside: boolean;
}

const URL_NAME = /^[a-z][a-z\d+.-]+:\/\//i;
/** An address may say what is expected there, and is then not fetched twice. */
const KNOWN_HASH = /^#sha256=([\da-f]{64})$/i;
const MAX_DOWNLOAD_BYTES = 2 ** 32 - 1;
/** Formats that may refer to other files. */
const REFERRING = /\.(gltf|glb|node|ele|veg)$/i;

/** Names an input for workers: paths below the root or addresses, with what must be in them. Nothing of the content goes along. */
export async function queueInput(fleet: Fleet, input: Input, options: QueuedInputOptions): Promise<Prepared> {
  if (input.kind === 'scene') return { input, files: {} };
  if (input.kind === 'file' && input.bytes) {
    const { bytes: _, ...named } = input;
    const message = `${input.name}: standard input cannot be checked on a queue, only files.`;
    return { input: named, files: {}, failure: { kind: 'usage', message } };
  }
  const names = input.kind === 'sequence' ? input.files : [input.name, ...(input.cache ? [input.cache.name] : [])];
  const files: Record<string, QueuedFile> = {};
  try {
    for (const name of names) {
      files[name] = await identify(fleet, name, options);
      if (REFERRING.test(name) && !URL_NAME.test(name)) await addReferences(fleet, name, files, options);
    }
    return { input, files };
  } catch (error) {
    // a sequence tells frame by frame
    if (input.kind === 'sequence' && !(error instanceof FailedInput && error.failure.kind === 'usage')) {
      return { input, files: await identifyAll(fleet, names, options) };
    }
    return { input, files: {}, failure: describeFailure(input.name, error) };
  }
}

async function identify(fleet: Fleet, name: string, { root }: QueuedInputOptions): Promise<QueuedFile> {
  if (URL_NAME.test(name)) return identifyUrl(fleet, name);
  const found = await realpath(name);
  if (!fleet.isBelow(root, found)) throw usage(`${name}: it is outside the root ${root} (--root).`);
  const stats = await stat(found);
  // of a pipe there is nothing that a worker could read; opening one would wait for whoever writes
  if (!stats.isFile() && !stats.isDirectory()) throw usage(`${name}: it is no regular file, as --queue needs.`);
  const hash = createHash('sha256');
  const handle = await open(found, 'r');
  try {
    if (stats.isDirectory()) await handle.read(Buffer.alloc(1)); // says so itself
    await pipeline(createReadStream(found), hash);
  } finally {
    await handle.close();
  }
  return { path: relative(root, found).split(sep).join('/'), sha256: hash.digest('hex') };
}

async function identifyAll(fleet: Fleet, names: readonly string[], options: QueuedInputOptions) {
  const files: Record<string, QueuedFile> = {};
  for (const name of names) {
    files[name] = await identify(fleet, name, options).catch((error) => {
      const { message } = describeFailure(name, error);
      return { reason: message.replace(`${name}: `, '').replace(/\.$/, '') };
    });
  }
  return files;
}

async function identifyUrl(fleet: Fleet, name: string): Promise<QueuedFile> {
  const url = URL.canParse(name) ? new URL(name) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // what stands before an @ may be a password
    throw usage(`${name.replace(/\/\/[^/]*@/, '//')}: only files, http:// and https:// can be checked.`);
  }
  if (url.username !== '' || url.password !== '') throw usage(`${url.host}: an address must not hold a password.`);
  const known = KNOWN_HASH.exec(url.hash);
  // a hash that was mistyped must not mean that nothing is compared
  if (name.includes('#') && !known) {
    throw usage(`${name}: what follows # must be sha256= and 64 hexadecimal digits.`);
  }
  url.hash = '';
  if (known) return { url: url.href, sha256: known[1].toLowerCase() };
  const hash: Hash = createHash('sha256');
  try {
    await fleet.fetchTo(url, MAX_DOWNLOAD_BYTES, (piece) => hash.update(piece));
  } catch (error) {
    throw new FailedInput({ kind: 'unreadable', message: `${name}: ${(error as Error).message}.` });
  }
  return { url: url.href, sha256: hash.digest('hex') };
}

/** Adds the files that one refers to; which they are is known only by reading it. What is wrong with it, a worker will say. */
async function addReferences(
  fleet: Fleet,
  name: string,
  files: Record<string, QueuedFile>,
  options: QueuedInputOptions,
): Promise<void> {
  const bytes = await loadShared(name);
  if (/\.glb$/i.test(name) && !Buffer.from(bytes).includes('"uri"')) return;
  const beside = resolveBeside(name, options.allowOutside);
  const resolve = async (uri: string, byteLength?: number) => {
    const own = nameBeside(name, uri);
    try {
      const found = await beside(uri, byteLength);
      files[own] ??= await identify(fleet, own, options);
      return found;
    } catch (error) {
      files[own] ??= { reason: error instanceof FailedInput ? error.message : (error as Error).message };
      throw error;
    }
  };
  await readModel(bytes, { name, resolve }).catch(() => {});
}

function usage(message: string): FailedInput {
  return new FailedInput({ kind: 'usage', message });
}
