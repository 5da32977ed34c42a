import { createDetector } from 'selfcollide';
import { quantile } from '../quantile.ts';
import { type Effort, WARM_UP_CALLS, WARM_UP_SECONDS } from './measure-steps.ts';
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
  const runAll = () =>
    calls.map((call) => {
      const started = performance.now();
      call();
      return performance.now() - started;
    });
  const begun = performance.now();
  const isWithin = (seconds: number) => performance.now() - begun < 1000 * seconds;
  for (let round = 0; round < WARM_UP_CALLS && isWithin(WARM_UP_SECONDS); round++) runAll();
  for (let round = 0; round < rounds && (round === 0 || isWithin(maxSeconds)); round++) {
    runAll().forEach((ms, i) => {
      times[i].push(ms);
    });
  }
  const [update, intersections, impacts, earliest, limit] = times.map((list) => quantile(list, 0.5));
  return { step: step.name, update, intersections, impacts, earliest, limit };
}
