import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkShard } from './check-data.ts';
import { FleetError } from './fleet-error.ts';
import { MAX_FACTS_BYTES, pack, unpack } from './pack.ts';
import { isRunName } from './run-name.ts';

/** A file of packed pieces, one after the other, each behind its length. Its name is its SHA-256: what it holds never changes. */
export interface Shard {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes pieces to a file that appears when it is whole, under the name of what it holds: nothing is ever written over. */
export class ShardWriter {
  readonly #folder: string;
  readonly #hash = createHash('sha256');
  readonly #temporary: string;
  #file: Awaited<ReturnType<typeof open>> | undefined;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#temporary = join(folder, `.${randomBytes(12).toString('hex')}.partial`);
  }

  async append(piece: Uint8Array): Promise<void> {
    if (!this.#file) {
      await mkdir(this.#folder, { recursive: true });
      this.#file = await open(this.#temporary, 'wx');
    }
    const framed = frame(piece);
    this.#hash.update(framed);
    this.#bytes += framed.length;
    await this.#file.writeFile(framed);
  }

  async end(): Promise<Shard> {
    if (!this.#file) throw new Error('ShardWriter: a shard must hold something.');
    await this.#file.sync();
    await this.#file.close();
    const sha256 = this.#hash.digest('hex');
    const name = `${sha256}.bin`;
    await settle(this.#temporary, join(this.#folder, name));
    await rm(this.#temporary, { force: true });
    return { name, bytes: this.#bytes, sha256 };
  }

  async discard(): Promise<void> {
    if (!this.#file) return;
    await this.#file.close().catch(() => {});
    await rm(this.#temporary, { force: true });
  }
}

/** A file of that name holds the same already, so it stays as it is. */
async function settle(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'EPERM' && code !== 'ENOSYS' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    // a file system without links: who comes second replaces it by the same
    if (!(await stat(path).catch(() => undefined))) await rename(temporary, path);
  }
}

/** Takes away a file that nobody was told of. */
export async function removeShard(folder: string, { name }: Shard): Promise<void> {
  await rm(join(folder, name), { force: true });
}

/**
 * Reads the pieces of a shard one by one: no more than one is in memory.
 *
 * @throws FleetError if the file is not there or not what was written.
 */
export async function* readShard<T>(folder: string, shard: Shard): AsyncGenerator<T> {
  checkShard(shard);
  const path = join(folder, shard.name);
  const wrong = (what: string) => new FleetError('failed', `${path}: ${what}.`);
  const changed = () => wrong('it is not what the worker wrote (its SHA-256 differs): somebody else has changed it');
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'no such file' : `cannot be read (${error.code})`;
    throw wrong(`${reason}; client and workers must see the same folder below --root`);
  });
  try {
    const { size } = await file.stat();
    if (size !== shard.bytes) {
      const lost = size < shard.bytes ? 'the disk has lost a part of it, or ' : '';
      throw wrong(`it has ${size} bytes, the worker wrote ${shard.bytes}: ${lost}somebody else has changed it`);
    }
    const hash = createHash('sha256');
    const head = Buffer.alloc(4);
    let at = 0;
    while (at < shard.bytes) {
      if ((await file.read(head, 0, 4, at)).bytesRead < 4) throw changed();
      const length = head.readUInt32LE();
      if (at + 4 + length > shard.bytes) throw changed();
      const piece = Buffer.alloc(length);
      if ((await file.read(piece, 0, length, at + 4)).bytesRead < length) throw changed();
      hash.update(head).update(piece);
      at += 4 + length;
      yield await unpack<T>(piece).catch(() => {
        throw changed();
      });
    }
    if (hash.digest('hex') !== shard.sha256) throw changed();
  } finally {
    await file.close();
  }
}

/** A value in Redis: pieces as in a shard, or which shard has them. */
export async function toValue(content: readonly Uint8Array[] | Shard): Promise<Buffer> {
  if (isShard(content)) return Buffer.concat([Buffer.of(1), await pack(content)]);
  return Buffer.concat([Buffer.of(0), ...content.map(frame)]);
}

/** The pieces of a value, wherever they are. */
export async function* fromValue<T>(value: Buffer, folder: string): AsyncGenerator<T> {
  if (value[0] === 1) {
    yield* readShard<T>(folder, await shardOf(value));
    return;
  }
  for (let at = 1; at < value.length; ) {
    const length = at + 4 > value.length ? 0 : value.readUInt32LE(at);
    yield await unpack<T>(value.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}

async function shardOf(value: Buffer): Promise<Shard> {
  return unpack<Shard>(value.subarray(1), MAX_FACTS_BYTES);
}

/** Whether a value in Redis means this file. */
export async function isAbout(value: Buffer | undefined, { name }: Shard): Promise<boolean> {
  return value?.[0] === 1 && (await shardOf(value)).name === name;
}

/** Folder below a root for what is too large for Redis; one for each run. */
const FOLDER = '.selfcollide-runs';

/** @throws FleetError if that is no name of a run. */
export function runFolder(root: string, run: string): string {
  if (!isRunName(run)) throw new FleetError('usage', `a run must have a name such as run-20261117-4f3a9c, got ${run}.`);
  return join(root, FOLDER, run);
}

/** Takes away what a run has written, and the folder of runs if it was the last. Returns whether there was anything. */
export async function removeShards(root: string, run: string): Promise<boolean> {
  const folder = runFolder(root, run);
  const there = (await stat(folder).catch(() => undefined)) !== undefined;
  if (there) await rm(folder, { recursive: true, force: true });
  await rmdir(dirname(folder)).catch(() => {});
  return there;
}

/** Whether that is in a file. */
export function isShard(content: readonly Uint8Array[] | Shard): content is Shard {
  return !Array.isArray(content);
}

function frame(piece: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(piece.length);
  return Buffer.concat([head, piece]);
}
