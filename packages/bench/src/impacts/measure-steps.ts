import { quantile } from '../quantile.ts';
import { timeExactDecisions } from './detector-impacts.ts';
import type { ImpactContender, PreparedImpacts, StepAnswer } from './impact-contender.ts';
import { type MovingStep, pairOfKey, usualTolerance } from './moving-step.ts';

export interface StepMeasurement {
  readonly contender: string;
  /** Medians: update to t0, and the search. */
  readonly updateMs: number;
  readonly queryMs: number;
  /** Median of both in processor time, where that was measured: others on the machine do not count. */
  readonly cpuMs?: number;
  readonly impacts: number;
  readonly tests: number;
  readonly exactTests?: number;
  readonly bytesPerTriangle?: number;
  /** Before a step was asked about. */
  readonly poseBytesPerTriangle?: number;
  /** Stopped for time: it takes longer than these milliseconds. */
  readonly stopped?: boolean;
}

export interface MeasuredStep {
  readonly step: string;
  readonly measurements: readonly StepMeasurement[];
  /** Microseconds of an exact decision, on average of some of the impacts; undefined where there are none. */
  readonly exactMicroseconds?: number;
  /** Exact contenders that disagree with the first of them, a sentence each. */
  readonly wrong: readonly string[];
}

export interface Effort {
  /** Rounds that count, after warming up. */
  readonly rounds: number;
  /** No further round of a contender once it took this long. */
  readonly maxSeconds: number;
}

/** Warming up: calls of a contender, and for how long at most. Engines compile what is called often anew: a library that runs every frame is measured when that is done. */
export const WARM_UP_CALLS = 60;
export const WARM_UP_SECONDS = 1;

/** Impacts that are decided exactly once more, for the time it takes. */
const TIMED_DECISIONS = 200;

/** Searches until the contender is warm; the last answer. What takes very long is searched once. */
function warmUp({ prepared, step }: Run, tolerance: number, maxSeconds: number): StepAnswer {
  let spent = 0;
  let answer: StepAnswer | undefined;
  for (let call = 0; call < WARM_UP_CALLS && spent < 1000 * WARM_UP_SECONDS; call++) {
    answer = prepared.search(step.from, step.to, tolerance, maxSeconds);
    spent += answer.updateMs + answer.queryMs;
  }
  return answer as StepAnswer;
}

interface Run {
  readonly contender: ImpactContender;
  readonly step: MovingStep;
  readonly prepared: PreparedImpacts;
  readonly answers: StepAnswer[];
  spent: number;
}

function prepareRun(contender: ImpactContender, step: MovingStep): Run {
  return { contender, step, prepared: contender.prepare(step), answers: [], spent: 0 };
}

/** Searches steps of different size by one contender in turns, so that whatever else the machine does meets all of them. */
export function measureGrowth(
  contender: ImpactContender,
  steps: readonly MovingStep[],
  { rounds, maxSeconds }: Effort,
): MeasuredStep[] {
  const runs = steps.map((step) => ({ ...prepareRun(contender, step), cpu: [] as number[] }));
  try {
    for (const run of runs) warmUp(run, usualTolerance(run.step), maxSeconds);
    for (let round = 0; round < rounds; round++) {
      for (const { prepared, step, answers, cpu } of runs) {
        const tolerance = usualTolerance(step);
        const before = process.cpuUsage();
        const answer = prepared.search(step.from, step.to, tolerance, maxSeconds);
        const { user, system } = process.cpuUsage(before);
        answers.push(answer);
        cpu.push((user + system) / 1000);
      }
    }
    return runs.map((run) => {
      const measurement = { ...summarize(run), cpuMs: quantile(run.cpu, 0.5) };
      return { step: run.step.name, measurements: [measurement], wrong: [] };
    });
  } finally {
    for (const { prepared } of runs) prepared.close();
  }
}

/** Searches a step by all contenders in turns. */
export function measureStep(contenders: readonly ImpactContender[], step: MovingStep, effort: Effort): MeasuredStep {
  const tolerance = usualTolerance(step);
  const runs = contenders.map((contender) => prepareRun(contender, step));
  const wrong: string[] = [];
  let first: { name: string; impacts: ReadonlyMap<string, number> } | undefined;
  try {
    for (const run of runs) {
      const answer = warmUp(run, tolerance, effort.maxSeconds);
      // what takes that long needs no warming up
      run.spent = answer.updateMs + answer.queryMs;
      if (run.spent > 1000 * effort.maxSeconds) run.answers.push(answer);
      if (!run.contender.exact) continue;
      const impacts = answer.impacts();
      first ??= { name: run.contender.name, impacts };
      if (!sameTimes(first.impacts, impacts)) {
        wrong.push(`${step.name}: ${run.contender.name} and ${first.name} found different impacts or times.`);
      }
    }
    for (let round = 0; round < effort.rounds; round++) {
      for (const run of runs) {
        if (run.answers.length > 0 && run.spent > 1000 * effort.maxSeconds) continue;
        const answer = run.prepared.search(step.from, step.to, tolerance, effort.maxSeconds);
        run.spent += answer.updateMs + answer.queryMs;
        run.answers.push(answer);
      }
    }
    const pairs = [...(first?.impacts.keys() ?? [])].slice(0, TIMED_DECISIONS).map((key) => pairOfKey(step, key));
    const exactMicroseconds = pairs.length > 0 ? timeExactDecisions(pairs) : undefined;
    return {
      step: step.name,
      measurements: runs.map(summarize),
      wrong,
      ...(exactMicroseconds && { exactMicroseconds }),
    };
  } finally {
    for (const { prepared } of runs) prepared.close();
  }
}

function summarize({ contender, step, prepared, answers }: Run): StepMeasurement {
  const [{ tests, exactTests, count, complete }] = answers;
  const perTriangle = (bytes: number) => (3 * bytes) / step.triangles.length;
  const bytes = prepared.memoryBytes();
  return {
    contender: contender.name,
    updateMs: quantile(
      answers.map(({ updateMs }) => updateMs),
      0.5,
    ),
    queryMs: quantile(
      answers.map(({ queryMs }) => queryMs),
      0.5,
    ),
    ...{ impacts: count, tests },
    ...(exactTests !== undefined && { exactTests }),
    ...(complete ? {} : { stopped: true }),
    ...(bytes !== undefined && { bytesPerTriangle: perTriangle(bytes) }),
    ...(prepared.poseBytes !== undefined && { poseBytesPerTriangle: perTriangle(prepared.poseBytes) }),
  };
}

function sameTimes(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, time]) => b.get(key) === time);
}
