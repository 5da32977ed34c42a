import { judgeTime } from './detector-impacts.ts';
import type { ImpactContender, PairQuery } from './impact-contender.ts';
import { pairOfKey, usualTolerance } from './moving-step.ts';
import type { TruthFrame, TruthQuery } from './truth-data.ts';

/** How one contender did against the truth. */
export interface Verdict {
  readonly contender: string;
  /** Whether nothing may be wrong. */
  readonly exact: boolean;
  readonly found: number;
  readonly missed: number;
  readonly invented: number;
  /** Of `judged` reported times: after the exact one; and 0 although nothing touches at t0. */
  readonly late: number;
  readonly falseZeros: number;
  readonly judged: number;
  readonly tests: number;
  readonly ms: number;
  /** Stopped for time: only `tests` and `ms` say something. */
  readonly stopped?: boolean;
}

/** `mostJudged`: so many times, spread evenly, are put to exact arithmetic, which takes milliseconds each. */
export function judgeQueries(
  contender: ImpactContender,
  queries: readonly TruthQuery[],
  mostJudged: number,
  words: Words = new Map(),
): Verdict {
  const { times, ms } = contender.answerQueries(queries);
  const hits = [...queries.keys()].filter((i) => queries[i].impact && times[i] >= 0);
  return {
    ...{ contender: contender.name, exact: contender.exact, tests: queries.length, ms },
    found: times.filter((time) => time >= 0).length,
    missed: queries.filter(({ impact }, i) => impact && times[i] < 0).length,
    invented: queries.filter(({ impact }, i) => !impact && times[i] >= 0).length,
    ...judgeTimes(
      spread(hits, mostJudged).map((i) => [queries[i], times[i]]),
      words,
    ),
  };
}

export function judgeFrame(
  contender: ImpactContender,
  frame: TruthFrame,
  mostJudged: number,
  words: Words = new Map(),
  maxSeconds = Number.POSITIVE_INFINITY,
): Verdict {
  const prepared = contender.prepare(frame);
  try {
    const answer = prepared.search(frame.from, frame.to, usualTolerance(frame), maxSeconds);
    const times = answer.impacts();
    const hits = [...times.keys()].filter((key) => frame.truth.has(key));
    return {
      ...{ contender: contender.name, exact: contender.exact, tests: answer.tests, ms: answer.queryMs },
      ...(answer.complete ? {} : { stopped: true }),
      found: times.size,
      missed: frame.truth.size - hits.length,
      invented: times.size - hits.length,
      ...judgeTimes(
        spread(hits, mostJudged).map((key) => [pairOfKey(frame, key), times.get(key)!]),
        words,
      ),
    };
  } finally {
    prepared.close();
  }
}

/** What is wrong with contenders that must be exact, a sentence each. */
export function complaints(what: string, verdicts: readonly Verdict[]): string[] {
  return verdicts
    .filter(({ exact, missed, invented, late, falseZeros }) => exact && missed + invented + late + falseZeros > 0)
    .map(
      ({ contender, missed, invented, late, falseZeros }) =>
        `${what}: ${contender} missed ${missed}, invented ${invented}; late ${late}, false zeros ${falseZeros}.`,
    );
}

/** What was said of a pair and a time, by both: methods agree on most times, and a word of exact arithmetic takes milliseconds. */
export type Words = Map<string, ReturnType<typeof judgeTime>>;

function judgeTimes(reported: readonly (readonly [PairQuery, number])[], words: Words) {
  const said = reported.map(([query, time]) => {
    const key = `${query.points.join()} ${time}`;
    const word = words.get(key) ?? judgeTime(query, time);
    words.set(key, word);
    return word;
  });
  return {
    judged: said.length,
    late: said.filter((word) => word === 'late').length,
    falseZeros: said.filter((word) => word === 'false zero').length,
  };
}

function spread<Value>(values: readonly Value[], most: number): Value[] {
  const count = Math.min(most, values.length);
  return Array.from({ length: count }, (_, i) => values[Math.floor((i * values.length) / count)]);
}
