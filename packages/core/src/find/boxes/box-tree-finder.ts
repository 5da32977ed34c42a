import { Boxes } from '../../bounds/boxes.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionByCentroids } from '../../partition/centroid-partition.ts';
import { type PatchTree, treeBytes } from '../../partition/patch-tree.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { createPairStack, findBoxPairs } from '../find-box-pairs.ts';
import type { PairFinder } from '../pair-finder.ts';

/** A tree of axis-aligned boxes tested against itself. No culling by shape: neighbours are always tested. */
export class BoxTreeFinder implements PairFinder {
  readonly surface: Surface;
  readonly #tree: PatchTree;
  readonly #boxes: Boxes;
  readonly #stack: Uint32Array;

  constructor(surface: Surface, rest: Float64Array, maxLeafTriangles: number) {
    this.#tree = partitionByCentroids(surface.triangles, rest, maxLeafTriangles);
    this.surface = reorderSurface(surface, this.#tree.order);
    this.#boxes = new Boxes(this.#tree, this.surface.triangles, surface.vertexCount);
    this.#stack = createPairStack(this.#tree);
  }

  get memoryBytes(): number {
    return treeBytes(this.#tree) + this.#boxes.byteLength + this.#stack.byteLength;
  }

  refit(pose: Pose): void {
    this.#boxes.begin(pose.positions);
    this.#boxes.refitAll();
  }

  /** Every pair of triangles meets below exactly one node, where they go to different children, or in one leaf. */
  findPairs(_pose: Pose, out: PairBuffer, counters: Counters): void {
    const { nodeCount, rightChild, firstTriangle, endTriangle } = this.#tree;
    const { pairs, capacity } = out;
    for (let node = 0; node < nodeCount; node++) {
      const right = rightChild[node];
      if (right !== 0) {
        findBoxPairs(this.#tree, this.#boxes, this.#stack, node + 1, right, out, counters);
        if (out.stopped) return;
        continue;
      }
      for (let s = firstTriangle[node]; s < endTriangle[node]; s++) {
        for (let t = s + 1; t < endTriangle[node]; t++) {
          pairs[2 * out.count] = s;
          pairs[2 * out.count + 1] = t;
          if (++out.count === capacity && out.flushPairs()) return;
        }
      }
    }
    out.end();
  }
}
