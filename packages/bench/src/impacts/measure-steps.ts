import { quantile } from '../quantile.ts';
import type { ImpactContender, StepAnswer } from './impact-contender.ts';
import { type MovingStep, usualTolerance } from './moving-step.ts';

export interface StepMeasurement {
  readonly contender: string;
  /** Medians: update to t0, and the search. */
  readonly updateMs: number;
  readonly queryMs: number;
  readonly impacts: number;
  readonly tests: number;
  readonly exactTests?: number;
  readonly bytesPerTriangle?: number;
  /** Stopped for time: it takes longer than these milliseconds. */
  readonly stopped?: boolean;
}

export interface MeasuredStep {
  readonly step: string;
  readonly measurements: readonly StepMeasurement[];
  /** Exact contenders that disagree with the first of them, a sentence each. */
  readonly wrong: readonly string[];
}

export interface Effort {
  /** Rounds that count; one more warms up. */
  readonly rounds: number;
  /** No further round of a contender once it took this long. */
  readonly maxSeconds: number;
}

/** Searches a step by all contenders in turns. */
export function measureStep(contenders: readonly ImpactContender[], step: MovingStep, effort: Effort): MeasuredStep {
  const tolerance = usualTolerance(step);
  const runs = contenders.map((contender) => ({
    contender,
    prepared: contender.prepare(step),
    answers: [] as StepAnswer[],
    spent: 0,
  }));
  const wrong: string[] = [];
  let first: { name: string; impacts: ReadonlyMap<string, number> } | undefined;
  try {
    for (let round = 0; round <= effort.rounds; round++) {
      for (const run of runs) {
        if (round > 0 && run.spent > 1000 * effort.maxSeconds) continue;
        const answer = run.prepared.search(step.from, step.to, tolerance, effort.maxSeconds);
        run.spent += answer.updateMs + answer.queryMs;
        // what takes that long needs no warming up
        if (round > 0 || run.spent > 1000 * effort.maxSeconds) run.answers.push(answer);
        if (round === 0 && run.contender.exact) {
          const impacts = answer.impacts();
          first ??= { name: run.contender.name, impacts };
          if (!sameTimes(first.impacts, impacts)) {
            wrong.push(`${step.name}: ${run.contender.name} and ${first.name} found different impacts or times.`);
          }
        }
      }
    }
    const measurements = runs.map(({ contender, prepared, answers }): StepMeasurement => {
      const [{ tests, exactTests, count, complete }] = answers;
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
        ...(bytes !== undefined && { bytesPerTriangle: (3 * bytes) / step.triangles.length }),
      };
    });
    return { step: step.name, measurements, wrong };
  } finally {
    for (const { prepared } of runs) prepared.close();
  }
}

function sameTimes(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, time]) => b.get(key) === time);
}
