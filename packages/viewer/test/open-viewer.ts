import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { CheckReport } from '../../cli/src/index.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { openBrowser } from '../../three/test/open-browser.ts';
import { serveFolder } from '../../three/test/serve-folder.ts';
import type { App } from '../src/app.ts';
import { buildOnce } from './build-once.ts';

declare global {
  /** What the page offers to tests. */
  var viewer: App;
}

/** A browser with the built viewer in it. */
export class ViewerBench {
  /** Where the page was built to. */
  readonly folder: string;
  readonly #server: Awaited<ReturnType<typeof serveFolder>>;
  readonly browser: Browser;

  private constructor(folder: string, server: Awaited<ReturnType<typeof serveFolder>>, browser: Browser) {
    this.folder = folder;
    this.#server = server;
    this.browser = browser;
  }

  static async open(): Promise<ViewerBench> {
    const folder = await buildOnce();
    return new ViewerBench(folder, await serveFolder(folder), await openBrowser());
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server.close();
  }

  /** Opens a page; `problems` fills with whatever goes wrong in it, and with every request to elsewhere; `responses` with what it loads. */
  async page(
    address: string,
    options: BrowserContextOptions = {},
    site = this.#server.url,
  ): Promise<{ page: Page; problems: string[]; responses: Response[] }> {
    const page = await this.browser.newPage({ viewport: { width: 1000, height: 640 }, ...options });
    page.setDefaultTimeout(45_000);
    const problems: string[] = [];
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        // SwiftShader tells that reading pixels back is slow
        if (!message.text().includes('GPU stall')) problems.push(message.text());
      }
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL('/', site).href) && !/^(data|blob):/.test(request.url()))
        problems.push(request.url());
    });
    await page.goto(site + address);
    return { page, problems, responses };
  }
}

/** Waits until this frame (or any) is searched, and gives the count that the page shows. */
export async function shownCount(page: Page, frame?: number): Promise<number> {
  const wanted = frame === undefined ? '[data-count]:not([data-count=""])' : `[data-frame="${frame}"]`;
  const label = page.locator(`#frame-label${wanted}`);
  await label.waitFor({ state: 'attached' });
  return Number(await label.getAttribute('data-count'));
}

/** Drops files on the page, as a hand would. */
export async function dropFiles(page: Page, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const packed = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString('base64') }));
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of list) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, packed);
}

/** Contacts that `selfcollide check` prints for frames of a file or scene, by frame. */
export async function printedCounts(input: string, frames: readonly number[]): Promise<Map<number, number>> {
  const list = [...new Set(frames)].sort((a, b) => a - b).join(',');
  const options = ['--frames', list, '--json', '-', '--list', '0', '--threads', '1'];
  const { out, err } = await callCli(['check', input, ...options]);
  const [file] = (JSON.parse(out) as CheckReport).files;
  if (!file || 'error' in file) throw new Error(`${input}: ${err}`);
  return new Map(file.frames.map(({ frame, contacts }) => [frame, contacts]));
}
