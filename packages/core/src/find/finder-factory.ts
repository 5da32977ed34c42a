import type { Engine } from '../kernel/mesh-kernel.ts';
import type { Surface } from '../mesh/surface.ts';
import type { Steps } from '../partition/progress.ts';
import type { PairFinder } from './pair-finder.ts';

/** What a finder is made for. */
export interface FinderInput {
  /** The mesh, checked and welded, in the caller's order; `reorderSurface` puts it into another. */
  readonly surface: Surface;
  /** Its vertices as they were given, x y z per vertex of the surface, in the exact range. */
  readonly rest: Float64Array;
  /** Who is asked to work on frames, for finders that have a choice. */
  readonly engine: Engine | 'auto';
}

/** A method as a value, for the option `method`: one object may serve any number of detectors. */
export interface FinderFactory<F extends PairFinder = PairFinder> {
  /** What `detector.method` and errors call it. */
  readonly name: string;
  /** Makes the finder for one mesh, or says how far it has come on the way, so that `createDetectorAsync` can pause. */
  createFinder(input: FinderInput): F | Steps<F>;
}
