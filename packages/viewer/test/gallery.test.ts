import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showcase } from '../src/gallery-scenes.ts';
import { liveScenes } from '../src/live/live-scenes.ts';
import { SOUP_TRIANGLES } from '../src/worker/open-scene.ts';
import { galleryScenes } from '../src/worker/scene-list.ts';
import { printedCounts, shownCount, ViewerBench } from './open-viewer.ts';

describe('gallery in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('every scene loads and shows the count that the command line prints, standing and playing', {
    timeout: 240_000,
  }, async () => {
    const viewport = { width: 780, height: 420 }; // few pixels: they are painted without a graphics card
    const { page, problems } = await bench.page('#scene=single-triangle&frame=0', { viewport });
    const wrong: string[] = [];
    for (const entry of galleryScenes) {
      // large ones smaller, to save time; one stays as it is
      const smaller = entry.defaultTriangles > 10_000 && entry.group !== 'soup' && entry.name !== 'elbow';
      const triangles = smaller ? 2000 : entry.group === 'soup' ? SOUP_TRIANGLES : undefined;
      const frame = entry.defaultFrames - 2;
      await page.evaluate(
        (hash) => {
          location.hash = hash;
        },
        `scene=${entry.name}&frame=${frame}${triangles ? `&triangles=${triangles}` : ''}`,
      );
      await page.waitForFunction((name) => document.documentElement.dataset.open === name, entry.name);
      const shown = [{ frame, count: await shownCount(page, frame) }];
      // plays on to the last frame, and from there to the first
      await page.keyboard.press(' ');
      await page.waitForFunction(
        (was) => Number(document.getElementById('frame-label')?.dataset.frame || was) !== was,
        frame,
      );
      await page.keyboard.press(' ');
      const played = await page.evaluate(() => viewer.player.frame);
      shown.push({ frame: played, count: await shownCount(page, played) });
      const printed = await printedCounts(
        `scene:${entry.name}${triangles ? `:${triangles}` : ''}`,
        shown.map((one) => one.frame),
      );
      for (const one of shown) {
        const right = printed.get(one.frame);
        if (one.count !== right) wrong.push(`${entry.name} frame ${one.frame}: ${one.count}, not ${right}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('lists every scene with a picture and a sentence, and opens the one clicked', { timeout: 240_000 }, async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    await page.keyboard.press('g');
    const cards = page.locator('#gallery .card');
    await cards.first().waitFor(); // the gallery is loaded when first opened
    // eight for everybody, with plain names, and what is simulated; the others for those who ask
    expect(await page.locator('#gallery .card:visible strong').allTextContents()).toEqual(
      [...showcase, ...liveScenes].map(({ title }) => title),
    );
    await page.getByText('For developers').click();
    const all = galleryScenes.length + liveScenes.length;
    await page.waitForFunction((n) => document.querySelectorAll('.card').length === n, all, {
      timeout: 90_000, // while pictures are made, on a busy machine
    });
    await page.waitForFunction((n) => document.querySelectorAll('canvas[data-painted]').length === n, all, {
      timeout: 90_000,
    });
    const blank = await cards.evaluateAll((list) =>
      list
        .filter((card) => {
          const canvas = card.querySelector('canvas')!;
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return !data.some((value) => value > 0) || card.querySelector('.quiet')!.textContent!.length < 20;
        })
        .map((card) => (card as HTMLElement).dataset.scene),
    );
    expect(blank).toEqual([]);
    await page.click('.card[data-scene="mobius-strip"]');
    await page.waitForFunction(() => document.documentElement.dataset.open === 'mobius-strip');
    await shownCount(page);
    expect(problems).toEqual([]);
    await page.close();
  });
});
