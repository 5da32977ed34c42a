import type { Advancer } from './confirm/impacts/advance.ts';
import type { Prepared } from './find/pair-finder.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import type { PoseDetectorSettings } from './pose-detector.ts';
import type { ProximityCalls } from './proximity-calls.ts';
import type { StepQueries } from './step-queries.ts';
import type { Team } from './threads/team.ts';

/** What can be asked besides where a pose meets itself: handed over rather than imported, so that who asks for contacts alone need not load it. */
export interface MoreQueries {
  readonly ProximityCalls: typeof ProximityCalls;
  readonly StepQueries: typeof StepQueries;
  readonly Advancer: typeof Advancer;
}

export interface MeshDetectorSettings extends PoseDetectorSettings {
  /** Pairs closer than this in the shape that the detector was created with belong together. */
  readonly restRadius: number;
  /** Who compares two meshes; left out: the kernel where it can run. */
  readonly engine?: Engine | 'auto';
  /** Default of `findImpacts`' option of that name. */
  readonly tolerance: number;
  /** Prepares anew for a pose in which copies of welded vertices have parted; null where that is an error. */
  readonly partCopies: ((surface: Surface, positions: Positions) => Prepared) | null;
  /** Who searches with threads, if anybody. */
  readonly team?: Team | null;
  /** Null for a detector that finds contacts and nothing else. */
  readonly queries: MoreQueries | null;
}
