import type { Detector } from 'selfcollide';
import { judgeTime, timesOf, touchesUpTo } from '../impacts/detector-impacts.ts';
import { type MovingStep, pairOfKey } from '../impacts/moving-step.ts';
import type { Listed } from '../methods.ts';
import { describeMethod, positionsOf, prepareCase, prepareOthers } from './check-case.ts';
import { firstCopies } from './first-copies.ts';
import type { FuzzCase } from './fuzz-case.ts';

/** Larger cases are compared with the first method: the oracle decides every elementary pair by exact arithmetic, which takes minutes on them. */
const MOST_EXACT = 40;
/** Times of a step that exact arithmetic is asked about. */
const JUDGED = 2;
/** And pairs that a step may go beyond. */
const PASSED = 8;

/**
 * Runs the steps between consecutive poses of a case with every method, with both engines where there are two, and says what is wrong, or undefined if nothing is. All must list the oracle's impacts, as sets, with equal
 * times that are never late; the first impact must be the earliest of them; the step that may be gone must be the same, and nothing touches in it.
 */
export function checkImpacts(fuzzCase: FuzzCase, methods: readonly Listed[]): string | undefined {
  try {
    const isSmall = fuzzCase.triangles.length <= 3 * MOST_EXACT;
    const exact = isSmall ? prepareCase(fuzzCase, 'brute-force') : undefined;
    const others = prepareOthers(fuzzCase, methods);
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
    const method = describeMethod(detector);
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
    if (!(step <= 1)) return `${method}: collisionFreeStep is ${step}`;
    if ((step === 0) !== (earliest === 0))
      return `${method}: collisionFreeStep is ${step}, the first impact at ${earliest}`;
    first ??= { times, step, method };
    const differs = [...times].find(([key, value]) => first?.times.get(key) !== value);
    if (differs || times.size !== first.times.size) {
      return `${method} and ${first.method} differ: ${differs ?? `${times.size} and ${first.times.size} impacts`}`;
    }
    if (step !== first.step) return `collisionFreeStep is ${step} by ${method}, ${first.step} by ${first.method}`;
  }
  return first && judgeSome(movingStep(fuzzCase, from, to), first.times, first.step);
}

/** Where a mesh is welded, triangles stand on the copies that count: with `weld: 'keep'` the others may be anywhere. */
function movingStep(fuzzCase: FuzzCase, from: readonly number[], to: readonly number[]): MovingStep {
  const { kind, triangles, weld, objects } = fuzzCase;
  const [prepared, start, end] = [fuzzCase.positions, from, to].map((pose) =>
    Float64Array.from(positionsOf(fuzzCase, pose)),
  );
  const copies = weld === false ? undefined : firstCopies(prepared, triangles, objects);
  const corners = Uint32Array.from(triangles, (vertex) => copies?.[vertex] ?? vertex);
  return { name: kind, triangles: corners, from: start, to: end };
}

/**
 * What exact arithmetic says. A pair within the tolerance of touching may be given a time before that of its impact, while the step, which keeps a part of each distance, is found more
 * closely for pairs that start near each other: so the step may go beyond a time, but never to the impact.
 */
export function judgeSome(step: MovingStep, times: ReadonlyMap<string, number>, free: number): string | undefined {
  for (const [key, time] of [...times].slice(0, JUDGED)) {
    const word = judgeTime(pairOfKey(step, key), time);
    if (word !== 'fine') return `the time ${time} of ${key} is ${word}`;
  }
  const passed = [...times].filter(([, time]) => time < free).sort((a, b) => a[1] - b[1]);
  for (const [key, time] of passed.slice(0, PASSED)) {
    if (touchesUpTo(pairOfKey(step, key), free)) {
      return `collisionFreeStep is ${free}, but ${key}, given the time ${time}, touches by then`;
    }
  }
  return undefined;
}
