import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** So long nothing may happen before changes are looked at, milliseconds. */
const QUIET_MS = 300;
/** A file counts as written when it has not changed between two looks. */
const SETTLE_MS = 150;

export interface Watching {
  /** The files that changed since the last call, when they have settled; undefined when watching ends. */
  next(): Promise<string[] | undefined>;
  close(): void;
}

/**
 * Watches files by their folders, so that editors that replace files are noticed; `paths` may be absent for now. Other files in those folders
 * count if `accepts` takes their name.
 */
export function watchPaths(paths: readonly string[], accepts: (name: string) => boolean = () => false): Watching {
  const byFolder = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const folder = dirname(resolve(path));
    const names = byFolder.get(folder) ?? new Map<string, string>();
    byFolder.set(folder, names);
    names.set(basename(path), path);
  }
  const changed = new Set<string>();
  const looks = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;
  let ready = false;
  let closed = false;

  const settle = () => {
    // as long as a file grows or shrinks between two looks, somebody is writing it
    let moving = false;
    for (const path of changed) {
      const look = fingerprint(path);
      if (looks.get(path) !== look) moving = true;
      looks.set(path, look);
    }
    if (moving) {
      timer = setTimeout(settle, SETTLE_MS);
      return;
    }
    ready = true;
    wake?.();
  };
  const note = (path: string) => {
    changed.add(path);
    ready = false;
    clearTimeout(timer);
    timer = setTimeout(settle, QUIET_MS);
  };
  const watchers: FSWatcher[] = [];
  for (const [folder, names] of byFolder) {
    const watcher = watch(folder, (_, name) => {
      if (name === null) return;
      const path = names.get(name) ?? (accepts(name) ? join(folder, name) : undefined);
      if (path !== undefined) note(path);
    });
    watcher.on('error', () => {}); // the folder is gone: nothing will change there
    watchers.push(watcher);
  }
  return {
    async next() {
      while (!closed && !(ready && changed.size > 0)) {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      if (closed) return undefined;
      const settled = [...changed];
      changed.clear();
      looks.clear();
      ready = false;
      return settled;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      wake?.();
    },
  };
}

/** Differs after a file was written; empty if it is not there. */
function fingerprint(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs} ${stats.ino}` : '';
}
