import type { Detector } from './detector.ts';
import type { FindImpactsOptions, ImpactOptions } from './impact-options.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import type { FindProximitiesOptions } from './proximity-calls.ts';
import type { Impact, Impacts } from './results/impacts.ts';
import type { Proximities } from './results/proximities.ts';

/**
 * A mesh whose vertices move as rest + Σ q_i·mode i. `update` takes q. While q stays within `radius` a pose is proved to have no contact but those that exist at rest, by its
 * norm alone; beyond it, what is not proved is searched, and the result is as exact as that of any detector.
 */
export interface SubspaceDetector
  extends Pick<
    Detector,
    | 'vertexCount'
    | 'triangleCount'
    | 'counters'
    | 'memoryBytes'
    | 'findIntersections'
    | 'findIntersectingTriangles'
    | 'selfIntersects'
    | 'locate'
    | 'serialize'
    | 'objectOf'
    | 'dispose'
  > {
  /** Numbers in q. */
  readonly modeCount: number;
  /**
   * Poses with a norm √Σ weight·q² below this have no contact but those that exist at rest. Small where an edge and a triangle are close at rest without touching, and 0 where nothing could be proved, as for a mesh that
   * touches itself everywhere at rest, or parts of which are nearer than roundings of a pose.
   */
  readonly radius: number;
  /** Pairs of triangles with contacts that exist at rest, by exact arithmetic: every query tests them. 0 also where there are too many to list: `radius` is 0 then. */
  readonly restPairCount: number;
  /**
   * Whether the current pose is proved to have no contact but those that exist at rest: its norm is below `radius`, or q within the budget, and within the
   * range of the modes, if they have one.
   */
  readonly certified: boolean;
  /** √Σ weight·q² of the current pose. */
  readonly norm: number;

  /**
   * Takes coordinates, one a mode; costs time in proportion to their number. Allocates nothing. A wrong length or a number that is not
   * finite throws before anything changes. Numbers outside a mode's range are never certified, but searched as exactly.
   *
   * @param body Given a number, what was found in a pose is kept for the next one of the same body, in `findImpacts` too: worth it where steps are short
   * for the gaps there are, as in quiet motion at audio rates. Left out, every pose is searched by itself.
   */
  update(q: ArrayLike<number>, body?: number): void;
  /** The largest t from 0 to 1 for which t·q is certified: 0 if not even the rest pose is, or if the norm of q is more than a number can hold. */
  limit(q: ArrayLike<number>): number;
  /**
   * For each triangle the radius of the patch that holds it, at a level of the tree of patches, 0 for the whole: within the patch, poses with a norm below have no
   * contact but those that exist at rest. For pictures; it allocates.
   */
  patchRadii(level: number): Float32Array;
  /** Writes where the vertices are for q: the very numbers that `update` with this q is judged by. */
  deform(q: ArrayLike<number>, out: Positions): void;

  /**
   * What limits `radius`, and with more levels those of patches below the whole: slow, to be asked once. Empty if nothing does.
   *
   * @param levels Of the tree of patches, from the whole on. Default 1.
   */
  findLimits(levels?: number): SubspaceLimit[];

  /** As of any detector, for the current pose; `against` may also be another subspace detector. */
  findProximities(options: SubspaceProximitiesOptions): Proximities;
  /**
   * What touches on the straight way from q0 to q1, and when; never later than it does. Between poses that are both certified, of a closed mesh,
   * nothing does, and no position is computed. The current pose stays.
   */
  findImpacts(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: FindImpactsOptions): Impacts;
  /** The first of these, or null. */
  earliestImpact(q0: ArrayLike<number>, q1: ArrayLike<number>, options?: ImpactOptions): Impact | null;
}

/** What keeps a radius from being larger. */
export interface SubspaceLimit {
  /** 0 for the whole mesh, 1 for its parts, and so on. */
  readonly level: number;
  readonly radius: number;
  /** The two triangles that come nearest to touching. */
  readonly triangles: readonly number[];
  /** Coordinates at which they touch, but for rounding, with the smallest norm that was found … */
  readonly q: Float64Array;
  /** … which is this: no radius can be larger. Infinite where none was found. */
  readonly norm: number;
}

export interface SubspaceProximitiesOptions extends Omit<FindProximitiesOptions, 'against'> {
  readonly against?: Detector | SubspaceDetector;
}
