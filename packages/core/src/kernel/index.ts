import { layOutForEngine } from './mesh-kernel.ts';

/** The compiled kernel, for entry points that do not bring it along. */
export interface Kernel {
  readonly engine: 'wasm';
  /** Not for callers. */
  readonly layOut: unknown;
}

/**
 * Give it to `createStarContourDetector` or `createContactDetector` to have frames worked on by WebAssembly where that can run and the mesh is not tiny. Results are the
 * same; `detector.engine` says who works. It may be loaded when needed: `const { kernel } = await import('selfcollide/kernel')`.
 */
export const kernel: Kernel = { engine: 'wasm', layOut: layOutForEngine };
