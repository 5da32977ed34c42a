import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataFolder, hasData } from './data/shared-data.ts';
import { crossing, moved, type TestMesh, toObj } from './meshes.ts';
import { countPixels, openReport, useBrowser } from './open-report.ts';
import { makeFolder, startCli } from './start-cli.ts';

useBrowser();

/** A grid of 24 × 24 cells in the plane z = 0, 12 wide, and one that stands upright in it: about 100 contacts in one place. */
function crossingGrids(by: readonly [number, number, number], apart = 0): TestMesh {
  const n = 24;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const upright of [false, true]) {
    const first = positions.length / 3;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) {
        const [u, v] = [i / 2 - 6, j / 2 - 6];
        // turned a little, so that no edge lies in the other grid
        positions.push(...(upright ? [u + 0.13 + 0.1 * v, 0.21 + 0.3 * v + 0.01 * u, v + 0.17 + apart] : [u, v, 0]));
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = first + i * (n + 1) + j;
        triangles.push(a, a + 1, a + n + 1, a + 1, a + n + 2, a + n + 1);
      }
    }
  }
  return moved({ positions, triangles }, by);
}

/** Of each place that the page names: its contacts, and how many of them are listed. */
async function readPlaces(page: Page): Promise<{ contacts: number; listed: number }[]> {
  return page.locator('#contacts details:has(.badge)').evaluateAll((all) =>
    all.map((place) => ({
      contacts: Number(place.querySelector('.badge')!.textContent!.replaceAll(',', '')),
      listed: place.querySelectorAll('li button').length,
    })),
  );
}

const titleCount = async (page: Page) =>
  Number.parseInt((await page.textContent('#contacts-title'))!.replace(',', ''), 10);

describe('places in the HTML report', () => {
  it('all have contacts listed, in a sequence with ten of them', async () => {
    const cwd = makeFolder();
    for (const [frame, apart] of [20, 0, 0.4].entries()) {
      const spots = Array.from({ length: 10 }, (_, i) =>
        crossingGrids([30 * (i % 5), 30 * Math.floor(i / 5), 0], apart),
      );
      writeFileSync(
        join(cwd, `sim_${frame}.obj`),
        toObj(Object.fromEntries(spots.map((spot, i) => [`spot${i}`, spot]))),
      );
    }
    await startCli(['check', 'sim_#.obj', '--html', 'report.html', '--quiet'], { cwd });
    const { page, wrong } = await openReport(join(cwd, 'report.html'));
    for (const frame of [1, 2]) {
      await page.fill('#scrubber', String(frame));
      const places = await readPlaces(page);
      expect(places).toHaveLength(10);
      const total = places.reduce((sum, { contacts }) => sum + contacts, 0);
      expect(total).toBe(await titleCount(page));
      expect(total).toBeGreaterThan(600); // more than a page lists of a frame
      for (const { listed } of places) expect(listed).toBeGreaterThan(10);
      expect(places.reduce((sum, { listed }) => sum + listed, 0)).toBe(300);
    }
    await page.fill('#scrubber', '0');
    expect(await page.textContent('#contacts')).toBe('Nothing intersects here.');
    expect(wrong).toEqual([]);
  });

  it('that are too many to be described are listed together', async () => {
    const cwd = makeFolder();
    const spots = Array.from({ length: 25 }, (_, i) => [`spot${i}`, moved(crossing, [20 * i, 0, 0])] as const);
    writeFileSync(join(cwd, 'many.obj'), toObj(Object.fromEntries(spots)));
    await startCli(['check', 'many.obj', '--html', 'report.html', '--quiet'], { cwd });
    const { page } = await openReport(join(cwd, 'report.html'));
    expect(await page.locator('#contacts details').count()).toBe(21);
    expect(await page.textContent('#contacts details:last-child summary')).toBe('and 5 smaller places');
    expect(await page.locator('#contacts details:last-child li button').count()).toBe(10);
  });

  it.skipIf(!hasData)('all have contacts listed, in the worst frames of RobotExpressive', async () => {
    const cwd = makeFolder();
    const model = join(dataFolder, 'skinned/RobotExpressive.glb');
    await startCli(['check', model, '--html', 'report.html', '--quiet'], { cwd });
    const { page, wrong } = await openReport(join(cwd, 'report.html'));
    const buttons = page.locator('#worst tbody button');
    expect(await buttons.count()).toBe(10);
    for (let i = 0; i < 10; i++) {
      await buttons.nth(i).click();
      const places = await readPlaces(page);
      expect(places.length).toBeGreaterThan(10);
      expect(places.filter(({ listed }) => listed === 0)).toEqual([]);
      expect(await titleCount(page)).toBeGreaterThan(1000);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the picture of the HTML report', () => {
  /** Two grids that do not touch. */
  const standing = (by: readonly [number, number, number]) => crossingGrids(by, 40);

  it.each([
    ['a body far away from one that hits itself', { near: crossingGrids([0, 0, 0]), far: standing([1e6, 0, 0]) }],
    [
      'a body that hits itself far away from one that does not',
      { near: standing([0, 0, 0]), far: crossingGrids([2e5, 0, 0]) },
    ],
    ['a vertex that flew away', { body: stray(crossingGrids([0, 0, 0])) }],
  ])('shows what matters with %s', async (_, meshes) => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'scene.obj'), toObj(meshes));
    writeFileSync(join(cwd, 'alone.obj'), toObj({ body: crossingGrids([0, 0, 0]) }));
    await startCli(['check', 'alone.obj', 'scene.obj', '--html', 'report.html', '--quiet'], { cwd });
    const { page, wrong } = await openReport(join(cwd, 'report.html'));
    const alone = await countPixels(page);
    await page.click('#files li:nth-child(2) button');
    const together = await countPixels(page);
    expect(alone.red).toBeGreaterThan(1000);
    expect(together.red / alone.red).toBeGreaterThan(0.7);
    expect(together.red / alone.red).toBeLessThan(1.4);
    expect(together.grey / alone.grey).toBeGreaterThan(0.7);
    expect(wrong).toEqual([]);
  });
});

/** The same mesh with its last vertex a million times its size away. */
function stray({ positions, triangles }: TestMesh): TestMesh {
  return { positions: positions.with(-1, 1e7), triangles };
}
