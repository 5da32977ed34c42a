import { joinDirectionMasks } from '../../bounds/direction-masks.ts';
import { refitMovingMasks } from '../../bounds/moving-direction-masks.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { PatchTree } from '../../partition/patch-tree.ts';
import type { Counters } from '../../results/counters.ts';
import { apartAtVertexThroughout } from './apart-at-vertex.ts';
import { LONGEST_WAIT_BITS } from './contour-culling.ts';
import { MovingContourTest } from './moving-contour-test.ts';
import type { CullingSettings, PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';
import { longestContour } from './projected-loops.ts';
import { createProjection, projectAlongMask } from './projection.ts';
import { ACROSS_EDGE, ACROSS_VERTEX, NEVER_CULLED, WITHIN_PATCH } from './test-tree.ts';
import { isWorthTesting } from './worth-testing.ts';

/**
 * Proves patches free of impacts: one direction that all triangles of a patch face at all times of a step, and a contour that is simple along it at all times. Then,
 * at each time, the projection is one to one on the patch (star-contour theorem): no two features of it without a common vertex touch, whoever owns them.
 */
export class MovingCulling {
  readonly #preparation: Preparation;
  readonly #orientationOnly: boolean;
  readonly #retry: CullingSettings['retry'];
  /** What is known of the pose at t0: masks, and which contours failed lately. */
  readonly #start: PatchCulling;
  /** Its memory has both kinds of masks, if there is one. */
  readonly #kernel: MeshKernel | null;
  readonly #masks: Int32Array;
  /** Of single triangles at t1; the next pose may take them over. */
  #endMasks: Int32Array;
  #endIsKnown = false;
  /** Per test node: failures in a row, and the step number from which it is tried again. */
  readonly #failures: Uint8Array;
  readonly #nextTry: Uint32Array;
  /** Per patch: the last step in which it was shown free of impacts together with another. */
  readonly #freeStep: Uint32Array;
  readonly #projection = createProjection();
  /** Made when first asked for: the kernel has one of its own. */
  #contour: MovingContourTest | null = null;
  #from: Float64Array = new Float64Array(0);
  #to: Float64Array = new Float64Array(0);
  #step = 0;

  constructor(
    preparation: Preparation,
    settings: CullingSettings,
    start: PatchCulling,
    kernel: MeshKernel | null = null,
  ) {
    const { tree, testTree } = preparation;
    this.#preparation = preparation;
    this.#orientationOnly = settings.cull === 'orientation';
    this.#retry = settings.retry;
    this.#start = start;
    this.#kernel = kernel;
    this.#masks = kernel?.movingMasks ?? new Int32Array(tree.nodeCount);
    this.#endMasks = kernel?.endMasks ?? new Int32Array(tree.order.length);
    this.#failures = kernel?.stepArrays.stepFailures ?? new Uint8Array(testTree.nodeCount);
    this.#nextTry = kernel?.stepArrays.nextStepTry ?? new Uint32Array(testTree.nodeCount);
    this.#freeStep = kernel?.stepArrays.freeStep ?? new Uint32Array(tree.nodeCount);
  }

  get byteLength(): number {
    const own = [this.#masks, this.#endMasks, this.#failures, this.#nextTry, this.#freeStep];
    const arrays = this.#kernel === null ? own : [];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, this.#contour?.byteLength ?? 0);
  }

  /** Number of the step, by which failures are remembered, and that of its first pose. */
  get step(): number {
    return this.#step;
  }

  get pose(): number {
    return this.#start.pose;
  }

  /** Takes both ends of a step: one pass over the triangles. */
  begin(triangles: Uint32Array, from: Float64Array, to: Float64Array): void {
    this.#step++;
    this.#from = from;
    this.#to = to;
    this.#endIsKnown = true;
    const { directions } = this.#start;
    const startMasks = triangleMasksOf(this.#start, triangles, from);
    const kernel = this.#kernel;
    if (kernel !== null && from === kernel.positions && to === kernel.nextPositions) {
      kernel.calls.refitMovingMasks();
      return;
    }
    const { tree } = this.#preparation;
    refitMovingMasks(this.#masks, tree, directions, triangles, from, to, startMasks, this.#endMasks);
  }

  /** A step was searched without a look at directions. */
  forgetEnd(): void {
    this.#endIsKnown = false;
  }

  /** Lets the culling of single poses go on from the end of the step; false if nothing is known of it. */
  handOver(): boolean {
    if (!this.#endIsKnown) return false;
    this.#endIsKnown = false;
    this.#endMasks = refitFrom(this.#start, this.#preparation.tree, this.#endMasks);
    return true;
  }

  /** Whether the patches of a test node are shown to hold no impact between them. */
  isFree(node: number, counters: Counters): boolean {
    const { testTree, contourLoops } = this.#preparation;
    const kind = testTree.kind[node];
    if (kind === NEVER_CULLED) return false;
    const a = testTree.patchA[node];
    const b = testTree.patchB[node];
    if (kind === WITHIN_PATCH && this.#freeStep[a] === this.#step) return true;
    counters.orientationTests++;
    const mask = this.#masks[a] & this.#masks[b];
    if (mask === 0) return false;
    if (this.#orientationOnly) return true;
    if (!isWorthTesting(this.#preparation, node) || this.#nextTry[node] > this.#step) return false;
    // a contour that failed lately in one pose is not worth testing over a step either
    if (this.#start.memory.nextTry[node] > this.#start.pose) return false;
    const projection = this.#projection;
    projectAlongMask(projection, mask, this.#start.directions.components);
    counters.contourTests++;
    let isFree: boolean;
    if (kind === ACROSS_VERTEX) {
      const v = testTree.sharedVertex[node];
      isFree = apartAtVertexThroughout(contourLoops, a, b, v, this.#from, this.#to, projection);
    } else {
      counters.contourEdges += contourLoops.start[node + 1] - contourLoops.start[node];
      this.#contour ??= new MovingContourTest(longestContour(contourLoops));
      isFree = this.#contour.test(contourLoops, node, this.#from, this.#to, projection);
    }
    if (isFree && kind === ACROSS_EDGE) {
      this.#freeStep[a] = this.#step;
      this.#freeStep[b] = this.#step;
    }
    this.#remember(node, isFree);
    return isFree;
  }

  #remember(node: number, isFree: boolean): void {
    if (isFree) this.#failures[node] = 0;
    if (isFree || this.#retry === 'always') return;
    const inARow = this.#failures[node];
    this.#nextTry[node] = this.#step + (1 << inARow) + 1;
    if (inARow < LONGEST_WAIT_BITS) this.#failures[node] = inARow + 1;
  }
}

/** Masks of single triangles in the pose at hand. */
function triangleMasksOf(culling: PatchCulling, triangles: Uint32Array, positions: Float64Array): Int32Array {
  if (culling.kernel === null && culling.triangleMasks === null) {
    culling.triangleMasks = new Int32Array(triangles.length / 3);
    culling.fitted = false;
  }
  culling.refit(triangles, positions);
  return culling.kernel?.triangleMasks ?? culling.triangleMasks!;
}

/** Takes a new pose whose masks are known triangle by triangle; with the kernel, those are its `endMasks`. Returns an array as long that is no longer needed. */
function refitFrom(culling: PatchCulling, tree: PatchTree, triangleMasks: Int32Array): Int32Array {
  culling.begin();
  culling.fitted = true;
  if (culling.kernel !== null) {
    culling.kernel.calls.takeEndMasks();
    return triangleMasks;
  }
  joinDirectionMasks(culling.memory.masks, tree, triangleMasks);
  const unused = culling.triangleMasks ?? new Int32Array(triangleMasks.length);
  culling.triangleMasks = triangleMasks;
  return unused;
}
