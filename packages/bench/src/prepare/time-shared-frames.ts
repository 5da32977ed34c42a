import { Worker } from 'node:worker_threads';
import { createDetector } from 'selfcollide';
import { createThreadedDetector } from 'selfcollide/threads';
import type { KernelScene } from '../kernel/kernel-scenes.ts';
import { quantile } from '../quantile.ts';

/** Median milliseconds of a frame by one thread and by two, in turns. */
export interface SharedTimes {
  readonly contacts: number;
  readonly one: number;
  readonly two: number;
}

/** Frames that do not count: code is compiled, and the team tries whether sharing pays. */
const WARM_UP = 16;

/** @param busy Meanwhile, as many threads as given do nothing but keep a core busy. */
export async function timeSharedFrames(
  { mesh, pose }: KernelScene,
  seconds: number,
  busy: number,
): Promise<SharedTimes> {
  const burners = Array.from({ length: busy }, () => new Worker('for (;;);', { eval: true }));
  const one = createDetector(mesh);
  const two = await createThreadedDetector(mesh, { threads: 2 });
  const detectors = [one, two];
  const times: number[][] = [[], []];
  try {
    const end = performance.now() + 1000 * seconds;
    for (let frame = 0; frame < 2 * WARM_UP || performance.now() < end; frame++) {
      for (const [i, detector] of detectors.entries()) {
        const started = performance.now();
        detector.update(pose);
        detector.findIntersections();
        if (frame >= WARM_UP) times[i].push(performance.now() - started);
      }
    }
    const { count: contacts } = one.findIntersections();
    if (two.findIntersections().count !== contacts) throw new Error('timeSharedFrames: threads found other contacts.');
    return { contacts, one: quantile(times[0], 0.5), two: quantile(times[1], 0.5) };
  } finally {
    for (const detector of detectors) detector.dispose();
    await Promise.all(burners.map((burner) => burner.terminate()));
  }
}
