import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryFolder } from '../repository-folder.ts';
import type { ColdTimes } from './cold-start.ts';
import type { KernelScene } from './kernel-scenes.ts';

/** Frames of one engine in a page of its own: the first ones, then the median once all is compiled, in ms. */
export interface PageTimes extends ColdTimes {
  readonly engine: string;
  readonly contacts: number;
  readonly ms: number;
}

/** Of playwright-core, which belongs to the repository and to no package: what is used here. */
interface Browser {
  newContext(): Promise<{
    newPage(): Promise<{ goto(url: string): Promise<unknown>; evaluate(script: string): Promise<unknown> }>;
    close(): Promise<void>;
  }>;
  close(): Promise<void>;
}

interface Question {
  readonly method: string;
  readonly engine: string;
  readonly seconds: number;
}

/** Times frames in headless Chromium: the package as it was built, from a server on this machine. */
export class ChromiumFrames {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #served: Map<string, Uint8Array>;

  private constructor(browser: Browser, server: Server, served: Map<string, Uint8Array>) {
    this.#browser = browser;
    this.#server = server;
    this.#served = served;
  }

  /** @throws if there is no Chromium here. */
  static async open(): Promise<ChromiumFrames> {
    const script = pathToFileURL(join(repositoryFolder(), 'scripts', 'open-chromium.mjs'));
    const { openChromium } = await import(script.href);
    const browser: Browser = await openChromium();
    const served = new Map<string, Uint8Array>();
    return new ChromiumFrames(browser, await serve(served), served);
  }

  /** In a page of a process of its own, so that nothing is compiled yet. */
  async time({ mesh, pose }: KernelScene, prepared: Uint8Array, question: Question): Promise<PageTimes> {
    // in a page as in Node, poses are doubles
    const arrays = { positions: mesh.positions, triangles: mesh.triangles, pose: Float64Array.from(pose), prepared };
    for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(arrays)) {
      this.#served.set(`/scene/${name}`, new Uint8Array(buffer, byteOffset, byteLength));
    }
    const kinds = { positions: mesh.positions.constructor.name, triangles: mesh.triangles.constructor.name };
    const context = await this.#browser.newContext();
    try {
      const page = await context.newPage();
      const { port } = this.#server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`);
      return (await page.evaluate(`timeFrames(${JSON.stringify({ ...question, kinds })})`)) as PageTimes;
    } finally {
      await context.close();
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}

/** The page, the package's files, and what is in `served`. Isolated, since clocks of other pages are coarse. */
async function serve(served: ReadonlyMap<string, Uint8Array>): Promise<Server> {
  const dist = join(repositoryFolder(), 'packages', 'core', 'dist');
  const server = createServer(async ({ url = '/' }, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const script = /^\/core\/([\w.-]+\.mjs)$/.exec(url);
    const body = script ? await readFile(join(dist, script[1])).catch(() => undefined) : served.get(url);
    if (url === '/') response.setHeader('Content-Type', 'text/html').end(PAGE);
    else if (body === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', script ? 'text/javascript' : 'application/octet-stream').end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

/** As text, so that no bundler takes its import for one of this program. */
const PAGE = `<!doctype html><title>frames</title><script type="module">
import { createDetector } from '/core/index.mjs';
const get = async (name) => (await fetch('/scene/' + name)).arrayBuffer();

globalThis.timeFrames = async ({ method, engine, seconds, kinds }) => {
  const positions = new globalThis[kinds.positions](await get('positions'));
  const triangles = new globalThis[kinds.triangles](await get('triangles'));
  const pose = new Float64Array(await get('pose'));
  const prepared = new Uint8Array(await get('prepared'));
  const detector = createDetector({ positions, triangles }, { method, engine, prepared });
  let contacts = 0;
  const frame = () => {
    const started = performance.now();
    detector.update(pose);
    contacts = detector.findIntersections().count;
    return performance.now() - started;
  };
  const first = frame();
  let ten = first;
  for (let i = 1; i < 10; i++) ten += frame();
  const repeat = async (ms) => {
    const times = [];
    const end = performance.now() + ms;
    while (times.length < 3 || performance.now() < end) {
      times.push(frame());
      if (times.length % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    return times.sort((a, b) => a - b);
  };
  await repeat(333 * seconds); // for the compiler
  const times = await repeat(1000 * seconds);
  return { engine: detector.engine, contacts, first, ten, ms: times[times.length >> 1] };
};
</script>`;
