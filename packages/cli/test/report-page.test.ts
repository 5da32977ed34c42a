import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossing, moved, toMdd, toObj } from './meshes.ts';
import { countPixels, openReport, useBrowser } from './open-report.ts';
import { makeFolder, startCli } from './start-cli.ts';

useBrowser();

const label = (page: Page) => page.textContent('#frame-label');

it('shows each of two poses that are so far apart that a picture of both would show dots', async () => {
  const folder = makeFolder();
  for (const [frame, away] of [-1000, 0].entries()) {
    writeFileSync(join(folder, `far_${frame}.obj`), toObj({ crossing: moved(crossing, [away, 0, 0]) }));
  }
  const html = join(folder, 'far.html');
  expect((await startCli(['check', join(folder, 'far_%d.obj'), '--html', html, '--quiet'])).status).toBe(1);
  const { page, wrong } = await openReport(html);
  for (const frame of ['0', '1', '0']) {
    await page.fill('#scrubber', frame);
    const { red, grey } = await countPixels(page);
    expect(red + grey).toBeGreaterThan(5000);
  }
  expect(wrong).toEqual([]);
});

describe('the HTML report', () => {
  let report: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'selfcollide-page-'));
    report = join(folder, 'report.html');
    const args = ['check', 'scene:character', 'scene:flat-sheet:500', 'missing.obj', '--html', report, '--quiet'];
    expect((await startCli(args)).status).toBe(3);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('shows the mesh, its contacts and the worst frame first', async () => {
    const { page, wrong } = await openReport(report);
    const { red, grey, empty } = await countPixels(page);
    expect(grey).toBeGreaterThan(10_000);
    expect(red).toBeGreaterThan(500);
    expect(empty).toBeGreaterThan(grey);
    const worst = await page.locator('#worst tbody td:first-child').allTextContents();
    expect(worst).toHaveLength(10);
    expect(await label(page)).toMatch(new RegExp(`^${worst[0]} · \\d+ contacts$`));
    const contacts = await page.locator('#contacts li button').allTextContents();
    expect(contacts.length).toBeGreaterThan(50);
    expect(contacts[0]).toMatch(/^edge \d+–\d+ of face \d+ meets face \d+$/);
    expect(await page.textContent('#verdict')).toContain('hits itself in');
    expect(wrong).toEqual([]);
  });

  it('scrubs, steps, jumps and plays', async () => {
    const { page, wrong } = await openReport(report);
    const before = await countPixels(page);
    const worstLabel = await label(page);
    await page.fill('#scrubber', '0');
    expect(await label(page)).toBe('frame 0 · no contacts');
    const rest = await countPixels(page);
    expect(rest.red).toBe(0);
    expect(Math.abs(rest.grey - before.grey)).toBeGreaterThan(1000);
    expect(await page.textContent('#contacts')).toBe('Nothing intersects here.');

    await page.keyboard.press('Escape');
    await page.click('#step-on');
    expect(await label(page)).toContain('frame 1 ');
    await page.click('#next-contact');
    expect(await label(page)).toMatch(/· \d+ contacts?$/);
    await page.locator('body').press('Home');
    await page.locator('body').press('ArrowRight');
    await page.locator('body').press('ArrowRight');
    expect(await label(page)).toContain('frame 2 ');
    await page.click('#worst tbody tr:first-child button');
    expect(await label(page)).toBe(worstLabel);

    await page.click('#play');
    await page.waitForFunction((text) => document.getElementById('frame-label')!.textContent !== text, worstLabel);
    expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
    await page.click('#play');
    expect(await page.getAttribute('#play', 'aria-label')).toBe('Play');

    // a click into the chart goes to that part of the animation
    const chart = (await page.locator('#timeline').boundingBox())!;
    await page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 2);
    expect(await label(page)).toMatch(/^frame 4[45] /);
    expect(wrong).toEqual([]);
  });

  it('flies to a contact and marks it', async () => {
    const { page, wrong } = await openReport(report);
    const before = await countPixels(page);
    await page.locator('#contacts li button').nth(3).click();
    await page.waitForTimeout(700); // the flight
    const after = await countPixels(page);
    expect(after.empty).toBeLessThan(0.7 * before.empty);
    expect(await page.locator('#contacts li.selected').count()).toBe(1);
    await page.click('#fit');
    await page.waitForTimeout(700);
    expect(Math.abs((await countPixels(page)).empty - before.empty)).toBeLessThan(0.02 * before.empty);
    expect(wrong).toEqual([]);
  });

  it('switches files, and says why one has no picture', async () => {
    const { page, wrong } = await openReport(report);
    await page.click('#files li:nth-child(2) button');
    expect(await page.textContent('#verdict')).toContain('scene:flat-sheet:500');
    await page.click('#files li:nth-child(3) button');
    expect(await page.textContent('#verdict')).toBe('missing.obj: no such file.');
    expect(await page.isVisible('#empty')).toBe(true);
    expect(await page.isVisible('#player')).toBe(false);
    expect(await page.textContent('#files li:nth-child(3)')).toBe('missing.obj: unreadable');
    expect(await page.textContent('#contacts-title')).toBe('Unreadable');
    expect(await page.textContent('#contacts')).toContain('Whether it hits itself is not known');
    expect(await page.textContent('#empty')).toBe('This file could not be read.');
    expect(await page.textContent('body')).not.toContain('0 contacts in this frame');
    await page.click('#files li:nth-child(1) button');
    expect((await countPixels(page)).grey).toBeGreaterThan(10_000);
    expect(wrong).toEqual([]);
  });

  it('is light or dark as the system is, or as chosen', async () => {
    const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await openReport(report, 'light');
    const dark = await openReport(report, 'dark');
    const [inLight, inDark] = [await background(light.page), await background(dark.page)];
    expect(inLight).not.toBe(inDark);
    await light.page.keyboard.press('t');
    expect(await background(light.page)).toBe(inDark);
    await dark.page.click('#theme');
    expect(await background(dark.page)).toBe(inLight);
  });

  it('names every control and can be used by keyboard', async () => {
    const { page } = await openReport(report);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, canvas')]
        .filter((element) => {
          const label = element.closest('label')?.textContent ?? '';
          return !(element.ariaLabel || element.textContent?.trim() || label.trim());
        })
        .map((element) => element.outerHTML),
    );
    expect(nameless).toEqual([]);
    await page.keyboard.press('?');
    expect(await page.isVisible('#keys')).toBe(true);
    expect(await page.locator('#key-table kbd').count()).toBe(18);
  });
});

describe('the HTML report of a long animation', () => {
  it('stays small with 300 frames of a character', async () => {
    const cwd = makeFolder();
    await startCli(['scenes', 'character', 'c.glb', '--frames', '300'], { cwd });
    await startCli(['check', 'c.glb', '--html', 'report.html', '--quiet'], { cwd });
    const bytes = statSync(join(cwd, 'report.html')).size;
    expect(bytes).toBeLessThan(15e6);
    expect(bytes).toBeGreaterThan(1e6);
    const { page, wrong } = await openReport(join(cwd, 'report.html'));
    expect(await page.isVisible('#shown-note')).toBe(false);
    expect(await page.getAttribute('#scrubber', 'max')).toBe('299');
    expect(wrong).toEqual([]);
  });

  it('leaves out frames of a very long one, says so, and keeps the worst', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'mesh.obj'), toObj({ body: crossing }));
    const apart = moved(crossing, [0, 0, 0]).positions.map((value, i) => (i > 8 && i % 3 === 2 ? value + 9 : value));
    const poses = Array.from({ length: 2000 }, (_, i) => (i === 1337 ? crossing.positions : apart));
    writeFileSync(join(cwd, 'move.mdd'), toMdd(poses));
    await startCli(['check', 'mesh.obj', '--cache', 'move.mdd', '--html', 'report.html', '--quiet'], { cwd });
    const { page, wrong } = await openReport(join(cwd, 'report.html'));
    expect(await page.textContent('#shown-note')).toContain('1,001 of 2,000 frames can be shown');
    expect(await label(page)).toMatch(/^frame 1337 .* 2 contacts$/);
    await page.click('#step-on');
    expect(await label(page)).toMatch(/^frame 1338 .* no contacts$/);
    expect(wrong).toEqual([]);
  });
});
