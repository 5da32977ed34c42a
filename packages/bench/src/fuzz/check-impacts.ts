import type { Detector } from 'selfcollide';
import { judgeTime, timesOf } from '../impacts/detector-impacts.ts';
import { pairOfKey } from '../impacts/moving-step.ts';
import type { Listed } from '../methods.ts';
import { positionsOf, prepareCase } from './check-case.ts';
import type { FuzzCase } from './fuzz-case.ts';

/** Larger cases are compared with the first method: the oracle decides every elementary pair by exact arithmetic, which takes minutes on them. */
const MOST_EXACT = 40;
/** Times of a step that exact arithmetic is asked about. */
const JUDGED = 2;

/**
 * Runs the steps between consecutive poses of a case with every method and says what is wrong, or undefined if nothing is. All must list the oracle's impacts, as sets, with equal
 * times that are never late; the first impact must be the earliest of them, and the step that may be gone the same.
 */
export function checkImpacts(fuzzCase: FuzzCase, methods: readonly Listed[]): string | undefined {
  try {
    const isSmall = fuzzCase.triangles.length <= 3 * MOST_EXACT;
    const exact = isSmall ? prepareCase(fuzzCase, 'brute-force') : undefined;
    const others = methods.filter((method) => method !== 'brute-force').map((method) => prepareCase(fuzzCase, method));
    const poses = [fuzzCase.positions, ...fuzzCase.poses];
    for (let i = 0; i + 1 < poses.length; i++) {
      const wrong = checkStep(fuzzCase, exact, others, poses[i], poses[i + 1]);
      if (wrong) return `step ${i} to ${i + 1}: ${wrong}`;
      // what methods left behind at the end of the step is their next start
      const next = positionsOf(fuzzCase, poses[i + 1]);
      for (const detector of exact ? [exact, ...others] : others) detector.update(next);
    }
    return undefined;
  } catch (error) {
    return `threw ${(error as Error).stack ?? error}`;
  }
}

function checkStep(
  fuzzCase: FuzzCase,
  exact: Detector | undefined,
  others: readonly Detector[],
  from: readonly number[],
  to: readonly number[],
): string | undefined {
  const next = positionsOf(fuzzCase, to);
  const truth = exact && timesOf(exact.findImpacts(next));
  let first: { times: ReadonlyMap<string, number>; step: number; method: string } | undefined;
  for (const detector of others) {
    const { method } = detector;
    const times = timesOf(detector.findImpacts(next));
    if (truth) {
      const missed = [...truth.keys()].find((key) => !times.has(key));
      if (missed !== undefined) return `${method} misses ${missed}, which touches at ${truth.get(missed)}`;
      const invented = [...times.keys()].find((key) => !truth.has(key));
      if (invented !== undefined) return `${method} invents ${invented} at ${times.get(invented)}`;
    }
    const earliest = Math.min(...times.values());
    const time = detector.earliestImpact(next)?.time ?? Number.POSITIVE_INFINITY;
    if (time !== earliest) return `${method}: earliestImpact is at ${time}, the first of findImpacts at ${earliest}`;
    const step = detector.collisionFreeStep(next);
    if (!(step <= Math.min(1, earliest)))
      return `${method}: collisionFreeStep is ${step}, but an impact at ${earliest}`;
    first ??= { times, step, method };
    const differs = [...times].find(([key, value]) => first?.times.get(key) !== value);
    if (differs || times.size !== first.times.size) {
      return `${method} and ${first.method} differ: ${differs ?? `${times.size} and ${first.times.size} impacts`}`;
    }
    if (step !== first.step) return `collisionFreeStep is ${step} by ${method}, ${first.step} by ${first.method}`;
  }
  return first && judgeSome(fuzzCase, from, to, first.times);
}

function judgeSome(
  fuzzCase: FuzzCase,
  from: readonly number[],
  to: readonly number[],
  times: ReadonlyMap<string, number>,
): string | undefined {
  const [start, end] = [from, to].map((pose) => Float64Array.from(positionsOf(fuzzCase, pose)));
  const step = { name: fuzzCase.kind, triangles: Uint32Array.from(fuzzCase.triangles), from: start, to: end };
  for (const [key, time] of [...times].slice(0, JUDGED)) {
    const word = judgeTime(pairOfKey(step, key), time);
    if (word !== 'fine') return `the time ${time} of ${key} is ${word}`;
  }
  return undefined;
}
