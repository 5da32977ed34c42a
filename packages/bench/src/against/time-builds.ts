import type { TriangleMesh } from 'selfcollide';
import { addContacts, createContactHash, formatContactHash } from '../contact-hash.ts';
import { quantile } from '../quantile.ts';
import type { PosedFrame } from '../star/measure-animation.ts';
import type { Build, BuildDetector } from './load-build.ts';

/** One method of two builds on one scene. */
export interface BuildTimes {
  readonly method: string;
  /** Update and query of a frame in ms, median over rounds. */
  readonly thisMs: number;
  readonly otherMs: number;
  /** `thisMs / otherMs`: above 1 is slower than the other build. */
  readonly ratio: number;
  readonly contacts: readonly [thisBuild: number, otherBuild: number];
  readonly hashes: readonly [thisBuild: string, otherBuild: string];
}

export interface BuildEffort {
  /** Timed rounds. */
  readonly rounds: number;
  /** More rounds if they took less, fewer (but three) if they take more. Half the least goes before, for the compiler. */
  readonly seconds: readonly [least: number, most: number];
}

const MIN_ROUNDS = 3;

/**
 * Runs methods of two builds in turns on the same frames. Who goes first changes from round to round: the second finds the positions in
 * the cache.
 */
export function timeBuilds(
  [thisBuild, otherBuild]: readonly [Build, Build],
  methods: readonly string[],
  mesh: TriangleMesh,
  frames: readonly PosedFrame[],
  { rounds, seconds: [least, most] }: BuildEffort,
): BuildTimes[] {
  const pairs = methods.map((method) => ({
    method,
    runs: [prepareRun(thisBuild, method, mesh, frames), prepareRun(otherBuild, method, mesh, frames)] as const,
  }));
  const run = (round: number, counted: boolean) => {
    for (const { runs } of pairs) timeRound(round % 2 === 0 ? runs : [runs[1], runs[0]], frames, counted);
  };
  const begun = performance.now();
  for (let round = 0; round === 0 || since(begun) < least / 2; round++) run(round, false);
  const started = performance.now();
  for (let round = 0; round < rounds || since(started) < least; round++) {
    if (round >= MIN_ROUNDS && since(started) > most) break;
    run(round, true);
  }
  return pairs.map(({ method, runs }) => {
    const [thisMs, otherMs] = runs.map(({ rounds }) => quantile(rounds, 0.5));
    return {
      ...{ method, thisMs, otherMs, ratio: thisMs / otherMs },
      contacts: [runs[0].contacts, runs[1].contacts],
      hashes: [runs[0].hash, runs[1].hash],
    };
  });
}

/** Seconds. */
function since(started: number): number {
  return (performance.now() - started) / 1000;
}

interface Run {
  readonly detector: BuildDetector;
  readonly contacts: number;
  readonly hash: string;
  /** Mean ms of a frame, one a round. */
  readonly rounds: number[];
}

function prepareRun(build: Build, method: string, mesh: TriangleMesh, frames: readonly PosedFrame[]): Run {
  const detector = create(build, method, mesh);
  const hash = createContactHash();
  let contacts = 0;
  for (const { number, positions } of frames) {
    detector.update(positions);
    const found = detector.findIntersections();
    addContacts(hash, number, found);
    contacts += found.count;
  }
  return { detector, contacts, hash: formatContactHash(hash), rounds: [] };
}

/** Builds from before methods were values know the plain box tree by another name. */
function create(build: Build, method: string, mesh: TriangleMesh): BuildDetector {
  if (method !== 'box-tree') return build.createDetector(mesh, { method });
  try {
    return build.createDetector(mesh, { method });
  } catch {
    return build.createDetector(mesh, { method: 'aabb', precomputeAdjacency: false });
  }
}

function timeRound(runs: readonly Run[], frames: readonly PosedFrame[], counted: boolean): void {
  const ms = runs.map(() => 0);
  for (const { positions } of frames) {
    for (let i = 0; i < runs.length; i++) {
      const { detector } = runs[i];
      const started = performance.now();
      detector.update(positions);
      detector.findIntersections();
      ms[i] += performance.now() - started;
    }
  }
  if (!counted) return;
  for (let i = 0; i < runs.length; i++) runs[i].rounds.push(ms[i] / frames.length);
}
