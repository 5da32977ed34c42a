import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModel } from '@selfcollide/io';
import { createDetector } from 'selfcollide';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveViewer } from '../../cli/src/view/serve-viewer.ts';
import { callCli, makeFolder } from '../../cli/test/start-cli.ts';
import { dressedSample } from '../../io/test/gltf/dressed-sample.ts';
import { countPixels } from '../../three/test/count-pixels.ts';
import { dropFiles, printedCounts, shownCount, ViewerBench } from './open-viewer.ts';
import { sampleFiles } from './sample-mesh.ts';

describe('files in the viewer, in Chromium', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('opens dropped files of every format, and goes on after one that is broken', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    const { count, files } = await sampleFiles();
    for (const file of files) {
      await dropFiles(page, [file]);
      await page.waitForFunction((name) => document.title.startsWith(name), file.name);
      // Draco rounds positions, so the file itself says what is right
      const right = createDetector(await readModel(file.bytes, { name: file.name })).findIntersections().count;
      expect([file.name, await shownCount(page)]).toEqual([file.name, right]);
      if (file.name !== 'draco.glb') expect(right).toBe(count);
    }
    const glb = files.find(({ name }) => name.endsWith('.glb'))!;
    for (const broken of [
      { name: 'broken.glb', bytes: glb.bytes.subarray(0, 300) },
      { name: 'noise.ply', bytes: Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 251) },
      { name: 'letter.txt', bytes: new TextEncoder().encode('Dear mesh') },
    ]) {
      await dropFiles(page, [broken]);
      const alert = page.getByRole('alert').filter({ hasText: broken.name });
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/export it again as GLB, OBJ, PLY, STL or OFF/);
      expect(await page.title()).toContain('sheet.stl');
    }
    await page.keyboard.press('2');
    await page.waitForFunction(() => viewer.result?.results[0].method === 'box-tree');
    expect(await shownCount(page)).toBe(count);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('opens the file that "selfcollide view" serves, under its content security policy', async () => {
    const { count, files } = await sampleFiles();
    const glb = files.find(({ name }) => name.endsWith('.glb'))!;
    const folder = mkdtempSync(join(tmpdir(), 'selfcollide-view-'));
    writeFileSync(join(folder, 'my sheet.glb'), glb.bytes);
    const served = await serveViewer({ folder: bench.folder, files: [{ path: join(folder, 'my sheet.glb') }] });
    const { page, problems } = await bench.page('', {}, served.url);
    await page.waitForFunction(() => document.title.startsWith('my sheet.glb'));
    expect(await shownCount(page)).toBe(count);
    await page.keyboard.press('c');
    await page.getByText('This file has one pose, so there is no line to draw.').waitFor();
    expect(problems).toEqual([]);
    await page.close();
    await served.close();
    rmSync(folder, { recursive: true });
  });

  it('shows a model in its own materials and pictures, with contacts painted over them, or as clay', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    expect(await page.locator('#clay').isVisible()).toBe(false);
    await dropFiles(page, [{ name: 'squares.glb', bytes: await dressedSample() }]);
    await page.waitForFunction(() => document.title.startsWith('squares.glb'));
    expect(await shownCount(page)).toBeGreaterThan(0);
    const hues = async () => {
      const { red, green, blue } = await countPixels(page, '#canvas');
      return [red > 500, green > 500, blue > 5000]; // the pressed button is blue too
    };
    // a triangle of each square is in contact and red, whatever its material; the others are green and blue
    await expect.poll(hues).toEqual([true, true, true]);
    await page.keyboard.press('l');
    await expect.poll(hues).toEqual([true, false, false]);
    expect(await page.getAttribute('#clay', 'aria-pressed')).toBe('true');
    await page.locator('#clay').click();
    await expect.poll(hues).toEqual([true, true, true]);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('plays numbered files as frames', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    const { count, files, restOff } = await sampleFiles();
    const { bytes } = files.find(({ name }) => name.endsWith('.off'))!;
    await dropFiles(page, [
      { name: 'sheet_10.off', bytes },
      { name: 'sheet_9.off', bytes: restOff },
    ]);
    await page.waitForFunction(() => document.title.startsWith('sheet_9.off … sheet_10.off'));
    // two frames would only flicker: they wait, and are counted meanwhile; numbers are those of the names
    expect(await shownCount(page, 0)).toBe(0);
    await page
      .getByText(`sheet_9.off … sheet_10.off hits itself in 1 of 2 frames; worst: frame 10, ${count} contacts.`)
      .waitFor();
    await page.keyboard.press('End');
    expect(await shownCount(page, 1)).toBe(count);
    await page.keyboard.press('Home');
    expect(await shownCount(page, 0)).toBe(0);

    const small = new TextEncoder().encode('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n');
    await dropFiles(page, [
      { name: 'part_1.off', bytes: restOff },
      { name: 'part_2.off', bytes: small },
    ]);
    await page.waitForFunction(() => document.title.startsWith('part_1.off'));
    await page.keyboard.press('End');
    const alert = page.getByRole('alert').filter({ hasText: 'part_2.off is another mesh (1 triangle)' });
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(
      /open part_2\.off alone, or check such sequences with "selfcollide check"/,
    );
    await page.keyboard.press('Home');
    expect(await shownCount(page, 0)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('opens a glTF with its buffer beside it, and says so when that is missing', async () => {
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    const { count, gltf } = await sampleFiles();
    await dropFiles(page, gltf.slice(0, 1));
    const alert = page.getByRole('alert').filter({ hasText: 'it refers to "sheet.bin": open both files together' });
    await alert.waitFor();
    await dropFiles(page, gltf);
    await page.waitForFunction(() => document.title.startsWith('sheet.gltf'));
    expect(await shownCount(page)).toBe(count);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('counts in an animated file what the command line counts', async () => {
    const folder = makeFolder();
    const file = join(folder, 'knee.glb');
    await callCli(['scenes', 'knee', file, '--triangles', '1500', '--frames', '12']);
    const printed = await printedCounts(file, [9, 11]);
    expect(printed.get(11)).toBeGreaterThan(0);
    const { page, problems } = await bench.page('#scene=tetrahedron&frame=0');
    await shownCount(page);
    await dropFiles(page, [{ name: 'knee.glb', bytes: readFileSync(file) }]);
    await page.waitForFunction(() => document.title.startsWith('knee.glb'));
    await page.keyboard.press('End');
    expect(await shownCount(page, 11)).toBe(printed.get(11));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await shownCount(page, 9)).toBe(printed.get(9));
    expect(problems).toEqual([]);
    await page.close();
  });
});
