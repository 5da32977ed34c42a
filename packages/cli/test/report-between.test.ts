import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toObj } from './meshes.ts';
import { openReport, useBrowser } from './open-report.ts';
import { makeFolder, startCli } from './start-cli.ts';

useBrowser();

it('the page tells impacts between frames and close pairs, each in its words', async () => {
  const folder = makeFolder();
  const floor = { positions: [-9, -9, 0, 9, -9, 0, 0, 9, 0], triangles: [0, 1, 2] };
  for (const [number, z] of [0.31, -0.69, -5].entries()) {
    const leaf = { positions: [0, 0, z, 1, 0, z, 0, 1, z], triangles: [0, 1, 2] };
    writeFileSync(join(folder, `f_${57 + number}.obj`), toObj({ floor, leaf }));
  }
  const report = join(folder, 'report.html');
  const { status } = await startCli([
    ...['check', join(folder, 'f_*.obj'), '--between-frames', '--proximity', '40cm', '--unit', 'm', '--html', report],
  ]);
  expect(status).toBe(1);
  const { page, wrong } = await openReport(report);
  expect(await page.textContent('#frame-label')).toBe(
    'frame 57 · 3 other findings, 1 close pair, closest 31 cm apart, first impact at 57.31',
  );
  const text = await page.textContent('#contacts');
  expect(text).toMatch(/vertex \d of face 2 of leaf hits face 1 of floor at frame 57\.31/);
  expect(text).toContain('face 1 of floor is close to face 2 of leaf, 31 cm');
  expect(await page.textContent('#facts')).toContain('taken to move straight');
  await page.fill('#scrubber', '1');
  expect(await page.textContent('#frame-label')).toBe('frame 58 · nothing found');
  expect(wrong).toEqual([]);
}, 120_000);
