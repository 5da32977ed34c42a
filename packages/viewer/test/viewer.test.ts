import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPixels } from '../../three/test/count-pixels.ts';
import { type MethodName, methodNames } from '../src/methods.ts';
import { shownCount, ViewerBench } from './open-viewer.ts';

describe('viewer in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('shows the default scene soon, with the verdict and at most 256 kB of JavaScript', async () => {
    const times: number[] = [];
    let bytes = 0;
    const limit = 2000;
    for (let i = 0; i < 4 && !(Math.min(...times) < limit); i++) {
      const before = contention();
      const { page, problems, responses } = await bench.page('');
      await page.waitForSelector('#canvas[data-drawn]');
      const milliseconds = Number(await page.locator('#canvas').getAttribute('data-drawn'));
      // what else runs on the machine is not the page's fault
      times.push(milliseconds / Math.max(before, contention()));
      expect(await shownCount(page)).toBeGreaterThan(100); // a figure that hugs its knees
      expect(await page.textContent('#verdict')).toMatch(
        /^Hugging figure hits itself in \d+ of \d+ frames?; worst: frame \d+, \d+ contacts/,
      );
      const scripts = responses.filter((response) => response.url().endsWith('.js')).map((response) => response.body());
      bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
      expect((await countPixels(page, '#canvas')).colors).toBeGreaterThan(30);
      expect(problems).toEqual([]);
      await page.close();
    }
    expect(Math.min(...times)).toBeLessThan(limit);
    expect(bytes).toBeGreaterThan(50_000);
    // page and worker together
    expect(bytes).toBeLessThan(256_000);
  });

  it('keeps the count when the method changes, and shows what unsafe-normal-cone misses in orange', async () => {
    const { page, problems } = await bench.page('#scene=helical-ramp&frame=3');
    const count = await shownCount(page, 3);
    expect(count).toBeGreaterThan(0);
    await page.getByRole('tab', { name: 'How it works' }).click();
    const counts: Partial<Record<MethodName, number>> = {};
    for (const method of methodNames) {
      await page.getByRole('radio', { name: method }).check();
      await page.waitForFunction((name) => viewer.result?.results.some((entry) => entry.method === name), method);
      counts[method] = await shownCount(page, 3);
    }
    const { 'unsafe-normal-cone': unsafe, ...safe } = counts;
    expect(new Set(Object.values(safe))).toEqual(new Set([count]));
    expect(unsafe).toBeLessThan(count);
    await page.getByRole('radio', { name: 'star-contour' }).check();
    await page.getByRole('checkbox', { name: /unsafe-normal-cone misses/ }).check();
    await page.getByText(`${count - unsafe!} missed by unsafe-normal-cone`).waitFor();
    expect((await countPixels(page, '#canvas')).orange).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('flies to a contact that is clicked and names its edge and triangle', async () => {
    const { page, problems } = await bench.page('#scene=knee&frame=55&triangles=4000');
    await shownCount(page, 55);
    expect((await countPixels(page, '#canvas')).red).toBeGreaterThan(20);
    const before = await page.evaluate(() => viewer.stage.cameraPosition);
    const place = await page.evaluate(() => {
      const { points } = viewer.result!.contacts;
      return viewer.stage.project(points[0], points[1], points[2])!;
    });
    await page.locator('#canvas').click({ position: place });
    const chosen = await page.locator('#contacts li.selected').textContent();
    const known = await page.evaluate(() => {
      const { edgeTriangle, triangle } = viewer.result!.contacts;
      const index = viewer.review.contacts.selected;
      return [edgeTriangle[index], triangle[index]];
    });
    expect(chosen).toMatch(new RegExp(`^edge \\d+–\\d+ of face ${known[0]} meets face ${known[1]}$`));
    await expect.poll(() => page.evaluate(() => viewer.stage.cameraPosition)).not.toEqual(before);
    const after = await page.evaluate(() => viewer.stage.cameraPosition);
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => viewer.stage.cameraPosition)).not.toEqual(after);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('paints patches and outcomes, and draws a clicked patch', async () => {
    const { page, problems } = await bench.page('#scene=draped-sheet&frame=50&triangles=3000');
    await shownCount(page, 50);
    const plain = (await countPixels(page, '#canvas')).colors;
    await page.keyboard.press('a');
    await page.getByText(/patch(es)? painted/).waitFor();
    expect((await countPixels(page, '#canvas')).colors).not.toBe(plain);
    const box = (await page.locator('#canvas').boundingBox())!;
    await page.locator('#canvas').click({ position: { x: box.width / 2, y: box.height / 2 } });
    await page.locator('svg.sketch .outline').first().waitFor();
    expect(await page.locator('#sketch').textContent()).toMatch(/Result(culled|no common|contour|not tried|triangles)/);
    // Figures 3 and 5 of the paper: segments, a search line with t and b, bounds of one segment
    for (const part of ['.segment-end', '.search-line', '.bound', '.bundle']) {
      expect([part, (await page.locator(`svg.sketch ${part}`).count()) > 0]).toEqual([part, true]);
    }
    await page.getByRole('combobox', { name: 'Search line' }).selectOption('horizontal');
    const ends = await page.locator('svg.sketch .search-line').evaluate((line) => {
      return [line.getAttribute('y1'), line.getAttribute('y2')];
    });
    expect(ends[0]).toBe(ends[1]);
    await page.getByRole('combobox', { name: 'Bounds of' }).selectOption({ index: 1 });
    // the drawing follows the motion; a list that has the focus would take the key itself
    await page.locator('#canvas').focus();
    const before = await page.locator('svg.sketch .outline').first().getAttribute('d');
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('svg.sketch .outline').first().getAttribute('d')).not.toBe(before);
    await page.getByRole('combobox', { name: 'What to paint' }).selectOption('outcomes');
    await page.waitForFunction(() => (viewer.result?.algorithm?.level ?? 0) > 1000);
    // the search that really ran: it stops asking where culling does not pay, but a sheet that still hangs flat is culled
    await page.locator('#canvas').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('#algorithm-panel').textContent()).toMatch(/culled by exact contour/);
    await page.getByRole('combobox', { name: 'What to paint' }).selectOption('between');
    await page.waitForFunction(() => viewer.algorithm.paint === 'between');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('draws the boxes that keep patches apart', async () => {
    const { page, problems } = await bench.page('#scene=knee&frame=55&triangles=1500');
    await shownCount(page, 55);
    await page.keyboard.press('a');
    await page.getByText(/patch(es)? painted/).waitFor();
    await page.getByRole('combobox', { name: 'What to paint' }).selectOption('boxes');
    await page.getByRole('slider', { name: 'Level' }).fill('1');
    await page.getByText(/No boxes were compared at this level, but from level [1-9]/).waitFor();
    await page.getByRole('slider', { name: 'Level' }).fill('5');
    await page.getByText(/compared by boxes: [\d,]+ pairs? (is|are) apart/).waitFor();
    const boxes = () =>
      page.evaluate(() => {
        const { kinds, corners, apart } = viewer.result!.algorithm!.boxes!;
        return { count: kinds.length, numbers: corners.length, apart };
      });
    const first = await boxes();
    expect(first.count).toBeGreaterThan(3);
    expect(first.numbers).toBe(6 * first.count);
    const violet = (await countPixels(page, '#canvas')).violet;
    expect(violet).toBeGreaterThan(50);
    await page.keyboard.press(']');
    await expect.poll(async () => (await boxes()).count).toBeGreaterThan(first.count);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('draws a chart of every method measured', async () => {
    const { page, problems } = await bench.page('#scene=bow-ties&frame=0');
    await shownCount(page, 0);
    await page.getByRole('tab', { name: 'How it works' }).click();
    for (const method of methodNames) await page.getByRole('checkbox', { name: `Measure ${method}` }).check();
    await page.getByText('Cost per frame').click();
    await page.locator('.uplot canvas').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => viewer.player.frame >= 3);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await page.locator('.uplot').count()).toBe(2);
    const names = await page.locator('.uplot').first().locator('.u-series:not(.u-off) .u-label').allTextContents();
    expect(names).toEqual([...methodNames]);
    expect((await countPixels(page, '.uplot canvas')).colors).toBeGreaterThan(10);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('leaves the page free while 165,000 triangles are prepared, shows progress, and stops when asked', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page, 0);
    const session = await page.context().newCDPSession(page);
    // processor time of the page's own thread: other work on the machine does not count
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busySeconds = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')!.value;
    };
    // Everything in the page and by timers: playwright waits for frames of the screen, and those wait for 165,000 triangles to be painted
    // without a graphics card, on other threads, perhaps until the preparation is over.
    let before = await busySeconds();
    const prepare = async (wanted: number) => {
      const begun = performance.now();
      location.hash = `scene=bumpy-sphere&frame=0&triangles=${wanted}`;
      const panel = document.getElementById('progress')!;
      while (panel.hidden || !panel.textContent?.includes('Preparing')) await new Promise((r) => setTimeout(r, 5));
      const bar = document.getElementById('progress-bar') as HTMLProgressElement;
      const seen = new Set<number>();
      const started = performance.now();
      let last = started;
      let most = 0;
      while (last - started < 150 || (seen.size < 2 && last - started < 3000)) {
        await new Promise((resolve) => setTimeout(resolve, 16));
        seen.add(bar.value);
        most = Math.max(most, performance.now() - last);
        last = performance.now();
      }
      const button = document.getElementById('cancel');
      const visible = button?.checkVisibility() === true;
      button?.click();
      return {
        longest: most,
        seconds: (last - begun) / 1000,
        fractions: [...seen],
        triangles: viewer.stage.surface.triangles.length / 3,
        cancelled: visible,
      };
    };
    let seen = await page.evaluate(prepare, 165_000);
    // on a machine that stands still for half a second it is over before the button can be pressed
    for (let more = 1; more < 4 && !seen.cancelled; more++) {
      before = await busySeconds();
      seen = await page.evaluate(prepare, 165_000 + 2000 * more);
    }
    const { longest, seconds, fractions, triangles, cancelled } = seen;
    const busy = (await busySeconds()) - before;
    expect(triangles).toBeGreaterThan(150_000);
    // 60 frames a second leave 16 ms each: a quarter of the time is far from too much (measured: 3 %)
    expect(busy / seconds).toBeLessThan(0.5);
    expect(longest).toBeLessThan(2000); // 16 and what others on the machine take (measured: 20 to 100)
    expect(fractions.length).toBeGreaterThan(1);
    expect(cancelled).toBe(true);
    await page.getByRole('alert').filter({ hasText: 'Stopped' }).waitFor();
    await page.evaluate(() => {
      location.hash = 'scene=bow-ties&frame=2';
    });
    expect(await shownCount(page, 2)).toBe(120);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('obeys its keys, and lists them', async () => {
    const { page, problems } = await bench.page('#scene=knee&frame=50&triangles=1000');
    await shownCount(page, 50);
    const shown = (frame: number) => shownCount(page, frame);
    await page.keyboard.press('ArrowRight');
    await shown(51);
    await page.keyboard.press('ArrowLeft');
    await shown(50);
    await page.keyboard.press('Home');
    await shown(0);
    await page.keyboard.press('End');
    await shown(59);
    const camera = () => page.evaluate(() => viewer.stage.cameraPosition.map((x) => x.toFixed(6)).join());
    const home = await camera();
    await page.keyboard.press('j');
    await page.locator('#contacts li.selected').waitFor();
    await expect.poll(camera).not.toBe(home);
    await page.keyboard.press('f');
    await expect.poll(camera).toBe(home);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(camera).not.toBe(home);
    await page.keyboard.press('f');
    await expect.poll(camera).toBe(home);
    // space plays, whatever has the focus; home and end stay
    await page.locator('#xray').focus();
    await page.keyboard.press(' ');
    await page.waitForFunction(() => viewer.player.playing);
    expect(await page.getAttribute('#xray', 'aria-pressed')).toBe('false');
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => viewer.player.playing)).toBe(false);
    await shown(0);
    await page.locator('#canvas').focus();
    for (const [key, method] of methodNames.entries()) {
      if (method === 'brute-force') continue;
      await page.keyboard.press(String(key + 1));
      await page.waitForFunction((name) => viewer.methods.shown === name, method);
    }
    for (const [key, selector] of [
      ['x', '#xray[aria-pressed=true]'],
      ['z', '#zup[aria-pressed=true]'],
      ['c', '#chart-details[open]'],
      ['a', '#algorithm-details[open]'],
      ['m', '#show-missed:checked'],
      ['t', ':root[data-theme]'],
      ['?', '#keys[open]'],
    ]) {
      expect([key, await page.locator(selector).count()]).toEqual([key, 0]);
      await page.keyboard.press(key);
      expect([key, await page.locator(selector).count()]).toEqual([key, 1]);
    }
    const listed = await page.locator('#key-table kbd').allTextContents();
    expect(listed).toEqual(expect.arrayContaining(['Space', '←', '→', 'N', 'G', 'O', 'T', '?', '[', ']']));
    await page.keyboard.press('Escape');
    expect(await page.locator('#keys[open]').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('fits a phone, in light and dark, and names every control', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await bench.page('#scene=bow-ties&frame=2', {
        viewport: { width: 360, height: 780 },
        colorScheme,
      });
      await shownCount(page, 2);
      const { wide, background } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        background: getComputedStyle(document.documentElement).backgroundColor,
      }));
      expect(wide).toBe(0);
      expect(background).toBe(colorScheme === 'light' ? 'rgb(243, 244, 247)' : 'rgb(20, 22, 26)');
      const inside = await page.locator('#play, #scrubber, #open-gallery, #speed').evaluateAll((list) =>
        list.every((control) => {
          const { left, right, bottom, width, height } = control.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && bottom <= innerHeight && width >= 44 && height >= 44;
        }),
      );
      expect(inside).toBe(true);
      const nameless = await page.locator('button, input:not([hidden]), select, canvas#canvas').evaluateAll((list) =>
        list
          .filter((control) => {
            const labels = (control as HTMLInputElement).labels;
            const name = control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? control.textContent;
            return !name?.trim();
          })
          .map((control) => control.outerHTML),
      );
      expect(nameless).toEqual([]);
      expect(problems).toEqual([]);
      await page.close();
    }
  });
});

/** How many times longer work takes here than it would alone: 1 on an idle machine. */
function contention(): number {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const cpu = () => {
    const { user, system } = process.cpuUsage(used);
    return (user + system) / 1000;
  };
  while (cpu() < 300);
  return Math.max(1, (performance.now() - started) / cpu());
}
