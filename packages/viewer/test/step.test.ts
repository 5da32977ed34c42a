import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownCount, ViewerBench } from './open-viewer.ts';

describe('between two frames, in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('tells what comes together and when, moves the mesh there and draws the pair from both sides', async () => {
    const { page, problems } = await bench.page('#scene=twisted-sheet&frame=40&triangles=800');
    await shownCount(page, 40);
    await page.keyboard.press('i');
    const verdict = page.locator('#step-verdict');
    await expect.poll(() => verdict.textContent()).toMatch(/^(Nothing|\d+ pairs? come)/);
    // the first frame from which something comes together
    for (let frame = 41; !/first at frame/.test((await verdict.textContent())!); frame++) {
      await page.keyboard.press('ArrowRight');
      await shownCount(page, frame);
      await expect.poll(() => verdict.textContent()).toContain(`frames ${frame} and ${frame + 1}`);
    }
    const shown = () => page.evaluate(() => [...viewer.stage.surface.positions]);
    const before = await shown();
    const step = (await page.evaluate(() => {
      const { frame, positions, step } = viewer.result!;
      const { impacts } = step!;
      return { frame, time: impacts[0].time, count: step!.count, from: [...positions], to: [...step!.positions] };
    }))!;
    expect(await verdict.textContent()).toContain(`first at frame ${(step.frame + step.time).toFixed(3)}`);
    expect(before).toEqual(step.from);

    await page.locator('#step-impacts').selectOption({ index: 0 });
    const at = step.from.map((x, i) => x + step.time * (step.to[i] - x));
    const there = await shown();
    for (let i = 0; i < at.length; i += 97) expect(there[i]).toBeCloseTo(at[i], 5);
    expect(await page.locator('#step-sketches svg').count()).toBe(2);
    expect(await page.locator('#step-sketches .feature').count()).toBe(4);
    const [front, back] = await page.locator('#step-sketches svg').all();
    expect(await front.innerHTML()).not.toBe(await back.innerHTML());

    await page.locator('#step-time').fill('1000');
    const end = await shown();
    for (let i = 0; i < at.length; i += 97) expect(end[i]).toBeCloseTo(step.to[i], 5);
    // the next frame is looked at as it is
    await page.keyboard.press('Escape');
    await page.locator('#step-time').evaluate((slider) => (slider as HTMLElement).blur());
    await page.keyboard.press('ArrowRight');
    await shownCount(page, step.frame + 1);
    await expect.poll(() => page.locator('#step-time').inputValue()).toBe('0');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('draws the outline of a patch in both frames, if both views are open', async () => {
    const { page, problems } = await bench.page('#scene=draped-sheet&frame=50&triangles=3000');
    await shownCount(page, 50);
    await page.keyboard.press('i');
    await page
      .locator('#step-verdict')
      .filter({ hasText: /together/ })
      .waitFor();
    await page.keyboard.press('a');
    await page.waitForFunction(() => viewer.result?.algorithm);
    await page.evaluate(() => viewer.algorithm.click(100));
    await page.locator('#sketch .next-outline').first().waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
    await page.close();
  });
});
