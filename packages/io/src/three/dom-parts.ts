/** What three.js' loaders ask a page for, where there is none. Pictures are never loaded: nobody looks at them. */
const PICTURE = { addEventListener() {}, removeEventListener() {} };

/**
 * Runs something synchronous that expects parts of a page. They are there only while it runs, and only where there are none.
 */
export async function withPage<T>(run: () => T): Promise<T> {
  const world = globalThis as Record<string, unknown>;
  const needed: Record<string, unknown> = {
    DOMParser: 'DOMParser' in world ? undefined : (await import('@xmldom/xmldom')).DOMParser,
    document: { createElementNS: () => PICTURE, createElement: () => PICTURE },
    window: { innerWidth: 1, innerHeight: 1 },
  };
  const added = Object.keys(needed).filter((name) => !(name in world));
  for (const name of added) world[name] = needed[name];
  try {
    return run();
  } finally {
    for (const name of added) delete world[name];
  }
}
