import type { Boxes } from '../../bounds/boxes.ts';
import { refitDirectionMasks } from '../../bounds/direction-masks.ts';
import { createDirectionSet } from '../../bounds/direction-set.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Counters } from '../../results/counters.ts';
import { ContourCulling, type CullingMemory, PROJECTED } from './contour-culling.ts';
import { VERTEX_BITS } from './contour-loops.ts';
import { CONTOUR_FAILED, CULLED_BY_DIRECTION, CULLED_BY_STAR, NO_DIRECTION, NOT_TRIED } from './outcomes.ts';
import type { Preparation } from './preparation.ts';
import { type Projection, projectAlongMask } from './projection.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTestingInPose } from './worth-testing.ts';

export interface CullingSettings {
  /** `'none'` tests everything; `'orientation'` trusts directions without a contour test, and may miss contacts. */
  readonly cull: 'contour' | 'orientation' | 'none';
  readonly contourTest: 'star' | 'exact' | 'star-then-exact';
  readonly directions: 14 | 31;
  /** When a contour test that failed is tried again. */
  readonly retry: 'back-off' | 'rest-shape' | 'always';
}

/** A test of contours that goes ahead of the exact one, or instead of it: the star paper's. */
export interface StarTest {
  readonly byteLength: number;
  /** A pose, seen along a direction from a vertex. */
  begin(positions: Float64Array, projection: Projection, origin: number): void;
  /** Whether the contour of a test node does not cross itself. */
  test(node: number, counters: Counters): boolean;
}

export const USUAL_CULLING: CullingSettings = {
  cull: 'contour',
  contourTest: 'exact',
  directions: 31,
  retry: 'back-off',
};

/** 1 for every test node whose contour may be tested. */
export function nodesWithContour(preparation: Preparation): Uint8Array {
  const { kind, nodeCount } = preparation.testTree;
  const has = (node: number) => kind[node] === WITHIN_PATCH || kind[node] === ACROSS_EDGE;
  return Uint8Array.from({ length: nodeCount }, (_, node) =>
    has(node) && isWorthTestingInPose(preparation, node) ? 1 : 0,
  );
}

/** `ContourCulling` with all choices, and the kernel where there is one. */
export class PatchCulling extends ContourCulling {
  readonly kernel: MeshKernel | null;
  readonly #settings: CullingSettings;
  /** Null where only the exact test is wanted. */
  readonly #star: StarTest | null;
  /** Test nodes from … end − 1 for which the projection holds: those below the one for which it was found. Only with the star test. */
  #projectedFrom = 0;
  #projectedEnd = 0;
  #offered = false;

  constructor(
    preparation: Preparation,
    settings: CullingSettings,
    memory?: CullingMemory,
    star: StarTest | null = null,
    kernel: MeshKernel | null = null,
  ) {
    const directions = createDirectionSet(settings.directions);
    const cellMasks = (memory && kernel?.useMasks(directions.cellMasks)) ?? directions.cellMasks;
    super(preparation, { ...directions, cellMasks }, memory);
    this.kernel = kernel;
    this.#settings = settings;
    this.#star = star;
  }

  override get byteLength(): number {
    const ofKernel = this.kernel === null ? 0 : this.directions.cellMasks.byteLength;
    return super.byteLength - ofKernel + (this.#star?.byteLength ?? 0);
  }

  override begin(): void {
    super.begin();
    this.#projectedEnd = 0;
    this.#offered = false;
  }

  override refit(triangles: Uint32Array, positions: Float64Array): void {
    if (this.fitted) return;
    if (this.kernel !== null && positions === this.kernel.positions) {
      const { calls, hasPlaces } = this.kernel;
      if (this.#offered && !hasPlaces) calls.refitMasks();
      else this.refitTriangles(this.kernel);
      calls.joinMasks();
      this.fitted = true;
      return;
    }
    this.fitted = true;
    refitDirectionMasks(this.memory.masks, this.preparation.tree, this.directions, triangles, positions);
  }

  /** Whether the kernel has directions of single triangles of the pose, or works them out when it asks for them, of places that are there. */
  hasTriangles(boxes: Boxes): boolean {
    // also where they were offered before: somebody may have taken the places away
    if (this.#offered && !this.fitted) boxes.hasLinearPlaces();
    return this.fitted || this.#offered;
  }

  /** Directions of single triangles, by the kernel and of its pose, which is all that its walk needs; unless all are wanted, those that it asks for. */
  refitTriangles({ calls }: MeshKernel, boxes: Boxes | null = null, all = true): void {
    if (this.fitted) return;
    const fromPlaces = boxes?.hasLinearPlaces() ?? false;
    if (this.#offered) return;
    this.#offered = true;
    // whoever has boxes has places too, from which it is faster
    if (!fromPlaces) calls.refitMasks();
    else if (all) calls.refitPlaceMasks();
    else calls.offerPlaceMasks();
  }

  protected override project(node: number, mask: number, positions: Float64Array, counters: Counters): number {
    const star = this.#star;
    if (this.#settings.cull === 'orientation') {
      counters.orientationTests++;
      return mask === 0 ? NO_DIRECTION : CULLED_BY_DIRECTION;
    }
    if (star === null) return super.project(node, mask, positions, counters);
    if (!isWorthTestingInPose(this.preparation, node)) return NOT_TRIED;
    // a direction is kept for all that is below, so that bounds of segments are shared (star paper §6.3)
    if (node < this.#projectedFrom || node >= this.#projectedEnd) {
      counters.orientationTests++;
      if (mask === 0) return NO_DIRECTION;
      projectAlongMask(this.projection, mask, this.directions.components);
      this.#keepProjection(star, node, positions);
    }
    return this.memory.nextTry[node] > this.pose ? NOT_TRIED : PROJECTED;
  }

  #keepProjection(star: StarTest, node: number, positions: Float64Array): void {
    const { testTree, contourLoops } = this.preparation;
    this.#projectedFrom = node;
    this.#projectedEnd = testTree.skip[node];
    const first = contourLoops.vertices[contourLoops.start[node]] & VERTEX_BITS;
    const origin = testTree.kind[node] === ACROSS_VERTEX ? testTree.sharedVertex[node] : first;
    star.begin(positions, this.projection, origin);
  }

  protected override testContour(
    node: number,
    a: number,
    b: number,
    positions: Float64Array,
    counters: Counters,
  ): number {
    if (this.#star !== null && this.preparation.testTree.kind[node] !== ACROSS_VERTEX) {
      if (this.#star.test(node, counters)) return CULLED_BY_STAR;
      if (this.#settings.contourTest === 'star') return CONTOUR_FAILED;
    }
    return super.testContour(node, a, b, positions, counters);
  }

  protected override remember(node: number, outcome: number): void {
    const { retry } = this.#settings;
    if (retry === 'back-off' || outcome !== CONTOUR_FAILED) super.remember(node, outcome);
    // the first pose is the rest shape
    else if (retry === 'rest-shape' && this.pose === 1) this.memory.nextTry[node] = 0xffffffff;
  }
}
