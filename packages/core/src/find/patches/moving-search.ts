import type { NodeVertices } from '../../bounds/boxes.ts';
import { MovingBoxes } from '../../bounds/moving-boxes.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { appendMovingPairs, findMovingPairs } from '../find-moving-pairs.ts';
import type { Search } from '../pair-finder.ts';
import type { Preparation } from './preparation.ts';

/**
 * The walk over the test tree for a step: patches that are not adjacent are compared by boxes of both ends. At the leaves all pairs of triangles count, also
 * those that share an edge: their corners that are not shared may come together.
 */
export class MovingSearch {
  readonly #preparation: Preparation;
  readonly #boxes: MovingBoxes;
  readonly #stack: Uint32Array;

  constructor(surface: Surface, preparation: Preparation, nodeVertices: NodeVertices, stack: Uint32Array) {
    this.#preparation = preparation;
    this.#boxes = new MovingBoxes(preparation.tree, surface.triangles, nodeVertices, surface.vertexCount);
    this.#stack = stack;
  }

  get byteLength(): number {
    return this.#boxes.byteLength;
  }

  findPairs({ pose, reach, from, end }: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    this.#boxes.begin(pose.positions, next.positions, reach);
    this.#walk(from, end, out, counters);
    counters.boxesFitted += this.#boxes.fitted;
    out.end();
  }

  #walk(from: number, end: number, out: PairBuffer, counters: Counters): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    for (let node = from; node < end; node++) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        this.#compareLeaves(a, b, out, counters);
        if (out.stopped) return;
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        findMovingPairs(tree, this.#boxes, this.#stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
        if (out.stopped) return;
      }
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
