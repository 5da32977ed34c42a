import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostPages } from './host-pages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What the page finds: who worked, why not the kernel, what asking for it says, and contacts. */
interface Found {
  readonly engine: string;
  readonly reason: string;
  readonly refusal: string;
  readonly contacts: readonly string[];
}

/** A crumpled sheet of 512 triangles, for auto and for each engine. */
const SCRIPT = `
import { createDetector } from '/selfcollide.js';
const side = 16;
const positions = new Float64Array(3 * (side + 1) ** 2);
let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647 - 0.5;
for (let v = 0; v < (side + 1) ** 2; v++) {
  positions.set([(v % (side + 1)) + 3 * random(), Math.floor(v / (side + 1)) + 3 * random(), 3 * random()], 3 * v);
}
const triangles = [];
for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) {
  const a = y * (side + 1) + x;
  triangles.push(a, a + 1, a + side + 1, a + 1, a + side + 2, a + side + 1);
}
const mesh = { positions, triangles: Uint32Array.from(triangles) };
const detector = createDetector(mesh);
const { count, edgeA, edgeB, triangle } = detector.findIntersections();
const contacts = Array.from({ length: count }, (_, i) => [edgeA[i], edgeB[i], triangle[i]].join(' ')).sort();
let refusal = '';
try {
  createDetector(mesh, { engine: 'kernel' });
} catch (error) {
  refusal = error.name + ': ' + error.message;
}
document.body.dataset.found = JSON.stringify({ engine: detector.engine, reason: detector.engineReason, refusal, contacts });
`;

/** Headers by path. */
const POLICIES: Readonly<Record<string, Record<string, string>>> = {
  '/strict.html': { 'content-security-policy': "default-src 'none'; script-src 'self'" },
  '/allowed.html': { 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" },
};

describe('the kernel in a page', () => {
  const config = {
    root,
    configFile: false as const,
    build: {
      target: 'esnext',
      lib: {
        entry: join(root, 'packages/core/src/index.ts'),
        formats: ['es' as const],
        fileName: () => 'selfcollide.js',
      },
    },
  };
  const host = hostPages(config, (path) => POLICIES[path] ?? {});
  beforeAll(() => {
    writeFileSync(join(host.folder, 'main.js'), SCRIPT);
    const page = '<!doctype html><body><script type="module" src="/main.js"></script></body>';
    for (const name of ['free', 'strict', 'allowed']) writeFileSync(join(host.folder, `${name}.html`), page);
  });

  async function open(path: string, before: string | null = null): Promise<Found> {
    const page = await host.browser.newPage();
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    if (before !== null) await page.addInitScript(before);
    await page.goto(host.url + path);
    await expect.poll(() => page.evaluate(() => document.body.dataset.found ?? ''), { timeout: 20_000 }).not.toBe('');
    expect(wrong).toEqual([]);
    const found = await page.evaluate(() => document.body.dataset.found!);
    await page.close();
    return JSON.parse(found);
  }

  it('runs, and finds the same without it where a policy forbids it or the browser has none', async () => {
    const free = await open('free.html');
    expect(free).toMatchObject({ engine: 'kernel', reason: '', refusal: '' });
    expect(free.contacts.length).toBeGreaterThan(100);
    expect(await open('allowed.html')).toEqual(free);

    const strict = await open('strict.html');
    expect(strict.engine).toBe('plain');
    expect(strict.reason).toMatch(/^CompileError: .*Content Security Policy/);
    expect(strict.refusal).toMatch(
      /^RangeError: createDetector: engine must be one that runs here, got 'kernel' \(CompileError/,
    );
    expect(strict.contacts).toEqual(free.contacts);

    const without = await open('free.html', 'delete globalThis.WebAssembly');
    expect(without.engine).toBe('plain');
    expect(without.reason).toMatch(/^ReferenceError: WebAssembly is not defined/);
    expect(without.refusal).toMatch(/^RangeError: createDetector: engine must be one that runs here/);
    expect(without.contacts).toEqual(free.contacts);
  }, 60_000);
});
