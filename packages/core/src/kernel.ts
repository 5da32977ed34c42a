import { USUAL_CULLING } from './find/patches/patch-culling.ts';
import { PatchFinder } from './find/patches/patch-finder.ts';
import type { Preparation } from './find/patches/preparation.ts';
import type { preparationWriter } from './find/patches/preparation-writer.ts';
import { layOutForEngine } from './kernel/mesh-kernel.ts';
import type { Surface } from './mesh/surface.ts';

/** The compiled kernel, for entry points that do not bring it along. */
export interface Kernel {
  readonly engine: 'kernel';
  /** Not for callers. */
  readonly createFinder: unknown;
}

/** What `createFinder` of a kernel is. */
export type CreateKernelFinder = (
  surface: Surface,
  preparation: Preparation,
  extras: { readonly preparationWriter?: typeof preparationWriter },
) => PatchFinder;

const createFinder: CreateKernelFinder = (surface, preparation, extras) =>
  new PatchFinder(
    surface,
    preparation,
    { ...USUAL_CULLING, taskTimes: false, trace: false, engine: 'auto' },
    { ...extras, layOutForEngine },
  );

/**
 * Give it to `createStarContourDetector` or `createContactDetector` to have frames worked on by WebAssembly where that can run and the mesh is not tiny. Results are the
 * same; `detector.engine` says who works. It may be loaded when needed: `const { kernel } = await import('selfcollide/kernel')`.
 */
export const kernel: Kernel = { engine: 'kernel', createFinder };
