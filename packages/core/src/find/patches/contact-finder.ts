import { createEvenDirectionSet } from '../../bounds/direction-set.ts';
import { boxFields, PlainBoxes } from '../../bounds/plain-boxes.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { layOut } from '../../pose/arena.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { createPairStack, findPlainBoxPairs } from '../find-box-pairs.ts';
import { type FinderEngine, type FinderNotes, type PairFinder, PLAIN, type Search } from '../pair-finder.ts';
import { ContourCulling } from './contour-culling.ts';
import type { Preparation } from './preparation.ts';
import { testFarPlain } from './test-far.ts';
import { type WalkParts, walk } from './walk.ts';

/** `PatchFinder` for contacts of one pose alone, in TypeScript, with the usual culling: what a small page needs of it. */
export class ContactFinder implements PairFinder, FinderNotes {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly engine: FinderEngine = { ...PLAIN, reason: 'the kernel was not given' };
  readonly memoryBytes: number;
  readonly steps: number;
  readonly serialize: (() => Uint8Array) | null;
  readonly trace = null;
  readonly #parts: WalkParts<PlainBoxes> & { readonly culling: ContourCulling };

  /** @param serialize What writes the preparation, if anything does. */
  constructor(surface: Surface, preparation: Preparation, serialize: (() => Uint8Array) | null) {
    this.serialize = serialize;
    this.surface = preparation.ordered ?? reorderSurface(surface, preparation.tree.order);
    const { triangles, vertexCount } = this.surface;
    const { tree, testTree, contourLoops, leaves } = preparation;
    this.pose = createPose(this.surface);
    this.steps = testTree.nodeCount;
    const culling = new ContourCulling(preparation, createEvenDirectionSet());
    const arena = layOut(boxFields(tree, vertexCount));
    const boxes = new PlainBoxes(tree, triangles, arena);
    const stack = createPairStack(tree);
    this.#parts = { preparation, culling, boxes, stack, findBoxPairs: findPlainBoxPairs, testFar: testFarPlain };
    const { positions } = this.pose;
    const arrays = {
      ...tree,
      ...testTree,
      ...contourLoops,
      ...leaves,
      ...culling.memory,
      ...arena,
      ...boxes.nodeVertices,
      positions,
      stack,
    };
    this.memoryBytes = culling.byteLength + boxes.range.byteLength;
    for (const array of Object.values(arrays)) if (ArrayBuffer.isView(array)) this.memoryBytes += array.byteLength;
  }

  refit(pose: Pose): void {
    this.#parts.boxes.begin(pose.positions);
    this.#parts.culling.begin();
  }

  findPairs({ pose, from, end }: Search, out: PairBuffer, counters: Counters): void {
    const { boxes, culling } = this.#parts;
    boxes.anticipate();
    culling.refit(this.surface.triangles, pose.positions);
    walk(this.#parts, pose, from, end, out, counters);
    out.end();
  }
}
