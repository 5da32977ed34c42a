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
import { MovingCulling } from './moving-culling.ts';
import { MovingMarginCulling } from './moving-margin-culling.ts';
import type { CullingSettings, PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';

type Culling = MovingCulling | MovingMarginCulling;
type Changeable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The walk over the test tree for a step: whole patches that culling proves free of impacts are skipped, patches that are not adjacent are compared by boxes of both ends. At the leaves all pairs of triangles count, also
 * those that share an edge: their corners that are not shared may come together.
 */
export class MovingSearch {
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #settings: CullingSettings;
  readonly #culling: MovingCulling | null;
  /** For searches with a margin; made when first asked for. */
  #marginCulling: MovingMarginCulling | null = null;
  /** What the kernel asks. */
  #asked: Culling | null = null;
  readonly #nodeVertices: () => NodeVertices;
  /** Made when first asked for: the kernel has boxes of its own. */
  #boxes: MovingBoxes | null = null;
  readonly #stack: Uint32Array;
  readonly #kernel: MeshKernel | null;
  /** Null where TypeScript walks. */
  readonly #kernelWalk: KernelStepSearch | null;
  readonly #terms: Changeable<StepTerms> = { step: 0, pose: 0, culls: 'nothing', reach: 0, horizon: undefined };

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
    this.#culling = start === null ? null : new MovingCulling(preparation, settings, start, kernel);
    this.#preparation = preparation;
    this.#nodeVertices = nodeVertices;
    this.#stack = stack;
    this.#kernel = kernel;
    const cullsNode = (node: number, counters: Counters) => this.#asked?.isFree(node, counters) ?? false;
    this.#kernelWalk = kernelWalks ? (kernel?.createStepSearch(settings.cull, { cullsNode }) ?? null) : null;
  }

  get byteLength(): number {
    const walks = (this.#boxes?.byteLength ?? 0) + (this.#kernelWalk?.byteLength ?? 0);
    return walks + (this.#culling?.byteLength ?? 0) + (this.#marginCulling?.byteLength ?? 0);
  }

  findPairs(search: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    const culling = this.#chooseCulling(search, next);
    if (this.#isOfKernel(search.pose, next)) this.#walkByKernel(search, culling, out, counters);
    else this.#walkHere(search, next, culling, out, counters);
    out.end();
  }

  /** Contours say what does not touch; with margins, also by how much. Who wants every pair may want what is near as well. */
  #chooseCulling({ pose, reach, margin, everyPair }: Search, next: Pose): Culling | null {
    const { triangles } = this.#surface;
    const isCertain = !everyPair && !pose.exactOnly && !next.exactOnly;
    if (isCertain && reach === 0) {
      this.#culling?.begin(triangles, pose.positions, next.positions);
      return this.#culling;
    }
    this.#culling?.forgetEnd();
    if (!isCertain || margin === undefined || this.#settings.cull === 'none') return null;
    this.#marginCulling ??= new MovingMarginCulling(this.#preparation, this.#settings);
    const isBegun = this.#marginCulling.begin(triangles, pose.positions, next.positions, margin);
    return isBegun ? this.#marginCulling : null;
  }

  #isOfKernel(pose: Pose, next: Pose): boolean {
    const kernel = this.#kernel;
    if (kernel === null || this.#kernelWalk === null || pose.exactOnly || next.exactOnly) return false;
    return pose.positions === kernel.positions && next.positions === kernel.nextPositions;
  }

  #walkByKernel(search: Search, culling: Culling | null, out: PairBuffer, counters: Counters): void {
    const terms = this.#terms;
    terms.step = this.#culling?.step ?? 0;
    terms.pose = this.#culling?.pose ?? 0;
    terms.culls = culling === null ? 'nothing' : culling === this.#culling ? 'itself' : 'by asking';
    this.#asked = culling;
    terms.reach = search.reach;
    terms.horizon = search.horizon;
    this.#kernelWalk!.findPairs(search.from, search.end, terms, out, counters);
  }

  #walkHere(search: Search, next: Pose, culling: Culling | null, out: PairBuffer, counters: Counters): void {
    const { pose, reach, horizon, from, end } = search;
    const { triangles, vertexCount } = this.#surface;
    this.#boxes ??= new MovingBoxes(this.#preparation.tree, triangles, this.#nodeVertices(), vertexCount);
    if (this.#kernel !== null) out.moveTo(this.#kernel);
    this.#boxes.begin(pose.positions, next.positions, reach, horizon);
    this.#walk(this.#boxes, culling, from, end, out, counters);
    counters.boxesFitted += this.#boxes.fitted;
  }

  /** The pose is now the end of the step last searched. Whether masks could be taken over. */
  moveToEnd(): boolean {
    return this.#culling?.handOver() ?? false;
  }

  #walk(
    boxes: MovingBoxes,
    culling: Culling | null,
    from: number,
    end: number,
    out: PairBuffer,
    counters: Counters,
  ): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, skip, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    for (let node = from; node < end; ) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        this.#compareLeaves(boxes, a, b, out, counters);
        if (out.stopped) return;
        node++;
        continue;
      }
      if (culling?.isFree(node, counters)) {
        counters.patchesCulled++;
        node = skip[node];
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        findMovingPairs(tree, boxes, this.#stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
        if (out.stopped) return;
      }
      node++;
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
