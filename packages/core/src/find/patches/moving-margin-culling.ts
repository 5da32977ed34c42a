import { createSteepDirectionSet, type SteepDirectionSet } from '../../bounds/direction-set.ts';
import { refitMovingAltitudeMasks } from '../../bounds/moving-altitude-masks.ts';
import type { Counters } from '../../results/counters.ts';
import { LONGEST_WAIT_BITS } from './contour-culling.ts';
import { MovingContourTest } from './moving-contour-test.ts';
import type { CullingSettings } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';
import { longestContour } from './projected-loops.ts';
import { createProjection, projectAlongMask } from './projection.ts';
import { manyHaveAltitude } from './reach-culling.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTesting } from './worth-testing.ts';

/**
 * Proves that features of patches that share no vertex stay farther apart than a reach during a step (margin form of the continuous star-contour). At all times, along one direction: altitudes of all triangles, as they are seen,
 * exceed the reach; so do distances of contour edges that do not follow each other; contour corners are blunt (`MovingContourTest.testMargin`), and the contour is strictly simple with one loop counterclockwise.
 *
 * Then take features F and G without common vertex, at one time, and points of their images that are closest. The sum of the hat functions of F's corners falls from 1 to 0 on the way. Inside of the patch its slope is at most 1 / altitude.
 * Where the way is outside, between contour edges that do not follow each other, that part alone is longer than the reach; across the corner of two edges that do, the sum changes by at most the parts of both edges cut off,
 * so its slope is at most 1 / (|e| sin(θ / 2)). All of these are below 1 / reach, so the way is longer than the reach; and what is seen is no farther apart than what is there.
 */
export class MovingMarginCulling {
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  readonly #directions: SteepDirectionSet;
  readonly #masks: Int32Array;
  /** Per test node: failures in a row, and the step number from which it is tried again. */
  readonly #failures: Uint8Array;
  readonly #nextTry: Uint32Array;
  /** Per patch: the last step in which it was shown free together with another. */
  readonly #freeStep: Uint32Array;
  readonly #projection = createProjection();
  readonly #contour: MovingContourTest;
  #from: Float64Array = new Float64Array(0);
  #to: Float64Array = new Float64Array(0);
  #step = 0;

  constructor(preparation: Preparation, settings: CullingSettings) {
    const { tree, testTree, contourLoops } = preparation;
    this.#preparation = preparation;
    this.#settings = settings;
    this.#directions = createSteepDirectionSet(settings.directions);
    this.#masks = new Int32Array(tree.nodeCount);
    this.#failures = new Uint8Array(testTree.nodeCount);
    this.#nextTry = new Uint32Array(testTree.nodeCount);
    this.#freeStep = new Uint32Array(tree.nodeCount);
    this.#contour = new MovingContourTest(longestContour(contourLoops));
  }

  get byteLength(): number {
    const arrays = [this.#directions.tables, this.#masks, this.#failures, this.#nextTry, this.#freeStep];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#contour.byteLength);
  }

  /** Takes both ends of a step, in a pass over the triangles. False if nothing can be shown. */
  begin(triangles: Uint32Array, from: Float64Array, to: Float64Array, reach: number): boolean {
    if (!manyHaveAltitude(triangles, from, reach) || !manyHaveAltitude(triangles, to, reach)) return false;
    this.#step++;
    this.#from = from;
    this.#to = to;
    this.#contour.reach = reach;
    refitMovingAltitudeMasks(this.#masks, this.#preparation.tree, this.#directions, triangles, from, to, reach);
    return true;
  }

  /** Whether the patches of a test node are shown to keep their distance. */
  isFree(node: number, counters: Counters): boolean {
    const { testTree, contourLoops } = this.#preparation;
    const kind = testTree.kind[node];
    if (kind === NEVER_CULLED || kind === ACROSS_VERTEX) return false;
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    if (kind === WITHIN_PATCH && this.#freeStep[a] === this.#step) return true;
    counters.orientationTests++;
    const mask = this.#masks[a] & this.#masks[b];
    if (mask === 0) return false;
    if (this.#settings.cull === 'orientation') return true;
    if (!isWorthTesting(this.#preparation, node) || this.#nextTry[node] > this.#step) return false;
    const projection = this.#projection;
    projectAlongMask(projection, mask, this.#directions.components);
    counters.contourTests++;
    counters.contourEdges += contourLoops.start[node + 1] - contourLoops.start[node];
    const isFree = this.#contour.testMargin(contourLoops, node, this.#from, this.#to, projection);
    if (isFree && kind === ACROSS_EDGE) {
      this.#freeStep[a] = this.#step;
      this.#freeStep[b] = this.#step;
    }
    this.#remember(node, isFree);
    return isFree;
  }

  #remember(node: number, isFree: boolean): void {
    if (isFree) this.#failures[node] = 0;
    if (isFree || this.#settings.retry === 'always') return;
    const inARow = this.#failures[node];
    this.#nextTry[node] = this.#step + (1 << inARow) + 1;
    if (inARow < LONGEST_WAIT_BITS) this.#failures[node] = inARow + 1;
  }
}
