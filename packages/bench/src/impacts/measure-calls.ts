import { createDetector } from 'selfcollide';
import { quantile } from '../quantile.ts';
import type { Effort } from './measure-steps.ts';
import { type MovingStep, usualTolerance } from './moving-step.ts';

/** Medians in ms of the calls of one detector about one step. */
export interface MeasuredCalls {
  readonly step: string;
  readonly update: number;
  readonly intersections: number;
  readonly impacts: number;
  readonly earliest: number;
  readonly limit: number;
}

/** Times what else can be asked of a step, and of its start, by star-contour. */
export function measureCalls(step: MovingStep, { rounds, maxSeconds }: Effort): MeasuredCalls {
  const { triangles, from, to } = step;
  const detector = createDetector({ positions: from, triangles }, { weld: false });
  const options = { tolerance: usualTolerance(step) };
  const calls = [
    () => detector.update(from),
    () => detector.findIntersections(),
    () => detector.findImpacts(to, options),
    () => detector.earliestImpact(to, options),
    () => detector.collisionFreeStep(to, options),
  ];
  const times: number[][] = calls.map(() => []);
  const begun = performance.now();
  for (let round = 0; round <= rounds && performance.now() - begun < 1000 * maxSeconds; round++) {
    calls.forEach((call, i) => {
      const started = performance.now();
      call();
      times[i].push(performance.now() - started);
    });
  }
  // the first round warms up, unless there is no other
  const [update, intersections, impacts, earliest, limit] = times.map((list) =>
    quantile(list.length > 1 ? list.slice(1) : list, 0.5),
  );
  return { step: step.name, update, intersections, impacts, earliest, limit };
}
