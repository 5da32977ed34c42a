import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FleetInput, LocatedFile, QueuedFile, QueuedInput } from '../types.ts';

export interface LocateOptions {
  /** Folder that paths of runs are below, links followed. */
  readonly root: string;
  /** What addresses must start with; none: files only. */
  readonly allowedUrls: readonly URL[];
  /** Downloads go here, named after what they contain. */
  readonly downloadFolder: string;
  readonly maxDownloadBytes: number;
}

/** A file that this worker cannot reach, though another might. */
export class UnreachableFile extends Error {
  override readonly name = 'UnreachableFile';
}

/** Results cannot be written below the root of this worker, though another may be able to. */
export class UnwritableRoot extends UnreachableFile {}

const MAX_NAMES = 5;
/** A download must bring this much in every such time: a server that goes on for ever must not keep a thread. */
const LEAST_BYTES = 30_000;
const WATCH_MS = 30_000;
const SHA256 = /^[\da-f]{64}$/;

/**
 * Finds the files of a queued input on this machine. What they contain is compared with their SHA-256 by whoever reads them, in the very bytes
 * that are checked. `lacking` are workers that tried, if nobody else is left to: what cannot be reached then gets a reason instead, and the rest
 * of a sequence is checked without it.
 *
 * @throws UnreachableFile, unless nobody else is left.
 */
export async function locateInput(
  { input, files }: QueuedInput,
  options: LocateOptions,
  lacking?: Lacking,
): Promise<FleetInput> {
  const located: Record<string, LocatedFile> = {};
  for (const [name, file] of Object.entries(files)) {
    located[name] = await locateFile(name, file, options).catch((error) => {
      if (!lacking || !(error instanceof UnreachableFile)) throw error;
      return { reason: nameWorkers(error.message.replace(`${name}: `, ''), lacking).replace(/\.$/, '') };
    });
  }
  // always: what is not in that table is not opened, whatever the input calls it
  return { ...input, located };
}

/** Workers that lack files of a job, and what each said. */
export type Lacking = Readonly<Record<string, string>>;

/** A sentence about what workers lack, with their names; those that said something else come with their own reason. */
export function nameWorkers(sentence: string, lacking: Lacking): string {
  const own = sentence.replace(/\.$/, '');
  const groups = new Map<string, string[]>([[own, []]]);
  for (const [worker, said] of Object.entries(lacking)) {
    const reason = said.replace(/\.$/, '').replace(/^.*?: /, '');
    const key = own.endsWith(reason) ? own : reason;
    groups.set(key, [...(groups.get(key) ?? []), worker]);
  }
  return `${[...groups]
    .filter(([, workers]) => workers.length > 0)
    .map(describeGroup)
    .join('; ')}.`;
}

function describeGroup([reason, workers]: readonly [string, readonly string[]]): string {
  const shown = workers.slice(0, MAX_NAMES).join(', ');
  const more = workers.length > MAX_NAMES ? ` and ${workers.length - MAX_NAMES} more` : '';
  return `${reason} (${workers.length > 1 ? 'workers' : 'worker'} ${shown}${more})`;
}

async function locateFile(name: string, file: QueuedFile, options: LocateOptions): Promise<LocatedFile> {
  if ('reason' in file) return { reason: file.reason };
  if (!SHA256.test(file.sha256)) throw new UnreachableFile(`${name}: its SHA-256 makes no sense.`);
  const path =
    'url' in file
      ? await download(name, file.url, file.sha256, options)
      : await findBelow(name, file.path, options.root);
  return { path, sha256: file.sha256 };
}

/** What comes from Redis is not trusted: the path must stay below the root, also where links lead. */
export async function findBelow(name: string, path: string, root: string): Promise<string> {
  const outside = () => new UnreachableFile(`${name}: it is outside the root of this worker.`);
  if (isAbsolute(path) || !isBelow(root, resolve(root, path))) throw outside();
  try {
    const found = await realpath(join(root, path));
    if (!isBelow(await realpath(root), found)) throw outside();
    if (!(await stat(found)).isFile()) throw new UnreachableFile(`${name}: it is no regular file.`);
    return found;
  } catch (error) {
    if (error instanceof UnreachableFile) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? 'no such file below the root of this worker'
        : `cannot be read (${code})`;
    throw new UnreachableFile(`${name}: ${reason}.`);
  }
}

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function download(name: string, address: string, sha256: string, options: LocateOptions): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isAllowed(url, options.allowedUrls)) {
    throw new UnreachableFile(`${name}: this worker does not fetch from there (--allow-url).`);
  }
  const target = join(options.downloadFolder, sha256);
  if (await stat(target).catch(() => undefined)) return target;
  await mkdir(options.downloadFolder, { recursive: true, mode: 0o700 });
  const temporary = `${target}.${randomBytes(6).toString('hex')}.partial`;
  const hash = createHash('sha256');
  try {
    await fetchTo(url, options.maxDownloadBytes, hash.update.bind(hash), temporary);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UnreachableFile(`${name}: ${(error as Error).message}.`);
  }
  if (hash.digest('hex') !== sha256) {
    await rm(temporary, { force: true });
    throw new UnreachableFile(`${name}: it is another version than was asked for.`);
  }
  await rename(temporary, target);
  return target;
}

/** Whether an address is one of those, or below one: `/shots` allows `/shots` and `/shots/a.glb`, but not `/shots-of-others/a.glb`. */
export function isAllowed(url: URL, allowed: readonly URL[]): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  // a server may take these for what they stand for, after we have looked
  if (/%(2e|2f|5c)/i.test(url.pathname)) return false;
  return allowed.some((start) => {
    const folder = start.pathname.endsWith('/') ? start.pathname : `${start.pathname}/`;
    return url.origin === start.origin && (url.pathname === start.pathname || url.pathname.startsWith(folder));
  });
}

/**
 * Fetches an address, at most so many bytes and not too slowly, and hands every piece to `take`; also to a file if one is named. Redirections are
 * refused: they could lead anywhere.
 *
 * @throws Error with a reason that fits after a file name.
 */
export async function fetchTo(
  url: URL,
  maxBytes: number,
  take: (piece: Uint8Array) => unknown,
  path?: string,
  watchMilliseconds = WATCH_MS,
): Promise<void> {
  const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(600_000) }).catch((error) => {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new Error(`it cannot be fetched (${code ?? (error as Error).name})`);
  });
  if (reply.status >= 300 && reply.status < 400) {
    await reply.body?.cancel();
    throw new Error('it cannot be fetched (redirections are not followed)');
  }
  if (!reply.ok || !reply.body) throw new Error(`it cannot be fetched (HTTP status ${reply.status})`);
  const tooMany = new Error(`it has more than ${maxBytes} bytes, which is the limit`);
  if (Number(reply.headers.get('content-length') ?? 0) > maxBytes) {
    await reply.body.cancel();
    throw tooMany;
  }
  let bytes = 0;
  let seen = 0;
  const measure = new Transform({
    transform(piece: Uint8Array, _, done) {
      bytes += piece.length;
      if (bytes > maxBytes) return done(tooMany);
      take(piece);
      done(null, path === undefined ? undefined : piece);
    },
  });
  const body = Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]);
  const watch = setInterval(() => {
    const slow = `it comes too slowly (${bytes - seen} bytes in ${watchMilliseconds / 1000} s)`;
    if (bytes - seen < LEAST_BYTES) measure.destroy(new Error(slow));
    seen = bytes;
  }, watchMilliseconds);
  try {
    if (path === undefined) await pipeline(body, measure.resume());
    else await pipeline(body, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    // undici's whole text
    throw (error as Error).message === 'terminated'
      ? new Error(`it cannot be fetched (the connection ended after ${bytes} bytes)`)
      : error;
  } finally {
    clearInterval(watch);
  }
}
