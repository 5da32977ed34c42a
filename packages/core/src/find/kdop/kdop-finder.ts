import { type Dop, directionsOf } from '../../bounds/dop-directions.ts';
import { type Inflation, Kdops } from '../../bounds/kdops.ts';
import { reorderSurface, type Surface } from '../../mesh/surface.ts';
import { partitionByDops } from '../../partition/dop-partition.ts';
import { type PatchTree, treeBytes } from '../../partition/patch-tree.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { PairFinder, Search } from '../pair-finder.ts';
import { LazyDops } from './lazy-dops.ts';
import { type WideTree, widenTree } from './wide-tree.ts';

export interface KdopSettings {
  readonly dop: Dop;
  readonly arity: 2 | 4 | 8;
  readonly inflation: Inflation;
  /** In the caller's units. */
  readonly lazyDistance: number;
}

/** A tree of k-DOPs tested against itself (cloth paper §4, §5). */
export class KdopFinder implements PairFinder {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly supports = { reach: true, motion: true } as const;
  readonly #tree: PatchTree;
  readonly #wide: WideTree;
  readonly #dops: Kdops;
  readonly #lazy: LazyDops | null;
  readonly #lazyDistance: number;
  readonly #stack: Uint32Array;
  /** By direction: how wide a gap proves that two nodes are out of reach. */
  readonly #limits: Float64Array;
  /** What the polytopes are of; null: of nothing that can be used again. */
  #fitted: Float64Array | null = null;

  constructor(surface: Surface, rest: Float64Array, settings: KdopSettings) {
    const directions = directionsOf(settings.dop);
    this.#tree = partitionByDops(surface.triangles, rest, directions);
    this.surface = reorderSurface(surface, this.#tree.order);
    this.pose = createPose(this.surface);
    const { triangles, vertexCount } = this.surface;
    this.#wide = widenTree(this.#tree, settings.arity);
    this.#dops = new Kdops(this.#tree, triangles, directions, settings.inflation);
    this.#lazyDistance = settings.lazyDistance;
    this.#lazy = settings.lazyDistance > 0 ? new LazyDops(this.#tree, triangles, vertexCount) : null;
    this.#stack = new Uint32Array(2 * this.#wide.stackPairs);
    this.#limits = new Float64Array(directions.count);
  }

  /** A node with what is below it, but not within its children, is a step. */
  get steps(): number {
    return this.#tree.nodeCount;
  }

  get memoryBytes(): number {
    const { start, children } = this.#wide;
    const own = [this.pose.positions, start, children, this.#stack, this.#limits];
    const lazy = this.#lazy?.byteLength ?? 0;
    return own.reduce((sum, array) => sum + array.byteLength, treeBytes(this.#tree) + this.#dops.byteLength + lazy);
  }

  refit(pose: Pose): void {
    const { positions, scale } = pose;
    const follows = this.#lazy?.follow(positions, scale) === true;
    if (follows && this.#fitted === positions) this.#lazy?.refit(this.#dops, positions, this.#lazyDistance * scale);
    else this.#fitted = null;
  }

  /** Every pair of triangles meets below exactly one node, where they go to different children: leaves are single triangles. */
  findPairs({ pose, reach, next, from, end }: Search, out: PairBuffer, counters: Counters): void {
    const { positions } = pose;
    if (next !== null || this.#fitted !== positions) this.#dops.fit(positions, next?.positions ?? null);
    this.#fitted = next === null ? positions : null;
    const { lengths } = this.#dops.directions;
    const { tolerance } = this.#dops;
    // the same product as for the least pair of triangles, or more
    for (let d = 0; d < lengths.length; d++) {
      this.#limits[d] = (lengths[d] === 1 ? reach : lengths[d] * reach * (1 + 2 ** -48)) + tolerance[d];
    }
    const { start, children } = this.#wide;
    for (let node = from; node < end; node++) {
      for (let i = start[node]; i < start[node + 1]; i++) {
        for (let j = i + 1; j < start[node + 1]; j++) {
          this.#descend(children[i], children[j], out, counters);
          if (out.stopped) return;
        }
      }
    }
    out.end();
  }

  /** Goes down in the longer of two nodes, all its children against the other. */
  #descend(rootA: number, rootB: number, out: PairBuffer, counters: Counters): void {
    const { start, children } = this.#wide;
    const { firstTriangle } = this.#tree;
    const { size } = this.#dops;
    const stack = this.#stack;
    let top = 0;
    let tests = 0;
    stack[top++] = rootA;
    stack[top++] = rootB;
    while (top > 0) {
      const b = stack[--top];
      const a = stack[--top];
      tests++;
      if (this.#apart(a, b)) continue;
      const leafA = start[a] === start[a + 1];
      const leafB = start[b] === start[b + 1];
      if (leafA && leafB) {
        out.pairs[2 * out.count] = firstTriangle[a];
        out.pairs[2 * out.count + 1] = firstTriangle[b];
        if (++out.count === out.capacity && out.flushPairs()) break;
      } else if (leafB || (!leafA && size[a] >= size[b])) {
        for (let i = start[a]; i < start[a + 1]; i++) {
          stack[top++] = children[i];
          stack[top++] = b;
        }
      } else {
        for (let i = start[b]; i < start[b + 1]; i++) {
          stack[top++] = a;
          stack[top++] = children[i];
        }
      }
    }
    counters.boxTests += tests;
  }

  #apart(a: number, b: number): boolean {
    const { dops, slack, directions } = this.#dops;
    const { count, lengths } = directions;
    const i = 2 * count * a;
    const j = 2 * count * b;
    const limits = this.#limits;
    const outside = slack[a] + slack[b];
    for (let d = 0; d < count; d++) {
      const limit = outside === 0 ? limits[d] : limits[d] + lengths[d] * outside * (1 + 2 ** -48);
      if (-dops[j + d] - dops[i + count + d] > limit) return true;
      if (-dops[i + d] - dops[j + count + d] > limit) return true;
    }
    return false;
  }
}
