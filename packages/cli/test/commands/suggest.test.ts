import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crossing, moved, toMdd, toObj } from '../meshes.ts';
import { callCli, makeFolder } from '../start-cli.ts';

it('suggests flags that help', async () => {
  const folder = makeFolder();
  const path = join(folder, 'm.obj');
  const flat = { positions: crossing.positions.slice(0, 9), triangles: [0, 1, 2] };
  const across = { positions: crossing.positions.slice(9), triangles: [0, 1, 2] };
  writeFileSync(path, toObj({ table: flat, knife: across }));
  const cache = join(folder, 'm.mdd');
  writeFileSync(cache, toMdd([crossing.positions, crossing.positions]));
  const run = (...args: string[]) =>
    callCli(['check', path, '--cache', cache, '--threads', '1', '--no-config', ...args]);
  const { out } = await run();
  expect(out).toContain('try: 1 pair of triangles intersect in the mesh file already: --ignore-rest');
  expect(out).toContain(
    'try: knife and table meet in every frame: --ignore "table,knife"'.replace('knife and table', 'table and knife'),
  );
  expect((await run('--ignore-rest')).status).toBe(0);
  expect((await run('--ignore', 'table,knife')).status).toBe(0);
});

it('knows torn seams, and welds them', async () => {
  const path = join(makeFolder(), 'm.obj');
  // a strip of squares whose neighbours have corners of their own, off by some ten thousandths of a hair
  const squares = Array.from({ length: 12 }, (_, i) => {
    const off = 1e-6 * Math.sin(i + 1);
    const square = { positions: [0, 0, 0, 1 + 2e-6, 0, off, 1, 1, -off, 0, 1, off], triangles: [0, 1, 2, 0, 2, 3] };
    return moved(square, [i, 0, 0]);
  });
  const strip = squares.reduce((all, { positions, triangles }) => ({
    positions: [...all.positions, ...positions],
    triangles: [...all.triangles, ...triangles.map((v) => v + all.positions.length / 3)],
  }));
  writeFileSync(path, toObj({ strip }));
  const torn = await callCli(['check', path, '--threads', '1', '--no-config']);
  expect(torn.status).toBe(1);
  expect(torn.out).toMatch(/try: \d+ vertices almost coincide with another one: --weld 1e-5/);
  expect((await callCli(['check', path, '--threads', '1', '--no-config', '--weld', '1e-5'])).status).toBe(0);
  expect(
    (await callCli(['check', path, '--threads', '1', '--no-config', '--weld', '0.01mm', '--unit', 'm'])).status,
  ).toBe(0);
  expect((await callCli(['check', path, '--threads', '1', '--no-config', '--weld', '0.01mm'])).status).toBe(2);
});
