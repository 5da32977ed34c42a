import { MovingBoxes } from '../../bounds/moving-boxes.ts';
import type { NodeVertices } from '../../bounds/node-vertices.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { appendMovingPairs, findMovingPairs } from '../find-moving-pairs.ts';
import type { Search } from '../pair-finder.ts';
import { MovingCulling } from './moving-culling.ts';
import type { CullingSettings, PatchCulling } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';

/**
 * The walk over the test tree for a step: whole patches that culling proves free of impacts are skipped, patches that are not adjacent are compared by boxes of both ends. At the leaves all pairs of triangles count, also
 * those that share an edge: their corners that are not shared may come together.
 */
export class MovingSearch {
  readonly #surface: Surface;
  readonly #preparation: Preparation;
  readonly #culling: MovingCulling | null;
  readonly #boxes: MovingBoxes;
  readonly #stack: Uint32Array;
  readonly #kernel: MeshKernel | null;

  constructor(
    surface: Surface,
    preparation: Preparation,
    settings: CullingSettings,
    nodeVertices: NodeVertices,
    stack: Uint32Array,
    start: PatchCulling | null,
    kernel: MeshKernel | null,
  ) {
    this.#surface = surface;
    this.#culling = start === null ? null : new MovingCulling(preparation, settings, start, kernel);
    this.#preparation = preparation;
    this.#boxes = new MovingBoxes(preparation.tree, surface.triangles, nodeVertices, surface.vertexCount);
    this.#stack = stack;
    this.#kernel = kernel;
  }

  get byteLength(): number {
    return this.#boxes.byteLength + (this.#culling?.byteLength ?? 0);
  }

  findPairs(search: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    const { pose, reach, horizon, everyPair, from, end } = search;
    if (this.#kernel !== null) out.moveTo(this.#kernel);
    this.#boxes.begin(pose.positions, next.positions, reach, horizon);
    // certificates say what does not touch, not by how much; who wants every pair may want what is near, too
    const isCertain = reach === 0 && !everyPair && !pose.exactOnly && !next.exactOnly;
    const culling = isCertain ? this.#culling : null;
    if (culling === null) this.#culling?.forgetEnd();
    else culling.begin(this.#surface.triangles, pose.positions, next.positions);
    this.#walk(culling, from, end, out, counters);
    counters.boxesFitted += this.#boxes.fitted;
    out.end();
  }

  /** The pose is now the end of the step last searched. Whether masks could be taken over. */
  moveToEnd(): boolean {
    return this.#culling?.handOver() ?? false;
  }

  #walk(culling: MovingCulling | null, from: number, end: number, out: PairBuffer, counters: Counters): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, skip, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    for (let node = from; node < end; ) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        this.#compareLeaves(a, b, out, counters);
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
        findMovingPairs(tree, this.#boxes, this.#stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
        if (out.stopped) return;
      }
      node++;
    }
  }

  #compareLeaves(a: number, b: number, out: PairBuffer, counters: Counters): void {
    const { firstTriangle, endTriangle } = this.#preparation.tree;
    const boxes = this.#boxes;
    boxes.ensureTriangles(a);
    boxes.ensureTriangles(b);
    for (let s = firstTriangle[a]; s < endTriangle[a]; s++) {
      if (appendMovingPairs(boxes, s, a === b ? s + 1 : firstTriangle[b], endTriangle[b], out, counters)) return;
    }
  }
}
