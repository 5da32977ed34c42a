import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, type InlineConfig } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../packages/three/test/open-browser.ts';
import { type Headers, serveFolder } from '../packages/three/test/serve-folder.ts';

/** Pages of the tests of one file; there once these run. */
export interface PageHost {
  readonly folder: string;
  readonly browser: Browser;
  /** Ends with a slash. */
  readonly url: string;
}

/** Builds pages once for all tests of a `describe`, serves them, and opens one browser; all of that ends with the tests. */
export function hostPages(config: InlineConfig, headers?: Headers): PageHost {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-pages-'));
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveFolder>>;
  beforeAll(async () => {
    const { build: how, ...rest } = config;
    await build({ ...rest, logLevel: 'error', build: { ...how, outDir: folder, emptyOutDir: true, minify: false } });
    server = await serveFolder(folder, headers);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    get browser() {
      return browser;
    },
    get url() {
      return server.url;
    },
  };
}
