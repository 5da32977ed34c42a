import type { Advance, AdvanceOptions } from './confirm/impacts/advance.ts';
import type { PairFinder } from './find/pair-finder.ts';
import type { CollisionFreeStepOptions, FindImpactsOptions, ImpactOptions } from './impact-options.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import type { FindProximitiesOptions } from './proximity-calls.ts';
import type { Contacts } from './results/contacts.ts';
import type { Counters } from './results/counters.ts';
import type { Impact, Impacts } from './results/impacts.ts';
import type { IntersectingTriangles, Intersections } from './results/intersections.ts';
import type { Proximities } from './results/proximities.ts';
import type { QueryTrace } from './results/query-trace.ts';

export interface FindIntersectionsOptions {
  /**
   * Stop once more contacts than this were found, and set `truncated`. Those that the search came to first are kept: which ones differs
   * between methods and may differ from pose to pose. Default: the detector's `maxContacts`, or no limit.
   */
  readonly maxContacts?: number;
}

export interface FindTrianglesOptions extends FindIntersectionsOptions {
  /** Also report pairs that share vertices and intersect beyond what they share (folded-over neighbours, duplicates). */
  readonly includeNeighbours?: boolean;
}

/** A prepared mesh, asked where it meets itself. `update` takes each new pose; the queries answer for the last good one. */
export interface PoseContacts {
  /** The name of the method. */
  readonly method: string;
  /** Who searches a pose, whatever was asked for by the option `engine`. */
  readonly engine: Engine;
  /** Why it is plain TypeScript; empty where it is not. */
  readonly engineReason: string;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** What the last query cost; see {@link Counters}. Next to nothing where an earlier one of the same pose had the answer. */
  readonly counters: Counters;
  /** Bytes of typed arrays held, results included. */
  readonly memoryBytes: number;

  /**
   * Takes moved vertices, numbered as in the mesh given to `createDetector`. Allocates nothing.
   * A wrong length or a coordinate that is not finite throws before anything changes.
   */
  update(positions: Positions): void;
  /** Every (edge, triangle) pair that intersects, touching included, and shares no vertex. */
  findIntersections(options?: FindIntersectionsOptions): Contacts;
  /** Whether there is any intersection; stops at the first. */
  selfIntersects(): boolean;
  /**
   * Lets go of all memory, the kernel's too, without waiting until nobody holds the detector any more; results that were read stay. Any other call
   * then throws. Again is fine.
   */
  dispose(): void;
}

/**
 * {@link PoseContacts} that also says where contacts are and which triangles meet, and whose preparation can be kept. Queries of one pose share one
 * search: triangle pairs after contacts, or the same again, cost next to nothing.
 */
export interface ContactDetector extends PoseContacts {
  findIntersections(options?: FindIntersectionsOptions): Intersections;
  /** Every pair of triangles that intersect and share no vertex. */
  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles;
  /** Where contact `index` of the last `findIntersections` since `update` is, whatever else was asked meanwhile. */
  locate(index: number): ContactLocation;
  /**
   * What was worked out for this mesh, to be given as `prepared` to a later `createDetector`. For `star-contour`; other methods throw.
   */
  serialize(): Uint8Array;
  /** The label given for this triangle in `options.objects`; 0 without labels. */
  objectOf(triangle: number): number;
}

/** A {@link ContactDetector} that can also be asked what is near and what happens on the way. */
export interface Detector<F extends PairFinder = PairFinder> extends ContactDetector {
  /** The method at work: what a method from elsewhere can tell is there. Another one after an `update` that took copies apart. */
  readonly finder: F;
  /**
   * Every pair of triangles at most `distance` apart, now or in a step, with closest points. Pairs that share a vertex are left out; so are
   * those that belong close together in the rest shape, see the option `restRadius`, unless they meet.
   */
  findProximities(options: FindProximitiesOptions): Proximities;
  /**
   * What comes together while every vertex moves straight from where it is (t0, the last `update`) to where `next` has it (t1): every vertex and triangle
   * that it does not belong to, and every two edges without common vertex, that touch on the way, each with the time of it. The pose stays as it is.
   * Pairs that already pierce each other at t0 are `findIntersections`' business.
   */
  findImpacts(next: Positions, options?: FindImpactsOptions): Impacts;
  /** The first of them, null if there is none. Of several at the same time the one with the lowest numbers, vertices before edges. */
  earliestImpact(next: Positions, options?: ImpactOptions): Impact | null;
  /**
   * How far the step to `next` may go, from 0 to `maxTime`, so that nothing touches on the way and every pair that would have touched keeps the part `keepGap` of
   * its distance: the next step can move. Other pairs do not limit it. 0 exactly if something touches at t0, unless `start` is `'ignore'`.
   * With `keepGap: 0` it may end exactly where a pair touches: then the next step from there is 0. With another it may go beyond the time of `earliestImpact`,
   * which is early within the `tolerance`, but not to the impact.
   *
   * The share holds in real numbers: positions computed from it are rounded, and may touch after all. Let {@link Detector.advance} move the vertices
   * instead. Of pairs that already pass through each other it says nothing; `selfIntersects()` tells.
   */
  collisionFreeStep(next: Positions, options?: CollisionFreeStepOptions): number;
  /**
   * Moves the vertices towards `next`, as far as they can go without touching anything, and takes the new pose over as `update` would. Writes it to `out`, in
   * its 32 or 64 bits, or to memory of the detector; `out` may be `next`, or the array that the pose came from. Ends after a few rounds, always.
   *
   * @example
   * const { positions, share, stop } = detector.advance(next);
   */
  advance(next: Positions, out?: Positions, options?: AdvanceOptions): Advance;
  /** With the option `trace`: what the last search visited, and why patches were culled. */
  readonly trace: QueryTrace | null;
}
