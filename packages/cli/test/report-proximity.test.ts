import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel, writeGlb } from '@selfcollide/io';
import { expect, it } from 'vitest';
import { findBarriers } from '../../viewer/test/find-barriers.ts';
import { toObj } from './meshes.ts';
import { openReport, useBrowser } from './open-report.ts';
import { makeFolder, startCli } from './start-cli.ts';

useBrowser();

/** A floor of two triangles 18 wide, and leaves of side 1 above it at these heights. */
function layers(heights: readonly number[]) {
  const floor = { positions: [-9, -9, 0, 9, -9, 0, 0, 9, 0], triangles: [0, 1, 2] };
  const leaf = (x: number, z: number) => ({
    positions: [x, 0, z, x + 1, 0, z, x, 1, z],
    triangles: [0, 1, 2],
  });
  return { floor, ...Object.fromEntries(heights.map((z, i) => [`leaf${i}`, leaf(2 * i - 3, z)])) };
}

it('the page colours triangles by distance and says how many are close, how close and where', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'f_0.obj'), toObj(layers([0.001, 0.0035, 0.01])));
  writeFileSync(join(folder, 'f_1.obj'), toObj(layers([0.5, 0.0015, 0.01])));
  writeFileSync(join(folder, 'f_2.obj'), toObj(layers([0.5, 0.5, 0.5])));
  const report = join(folder, 'report.html');
  const marked = join(folder, 'marked.glb');
  const options = ['--proximity', '4mm', '--unit', 'm', '--html', report, '--marked', marked];
  const { status, out } = await startCli(['check', join(folder, 'f_*.obj'), ...options]);
  expect(status).toBe(1);
  expect(out).toContain('coloured from red over yellow to blue, at 4 mm');
  const { page, wrong } = await openReport(report);
  const label = () => page.textContent('#frame-label');
  expect(await label()).toBe('frame 0 · 2 close pairs, closest 1 mm apart');
  expect(await page.textContent('#legend')).toContain('4 mm');
  expect(await page.textContent('#contacts-title')).toBe('2 close pairs in this frame');
  expect(await page.textContent('.closest')).toMatch(
    /^Closest: face 1 of floor is close to face 2 of leaf0, 1 mm, near \(-[\d.]+, [\d.]+, 0\)$/,
  );
  await page.click('.closest button');
  await page.fill('#scrubber', '1');
  expect(await label()).toBe('frame 1 · 1 close pair, closest 1.5 mm apart');
  await page.fill('#scrubber', '2');
  expect(await label()).toBe('frame 2 · nothing found');
  expect(await findBarriers(page)).toEqual([]);
  const dark = await openReport(report, 'dark');
  expect(await findBarriers(dark.page)).toEqual([]);
  expect(wrong).toEqual([]);

  // the marked model has both distances as colours, and a line for every pair
  const bytes = new Uint8Array(readFileSync(marked));
  expect((await readModel(bytes, { name: 'marked.glb' })).objects.map(({ name }) => name)).toEqual([
    ...['floor', 'leaf0', 'leaf1', 'leaf2'],
  ]);
  const json = JSON.parse(
    new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true))),
  );
  const lines = json.nodes.findIndex(({ name }: { name: string }) => name === 'frame 0 closest points');
  const accessor = json.meshes[json.nodes[lines].mesh].primitives[0].attributes.POSITION;
  expect(json.accessors[accessor].count).toBe(4);
}, 120_000);

it('a GLB in metres takes millimetres, and colours are those of the distance', async () => {
  const folder = makeFolder();
  const glb = join(folder, 'layers.glb');
  const parts = Object.entries(layers([0.001, 0.0035, 0.01])).map(([name, { positions, triangles }]) => ({
    name,
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
  }));
  writeFileSync(glb, writeGlb(parts));
  const report = join(folder, 'report.html');
  expect((await startCli(['check', glb, '--proximity', '4mm', '--html', report])).status).toBe(1);
  const { page, wrong } = await openReport(report);
  expect(await page.textContent('#frame-label')).toBe('only pose · 2 close pairs, closest 1 mm apart');
  // seen from above, so that all leaves are seen: red-orange at a quarter, blue-green at seven eighths of the distance, grey beyond
  const seen = await page.evaluate(
    () =>
      new Promise<{ warm: number; cool: number }>((resolve) => {
        document.getElementById('wire')!.click();
        document.getElementById('wire')!.click();
        requestAnimationFrame(() => {
          const canvas = document.getElementById('canvas') as HTMLCanvasElement;
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const context = copy.getContext('2d')!;
          context.drawImage(canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          const counts = { warm: 0, cool: 0 };
          for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] < 255) continue;
            if (data[i] > 1.35 * data[i + 2]) counts.warm++;
            else if (data[i + 2] > 1.35 * data[i]) counts.cool++;
          }
          resolve(counts);
        });
      }),
  );
  expect(seen.warm).toBeGreaterThan(500); // the floor, and the leaf nearest to it
  expect(seen.cool).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
}, 120_000);
