import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './find-chromium.mjs';
import { resolveFile, serveSite } from './serve-site.mjs';

/** Pages of the API reference that are opened; they are all made by one template. */
const REFERENCE_PAGES = 3;
/** Milliseconds that a page may take to show what it has. */
const PATIENCE = 1500;

/** What is wrong with a site in a folder, a sentence each: links that lead nowhere, and pages with errors. */
export async function checkSite(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort();
  const wrong = pages.flatMap((page) => findDeadLinks(folder, page));
  const api = pages.filter((page) => page.startsWith('api')).slice(0, REFERENCE_PAGES);
  return [...wrong, ...(await findErrors(folder, [...pages.filter((page) => !page.startsWith('api')), ...api]))];
}

export function findDeadLinks(folder, page) {
  const html = readFileSync(join(folder, page), 'utf8');
  // text of code may look like a link
  const text = html.replaceAll(/<script[\s\S]*?<\/script>/g, (script) => script.slice(0, script.indexOf('>') + 1));
  const links = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link.replaceAll('&amp;', '&'));
  return [...new Set(links)].flatMap((link) => {
    if (/^(https?:|data:|mailto:|javascript:)/.test(link)) return [];
    if (link.startsWith('/')) return [`${page}: "${link}" is not relative`];
    const [path, anchor] = link.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path.split('?')[0])));
    const target = resolveFile(folder, file);
    if (!target) return [`${page}: "${link}" leads nowhere`];
    if (!anchor || !target.endsWith('.html')) return [];
    const id = decodeURIComponent(anchor);
    const there = readFileSync(target, 'utf8');
    return there.includes(`id="${id}"`) || there.includes(`name="${id}"`)
      ? []
      : [`${page}: "${link}" has no such part`];
  });
}

/** Opens pages and listens for what they complain about. */
async function findErrors(folder, pages) {
  const { url: site, close } = await serveSite(folder);
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  const wrong = [];
  try {
    for (const page of pages) {
      const view = await browser.newPage({ viewport: { width: 640, height: 480 } });
      view.on('pageerror', (error) => wrong.push(`${page}: ${error.message}`));
      view.on('console', (message) => {
        if (message.type() === 'error') wrong.push(`${page}: ${message.text()}`);
      });
      view.on('request', (request) => {
        if (
          !request.url().startsWith(site) &&
          !request.url().endsWith('/favicon.ico') &&
          !/^(data|blob):/.test(request.url())
        ) {
          wrong.push(`${page}: asks for ${request.url()}`);
        }
      });
      await view.goto(site + page);
      const shows = page.startsWith('viewer') || page.startsWith('examples');
      await view.waitForTimeout(shows ? PATIENCE : 50);
      await view.close();
    }
  } finally {
    await browser.close();
    close();
  }
  return wrong;
}
