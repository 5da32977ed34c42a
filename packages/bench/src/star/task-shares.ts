import { type StarContourOptions, starContours, type TaskMilliseconds } from '@selfcollide/papers';
import { createDetector, type TriangleMesh } from 'selfcollide';
import { total } from './animation-arithmetic.ts';
import type { PosedFrame } from './measure-animation.ts';
import { PAPER_TASKS } from './paper-table.ts';

/**
 * The share of each of the nine tasks in percent, over all frames; a run of its own, since taking these times costs time. The first pass
 * over the frames does not count. With `taskTimes` the finder refits all boxes at once, as the paper does, so that they are a task of their own; without
 * it star-contour fits a box when it is first asked for.
 */
export function taskShares(mesh: TriangleMesh, frames: readonly PosedFrame[], options: StarContourOptions): number[] {
  const detector = createDetector(mesh, { method: starContours({ ...options, taskTimes: true }) });
  const times = detector.finder.taskTimes as TaskMilliseconds;
  for (const counted of [false, true]) {
    if (counted) for (const [, task] of PAPER_TASKS) times[task] = 0;
    for (const { positions } of frames) {
      detector.update(positions);
      detector.findIntersections();
    }
  }
  return toPercent(PAPER_TASKS.map(([, task]) => times[task]));
}

export function toPercent(values: readonly number[]): number[] {
  const sum = total(values);
  return values.map((value) => (sum > 0 ? (100 * value) / sum : 0));
}
