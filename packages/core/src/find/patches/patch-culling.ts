import { refitDirectionMasks } from '../../bounds/direction-masks.ts';
import { createDirectionSet, type DirectionSet } from '../../bounds/direction-set.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import { layOut } from '../../pose/arena.ts';
import type { Counters } from '../../results/counters.ts';
import { apartAtVertex } from './apart-at-vertex.ts';
import { VERTEX_BITS } from './contour-loops.ts';
import { CrossingTest } from './crossing-test.ts';
import {
  CONTOUR_FAILED,
  CULLED_AT_VERTEX,
  CULLED_BY_CONTOUR,
  CULLED_BY_DIRECTION,
  CULLED_BY_STAR,
  CULLED_WITH_NEIGHBOUR,
  NO_DIRECTION,
  NOT_TRIED,
} from './outcomes.ts';
import type { Preparation } from './preparation.ts';
import { ProjectedLoops } from './projected-loops.ts';
import { createProjection, type Projection, projectAlongMask } from './projection.ts';
import { RadialOrder } from './radial-order.ts';
import type { SegmentStarTest } from './segment-star-test.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from './test-tree.ts';

export interface CullingSettings {
  /** `'none'` tests everything; `'orientation'` trusts directions without a contour test, and may miss contacts. */
  readonly cull: 'contour' | 'orientation' | 'none';
  readonly contourTest: 'star' | 'exact' | 'star-then-exact';
  readonly directions: 14 | 31;
  /** When a contour test that failed is tried again. */
  readonly retry: 'back-off' | 'rest-shape' | 'always';
}

export const USUAL_CULLING: CullingSettings = {
  cull: 'contour',
  contourTest: 'exact',
  directions: 31,
  retry: 'back-off',
};

/** Smaller patches are cheaper to test triangle by triangle than by their contour (measured; 8 to 64 are much alike). */
export const LEAST_WITHIN = 8;
export const LEAST_ACROSS = 16;

export function isWorthTesting({ testTree, tree }: Preparation, node: number): boolean {
  const { firstTriangle, endTriangle } = tree;
  const a = testTree.patchA[node];
  const size = endTriangle[a] - firstTriangle[a];
  if (testTree.kind[node] === WITHIN_PATCH) return size >= LEAST_WITHIN;
  const b = testTree.patchB[node];
  return size + endTriangle[b] - firstTriangle[b] >= LEAST_ACROSS;
}

/** 1 for every test node whose contour may be tested. */
export function nodesWithContour(preparation: Preparation): Uint8Array {
  const { kind, nodeCount } = preparation.testTree;
  const has = (node: number) => kind[node] === WITHIN_PATCH || kind[node] === ACROSS_EDGE;
  return Uint8Array.from({ length: nodeCount }, (_, node) => (has(node) && isWorthTesting(preparation, node) ? 1 : 0));
}

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

/** The memory that `PatchCulling` needs. */
export function cullingFields({ tree, testTree }: Preparation) {
  return {
    masks: ['int32', tree.nodeCount],
    failures: ['uint8', testTree.nodeCount],
    nextTry: ['uint32', testTree.nodeCount],
    freePose: ['uint32', tree.nodeCount],
  } as const;
}

/** What a test writes down while it runs: each who searches has one. */
export interface CullingScratch {
  readonly projection: Projection;
  readonly loops: ProjectedLoops;
  readonly radial: RadialOrder;
  readonly crossing: CrossingTest;
  /** Null where only the exact test is wanted. */
  readonly star: SegmentStarTest | null;
}

export function createCullingScratch(
  { contourLoops }: Preparation,
  star: SegmentStarTest | null = null,
): CullingScratch {
  const loops = new ProjectedLoops(contourLoops);
  const radial = new RadialOrder(loops.capacity);
  return { projection: createProjection(), loops, radial, crossing: new CrossingTest(loops.capacity), star };
}

/** A test that keeps failing is left out for 1, 2, 4 … up to this many poses. */
export const LONGEST_WAIT_BITS = 5;

/**
 * Proves patches free of contact: a direction that all triangles of a patch face, and a contour that does not meet itself when projected
 * along it, leave no room for two triangles to meet (star paper §3–4; for any set of triangles, see docs/papers/star-contour.md).
 */
export class PatchCulling {
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  readonly #directions: DirectionSet;
  readonly memory: CullingMemory;
  readonly kernel: MeshKernel | null;
  readonly #scratch: CullingScratch;
  /** Test nodes from … end − 1 for which the projection holds: those below the one for which it was found. Only with the star test. */
  #projectedFrom = 0;
  #projectedEnd = 0;
  #pose = 0;
  /** Masks are those of this pose. */
  fitted = false;
  /** Of single triangles: once a step was searched, which needs them. The kernel always has them. */
  triangleMasks: Int32Array | null = null;

  constructor(
    preparation: Preparation,
    settings: CullingSettings,
    memory: CullingMemory = layOut(cullingFields(preparation)),
    scratch: CullingScratch = createCullingScratch(preparation),
    kernel: MeshKernel | null = null,
  ) {
    this.#preparation = preparation;
    this.#settings = settings;
    this.kernel = kernel;
    const directions = createDirectionSet(settings.directions);
    const cellMasks = kernel?.useMasks(memory.masks, directions.cellMasks) ?? directions.cellMasks;
    this.#directions = { ...directions, cellMasks };
    const { masks, failures, nextTry, freePose } = memory;
    this.memory = { masks, failures, nextTry, freePose };
    this.#scratch = scratch;
  }

  /** Besides the memory. */
  get byteLength(): number {
    const { loops, radial, crossing, star } = this.#scratch;
    const scratch = loops.byteLength + radial.byteLength + crossing.byteLength + (star?.byteLength ?? 0);
    return (
      scratch +
      (this.kernel === null ? this.#directions.cellMasks.byteLength : 0) +
      (this.triangleMasks?.byteLength ?? 0)
    );
  }

  /** Along which the last node was seen that had a direction. */
  get projection(): Readonly<Projection> {
    return this.#scratch.projection;
  }

  get directions(): DirectionSet {
    return this.#directions;
  }

  /** Number of the pose at hand. */
  get pose(): number {
    return this.#pose;
  }

  /** Takes a new pose, of which nothing is known before `refit`. */
  begin(): void {
    this.#pose++;
    this.#projectedEnd = 0;
    this.fitted = false;
  }

  /** Finds directions, in one pass over the triangles, unless that was done for this pose. */
  refit(triangles: Uint32Array, positions: Float64Array): void {
    if (this.fitted) return;
    this.fitted = true;
    if (this.kernel !== null && positions === this.kernel.positions) {
      this.kernel.calls.refitMasks();
      return;
    }
    const { tree } = this.#preparation;
    const perTriangle = this.kernel?.triangleMasks ?? this.triangleMasks;
    refitDirectionMasks(this.memory.masks, tree, this.#directions, triangles, positions, perTriangle);
  }

  /** Tries to show that the patches of a test node hold no contact between them; returns an outcome. */
  test(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { testTree } = this.#preparation;
    const { masks, freePose, nextTry } = this.memory;
    const { star, projection } = this.#scratch;
    const kind = testTree.kind[node];
    if (kind === NEVER_CULLED) return NOT_TRIED;
    if (kind === WITHIN_PATCH && freePose[a] === this.#pose) return CULLED_WITH_NEIGHBOUR;
    if (node < this.#projectedFrom || node >= this.#projectedEnd) {
      counters.orientationTests++;
      const mask = masks[a] & masks[b];
      if (mask === 0) return NO_DIRECTION;
      if (this.#settings.cull === 'orientation') return CULLED_BY_DIRECTION;
      if (!isWorthTesting(this.#preparation, node)) return NOT_TRIED;
      // with the star test a direction is kept for all that is below, so that bounds of segments are shared (star paper §6.3)
      if (star === null && nextTry[node] > this.#pose) return NOT_TRIED;
      projectAlongMask(projection, mask, this.#directions.components);
      if (star !== null) this.#keepProjection(star, node, positions);
    } else if (!isWorthTesting(this.#preparation, node)) return NOT_TRIED;
    if (nextTry[node] > this.#pose) return NOT_TRIED;

    counters.contourTests++;
    const outcome = this.#testContour(node, a, b, positions, counters);
    if (kind === ACROSS_EDGE && outcome !== CONTOUR_FAILED) {
      freePose[a] = this.#pose;
      freePose[b] = this.#pose;
    }
    this.#remember(node, outcome);
    return outcome;
  }

  #keepProjection(star: SegmentStarTest, node: number, positions: Float64Array): void {
    const { testTree, contourLoops } = this.#preparation;
    this.#projectedFrom = node;
    this.#projectedEnd = testTree.skip[node];
    const first = contourLoops.vertices[contourLoops.start[node]] & VERTEX_BITS;
    star.begin(
      positions,
      this.#scratch.projection,
      testTree.kind[node] === ACROSS_VERTEX ? testTree.sharedVertex[node] : first,
    );
  }

  #testContour(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { testTree, contourLoops } = this.#preparation;
    const { loops, projection, radial, crossing, star } = this.#scratch;
    if (testTree.kind[node] === ACROSS_VERTEX) {
      const v = testTree.sharedVertex[node];
      return apartAtVertex(contourLoops, a, b, v, positions, projection) ? CULLED_AT_VERTEX : CONTOUR_FAILED;
    }
    if (star?.test(node, counters)) return CULLED_BY_STAR;
    if (this.#settings.contourTest === 'star') return CONTOUR_FAILED;
    loops.load(contourLoops, node, positions, projection);
    counters.contourEdges += loops.count;
    return radial.test(loops) || crossing.test(loops) ? CULLED_BY_CONTOUR : CONTOUR_FAILED;
  }

  #remember(node: number, outcome: number): void {
    const { failures, nextTry } = this.memory;
    if (outcome !== CONTOUR_FAILED) {
      failures[node] = 0;
      return;
    }
    const { retry } = this.#settings;
    if (retry === 'always') return;
    if (retry === 'rest-shape') {
      // the first pose is the rest shape
      if (this.#pose === 1) nextTry[node] = 0xffffffff;
      return;
    }
    const inARow = failures[node];
    nextTry[node] = this.#pose + (1 << inARow) + 1;
    if (inARow < LONGEST_WAIT_BITS) failures[node] = inARow + 1;
  }
}
