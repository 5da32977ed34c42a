import { PairFilter } from './confirm/pair-filter.ts';
import { prepareStarContour } from './create-detector.ts';
import { prepareSubspaceDetector, type SubspaceOptions } from './create-subspace-detector.ts';
import { MeshError } from './errors.ts';
import { everyPatchExtra } from './find/patches/patch-extras.ts';
import type { PatchFinder } from './find/patches/patch-finder.ts';
import { PatchWork } from './find/patches/patch-work.ts';
import { createSurfaceInSteps } from './mesh/surface.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { AnyOptions } from './method-options.ts';
import type { Steps } from './partition/progress.ts';
import { finishSteps } from './partition/progress.ts';
import type { SubspaceModes } from './subspace-modes.ts';
import { PartSearch } from './threads/part-search.ts';
import { serveFrames } from './threads/serve-frames.ts';
import { type SharedSizes, viewShared } from './threads/shared-frame.ts';

declare const performance: { now(): number };

/** What a thread is told, once. */
export type ThreadTask = FramesTask | PreparationTask;

/** To work on frames with others: the same mesh and options, what was prepared for them, and the memory to work in. */
export interface FramesTask {
  readonly mesh: TriangleMesh;
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

export function* prepareWorkplace(caller: string, mesh: TriangleMesh, options: AnyOptions): Steps<Workplace> {
  const { weld = true, pairs = 'all', objects, groups, ignore } = options;
  const surface = yield* createSurfaceInSteps(caller, mesh, { weld: weld !== false, objects, groups });
  const extras = { ...everyPatchExtra, PatchWork };
  const finder = yield* prepareStarContour(caller, surface, mesh, options, extras);
  return { finder, search: new PartSearch(finder, new PairFilter(finder.surface, pairs, ignore)) };
}

/** To prepare a subspace detector, and that is all. */
export interface PreparationTask {
  /** Whose errors they are. */
  readonly caller: string;
  readonly mesh: TriangleMesh;
  readonly modes: SubspaceModes;
  readonly options: SubspaceOptions;
}

/** Of an error that has one, `code` comes beside it: sent to another thread, errors lose their fields. */
export type PreparationReply =
  | { readonly fraction: number }
  | { readonly prepared: Uint8Array }
  | { readonly error: Error; readonly code?: string };

export function doTask(task: ThreadTask, reply: (message: unknown) => void): void {
  if ('modes' in task) prepareAndTell(task, reply);
  else workOnFrames(task, () => reply('ready'));
}

/** Does as it is told until the team is closed. Does not return before. */
function workOnFrames({ mesh, options, prepared, memory, sizes, thread }: FramesTask, ready: () => void): void {
  const place = prepareWorkplace('createThreadedDetector', mesh, { ...options, prepared });
  const { finder, search } = finishSteps(place, {});
  ready();
  serveFrames(viewShared(memory, sizes), thread, finder, search);
}

/** Milliseconds between two reports of progress: as often as pictures are drawn. */
const REPORT_EVERY = 16;

function prepareAndTell(
  { caller, mesh, modes, options }: PreparationTask,
  reply: (message: PreparationReply) => void,
): void {
  let told = performance.now();
  const onProgress = (fraction: number) => {
    // on a busy machine even the first pause, before anything is done, can come late
    if (fraction === 0 || performance.now() < told + REPORT_EVERY) return;
    told = performance.now();
    reply({ fraction });
  };
  try {
    const detector = finishSteps(prepareSubspaceDetector(caller, mesh, modes, options), { onProgress });
    reply({ prepared: detector.serialize() });
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    reply(error instanceof MeshError ? { error: new Error(error.message), code: error.code } : { error });
  }
}
