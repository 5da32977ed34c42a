import { expect, it } from 'vitest';
import { loadKernelScene } from '../src/kernel/kernel-scenes.ts';
import { runPrepareReport } from '../src/prepare/run-prepare-report.ts';
import { timeSharedFrames } from '../src/prepare/time-shared-frames.ts';

it('times frames by one thread and by two, which find the same', async () => {
  const { one, two, contacts } = await timeSharedFrames(await loadKernelScene('bunny 3.7k'), 0.01, 1);
  expect(Math.min(one, two)).toBeGreaterThan(0);
  expect(contacts).toBe(0);
});

it('refuses tables that do not exist', async () => {
  await expect(runPrepareReport({ quick: true, write: false, scenes: ['teapot'] })).rejects.toThrow(
    '--table prepare: tables must be among growth, once, threads; got teapot.',
  );
});
