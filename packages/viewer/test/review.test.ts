import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../cli/src/view/list-files.ts';
import { serveViewer } from '../../cli/src/view/serve-viewer.ts';
import { callCli } from '../../cli/test/start-cli.ts';
import { hasSharedData, sharedData, sharedPath } from '../../io/test/shared-data.ts';
import { findBarriers } from './find-barriers.ts';
import { dropFiles, shownCount, ViewerBench } from './open-viewer.ts';

describe('the viewer as a tool, in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('fills in the timeline while one looks, judges, and lists worst frames and places', async () => {
    const { page, problems } = await bench.page('#scene=knee&frame=50&triangles=1500');
    const here = await shownCount(page, 50);
    await page.waitForFunction(() => viewer.counts.every((count) => count >= 0));
    const counts = await page.evaluate(() => [...viewer.counts]);
    expect(counts[50]).toBe(here);
    const touching = counts.filter((count) => count > 0).length;
    const worst = counts.indexOf(Math.max(...counts));
    const text = `Bending knee hits itself in ${touching} of 60 frames; worst: frame ${worst}, ${counts[worst]} contacts.`;
    await page.getByText(text).waitFor();
    const { out } = await callCli(['check', 'scene:knee:1500', '--find', 'intersection', '--threads', '1']);
    expect(out).toContain(`hits itself in ${touching} of 60 frames; worst: frame ${worst}, ${counts[worst]} contacts.`);
    await page.locator('#worst tbody button').first().click();
    expect(await shownCount(page, worst)).toBe(counts[worst]);
    const badges = await page.locator('#contacts .badge').allTextContents();
    expect(badges.reduce((sum, badge) => sum + Number(badge.replace(',', '')), 0)).toBe(counts[worst]);
    expect(await page.textContent('#command')).toBe('selfcollide check scene:knee:1500 --find intersection');
    // lines where surfaces cross, for all contacts
    expect(await page.evaluate(() => viewer.result!.contacts.curve.length / 6)).toBeGreaterThan(counts[worst] / 2);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('opens a sequence of 1,000 files by pattern, with the numbers of their names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selfcollide-many-'));
    for (let i = 0; i < 1000; i++) {
      const z = i >= 990 ? -0.5 : 0.5; // the last ten pierce the floor
      const leaf = `v 0.2 0.2 ${z}\nv 0.4 0.2 1\nv 0.2 0.4 1\nf 1 2 3\nf 4 5 6\n`;
      writeFileSync(join(folder, `sim_${String(i + 5).padStart(4, '0')}.obj`), `v -1 -1 0\nv 2 -1 0\nv 0 2 0\n${leaf}`);
    }
    const files = await listFiles([join(folder, 'sim_%04d.obj')]);
    expect(files).toHaveLength(1000);
    const served = await serveViewer({ folder: bench.folder, files });
    expect(served.url.length).toBeLessThan(60);
    const { page, problems } = await bench.page('', { reducedMotion: 'reduce' }, served.url);
    await shownCount(page, 0);
    await page.keyboard.press('End');
    expect(await shownCount(page, 999)).toBeGreaterThan(0);
    expect(await page.textContent('#frame-label')).toMatch(/^frame 1004 · \d+ contacts?/);
    expect(await page.textContent('#command')).toContain('sim_%04d.obj" --find intersection');
    expect(problems).toEqual([]);
    await page.close();
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!hasSharedData)('makes RobotExpressive readable (skipped where ../shared/data is absent)', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0', { reducedMotion: 'reduce' });
    await shownCount(page);
    await dropFiles(page, [{ name: 'RobotExpressive.glb', bytes: sharedData('skinned/RobotExpressive.glb') }]);
    await page.waitForFunction(() => document.title.startsWith('RobotExpressive.glb'));
    const all = await shownCount(page, 0);
    expect(all).toBeGreaterThan(1000);
    expect(await page.locator('#clip option').count()).toBe(15);
    await page.getByLabel('Ignore what touches at rest').check();
    await page.waitForFunction((was) => viewer.result!.contacts.count < was / 2, all);
    await page.getByLabel('Only between objects').check();
    const command = 'selfcollide check RobotExpressive.glb --find intersection --between-objects --ignore-rest';
    expect(await page.textContent('#command')).toBe(command);
    await page.locator('#clip').selectOption('2');
    const first = await page.evaluate(() => viewer.player.frame);
    const left = await shownCount(page, first);
    const clip = await page.locator('#clip option').nth(3).textContent();
    const json = ['--json', '-', '--list', '0', '--threads', '1', '--frames', '0'];
    const path = sharedPath('skinned/RobotExpressive.glb');
    const [, ...rest] = command.split(' ');
    const args = rest.map((arg) => (arg === 'RobotExpressive.glb' ? path : arg));
    const { out } = await callCli([...args, '--animation', clip!.replace(/ \(.*/, ''), ...json]);
    expect(JSON.parse(out).files[0].frames[0].contacts).toBe(left);
    expect(left).toBeLessThan(all / 2);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('has no barrier that axe-core finds: light, dark, each tab, gallery, phone', async () => {
    const found: string[] = [];
    for (const [colorScheme, width] of [
      ['light', 1200],
      ['dark', 390],
    ] as const) {
      const { page, problems } = await bench.page('#scene=bow-ties&frame=2', {
        colorScheme,
        viewport: { width, height: 780 },
      });
      await shownCount(page, 2);
      const look = async (where: string) => {
        for (const one of await findBarriers(page)) found.push(`${colorScheme} ${where} ${one}`);
      };
      await look('contacts');
      await page.keyboard.press('a');
      await page.getByText(/patch(es)? painted/).waitFor();
      await look('how it works');
      await page.keyboard.press('g');
      await look('gallery');
      expect(problems).toEqual([]);
      await page.close();
    }
    expect(found).toEqual([]);
  });

  it('draws again after the graphics context was lost', async () => {
    const { page } = await bench.page('#scene=bow-ties&frame=2', { viewport: { width: 600, height: 500 } });
    await shownCount(page, 2);
    const lose = () =>
      page.evaluate(async () => {
        const gl = (document.getElementById('canvas') as HTMLCanvasElement).getContext('webgl2')!;
        const extension = gl.getExtension('WEBGL_lose_context')!;
        extension.loseContext();
        await new Promise((resolve) => setTimeout(resolve, 100));
        const lost = document.getElementById('canvas')!.dataset.lost;
        extension.restoreContext();
        return lost;
      });
    expect(await lose()).toBe('true');
    await page.waitForFunction(() => !document.getElementById('canvas')!.dataset.lost);
    const red = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            viewer.stage.zoom(1);
            requestAnimationFrame(() => {
              const canvas = document.getElementById('canvas') as HTMLCanvasElement;
              const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
              copy.drawImage(canvas, 0, 0);
              const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
              let sum = 0;
              for (let i = 0; i < data.length; i += 4)
                sum += Number(data[i] > 180 && data[i + 1] < 90 && data[i + 3] > 0);
              resolve(sum);
            });
          });
        }),
    );
    expect(red).toBeGreaterThan(20);
    await page.close();
  });

  it('keeps its heap within 10 % over 50 scenes', async () => {
    const { page, problems } = await bench.page('#scene=bow-ties&frame=2', { viewport: { width: 400, height: 300 } });
    await shownCount(page, 2);
    const session = await page.context().newCDPSession(page);
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const change = (times: number) =>
      page.evaluate(async (count) => {
        const names = ['tetrahedron', 'bow-ties', 'book', 'mobius-strip'];
        for (let i = 0; i < count; i++) {
          const name = names[i % names.length];
          location.hash = `scene=${name}&frame=${i % 2}`;
          const { dataset } = document.documentElement;
          while (dataset.open !== name || !viewer.result) await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }, times);
    await change(12);
    const before = await heap();
    await change(50);
    const after = await heap();
    expect(after / before).toBeLessThan(1.1);
    expect(problems).toEqual([]);
    await page.close();
  });
});
