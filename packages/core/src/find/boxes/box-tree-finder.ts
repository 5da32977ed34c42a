import { Boxes } from '../../bounds/boxes.ts';
import { MovingBoxes } from '../../bounds/moving-boxes.ts';
import { boxFields } from '../../bounds/plain-boxes.ts';
import { KERNEL_LEAF } from '../../kernel/layout-mesh.ts';
import { type Engine, layOutForEngine } from '../../kernel/mesh-kernel.ts';
import { refuseKernel } from '../../kernel/refuse-kernel.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionByCentroids } from '../../partition/centroid-partition.ts';
import { type PatchTree, treeBytes } from '../../partition/patch-tree.ts';
import { bytesWithin } from '../../pose/arena.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import { createPairStack, findBoxPairs } from '../find-box-pairs.ts';
import { appendMovingPairs, findMovingPairs } from '../find-moving-pairs.ts';
import { type FinderEngine, finderEngine, isWide, type PairFinder, type Search } from '../pair-finder.ts';

/** A tree of axis-aligned boxes tested against itself. No culling by shape: neighbours are always tested. */
export class BoxTreeFinder implements PairFinder {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly engine: FinderEngine;
  readonly #tree: PatchTree;
  readonly #boxes: Boxes;
  readonly #stack: Uint32Array;
  readonly #arenaBytes: number;
  /** Made when first asked for. */
  #moving: MovingBoxes | null = null;

  constructor(surface: Surface, rest: Float64Array, maxLeafTriangles: number, engine: Engine | 'auto') {
    this.#tree = partitionByCentroids(surface.triangles, rest, maxLeafTriangles);
    this.surface = reorderSurface(surface, this.#tree.order);
    const { vertexCount } = this.surface;
    this.#stack = createPairStack(this.#tree);
    // the kernel has room for pairs of small leaves only
    const fits = engine === 'plain' || maxLeafTriangles <= KERNEL_LEAF;
    const unfit = fits ? '' : refuseKernel('createDetector', engine, `leaves of more than ${KERNEL_LEAF} triangles`);
    const { rightChild, firstTriangle, endTriangle } = this.#tree;
    const needs = {
      stackLength: this.#stack.length,
      cells: 0,
      steepWords: 0,
      longestContour: 0,
      tree: this.#tree,
      testNodeCount: 0,
      askedNodeCount: 0,
      motion: true,
    };
    const { arena, kernel, reason } = layOutForEngine('createDetector', fits ? engine : 'plain', this.surface, needs, {
      positions: ['float64', 3 * vertexCount],
      ...boxFields(this.#tree, vertexCount),
      rightChild,
      firstTriangle,
      endTriangle,
    });
    this.engine = finderEngine(kernel, unfit || reason);
    if (kernel !== null) {
      this.surface = { ...this.surface, triangles: kernel.triangles, vertexSource: kernel.vertexSource };
    }
    const { triangles, vertexSource, triangleSource } = this.surface;
    // the surface counts its own
    this.#arenaBytes = arena.buffer.byteLength - bytesWithin(arena, [triangles, vertexSource, triangleSource]);
    this.pose = createPose(this.surface, arena.positions, kernel);
    this.#boxes = new Boxes(this.#tree, triangles, arena, kernel);
  }

  /** A node with what is below it, but not within its children, is a step. */
  get steps(): number {
    return this.#tree.nodeCount;
  }

  get memoryBytes(): number {
    const moving = this.#moving?.byteLength ?? 0;
    return treeBytes(this.#tree) + this.#arenaBytes + this.#boxes.byteLength + this.#stack.byteLength + moving;
  }

  refit(pose: Pose): void {
    this.#boxes.begin(pose.positions, this.#boxes.reach); // what was asked for last is likely to be next
    if (!this.#boxes.wide) this.#boxes.refitAll();
  }

  /** Every pair of triangles meets below exactly one node, where they go to different children, or in one leaf. */
  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    if (search.next !== null) this.#findMovingPairs(search, search.next, out, counters);
    else this.#findMeetingPairs(search, out, counters);
    out.end();
    counters.pairTests += this.#boxes.kernel?.takeDropped() ?? 0;
  }

  #findMovingPairs({ pose, reach, horizon, from, end }: Search, next: Pose, out: PairBuffer, counters: Counters): void {
    const { rightChild, firstTriangle, endTriangle } = this.#tree;
    const { triangles, vertexCount } = this.surface;
    this.#moving ??= new MovingBoxes(this.#tree, triangles, this.#boxes.nodeVertices, vertexCount);
    const moving = this.#moving;
    if (this.#boxes.kernel !== null) out.moveTo(this.#boxes.kernel);
    moving.begin(pose.positions, next.positions, reach, horizon);
    for (let node = from; node < end && !out.stopped; node++) {
      const right = rightChild[node];
      if (right !== 0) {
        findMovingPairs(this.#tree, moving, this.#stack, node + 1, right, out, counters);
        continue;
      }
      moving.ensureTriangles(node);
      for (let s = firstTriangle[node]; s < endTriangle[node]; s++) {
        if (appendMovingPairs(moving, s, s + 1, endTriangle[node], out, counters)) break;
      }
    }
    counters.boxesFitted += moving.fitted;
  }

  #findMeetingPairs(search: Search, out: PairBuffer, counters: Counters): void {
    const { pose, reach, from, end } = search;
    this.#boxes.turnTo(pose.positions, reach);
    this.#boxes.anticipate();
    const { kernel } = this.#boxes;
    if (kernel !== null && pose.positions === kernel.positions && !isWide(search)) out.sift(kernel);
    const { rightChild, firstTriangle, endTriangle } = this.#tree;
    const { capacity } = out;
    for (let node = from; node < end; node++) {
      const right = rightChild[node];
      if (right !== 0) {
        findBoxPairs(this.#tree, this.#boxes, this.#stack, node + 1, right, out, counters);
        if (out.stopped) return;
        continue;
      }
      for (let s = firstTriangle[node]; s < endTriangle[node]; s++) {
        for (let t = s + 1; t < endTriangle[node]; t++) {
          out.pairs[2 * out.count] = s; // the kernel may have moved them
          out.pairs[2 * out.count + 1] = t;
          if (++out.count === capacity && out.flushPairs()) return;
        }
      }
    }
  }
}
