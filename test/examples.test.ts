import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostPages } from './host-pages.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const names = readdirSync(examples).filter((name) => name.endsWith('.html'));

describe('examples, in Chromium', () => {
  const host = hostPages({ configFile: join(examples, 'vite.config.ts') });

  it('are ten', () => expect(names).toHaveLength(10));

  it.each(names)('%s finds contacts, and complains about nothing', async (name) => {
    const page = await host.browser.newPage({ viewport: { width: 240, height: 180 } });
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    await page.goto(host.url + name);
    await expect
      .poll(async () => wrong.length > 0 || Number(await page.evaluate(() => document.body.dataset.most ?? 0)) > 0, {
        timeout: 40_000,
      })
      .toBe(true);
    expect(wrong).toEqual([]);
    await page.close();
  });
});
