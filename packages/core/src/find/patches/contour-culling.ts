import { refitDirectionMasks } from '../../bounds/direction-masks.ts';
import type { DirectionSet } from '../../bounds/direction-set.ts';
import { layOut } from '../../pose/arena.ts';
import type { Counters } from '../../results/counters.ts';
import { apartAtVertex } from './apart-at-vertex.ts';
import { CrossingTest } from './crossing-test.ts';
import {
  CONTOUR_FAILED,
  CULLED_AT_VERTEX,
  CULLED_BY_CONTOUR,
  CULLED_WITH_NEIGHBOUR,
  NO_DIRECTION,
  NOT_TRIED,
} from './outcomes.ts';
import type { Preparation } from './preparation.ts';
import { ProjectedLoops } from './projected-loops.ts';
import { createProjection, type Projection, projectAlongMask } from './projection.ts';
import { RadialOrder } from './radial-order.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTestingInPose } from './worth-testing.ts';

/** What is known of nodes from frame to frame: one for all who search. */
export interface CullingMemory {
  /** Per patch: directions that face all its triangles. */
  readonly masks: Int32Array;
  /** Per test node: failures in a row, and the pose number from which it is tried again. */
  readonly failures: Uint8Array;
  readonly nextTry: Uint32Array;
  /** Per patch: the last pose in which it was shown free of contact together with another. */
  readonly freePose: Uint32Array;
}

/** The memory that culling needs. */
export function cullingFields({ tree, testTree }: Preparation) {
  return {
    masks: ['int32', tree.nodeCount],
    failures: ['uint8', testTree.nodeCount],
    nextTry: ['uint32', testTree.nodeCount],
    freePose: ['uint32', tree.nodeCount],
  } as const;
}

/** A test that keeps failing is left out for 1, 2, 4 … up to this many poses. */
export const LONGEST_WAIT_BITS = 5;

/** No outcome yet: a direction was found, and the contour is to be tested. */
export const PROJECTED = -1;

/**
 * Proves patches free of contact: a direction that all triangles of a patch face, and a contour that does not meet itself when projected
 * along it, leave no room for two triangles to meet (star paper §3–4; for any set of triangles, see docs/papers/star-contour.md). With the exact
 * test, tried again after a while where it failed; `PatchCulling` has other choices.
 */
export class ContourCulling {
  readonly directions: DirectionSet;
  readonly memory: CullingMemory;
  /** Along which the last node was seen that had a direction. */
  readonly projection: Projection = createProjection();
  /** Number of the pose at hand. */
  pose = 0;
  /** Masks are those of this pose. */
  fitted = false;
  protected readonly preparation: Preparation;
  readonly #loops: ProjectedLoops;
  readonly #radial: RadialOrder;
  readonly #crossing: CrossingTest;

  constructor(
    preparation: Preparation,
    directions: DirectionSet,
    { masks, failures, nextTry, freePose }: CullingMemory = layOut(cullingFields(preparation)),
  ) {
    this.preparation = preparation;
    this.directions = directions;
    this.memory = { masks, failures, nextTry, freePose };
    this.#loops = new ProjectedLoops(preparation.contourLoops);
    this.#radial = new RadialOrder(this.#loops.capacity);
    this.#crossing = new CrossingTest(this.#loops.capacity);
  }

  /** Besides the memory. */
  get byteLength(): number {
    const scratch = this.#loops.byteLength + this.#radial.byteLength + this.#crossing.byteLength;
    return scratch + this.directions.cellMasks.byteLength;
  }

  /** Takes a new pose, of which nothing is known before `refit`. */
  begin(): void {
    this.pose++;
    this.fitted = false;
  }

  /** Finds directions, in one pass over the triangles, unless that was done for this pose. */
  refit(triangles: Uint32Array, positions: Float64Array): void {
    if (this.fitted) return;
    this.fitted = true;
    refitDirectionMasks(this.memory.masks, this.preparation.tree, this.directions, triangles, positions);
  }

  /** Tries to show that the patches of a test node hold no contact between them; returns an outcome. */
  test(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { pose } = this;
    const { masks, freePose } = this.memory;
    const kind = this.preparation.testTree.kind[node];
    if (kind === NEVER_CULLED) return NOT_TRIED;
    if (kind === WITHIN_PATCH && freePose[a] === pose) return CULLED_WITH_NEIGHBOUR;
    const seen = this.project(node, masks[a] & masks[b], positions, counters);
    if (seen !== PROJECTED) return seen;
    counters.contourTests++;
    const outcome = this.testContour(node, a, b, positions, counters);
    if (kind === ACROSS_EDGE && outcome !== CONTOUR_FAILED) {
      freePose[a] = pose;
      freePose[b] = pose;
    }
    this.remember(node, outcome);
    return outcome;
  }

  /** Chooses a direction among those of the mask. */
  protected project(node: number, mask: number, _positions: Float64Array, counters: Counters): number {
    if (!isWorthTestingInPose(this.preparation, node)) return NOT_TRIED;
    counters.orientationTests++;
    if (mask === 0) return NO_DIRECTION;
    if (this.memory.nextTry[node] > this.pose) return NOT_TRIED;
    projectAlongMask(this.projection, mask, this.directions.components);
    return PROJECTED;
  }

  protected testContour(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { testTree, contourLoops } = this.preparation;
    const { projection } = this;
    const loops = this.#loops;
    if (testTree.kind[node] === ACROSS_VERTEX) {
      const v = testTree.sharedVertex[node];
      return apartAtVertex(contourLoops, a, b, v, positions, projection) ? CULLED_AT_VERTEX : CONTOUR_FAILED;
    }
    loops.load(contourLoops, node, positions, projection);
    counters.contourEdges += loops.count;
    return this.#radial.test(loops) || this.#crossing.test(loops) ? CULLED_BY_CONTOUR : CONTOUR_FAILED;
  }

  protected remember(node: number, outcome: number): void {
    const { failures, nextTry } = this.memory;
    if (outcome !== CONTOUR_FAILED) {
      failures[node] = 0;
      return;
    }
    const inARow = failures[node];
    nextTry[node] = this.pose + (1 << inARow) + 1;
    if (inARow < LONGEST_WAIT_BITS) failures[node] = inARow + 1;
  }
}
