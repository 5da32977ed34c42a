import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClothFrame } from '../../src/live/live-messages.ts';
import type { LiveView } from '../../src/live/live-view.ts';
import { findBarriers } from '../find-barriers.ts';
import { shownCount, ViewerBench } from '../open-viewer.ts';
import { taskTimes } from './task-times.ts';

declare global {
  var live: LiveView;
}

describe('cloth simulated in the page, in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  const viewport = { width: 780, height: 420 }; // few pixels: they are painted without a graphics card

  it.each(['table-cloth', 'tape', 'sheets'])('%s falls, and the page shows what is close', async (name) => {
    const { page, problems } = await bench.page(`#scene=${name}`, { viewport });
    const frame = () => page.evaluate(() => live.part!.frame as ClothFrame);
    const until = (ask: (frame: ClothFrame) => boolean) =>
      page.waitForFunction(
        `(() => { const frame = globalThis.live?.part?.frame; return frame && (${String(ask)})(frame); })()`,
      );
    await until((one) => one.step > 5 && one.solidPairs > 20);
    // what is close is painted, in more colours than one, and there is a line for every pair
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Run' }).waitFor();
    await page.getByRole('button', { name: 'One step' }).click();
    const { step, ownPairs, solidPairs, near, lines, least } = await frame();
    expect(Object.values(lines).length / 6).toBe(ownPairs + solidPairs);
    expect(least).toBeGreaterThan(0);
    expect(Object.values(near).length).toBeGreaterThan(10);
    const colors = await page.evaluate(() => {
      const { color } = viewer.stage.surface.geometry.attributes;
      return new Set(new Uint32Array((color.array as Uint8Array).buffer)).size;
    });
    expect(colors).toBeGreaterThan(3);
    // one step at a time, as asked
    await page.getByRole('button', { name: 'One step' }).click();
    await page.waitForFunction((before) => (live.part!.frame as ClothFrame).step > before, step);

    // ε by slider: more of it finds no fewer
    const before = (await frame()).solidPairs;
    await page.locator('#epsilon').fill('1000');
    await page.waitForFunction((few) => (live.part!.frame as ClothFrame).solidPairs > few, before);
    expect(await page.textContent('#legend-far')).toMatch(/^\d+ mm$/);
    await page.locator('#epsilon').fill('400');

    // polytopes of a level
    await page.locator('#dop-level').selectOption('2');
    await page.waitForFunction(() => (live.part!.frame as ClothFrame).polytopeCount > 3);
    await page.locator('#dop-faces').selectOption('6');
    await page.waitForFunction(() => {
      const { polytopes, polytopeCount } = live.part!.frame as ClothFrame;
      return polytopes.length === 72 * polytopeCount; // boxes have twelve edges
    });
    await page.locator('#live-lines').uncheck();
    await page.waitForFunction(() => (live.part!.frame as ClothFrame).lines.length === 0);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.waitForFunction(() => (live.part!.frame as ClothFrame).step === 0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('never keeps the page busy for 50 ms, and its code is loaded only when it is wanted', async () => {
    const { page, problems, responses } = await bench.page('#scene=tetrahedron&frame=0', { viewport });
    await shownCount(page);
    const loaded = () => responses.map((response) => response.url()).filter((url) => /live-|cloth-/.test(url));
    expect(loaded()).toEqual([]);
    const times = await taskTimes(bench.browser, page, async () => {
      for (const name of ['tape', 'table-cloth']) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `scene=${name}`);
        await page.waitForFunction(
          (wanted) =>
            document.documentElement.dataset.open === wanted && (globalThis.live?.part?.frame as ClothFrame)?.step > 12,
          name,
        );
      }
    });
    expect(loaded().length).toBeGreaterThan(1);
    expect(times.length).toBeGreaterThan(50);
    expect(times[0]).toBeLessThan(50);
    // back to a scene with frames: the usual page is there again
    await page.evaluate(() => {
      location.hash = 'scene=bow-ties&frame=2';
    });
    await page.waitForFunction(() => document.documentElement.dataset.open === 'bow-ties');
    await shownCount(page, 2);
    expect(await page.isVisible('#live-panel')).toBe(false);
    expect(await page.isVisible('#contacts-panel')).toBe(true);
    expect(await page.isVisible('#legend')).toBe(false);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('has no barrier that axe-core finds, light, dark and on a phone', async () => {
    const found: string[] = [];
    for (const [colorScheme, width] of [
      ['light', 1000],
      ['dark', 390],
    ] as const) {
      const { page, problems } = await bench.page('#scene=table-cloth', {
        colorScheme,
        viewport: { width, height: 700 },
        reducedMotion: 'reduce',
      });
      await page.waitForFunction(() => document.documentElement.dataset.open === 'table-cloth');
      await page.locator('#live-facts dt').first().waitFor();
      for (const one of await findBarriers(page)) found.push(`${colorScheme} ${one}`);
      expect(problems).toEqual([]);
      await page.close();
    }
    expect(found).toEqual([]);
  });
});
