import { ObjectFilter } from './confirm/object-filter.ts';
import { createFinder } from './create-detector.ts';
import { everyPatchExtra } from './find/patches/patch-extras.ts';
import type { PatchFinder } from './find/patches/patch-finder.ts';
import { PatchWork } from './find/patches/patch-work.ts';
import { createSurfaceInSteps } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { AnyOptions, DetectorMethod } from './method-options.ts';
import type { Steps } from './partition/progress.ts';
import { finishSteps } from './partition/progress.ts';
import { PartSearch } from './threads/part-search.ts';
import { serveFrames } from './threads/serve-frames.ts';
import { type SharedSizes, viewShared } from './threads/shared-frame.ts';

/** What a thread is told, once: the same mesh and options, what was prepared for them, and the memory to work in. */
export interface ThreadTask {
  readonly mesh: TriangleMesh;
  readonly method: DetectorMethod;
  readonly options: AnyOptions;
  readonly prepared: Uint8Array;
  readonly memory: ArrayBufferLike;
  readonly sizes: SharedSizes;
  /** Its number, from 1. */
  readonly thread: number;
}

/** All that every thread has for itself. */
export interface Workplace {
  readonly finder: PatchFinder;
  readonly search: PartSearch;
}

export function* prepareWorkplace(
  caller: string,
  method: DetectorMethod,
  mesh: TriangleMesh,
  options: AnyOptions,
): Steps<Workplace> {
  const { weld = true, pairs = 'all', objects } = options;
  const surface = yield* createSurfaceInSteps(caller, mesh, { weld: weld !== false, objects });
  const extras = { ...everyPatchExtra, PatchWork };
  const finder = (yield* createFinder(caller, method, surface, mesh, options, extras)) as PatchFinder;
  return { finder, search: new PartSearch(finder, new ObjectFilter(finder.surface, pairs)) };
}

/** Does as it is told until the team is closed. Does not return before. */
export function doTask(
  { mesh, method, options, prepared, memory, sizes, thread }: ThreadTask,
  ready: () => void,
): void {
  const place = prepareWorkplace('createThreadedDetector', method, mesh, { ...options, prepared });
  const { finder, search } = finishSteps(place, {});
  ready();
  serveFrames(viewShared(memory, sizes), thread, finder, search);
}
