import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../packages/three/test/open-browser.ts';
import { serveFolder } from '../packages/three/test/serve-folder.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const names = readdirSync(examples).filter((name) => name.endsWith('.html'));

describe('examples, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfcollide-examples-'));
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serveFolder>>;
  beforeAll(async () => {
    await build({
      configFile: join(examples, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, minify: false },
    });
    server = await serveFolder(folder);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });

  it('are ten', () => expect(names).toHaveLength(10));

  it.each(names)('%s finds contacts, and complains about nothing', async (name) => {
    const page = await browser.newPage({ viewport: { width: 240, height: 180 } });
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    await page.goto(server.url + name);
    await expect
      .poll(async () => wrong.length > 0 || Number(await page.evaluate(() => document.body.dataset.most ?? 0)) > 0, {
        timeout: 40_000,
      })
      .toBe(true);
    expect(wrong).toEqual([]);
    await page.close();
  });
});
