import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModesFrame } from '../../src/live/live-messages.ts';
import { findBarriers } from '../find-barriers.ts';
import { ViewerBench } from '../open-viewer.ts';

describe('modes in the page, in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  const viewport = { width: 900, height: 500 };

  it('the spring has a slider for every mode, a bar for the norm, colours for radii, and sound after a click', async () => {
    const { page, problems } = await bench.page('#scene=spring', { viewport });
    await page.evaluate(() => {
      const { AudioContext } = globalThis;
      const made: AudioContext[] = [];
      Object.assign(globalThis, {
        made,
        AudioContext: class extends AudioContext {
          constructor(options: AudioContextOptions) {
            super(options);
            made.push(this);
          }
        },
      });
    });
    await page.waitForFunction(() => document.documentElement.dataset.open === 'spring', undefined, {
      timeout: 100_000,
    });
    const sliders = page.locator('.mode input');
    expect(await sliders.count()).toBe(12);
    const bar = page.locator('#root-ball');
    await page.getByText('proved free of contact by its norm').first().waitFor();
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBe(0);

    // within the radius: proved; beyond: searched
    const move = async (share: number) => {
      await sliders.first().evaluate((slider, part) => {
        const input = slider as HTMLInputElement;
        input.value = String(part * Number(input.max));
        input.dispatchEvent(new Event('input'));
      }, share);
      await page.waitForFunction((part) => {
        const { q } = live.part!.frame as ModesFrame;
        const input = document.querySelector('.mode input') as HTMLInputElement;
        return Math.abs(q[0] - part * Number(input.max)) < 1e-3 * Number(input.max);
      }, share);
      return page.evaluate(() => {
        const { norm, certified, contacts } = live.part!.frame as ModesFrame;
        return { norm, certified, contacts };
      });
    };
    const near = await move(0.2);
    expect(near).toMatchObject({ certified: true, contacts: 0 });
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeCloseTo(near.norm, 9);
    const wide = await page.locator('.ball .fill').evaluate((fill) => (fill as HTMLElement).style.width);
    expect(Number.parseFloat(wide)).toBeCloseTo(20, 0);
    expect((await move(1)).certified).toBe(false);
    await page.getByRole('button', { name: 'At rest' }).click();

    await page.locator('#patch-level').selectOption('2');
    await page.locator('#legend').waitFor();
    const colors = await page.evaluate(() => {
      const { color } = viewer.stage.surface.geometry.attributes;
      return new Set(new Uint32Array((color.array as Uint8Array).buffer)).size;
    });
    expect(colors).toBeGreaterThan(3);

    const made = () =>
      page.evaluate(() => (globalThis as unknown as { made: AudioContext[] }).made.map(({ state }) => state));
    expect(await made()).toEqual([]);
    await page.getByRole('button', { name: 'Strike' }).click();
    await page.waitForFunction(() => /^\d.* poses proved free/.test(document.getElementById('heard')!.textContent!));
    expect(await made()).toEqual(['running']);
    const moved = await page.evaluate(() => (live.part!.frame as ModesFrame).norm);
    expect(moved).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Sound off' }).click();
    await expect.poll(made).toEqual(['closed']);
    await page.mouse.move(10, 300); // colours of the button under the pointer are on their way
    await expect.poll(() => findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('the face has its targets', async () => {
    const { page, problems } = await bench.page('#scene=morph-face', { viewport, colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.open === 'morph-face', undefined, {
      timeout: 100_000,
    });
    expect(await page.locator('.mode').count()).toBeGreaterThanOrEqual(20);
    expect(await page.locator('.mode', { hasText: 'jawOpen' }).count()).toBe(1);
    await page.locator('.mode input').first().fill('1');
    await page.waitForFunction(() => (live.part!.frame as ModesFrame).q[0] === 1);
    expect(await page.getByRole('button', { name: 'Strike' }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });
});
