import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FleetConnection } from './connect.ts';
import { DeadLetters } from './dead-letters.ts';
import { isRunName } from './run-name.ts';
import { RunStore } from './run-store.ts';
import { removeShards, runFolder } from './shards.ts';

/** What a sweep took away. */
export interface Swept {
  /** Runs that ended, or were never queued whole, longer ago than is kept. */
  readonly runs: readonly string[];
  /** Folders of results of runs that are not on the queue. */
  readonly folders: readonly string[];
  /** Keys in Redis of runs that are gone. */
  readonly keys: number;
  readonly deadLetters: number;
}

/**
 * Takes away what is older than `keepMilliseconds`: runs that are done, cancelled or not queued whole, with their results in Redis and below the
 * root; folders of results whose run the queue does not know; keys that a client which died while forgetting has left; dead letters. A run
 * that goes on is never touched, however old.
 */
export async function sweep(connection: FleetConnection, root: string, keepMilliseconds: number): Promise<Swept> {
  const before = Date.now() - keepMilliseconds;
  const store = new RunStore(connection);
  const runs: string[] = [];
  const kept = new Set<string>();
  for (const { name, state, created, ended, files } of await store.list()) {
    const since = state === 'queued' ? Number.POSITIVE_INFINITY : (ended ?? created);
    if (since >= before) {
      kept.add(name);
      continue;
    }
    await store.forget(name, files);
    await removeShards(root, name);
    runs.push(name);
  }
  const folders: string[] = [];
  for (const name of await oldFolders(root, before)) {
    // asked again: it may have been queued since
    if (kept.has(name) || (await store.state(name)) !== undefined) continue;
    if (await removeShards(root, name)) folders.push(name);
  }
  const keys = await store.dropOrphans();
  const deadLetters = await new DeadLetters(connection).dropBefore(before);
  return { runs, folders, keys, deadLetters };
}

/** Folders of runs in which nothing was written since. */
async function oldFolders(root: string, before: number): Promise<string[]> {
  const parent = dirname(runFolder(root, 'run'));
  const names = await readdir(parent).catch(() => []);
  const old: string[] = [];
  for (const name of names.filter(isRunName)) {
    const stats = await stat(join(parent, name)).catch(() => undefined);
    if (stats?.isDirectory() && stats.mtimeMs < before) old.push(name);
  }
  return old;
}
