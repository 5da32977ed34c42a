import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, unpack } from '../pack.ts';
import type { FleetHeader } from '../types.ts';

/** What opening an input took long to work out. */
export interface Prepared<H extends FleetHeader> {
  readonly header: H;
  readonly prepared?: Uint8Array<SharedArrayBuffer>;
}

export interface PreparedCacheOptions {
  readonly memoryBytes: number;
  /** Kept here over restarts, if named. */
  readonly folder?: string;
  readonly folderBytes: number;
}

/** Headers and prepared detectors of recent inputs, in memory and perhaps in a folder. Limits are of bytes; the oldest go first. */
export class PreparedCache<H extends FleetHeader> {
  readonly #options: PreparedCacheOptions;
  /** In the order of use. */
  readonly #kept = new Map<string, Prepared<H>>();
  #bytes = 0;

  constructor(options: PreparedCacheOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async find(key: string): Promise<Prepared<H> | undefined> {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const read = await this.#read(key);
    if (read) this.#remember(key, read);
    return read;
  }

  async keep(key: string, entry: Prepared<H>): Promise<void> {
    this.#remember(key, entry);
    await this.#write(key, entry).catch(() => {}); // a full disk costs time later, nothing else
  }

  #remember(key: string, entry: Prepared<H>): void {
    const before = this.#kept.get(key);
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    this.#bytes += sizeOf(entry) - (before ? sizeOf(before) : 0);
    for (const [oldest, old] of this.#kept) {
      // what is in use stays, however large
      if (this.#bytes <= this.#options.memoryBytes || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(old);
    }
  }

  async #read(key: string): Promise<Prepared<H> | undefined> {
    const { folder } = this.#options;
    if (folder === undefined) return undefined;
    const path = join(folder, fileName(key));
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes || bytes.length < 32) return undefined;
    const content = bytes.subarray(32);
    if (!createHash('sha256').update(content).digest().equals(bytes.subarray(0, 32))) return undefined;
    await utimes(path, new Date(), new Date()).catch(() => {});
    const { header, prepared } = await unpack<{ header: H; prepared?: Uint8Array }>(content);
    if (!prepared) return { header };
    const shared = new Uint8Array(new SharedArrayBuffer(prepared.length));
    shared.set(prepared);
    return { header, prepared: shared };
  }

  async #write(key: string, { header, prepared }: Prepared<H>): Promise<void> {
    const { folder } = this.#options;
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const content = await pack({ header, ...(prepared && { prepared: Uint8Array.from(prepared) }) });
    const path = join(folder, fileName(key));
    const temporary = `${path}.${randomBytes(6).toString('hex')}.partial`;
    await writeFile(temporary, Buffer.concat([createHash('sha256').update(content).digest(), content]), {
      mode: 0o600,
    });
    await rename(temporary, path);
    await this.#removeOldest(folder);
  }

  async #removeOldest(folder: string): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.prepared'));
    const files = await Promise.all(
      names.map(async (name) => ({ path: join(folder, name), stats: await stat(join(folder, name)) })),
    );
    let bytes = files.reduce((sum, { stats }) => sum + stats.size, 0);
    for (const { path, stats } of files.sort((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
      if (bytes <= this.#options.folderBytes) break;
      await rm(path, { force: true });
      bytes -= stats.size;
    }
  }
}

function fileName(key: string): string {
  return `${createHash('sha256').update(key).digest('hex')}.prepared`;
}

/** A header has a few numbers a frame, and the mesh if pictures are wanted. */
function sizeOf({ header, prepared }: Prepared<FleetHeader>): number {
  const { mesh } = header as { mesh?: { triangles?: ArrayLike<number> } };
  return 64 * header.frameCount + (prepared?.length ?? 0) + 4 * (mesh?.triangles?.length ?? 0);
}
