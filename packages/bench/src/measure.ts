import type { Counters, Positions, TriangleMesh } from 'selfcollide';
import { addContacts, createContactHash, formatContactHash } from './contact-hash.ts';
import type { Contender, PreparedContender } from './contender.ts';
import { quantile } from './quantile.ts';

export interface MeasureOptions {
  /** Untimed rounds first, so that the compiler has seen every loop. */
  readonly warmUpRounds: number;
  /** Timed rounds; fewer when `maxSeconds` runs out, but never fewer than three. */
  readonly rounds: number;
  readonly maxSeconds: number;
}

/** Milliseconds. */
export interface Spread {
  readonly median: number;
  readonly p10: number;
  readonly p90: number;
}

export interface Measurement {
  readonly contender: string;
  readonly safe: boolean;
  /** Who worked on frames, for methods of ours. */
  readonly engine?: 'plain' | 'kernel';
  /** Preparing the mesh once. */
  readonly prepare: Spread;
  /** Taking one frame's positions. */
  readonly update: Spread;
  /** Finding all intersections of one frame. */
  readonly query: Spread;
  /** Update plus query of one frame. */
  readonly frame: Spread;
  readonly rounds: number;
  /** Baseline's frame time divided by this one's, median over rounds: above 1 is faster than the baseline. */
  speedup?: number;
  /** Over all frames: edge–triangle contacts, for contenders that list them. */
  readonly contacts?: number;
  /** Over all frames: the set of those contacts; see `addContacts`. */
  readonly hash?: string;
  /** Over all frames: pairs of triangles that share no vertex and intersect. */
  readonly trianglePairs: number;
  /** Over all frames. */
  readonly counters?: Counters;
  readonly bytesPerTriangle?: number;
}

/**
 * Times contenders on the same frames of the same mesh, in turns (A B C A B C …): whatever else the machine does then hits all of them
 * alike, and the ratio within a round means more than the times do.
 */
export function measure(
  contenders: readonly Contender[],
  mesh: TriangleMesh & { readonly triangles: Uint32Array },
  frames: readonly { readonly number: number; readonly positions: Float32Array }[],
  options: MeasureOptions,
  baseline?: string,
): Measurement[] {
  const runs = contenders.map((contender) => prepareRun(contender, mesh));
  for (const run of runs) checkFrames(run, frames);

  for (let round = 0; round < options.warmUpRounds; round++) runRound(runs, frames);
  for (const run of runs) run.updates.length = run.queries.length = run.frames.length = 0;
  const deadline = performance.now() + 1000 * options.maxSeconds;
  for (let round = 0; round < options.rounds; round++) {
    if (round >= MIN_ROUNDS && performance.now() > deadline) break;
    runRound(runs, frames);
  }
  // preparing is timed again after the rounds: the first time was uncompiled code
  for (let again = 0; again < PREPARATIONS && performance.now() < deadline; again++) {
    for (const run of runs) {
      const { prepared, ms } = timePreparation(run.contender, mesh);
      run.preparations.push(ms);
      prepared.close?.();
    }
  }

  const base = runs.find(({ contender }) => contender.name === baseline);
  const measurements = runs.map((run) => summarize(run, base, mesh.triangles.length / 3));
  for (const { prepared } of runs) prepared.close?.();
  return measurements;
}

/** Below this a median means nothing. */
const MIN_ROUNDS = 3;
const PREPARATIONS = 2;

interface Run {
  readonly contender: Contender;
  readonly prepared: PreparedContender;
  readonly preparations: number[];
  // one sample a round: the mean over the frames, in ms
  readonly updates: number[];
  readonly queries: number[];
  readonly frames: number[];
  facts: Pick<Measurement, 'contacts' | 'hash' | 'trianglePairs' | 'counters'>;
}

function prepareRun(contender: Contender, mesh: TriangleMesh): Run {
  const { prepared, ms } = timePreparation(contender, mesh);
  return { contender, prepared, preparations: [ms], updates: [], queries: [], frames: [], facts: { trianglePairs: 0 } };
}

function timePreparation(contender: Contender, mesh: TriangleMesh) {
  const started = performance.now();
  const prepared = contender.prepare(mesh);
  const ms = performance.now() - started;
  return { prepared, ms: prepared.ownPrepareMs ?? ms };
}

/** What each contender finds, outside the timed rounds. */
function checkFrames(run: Run, frames: Parameters<typeof measure>[2]): void {
  const { prepared } = run;
  const hash = createContactHash();
  let contacts = 0;
  let trianglePairs = 0;
  let counters: Counters | undefined;
  for (const { number, positions } of frames) {
    prepared.update(positions);
    contacts += prepared.query();
    if (prepared.lastContacts) addContacts(hash, number, prepared.lastContacts());
    if (prepared.lastCounters) counters = addCounters(counters, prepared.lastCounters());
    trianglePairs += prepared.countTrianglePairs();
  }
  run.facts = prepared.lastContacts
    ? { contacts, hash: formatContactHash(hash), trianglePairs, counters }
    : { trianglePairs };
}

function addCounters(sum: Counters | undefined, more: Counters): Counters {
  const result = { ...more };
  if (sum) for (const name of Object.keys(result) as (keyof Counters)[]) result[name] += sum[name];
  return result;
}

function runRound(runs: readonly Run[], frames: Parameters<typeof measure>[2]): void {
  const update = new Float64Array(runs.length);
  const query = new Float64Array(runs.length);
  for (const { positions } of frames) {
    for (let i = 0; i < runs.length; i++) {
      const times = timeFrame(runs[i].prepared, positions);
      update[i] += times.update;
      query[i] += times.query;
    }
  }
  runs.forEach((run, i) => {
    run.updates.push(update[i] / frames.length);
    run.queries.push(query[i] / frames.length);
    run.frames.push((update[i] + query[i]) / frames.length);
  });
}

/** Milliseconds of one update and one query. */
export function timeFrame(prepared: PreparedContender, positions: Positions): { update: number; query: number } {
  const started = performance.now();
  prepared.update(positions);
  const updated = performance.now();
  prepared.query();
  const ended = performance.now();
  return prepared.ownTimes?.() ?? { update: updated - started, query: ended - updated };
}

function summarize(run: Run, base: Run | undefined, triangleCount: number): Measurement {
  const bytes = run.prepared.memoryBytes();
  return {
    contender: run.contender.name,
    safe: run.contender.safe,
    ...(run.prepared.engine && { engine: run.prepared.engine() }),
    prepare: spread(run.preparations),
    update: spread(run.updates),
    query: spread(run.queries),
    frame: spread(run.frames),
    rounds: run.frames.length,
    ...(base && {
      speedup: quantile(
        base.frames.map((ms, round) => ms / run.frames[round]),
        0.5,
      ),
    }),
    ...run.facts,
    ...(bytes !== undefined && { bytesPerTriangle: bytes / triangleCount }),
  };
}

function spread(samples: readonly number[]): Spread {
  return { median: quantile(samples, 0.5), p10: quantile(samples, 0.1), p90: quantile(samples, 0.9) };
}
