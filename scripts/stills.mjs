import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './find-chromium.mjs';
import { root } from './packages.mjs';
import { serveSite } from './serve-site.mjs';

/** `npm run stills [name …]`: takes the pictures of docs/ anew: the viewer's, the report's, and one of every example. */

const VIEW = { width: 1280, height: 800 };
const SMALL = { width: 720, height: 450 };

/** Where each picture is taken; `until` is what the page must show before. */
const SHOTS = [
  { name: 'viewer', page: 'viewer/index.html', until: searched, size: VIEW },
  {
    name: 'viewer-dark',
    page: 'viewer/index.html#scene=draped-sheet&frame=58',
    until: searched,
    size: VIEW,
    dark: true,
  },
  { name: 'viewer-how', page: 'viewer/index.html#scene=knee&frame=55', until: searched, size: VIEW, keys: 'a' },
  { name: 'report', report: true, until: () => document.documentElement.dataset.ready === 'true', size: VIEW },
  ...[
    'skinned-character',
    'folding-cloth',
    'morph-targets',
    'two-meshes',
    'background-worker',
    'contact-sounds',
    'wear-map',
    'garment-fit',
    'react-three-fiber',
    'plain-library',
  ].map((name) => ({
    name: `examples/${name}`,
    page: `examples/${name}.html`,
    until: () => Number(document.body.dataset.most) > 0,
    // not in a moment without contacts
    showing: () => /(^|\s)[1-9]\d* contact|touched/.test(document.querySelector('output')?.textContent ?? ''),
    size: SMALL,
  })),
];

const wanted = process.argv.slice(2);
const shots = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (shots.length === 0) {
  console.error(`stills: names are ${SHOTS.map(({ name }) => name).join(', ')}, got ${wanted.join(', ')}.`);
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'selfcollide-stills-'));
run('scripts/site.mjs', '--quick', '--out', join(work, 'site'));
if (shots.some(({ report }) => report)) {
  run('scripts/start.mjs', 'check', 'scene:character', '--html', join(work, 'report.html'), '--quiet');
}
mkdirSync(join(root, 'docs/examples'), { recursive: true });
const site = await serveSite(join(work, 'site'));
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
for (const { name, page, report, until, showing, size, dark, keys } of shots) {
  const view = await browser.newPage({ viewport: size, colorScheme: dark ? 'dark' : 'light' });
  await view.goto(report ? pathToFileURL(join(work, 'report.html')).href : site.url + page);
  await view.waitForFunction(until, undefined, { timeout: 60_000 });
  if (keys) await view.keyboard.press(keys);
  await view.waitForTimeout(1200);
  if (showing) await view.waitForFunction(showing, undefined, { timeout: 60_000 });
  await view.screenshot({ path: join(root, `docs/${name}.png`) });
  await view.close();
  console.log(`docs/${name}.png`);
}
await browser.close();
site.close();
rmSync(work, { recursive: true });

function searched() {
  return globalThis.viewer?.counts.length > 0 && globalThis.viewer.counts.every((count) => count >= 0);
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  // check ends with 1 where something was found
  if (status !== 0 && status !== 1) throw new Error(`stills: ${args[0]} ended with ${status}.`);
}
