import { readModel, writePly } from '@selfcollide/io';
import type { Page } from 'playwright-core';
import { createDetector } from 'selfcollide';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, sharedData } from '../../io/test/shared-data.ts';
import { dropFiles, shownCount, ViewerBench } from './open-viewer.ts';

/** Two sheets of n × n squares: one flat, one with every other vertex below it. Nearly every edge of the second pierces the first. */
function makeTeeth(n: number): { positions: Float64Array; triangles: Uint32Array } {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const sheet of [0, 1]) {
    const first = positions.length / 3;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) {
        const shift = sheet * 0.3;
        positions.push((i + shift) / n, (j + 0.7 * shift) / n, sheet ? ((i + j) % 2 ? 0.5 : -0.5) / n : 0);
        if (i === n || j === n) continue;
        const a = first + i * (n + 1) + j;
        triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
      }
    }
  }
  return { positions: Float64Array.from(Float32Array.from(positions)), triangles: Uint32Array.from(triangles) };
}

function expectedMarks(mesh: { positions: Float64Array; triangles: Uint32Array }): { count: number; marked: number[] } {
  const { count, edgeTriangle, triangle } = createDetector(mesh).findIntersections();
  return { count, marked: [...new Set([...edgeTriangle, ...triangle])].sort((a, b) => a - b) };
}

/** Triangles whose three corners have the colour of contacts in the colour attribute of the mesh. */
function readMarks(page: Page): Promise<{ marked: number[]; triangles: number; visible: boolean }> {
  return page.evaluate(() => {
    const { geometry, group } = viewer.stage.surface;
    const corners = geometry.getIndex()!.array;
    const color = geometry.getAttribute('color').array;
    const marked: number[] = [];
    for (let t = 0; t < corners.length / 3; t++) {
      // red: far more of it than of green and blue
      const red = [0, 1, 2].every((k) => {
        const c = 4 * corners[3 * t + k];
        return color[c] > 2 * color[c + 1] && color[c] > 2 * color[c + 2];
      });
      if (red) marked.push(t);
    }
    return { marked, triangles: corners.length / 3, visible: group.visible };
  });
}

describe('contacts in the viewer', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await ViewerBench.open();
  });
  afterAll(() => bench?.close());

  it('are all marked, though only some points are drawn', async () => {
    const mesh = makeTeeth(90);
    const expected = expectedMarks(mesh);
    expect(expected.count).toBeGreaterThan(20_000);
    const { page, problems } = await bench.page('#scene=bow-ties&frame=2');
    await shownCount(page, 2);
    expect((await readMarks(page)).marked.length).toBeGreaterThan(0);
    await dropFiles(page, [{ name: 'teeth.ply', bytes: writePly(mesh) }]);
    const total = expected.count.toLocaleString('en-US');
    const text = `${total} contacts, all marked, 8,000 of ${total} points drawn`;
    await page.locator('#frame-label').filter({ hasText: text }).waitFor();
    const { marked, triangles, visible } = await readMarks(page);
    expect([triangles, visible]).toEqual([mesh.triangles.length / 3, true]);
    expect(marked).toEqual(expected.marked);
    expect(marked.length).toBeLessThan(triangles);
    // contacts of the list have the numbers that they have among all
    await page.getByText(`300 of ${total} contacts are listed here.`).waitFor();
    await page.keyboard.press('j');
    await page.locator('#contacts li.selected').waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  it.skipIf(!hasSharedData)('of cloth-ball are all marked (skipped where ../shared/data is absent)', async () => {
    const name = 'cloth-ball_92.ply';
    const bytes = sharedData(`sequences/${name}`);
    const expected = expectedMarks(await readModel(bytes, { name }));
    expect(expected.count).toBe(62_655);
    const { page, problems } = await bench.page('#scene=bow-ties&frame=2');
    await shownCount(page, 2);
    await dropFiles(page, [{ name, bytes }]);
    const text = '62,655 contacts, all marked, 8,000 of 62,655 points drawn';
    await page.locator('#frame-label').filter({ hasText: text }).waitFor();
    expect((await readMarks(page)).marked).toEqual(expected.marked);
    expect(problems).toEqual([]);
    await page.close();
  });
});
