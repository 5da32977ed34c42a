import type { Positions, TriangleMesh } from 'selfcollide';
import { addContacts, createContactHash, formatContactHash } from '../contact-hash.ts';
import type { Contender, PreparedContender } from '../contender.ts';
import { timeFrame } from '../measure.ts';

export interface PosedFrame {
  readonly number: number;
  readonly positions: Positions;
}

export interface AnimationEffort {
  /** Timed rounds over the frames. */
  readonly rounds: number;
  /** Timed rounds of the rest pose; 0 leaves it out. */
  readonly restRounds: number;
  /** For the rest pose and for the frames each: more rounds if they took less, fewer (but three, if asked for) if they take more. */
  readonly seconds: readonly [least: number, most: number];
}

/** One contender on one animation. */
export interface ContenderTimes {
  readonly name: string;
  readonly safe: boolean;
  /** Update and query of the rest pose in ms, one a round. */
  readonly rest: readonly number[];
  /** The same of every frame: `frames[round][frame]`. */
  readonly frames: readonly (readonly number[])[];
  /** Edge–triangle contacts of each frame, for contenders that list them. */
  readonly contacts?: readonly number[];
  /** The set of those contacts; see `addContacts`. */
  readonly hash?: string;
  /** Pairs of triangles of each frame, for peers, which count those. */
  readonly pairs?: readonly number[];
}

export interface AnimationTimes {
  readonly contenders: readonly ContenderTimes[];
  /** Pairs of triangles of each frame, exactly. */
  readonly exactPairs: readonly number[];
  /** Peers that could not take the mesh, and why. */
  readonly failures: readonly string[];
}

const MIN_ROUNDS = 3;
const MAX_ROUNDS = 200;
const WARM_UP = 2;

/**
 * Times contenders in turns on the rest pose again and again, then on the frames of an animation in their order, over and over. The
 * first time over the frames is not timed: there each says what it finds.
 */
export function measureAnimation(
  contenders: readonly Contender[],
  mesh: TriangleMesh,
  frames: readonly PosedFrame[],
  effort: AnimationEffort,
): AnimationTimes {
  const failures: string[] = [];
  const runs = contenders.flatMap((contender) => prepareRun(contender, mesh, failures));
  try {
    // for the compiler
    repeat(Math.min(effort.restRounds, WARM_UP), [effort.seconds[0] / 2, effort.seconds[1]], () => {
      for (const { prepared } of runs) timeFrame(prepared, mesh.positions);
    });
    repeat(effort.restRounds, effort.seconds, () => {
      for (const { prepared, rest } of runs) rest.push(sum(timeFrame(prepared, mesh.positions)));
    });
    const exactPairs = frames.length > 0 ? findAll(runs, frames) : [];
    repeat(frames.length > 0 ? effort.rounds : 0, effort.seconds, () => {
      for (const run of runs) run.frames.push([]);
      for (const { positions } of frames) {
        for (const { prepared, frames } of runs) frames[frames.length - 1].push(sum(timeFrame(prepared, positions)));
      }
    });
    return { contenders: runs.map(({ prepared: _, ...times }) => times), exactPairs, failures };
  } finally {
    for (const { prepared } of runs) prepared.close?.();
  }
}

interface Run extends ContenderTimes {
  readonly prepared: PreparedContender;
  readonly rest: number[];
  readonly frames: number[][];
  contacts?: number[];
  hash?: string;
  pairs?: number[];
}

function prepareRun(contender: Contender, mesh: TriangleMesh, failures: string[]): Run[] {
  const { name, safe } = contender;
  try {
    return [{ name, safe, prepared: contender.prepare(mesh), rest: [], frames: [] }];
  } catch (error) {
    if (safe) throw error;
    failures.push(`${name}: ${(error as Error).message}`);
    return [];
  }
}

/** What each contender finds in each frame. Returns the number of triangle pairs that the first safe one counts. */
function findAll(runs: readonly Run[], frames: readonly PosedFrame[]): number[] {
  const exactPairs: number[] = [];
  const exact = runs.find(({ safe }) => safe);
  for (const run of runs) {
    const { prepared } = run;
    const counts: number[] = [];
    const hash = createContactHash();
    for (const { number, positions } of frames) {
      prepared.update(positions);
      counts.push(prepared.query());
      if (prepared.lastContacts) addContacts(hash, number, prepared.lastContacts());
      if (run === exact) exactPairs.push(prepared.countTrianglePairs());
    }
    if (prepared.lastContacts) {
      run.contacts = counts;
      run.hash = formatContactHash(hash);
    } else run.pairs = counts;
  }
  return exactPairs;
}

function repeat(rounds: number, [least, most]: AnimationEffort['seconds'], run: () => void): void {
  const started = performance.now();
  for (let round = 0; rounds > 0 && round < MAX_ROUNDS; round++) {
    const seconds = (performance.now() - started) / 1000;
    if (round >= rounds && seconds > least) break;
    if (round >= Math.min(rounds, MIN_ROUNDS) && seconds > most) break;
    run();
  }
}

function sum({ update, query }: { update: number; query: number }): number {
  return update + query;
}
