import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FleetError } from './fleet-error.ts';
import { pack, unpack } from './pack.ts';

/** A file of packed pieces, one after the other, each behind its length. */
export interface Shard {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes pieces to a file that appears when it is whole; whoever writes the same range again replaces it by the same. */
export class ShardWriter {
  readonly #folder: string;
  readonly #name: string;
  readonly #hash = createHash('sha256');
  readonly #temporary: string;
  #file: Awaited<ReturnType<typeof open>> | undefined;
  #bytes = 0;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    this.#temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.partial`);
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
    await rename(this.#temporary, join(this.#folder, this.#name));
    return { name: this.#name, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async discard(): Promise<void> {
    if (!this.#file) return;
    await this.#file.close().catch(() => {});
    await rm(this.#temporary, { force: true });
  }
}

/**
 * Reads the pieces of a shard one by one: no more than one is in memory.
 *
 * @throws FleetError if the file is not there or not what was written.
 */
export async function* readShard<T>(folder: string, shard: Shard): AsyncGenerator<T> {
  const path = join(folder, shard.name);
  const wrong = (what: string) =>
    new FleetError('failed', `${path}: ${what}; client and workers must see the same folder below --root.`);
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw wrong(error.code === 'ENOENT' ? 'no such file' : `cannot be read (${error.code})`);
  });
  try {
    const hash = createHash('sha256');
    const head = Buffer.alloc(4);
    let at = 0;
    while (at < shard.bytes) {
      if ((await file.read(head, 0, 4, at)).bytesRead < 4) throw wrong('it is cut short');
      const length = head.readUInt32LE();
      if (at + 4 + length > shard.bytes) throw wrong('it is not what the worker wrote');
      const piece = Buffer.alloc(length);
      if ((await file.read(piece, 0, length, at + 4)).bytesRead < length) throw wrong('it is cut short');
      hash.update(head).update(piece);
      at += 4 + length;
      yield await unpack<T>(piece).catch(() => {
        throw wrong('it is not what the worker wrote');
      });
    }
    if (hash.digest('hex') !== shard.sha256) throw wrong('it is not what the worker wrote');
  } finally {
    await file.close();
  }
}

/** A value in Redis: pieces as in a shard, or which shard has them. */
export async function toValue(content: readonly Uint8Array[] | Shard): Promise<Buffer> {
  if (!isPieces(content)) return Buffer.concat([Buffer.of(1), await pack(content)]);
  return Buffer.concat([Buffer.of(0), ...content.map(frame)]);
}

/** The pieces of a value, wherever they are. */
export async function* fromValue<T>(value: Buffer, folder: string): AsyncGenerator<T> {
  if (value[0] === 1) {
    yield* readShard<T>(folder, await unpack<Shard>(value.subarray(1)));
    return;
  }
  for (let at = 1; at < value.length; ) {
    const length = at + 4 > value.length ? 0 : value.readUInt32LE(at);
    yield await unpack<T>(value.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}

/** Folder below a root for what is too large for Redis; one for each run. */
const FOLDER = '.selfcollide-runs';
const RUN_NAME = /^[a-z\d]+(-[a-z\d]+)*$/;

/** What comes from Redis is not trusted: a name must not be a path. */
export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}

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

function isPieces(content: readonly Uint8Array[] | Shard): content is readonly Uint8Array[] {
  return Array.isArray(content);
}

function frame(piece: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(piece.length);
  return Buffer.concat([head, piece]);
}
