import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPixels } from './count-pixels.ts';
import { openBrowser } from './open-browser.ts';
import { serveFolder } from './serve-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Blocks of JavaScript in a document, as a reader would copy them. */
function codeBlocks(document: string): string[] {
  return [...readFileSync(root + document, 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
}

describe('code in documents, built by Vite and run in Chromium', () => {
  const project = mkdtempSync(join(tmpdir(), 'selfcollide-three-'));
  let browser: Browser;

  beforeAll(async () => {
    const write = (name: string, text: string) => writeFileSync(join(project, name), text);
    const page = (script: string) => `<!doctype html><body><script type="module" src="/${script}"></script></body>`;
    const recipe = codeBlocks('docs/three.md');
    write('index.html', page('main.js'));
    write('main.js', codeBlocks('packages/three/README.md')[0]);
    write('worker.html', page('page.js'));
    write('page.js', recipe.find((code) => code.startsWith('// page.js'))!);
    write('collide-worker.js', recipe.find((code) => code.startsWith('// collide-worker.js'))!);
    write('morph.html', page('morph.js'));
    write('morph.js', recipe.find((code) => code.startsWith('// morph.js'))!);
    await build({
      root: project,
      configFile: false,
      logLevel: 'warn',
      // what `npm install` would have put beside the project
      resolve: {
        alias: [
          { find: '@selfcollide/three/worker', replacement: `${root}packages/three/src/worker.ts` },
          { find: '@selfcollide/three', replacement: `${root}packages/three/src/index.ts` },
          { find: /^selfcollide\/mesh$/, replacement: `${root}packages/core/src/mesh/index.ts` },
          { find: /^selfcollide\/(kernel|star-contour)$/, replacement: `${root}packages/core/src/$1.ts` },
          { find: /^selfcollide$/, replacement: `${root}packages/core/src/index.ts` },
          { find: /^three$/, replacement: `${root}node_modules/three/build/three.module.js` },
        ],
      },
      worker: { format: 'es' },
      build: {
        target: 'esnext',
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(['index', 'worker', 'morph'].map((name) => [name, join(project, `${name}.html`)])),
        },
      },
    });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(project, { recursive: true });
  });

  async function open(path: string, headers?: Record<string, string>) {
    const server = await serveFolder(join(project, 'dist'), headers);
    const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(server.url + path);
    const close = async () => {
      await page.close();
      server.close();
    };
    return { page, problems, close };
  }

  it('docs/three.md: drives morph targets and stops at contact', async () => {
    const { page, problems, close } = await open('morph.html');
    await page.waitForFunction(() => /^stopped at/.test(document.title), undefined, { timeout: 30_000 });
    const stopped = Number((await page.title()).replace('stopped at ', ''));
    // the ends meet where (1 − w)·sin(2.6)/2.6 + w·sin(3.4)/3.4 = 0
    const [before, after] = [2.6, 3.4].map((k) => Math.sin(k) / k);
    expect(stopped).toBeCloseTo(before / (before - after), 1.5);
    expect(problems).toEqual([]);
    await close();
  });

  it('README: counts contacts in the title and draws them in red', async () => {
    const { page, problems, close } = await open('');
    await page.waitForFunction(() => /^[1-9]\d* contacts$/.test(document.title), undefined, { timeout: 30_000 });
    // the sheet opens and closes: look until it is closed
    const pictured = async () => {
      const { red, colors } = await countPixels(page, 'canvas');
      return red > 20 && colors > 50;
    };
    await expect.poll(pictured, { timeout: 20_000, interval: 200 }).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  it('README: the example has about 20 lines', () => {
    const lines = codeBlocks('packages/three/README.md')[0]
      .split('\n')
      .filter((line) => line.trim() !== '');
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it.each([
    ['by message', {}],
    [
      'through shared memory',
      { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    ],
  ])('docs/three.md: the worker recipe counts contacts, poses going %s', async (_, headers) => {
    const { page, problems, close } = await open('worker.html', headers);
    await page.waitForFunction(() => /^[1-9]\d* contacts$/.test(document.title), undefined, { timeout: 30_000 });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(Object.keys(headers).length > 0);
    expect(problems).toEqual([]);
    await close();
  });
});
