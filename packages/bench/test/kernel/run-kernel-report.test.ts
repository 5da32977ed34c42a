import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';
import { detectorContender } from '../../src/detector-contender.ts';
import { loadKernelScene } from '../../src/kernel/kernel-scenes.ts';
import { measureEngines, measurePeers } from '../../src/kernel/measure-engines.ts';
import { formatKernelTables, runKernelReport } from '../../src/kernel/run-kernel-report.ts';

it('times both engines on one scene, with the same contacts, and names gains and peers', async () => {
  const scene = await loadKernelScene('bunny 3.7k');
  const prepared = createDetector(scene.mesh).serialize();
  const times = ['star-contour', 'aabb'].map((method) => measureEngines(scene, method, prepared, 0.01));
  for (const { hashes, ms, stages } of times) {
    expect(hashes[0]).toBe(hashes[1]);
    expect(Math.min(...ms, ...stages.map(({ boxes }) => boxes))).toBeGreaterThan(0);
  }
  const refuses = {
    ...detectorContender('kdop', {}, 'refuses'),
    prepare: () => {
      throw new Error('no');
    },
  };
  const peers = measurePeers([detectorContender('kdop'), refuses], scene, 0.01);
  expect(peers.map(({ name }) => name)).toEqual(['kdop']);
  const text = formatKernelTables([
    {
      times,
      peers,
      cold: [
        { first: 30, ten: 90 },
        { first: 10, ten: 45 },
      ],
    },
  ]);
  expect(text).toMatch(/^scene +method +contacts +ts +kernel +gain +kdop$/m);
  expect(text).toMatch(/^bunny 3\.7k +aabb .*\(\d/m);
  expect(text).toMatch(/30\.0 +10\.0 +3\.00× +90\.0 +45\.0 +2\.00×/);
});

it('refuses scenes that do not exist, and --write of a part', async () => {
  await expect(runKernelReport({ quick: true, write: false, scenes: ['teapot'] })).rejects.toThrow(
    /^--table kernel: scenes must be among flat 80k at rest, .*; got teapot\.$/,
  );
  await expect(runKernelReport({ quick: true, write: true, scenes: ['bunny'] })).rejects.toThrow(/--write needs all/);
});
