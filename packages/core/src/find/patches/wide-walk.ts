import type { Boxes } from '../../bounds/boxes.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { findBoxPairs } from '../find-box-pairs.ts';
import type { Search } from '../pair-finder.ts';
import { listApartPairs } from './leaf-pairs.ts';
import type { CullingSettings } from './patch-culling.ts';
import type { Preparation } from './preparation.ts';
import { ReachCulling } from './reach-culling.ts';
import { testFar } from './test-far.ts';

/** The walk over the test tree for all pairs that share no vertex, where more is wanted than what meets. */
export class WideWalk {
  readonly #preparation: Preparation;
  /** By test node, for leaves: pairs of triangles that share no vertex. */
  readonly #apartMask: Uint32Array;
  readonly #culling: ReachCulling | null;

  constructor(surface: Surface, preparation: Preparation, settings: CullingSettings, kernel: MeshKernel | null) {
    this.#preparation = preparation;
    this.#apartMask = listApartPairs(preparation.tree, preparation.testTree, surface.triangles);
    this.#culling = settings.cull === 'none' ? null : new ReachCulling(surface, preparation, settings, kernel);
  }

  get byteLength(): number {
    return this.#apartMask.byteLength + (this.#culling?.byteLength ?? 0);
  }

  /** The pose is another. */
  forget(): void {
    this.#culling?.forget();
  }

  findPairs(search: Search, boxes: Boxes, stack: Uint32Array, out: PairBuffer, counters: Counters): void {
    const { tree, testTree } = this.#preparation;
    const { patchA, patchB, skip, boxStart, boxPairs } = testTree;
    const { rightChild } = tree;
    const { pose, reach, rest, from, end } = search;
    const culling = this.#culling?.begin(pose, reach, rest ?? null) ? this.#culling : null;
    for (let node = from; node < end; ) {
      const a = patchA[node];
      const b = patchB[node];
      if (rightChild[a] === 0 && rightChild[b] === 0) {
        testFar(tree, boxes, this.#apartMask[node], a, b, out, counters);
      } else if (culling?.isFree(node, counters)) {
        counters.patchesCulled++;
        node = skip[node];
        continue;
      }
      for (let i = boxStart[node]; i < boxStart[node + 1]; i++) {
        if (out.stopped) return;
        findBoxPairs(tree, boxes, stack, boxPairs[2 * i], boxPairs[2 * i + 1], out, counters);
      }
      if (out.stopped) return;
      node++;
    }
  }
}
