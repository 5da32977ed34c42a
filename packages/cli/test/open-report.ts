import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { chromiumArguments, findChromium } from '../../../scripts/find-chromium.mjs';

let browser: Browser;
/** Starts a browser for all tests of the file that calls this. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  }, 300_000);
  afterAll(() => browser?.close());
}

/** Opens a report in a page that notes everything that goes wrong. */
export async function openReport(
  path: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme });
  onTestFinished(() => page.close());
  const wrong: string[] = [];
  const url = pathToFileURL(path).href;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) wrong.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready=true]');
  return { page, wrong };
}

/** How many pixels of the 3D view are reddish, greyish and background, as drawn. */
export async function countPixels(page: Page): Promise<{ red: number; grey: number; empty: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        // a picture can be read in the frame in which it was drawn
        const canvas = document.getElementById('canvas') as HTMLCanvasElement;
        dispatchEvent(new Event('resize'));
        document.getElementById('wire')!.click();
        document.getElementById('wire')!.click();
        requestAnimationFrame(() => {
          const copy = document.createElement('canvas');
          copy.width = canvas.width;
          copy.height = canvas.height;
          const context = copy.getContext('2d')!;
          context.drawImage(canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          const counts = { red: 0, grey: 0, empty: 0 };
          for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] === 0) counts.empty++;
            else if (data[i] > 2 * data[i + 1]) counts.red++;
            else counts.grey++;
          }
          resolve(counts);
        });
      }),
  );
}
