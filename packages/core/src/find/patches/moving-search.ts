import { createSteepDirectionSet } from '../../bounds/direction-set.ts';
import { MovingBoxes } from '../../bounds/moving-boxes.ts';
import type { NodeVertices } from '../../bounds/node-vertices.ts';
import type { KernelStepSearch, StepTerms } from '../../kernel/kernel-step-search.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { appendMovingPairs, findMovingPairs } from '../find-moving-pairs.ts';
import type { Search } from '../pair-finder.ts';
import type { CullingSettings, PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';
import { manyHaveAltitude } from './reach-culling.ts';

type Changeable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The walk over the test tree for a step. The kernel's skips whole patches that culling proves free of impacts and compares patches that are not adjacent by boxes of both ends; without it, boxes are compared alone. At the leaves
 * all pairs of triangles count, also those that share an edge: their corners that are not shared may come together.
 */
export class MovingSearch {
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  /** What is known of the pose at t0: masks, and which contours failed lately. */
  readonly #start: PatchCulling | null;
  readonly #nodeVertices: () => NodeVertices;
  /** Made when first asked for: the kernel has boxes of its own. */
  #boxes: MovingBoxes | null = null;
  readonly #stack: Uint32Array;
  readonly #kernel: MeshKernel | null;
  /** Null where boxes are compared here. */
  readonly #kernelWalk: KernelStepSearch | null;
  readonly #terms: Changeable<StepTerms> = { step: 0, pose: 0, culls: 'nothing', reach: 0, horizon: undefined };
  /** The kernel knows directions of triangles at the end of the step. */
  #endIsKnown = false;

  constructor(
    surface: Surface,
    preparation: Preparation,
    settings: CullingSettings,
    nodeVertices: () => NodeVertices,
    stack: Uint32Array,
    start: PatchCulling | null,
    kernel: MeshKernel | null,
    kernelWalks: boolean,
  ) {
    this.#surface = surface;
    this.#settings = settings;
    this.#start = start;
    this.#preparation = preparation;
    this.#nodeVertices = nodeVertices;
    this.#stack = stack;
    this.#kernel = kernel;
    this.#kernelWalk = kernelWalks ? (kernel?.createStepSearch(settings.cull) ?? null) : null;
  }

  get byteLength(): number {
    return (this.#boxes?.byteLength ?? 0) + (this.#kernelWalk?.byteLength ?? 0);
  }

  findPairs(search: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    this.#endIsKnown = false;
    const kernel = this.#kernelOf(search.pose, next);
    if (kernel !== null) this.#walkByKernel(kernel, search, out, counters);
    else this.#walkHere(search, next, out, counters);
    out.end();
  }

  /** The kernel where it has both poses. */
  #kernelOf(pose: Pose, next: Pose): MeshKernel | null {
    const kernel = this.#kernel;
    if (kernel === null || this.#kernelWalk === null || pose.exactOnly || next.exactOnly) return null;
    return pose.positions === kernel.positions && next.positions === kernel.nextPositions ? kernel : null;
  }

  #walkByKernel(kernel: MeshKernel, search: Search, out: PairBuffer, counters: Counters): void {
    const terms = this.#terms;
    // failures are remembered by it, also of margins
    terms.step++;
    terms.culls = this.#chooseCulling(kernel, search);
    terms.pose = this.#start?.pose ?? 0;
    terms.reach = search.reach;
    terms.horizon = search.horizon;
    this.#kernelWalk!.findPairs(search.from, search.end, terms, out, counters);
  }

  /** Contours say what does not touch; with margins, also by how much. Who wants every pair may want what is near as well. */
  #chooseCulling(kernel: MeshKernel, { reach, margin, everyPair }: Search): StepTerms['culls'] {
    const { triangles } = this.#surface;
    if (this.#start === null || everyPair) return 'nothing';
    const { positions, nextPositions, calls, steepTables } = kernel;
    if (reach === 0) {
      this.#start.refit(triangles, positions);
      calls.refitMovingMasks();
      this.#endIsKnown = true;
      return 'impacts';
    }
    if (margin === undefined || steepTables.length === 0) return 'nothing';
    if (!manyHaveAltitude(triangles, positions, margin) || !manyHaveAltitude(triangles, nextPositions, margin)) {
      return 'nothing';
    }
    // tables never begin with 0
    if (steepTables[0] === 0) createSteepDirectionSet(this.#settings.directions, steepTables);
    calls.refitMarginMasks(margin);
    return 'margin';
  }

  /** The pose is now the end of the step last searched. Whether masks could be taken over. */
  moveToEnd(): boolean {
    if (!this.#endIsKnown) return false;
    this.#endIsKnown = false;
    this.#start!.begin();
    this.#start!.fitted = true;
    this.#kernel!.calls.takeEndMasks();
    return true;
  }

  #walkHere(search: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    const { pose, reach, horizon, from, end } = search;
    const { triangles, vertexCount } = this.#surface;
    this.#boxes ??= new MovingBoxes(this.#preparation.tree, triangles, this.#nodeVertices(), vertexCount);
    if (this.#kernel !== null) out.moveTo(this.#kernel);
    this.#boxes.begin(pose.positions, next.positions, reach, horizon);
    this.#walk(this.#boxes, from, end, out, counters);
    counters.boxesFitted += this.#boxes.fitted;
  }

  #walk(boxes: MovingBoxes, from: number, end: number, out: PairBuffer, counters: Counters): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    for (let node = from; node < end; node++) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        this.#compareLeaves(boxes, a, b, out, counters);
        if (out.stopped) return;
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        findMovingPairs(tree, boxes, this.#stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
        if (out.stopped) return;
      }
    }
  }

  #compareLeaves(boxes: MovingBoxes, a: number, b: number, out: PairBuffer, counters: Counters): void {
    const { firstTriangle, endTriangle } = this.#preparation.tree;
    boxes.ensureTriangles(a);
    boxes.ensureTriangles(b);
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      if (appendMovingPairs(boxes, s, a === b ? s + 1 : firstTriangle[b], endTriangle[b], out, counters)) return;
    }
  }
}
