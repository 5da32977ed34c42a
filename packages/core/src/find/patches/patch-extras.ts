import { layOutForEngine } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import { MovingSearch } from './moving-search.ts';
import type { StarTest } from './patch-culling.ts';
import type { PatchWork } from './patch-work.ts';
import type { Preparation } from './preparation.ts';
import { preparationWriter } from './preparation-writer.ts';
import type { TaskTimes } from './task-times.ts';
import { TraceRecorder } from './trace.ts';
import { WideWalk } from './wide-walk.ts';

/**
 * What a walk can do besides finding contacts of one pose, in TypeScript. It is handed over rather than imported, so that whoever wants only
 * that need not load the rest.
 */
export interface PatchExtras {
  /** The kernel, where it can run. */
  readonly layOutForEngine: typeof layOutForEngine;
  /** Pairs that come close during a step. */
  readonly MovingSearch: typeof MovingSearch;
  /** Pairs that are merely near. */
  readonly WideWalk: typeof WideWalk;
  /** What `serialize` needs. */
  readonly preparationWriter: typeof preparationWriter;
  /** Parts of a search, for threads. */
  readonly PatchWork?: typeof PatchWork;
  readonly TraceRecorder: typeof TraceRecorder;
  /** Of the star paper alone: its nine tasks, and its test. */
  readonly TaskTimes?: typeof TaskTimes;
  readonly createStarTest?: (surface: Surface, preparation: Preparation, times: TaskTimes | null) => StarTest;
}

/** Everything that core's own methods may be asked for. */
export const everyPatchExtra: PatchExtras = {
  layOutForEngine,
  MovingSearch,
  WideWalk,
  preparationWriter,
  TraceRecorder,
};
