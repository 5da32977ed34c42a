import type { Detector } from './detector.ts';
import { everyQuery } from './every-query.ts';
import { meanEdge } from './mesh/mean-edge.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import { IMPACT_TOLERANCE, MeshDetector } from './mesh-detector.ts';
import { type AnyOptions, checkOptions, nameOf, type StarContourOptions } from './method-options.ts';
import { checkWhole } from './options.ts';
import { finishInSlices } from './partition/progress.ts';
import { prepareWorkplace } from './thread-task.ts';
import { MOST_THREADS, type SharedSizes, sharedBytes, viewShared } from './threads/shared-frame.ts';
import { startThread, type ThreadLike } from './threads/start-thread.ts';
import { Team } from './threads/team.ts';
import { withOwnArrays } from './threads/with-own-arrays.ts';

export { type AbortEventsLike, type PrepareSubspaceOptions, prepareSubspace } from './prepare-subspace.ts';
export type { ThreadLike };

/** A {@link Detector} whose `findIntersections` and `findIntersectingTriangles` share a frame among threads. */
export interface ThreadedDetector extends Detector {
  /** Threads that work on a frame, this one included: fewer than were asked for where some could not be had or have ended, see `engineReason`. */
  readonly threads: number;
}

/** Those of `createDetector` for `star-contour`; they mean the same. */
export type ThreadedOptions = ThreadCount & Omit<StarContourOptions, 'trace'>;

interface ThreadCount {
  /** Threads that work on a frame, this one included: from 1 to 64. Each has all of the mesh prepared for itself. */
  readonly threads: number;
  /** Starts a thread with the file `selfcollide/thread`. Default: a worker of Node or of the page, from where this file is. */
  readonly startThread?: () => ThreadLike;
}

/**
 * A detector that shares the search for contacts of a pose among threads, over memory that all of them see. Pays from about 40,000 triangles on,
 * where cores are idle. The set of contacts is that of any detector; their order is the same for any number of threads. Threads are there until
 * `dispose()`.
 *
 * A page must be cross-origin isolated, or no threads are used. A thread that does not run for a while, or has died, does not hold a frame up.
 *
 * @throws {@link MeshError} if an index is out of range or a coordinate is not finite.
 * @throws RangeError if an option has a value it cannot take.
 *
 * @example
 * import { createThreadedDetector } from 'selfcollide/threads';
 * const detector = await createThreadedDetector(mesh, { threads: 2 });
 * detector.update(movedPositions);
 * const { count } = detector.findIntersections();
 */
export async function createThreadedDetector(mesh: TriangleMesh, options: ThreadedOptions): Promise<ThreadedDetector> {
  const caller = 'createThreadedDetector';
  const { threads, startThread: start = startThread, ...plain } = options ?? {};
  checkWhole(caller, 'threads', threads, 1);
  if (threads > MOST_THREADS) {
    throw new RangeError(`${caller}: threads must be at most ${MOST_THREADS}, got ${threads}.`);
  }
  const others = plain as AnyOptions;
  refuseUnsuited(caller, others, nameOf(checkOptions(caller, others)));
  const { onProgress: _, signal: __, prepared: ___, ...told } = others;
  const { finder, search } = await finishInSlices(prepareWorkplace(caller, mesh, others), others);

  const canShare = typeof SharedArrayBuffer !== 'undefined';
  const sizes: SharedSizes = {
    positions: mesh.positions.length,
    triangles: finder.surface.triangleCount,
    threads: canShare ? threads : 1,
  };
  const memory = canShare ? new SharedArrayBuffer(sharedBytes(sizes)) : new ArrayBuffer(sharedBytes(sizes));
  const unshared = 'no threads: SharedArrayBuffer is missing (is the page cross-origin isolated?)';
  const team = new Team(viewShared(memory, sizes), search, canShare || threads === 1 ? '' : unshared);
  const task = {
    mesh: withOwnArrays({ positions: mesh.positions, triangles: mesh.triangles }),
    options: told,
    prepared: finder.serialize?.() as Uint8Array,
    memory,
    sizes,
  };
  await Promise.all(
    Array.from({ length: sizes.threads - 1 }, (_, i) => team.add(i + 1, () => start(), { ...task, thread: i + 1 })),
  );

  const { weld = true, pairs = 'all', maxContacts = Number.POSITIVE_INFINITY, restRadius = 0, ignore } = others;
  return new MeshDetector({ finder, notes: finder }, mesh.positions, {
    method: 'star-contour',
    keepWeld: weld === 'keep',
    pairs,
    ignore,
    maxContacts,
    restRadius,
    engine: others.engine,
    exactOnly: false,
    tolerance: IMPACT_TOLERANCE * meanEdge(finder.surface.callerTriangles, mesh.positions),
    queries: everyQuery,
    partCopies: null,
    team,
  });
}

function refuseUnsuited(caller: string, options: AnyOptions, method: string): void {
  if (method !== 'star-contour') throw new RangeError(`${caller}: method must be 'star-contour', got '${method}'.`);
  if (options.trace) throw new RangeError(`${caller}: trace must be left out, got true.`);
  if (options.weld === 'while-together') {
    throw new RangeError(`${caller}: weld must be true, false or 'keep', got 'while-together'.`);
  }
}
