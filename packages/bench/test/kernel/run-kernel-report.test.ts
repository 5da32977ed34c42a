import { kdop } from '@selfcollide/papers';
import { createDetector } from 'selfcollide';
import { expect, it } from 'vitest';
import { detectorContender } from '../../src/detector-contender.ts';
import { ChromiumFrames } from '../../src/kernel/chromium-frames.ts';
import { loadKernelScene } from '../../src/kernel/kernel-scenes.ts';
import { ENGINE_METHODS, measureEngines, measurePeers } from '../../src/kernel/measure-engines.ts';
import { formatKernelTables, runKernelReport } from '../../src/kernel/run-kernel-report.ts';

it('times both engines on one scene, with the same contacts, and names gains and peers', async () => {
  const scene = await loadKernelScene('bunny 3.7k');
  const prepared = createDetector(scene.mesh).serialize();
  const times = ENGINE_METHODS.map((method) => measureEngines(scene, method, prepared, 0.01));
  for (const { hashes, ms, stages } of times) {
    expect(hashes[0]).toBe(hashes[1]);
    expect(Math.min(...ms, ...stages.map(({ boxes }) => boxes))).toBeGreaterThan(0);
  }
  const refuses = {
    ...detectorContender(kdop(), {}, 'refuses'),
    prepare: () => {
      throw new Error('no');
    },
  };
  const peers = measurePeers([detectorContender(kdop()), refuses], scene, 0.01);
  expect(peers.map(({ name }) => name)).toEqual(['kdop']);
  const text = formatKernelTables([
    {
      times,
      peers,
      cold: [
        { first: 30, ten: 90 },
        { first: 10, ten: 45 },
      ],
      pages: [],
    },
  ]);
  expect(text).toMatch(/^scene +method +contacts +plain +kernel +gain +kdop$/m);
  expect(text).toMatch(/^bunny 3\.7k +optimised-box-tree .*\(\d/m);
  expect(text).toMatch(/30\.0 +10\.0 +3\.00× +90\.0 +45\.0 +2\.00×/);
});

it('refuses scenes that do not exist, and --write of a part', async () => {
  await expect(runKernelReport({ quick: true, write: false, scenes: ['teapot'] })).rejects.toThrow(
    /^--table kernel: scenes must be among flat 80k at rest, .*; got teapot\.$/,
  );
  await expect(runKernelReport({ quick: true, write: true, scenes: ['bunny'] })).rejects.toThrow(/--write needs all/);
});

it('times both engines in pages of Chromium, with the contacts that Node finds', { timeout: 120_000 }, async () => {
  const scene = await loadKernelScene('knee 41k');
  const detector = createDetector(scene.mesh);
  const prepared = detector.serialize();
  detector.update(scene.pose);
  const { count } = detector.findIntersections();
  const chromium = await ChromiumFrames.open();
  try {
    for (const engine of ['plain', 'kernel']) {
      const times = await chromium.time(scene, prepared, { method: 'star-contour', engine, seconds: 0.1 });
      expect(times).toMatchObject({ engine, contacts: count });
      expect(times.ten).toBeGreaterThan(times.first);
      expect(times.ms).toBeGreaterThan(0);
    }
    expect(count).toBeGreaterThan(100);
  } finally {
    await chromium.close();
  }
});
