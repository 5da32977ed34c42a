import { refitDirectionMasks } from '../../bounds/direction-masks.ts';
import { createDirectionSet, type DirectionSet } from '../../bounds/direction-set.ts';
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

/** Smaller patches are cheaper to test triangle by triangle than by their contour (measured; 8 to 64 are much alike). */
const LEAST_WITHIN = 8;
const LEAST_ACROSS = 16;

function isWorthTesting({ testTree, tree }: Preparation, node: number): boolean {
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

/** A test that keeps failing is left out for 1, 2, 4 … up to this many poses. */
const LONGEST_WAIT_BITS = 5;

/**
 * Proves patches free of contact: a direction that all triangles of a patch face, and a contour that does not meet itself when projected
 * along it, leave no room for two triangles to meet (star paper §3–4; for any set of triangles, see docs/papers/star-contour.md).
 */
export class PatchCulling {
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  readonly #directions: DirectionSet;
  readonly #masks: Int32Array;
  readonly #projection: Projection = createProjection();
  readonly #contour: ProjectedLoops;
  readonly #radial: RadialOrder;
  readonly #simple: CrossingTest;
  /** Null where only the exact test is wanted. */
  readonly #star: SegmentStarTest | null;
  /** Test nodes from … end − 1 for which the projection holds: those below the one for which it was found. Only with the star test. */
  #projectedFrom = 0;
  #projectedEnd = 0;
  /** Per test node: failures in a row, and the pose number from which it is tried again. */
  readonly #failures: Uint8Array;
  readonly #nextTry: Uint32Array;
  /** Per patch: the last pose in which it was shown free of contact together with another. */
  readonly #freePose: Uint32Array;
  #pose = 0;

  /** @param star Needed unless `contourTest` is `'exact'`. */
  constructor(preparation: Preparation, settings: CullingSettings, star: SegmentStarTest | null = null) {
    this.#preparation = preparation;
    this.#settings = settings;
    this.#star = star;
    this.#directions = createDirectionSet(settings.directions);
    this.#masks = new Int32Array(preparation.tree.nodeCount);
    this.#contour = new ProjectedLoops(preparation.contourLoops);
    this.#radial = new RadialOrder(this.#contour.capacity);
    this.#simple = new CrossingTest(this.#contour.capacity);
    this.#failures = new Uint8Array(preparation.testTree.nodeCount);
    this.#nextTry = new Uint32Array(preparation.testTree.nodeCount);
    this.#freePose = new Uint32Array(preparation.tree.nodeCount);
  }

  get byteLength(): number {
    const { cellMasks } = this.#directions;
    const arrays = [this.#masks, this.#failures, this.#nextTry, this.#freePose, cellMasks];
    const scratch =
      this.#contour.byteLength + this.#radial.byteLength + this.#simple.byteLength + (this.#star?.byteLength ?? 0);
    return arrays.reduce((bytes, array) => bytes + array.byteLength, scratch);
  }

  /** Takes a new pose: one pass over the triangles. */
  refit(triangles: Uint32Array, positions: Float64Array): void {
    this.#pose++;
    this.#projectedEnd = 0;
    refitDirectionMasks(this.#masks, this.#preparation.tree, this.#directions, triangles, positions);
  }

  /** Tries to show that the patches of a test node hold no contact between them; returns an outcome. */
  test(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { testTree } = this.#preparation;
    const kind = testTree.kind[node];
    if (kind === NEVER_CULLED) return NOT_TRIED;
    if (kind === WITHIN_PATCH && this.#freePose[a] === this.#pose) return CULLED_WITH_NEIGHBOUR;
    if (node < this.#projectedFrom || node >= this.#projectedEnd) {
      counters.orientationTests++;
      const mask = this.#masks[a] & this.#masks[b];
      if (mask === 0) return NO_DIRECTION;
      if (this.#settings.cull === 'orientation') return CULLED_BY_DIRECTION;
      if (!isWorthTesting(this.#preparation, node)) return NOT_TRIED;
      // with the star test a direction is kept for all that is below, so that bounds of segments are shared (star paper §6.3)
      if (this.#star === null && this.#nextTry[node] > this.#pose) return NOT_TRIED;
      projectAlongMask(this.#projection, mask, this.#directions.components);
      if (this.#star !== null) this.#keepProjection(this.#star, node, positions);
    } else if (!isWorthTesting(this.#preparation, node)) return NOT_TRIED;
    if (this.#nextTry[node] > this.#pose) return NOT_TRIED;

    counters.contourTests++;
    const outcome = this.#testContour(node, a, b, positions, counters);
    if (kind === ACROSS_EDGE && outcome !== CONTOUR_FAILED) {
      this.#freePose[a] = this.#pose;
      this.#freePose[b] = this.#pose;
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
      this.#projection,
      testTree.kind[node] === ACROSS_VERTEX ? testTree.sharedVertex[node] : first,
    );
  }

  #testContour(node: number, a: number, b: number, positions: Float64Array, counters: Counters): number {
    const { testTree, contourLoops } = this.#preparation;
    const contour = this.#contour;
    if (testTree.kind[node] === ACROSS_VERTEX) {
      const v = testTree.sharedVertex[node];
      return apartAtVertex(contourLoops, a, b, v, positions, this.#projection) ? CULLED_AT_VERTEX : CONTOUR_FAILED;
    }
    if (this.#star?.test(node, counters)) return CULLED_BY_STAR;
    if (this.#settings.contourTest === 'star') return CONTOUR_FAILED;
    contour.load(contourLoops, node, positions, this.#projection);
    counters.contourEdges += contour.count;
    return this.#radial.test(contour) || this.#simple.test(contour) ? CULLED_BY_CONTOUR : CONTOUR_FAILED;
  }

  #remember(node: number, outcome: number): void {
    if (outcome !== CONTOUR_FAILED) {
      this.#failures[node] = 0;
      return;
    }
    const { retry } = this.#settings;
    if (retry === 'always') return;
    if (retry === 'rest-shape') {
      // the first pose is the rest shape
      if (this.#pose === 1) this.#nextTry[node] = 0xffffffff;
      return;
    }
    const failures = this.#failures[node];
    this.#nextTry[node] = this.#pose + (1 << failures) + 1;
    if (failures < LONGEST_WAIT_BITS) this.#failures[node] = failures + 1;
  }
}
