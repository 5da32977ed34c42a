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
import { SeparationList } from './separation-list.ts';
import { type WideTree, widenTree } from './wide-tree.ts';

export interface KdopSettings {
  readonly dop: Dop;
  readonly arity: 2 | 4 | 8;
  readonly inflation: Inflation;
  /** In the caller's units. */
  readonly lazyDistance: number;
  readonly separationList: boolean;
}

/** Searches that begin where the last one ended, before one begins at the root again: pairs that have parted come together only there. */
const LONGEST_LIST = 32;

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
  /** Read and written in turns; null where searches begin at the root. */
  #lists: [SeparationList, SeparationList] | null;
  /** Of the search that wrote the list: its reach, −1 if none may be used, and how many began with the one before. */
  #listReach = -1;
  #listAge = 0;
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
    const follows = settings.lazyDistance > 0 || settings.separationList;
    this.#lazy = follows ? new LazyDops(this.#tree, triangles, vertexCount) : null;
    this.#lists = settings.separationList ? [new SeparationList(), new SeparationList()] : null;
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
    const lists = this.#lists === null ? 0 : this.#lists[0].byteLength + this.#lists[1].byteLength;
    const lazy = (this.#lazy?.byteLength ?? 0) + lists;
    return own.reduce((sum, array) => sum + array.byteLength, treeBytes(this.#tree) + this.#dops.byteLength + lazy);
  }

  refit(pose: Pose): void {
    const { positions, scale } = pose;
    const follows = this.#lazy?.follow(positions, scale) === true;
    if (!follows) this.#listReach = -1;
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
    if (this.#lists !== null && next === null && pose === this.pose && from === 0 && end === this.steps) {
      this.#followList(this.#lists, reach, out, counters);
    } else this.#beginAtRoot(from, end, null, out, counters);
    out.end();
  }

  #beginAtRoot(from: number, end: number, list: SeparationList | null, out: PairBuffer, counters: Counters): void {
    const { start, children } = this.#wide;
    for (let node = from; node < end; node++) {
      for (let i = start[node]; i < start[node + 1]; i++) {
        for (let j = i + 1; j < start[node + 1]; j++) {
          this.#descend(children[i], children[j], list, out, counters);
          if (out.stopped) return;
        }
      }
    }
  }

  /** Begins where the last search ended, if that was for the same reach, and writes down where this one ends. */
  #followList(lists: [SeparationList, SeparationList], reach: number, out: PairBuffer, counters: Counters): void {
    const [last, list] = lists;
    const { travelled } = this.#lazy!;
    list.count = 0;
    const isNew = this.#listReach !== reach || this.#listAge >= LONGEST_LIST;
    this.#listReach = -1; // until it covers all pairs
    if (isNew) this.#beginAtRoot(0, this.steps, list, out, counters);
    for (let i = 0; !isNew && i < last.count; i++) {
      const a = last.first[i];
      const b = last.second[i];
      if (travelled[a] + travelled[b] < last.until[i]) {
        const at = list.add(a, b); // first, since `until` may be another array afterwards
        list.until[at] = last.until[i];
      } else this.#descend(a, b, list, out, counters);
      if (out.stopped) break;
    }
    if (out.stopped) return;
    this.#listReach = reach;
    this.#listAge = isNew ? 0 : this.#listAge + 1;
    lists[0] = list;
    lists[1] = last;
  }

  /** Goes down in the longer of two nodes, all its children against the other. Where it ends is added to the list, if there is one. */
  #descend(rootA: number, rootB: number, list: SeparationList | null, out: PairBuffer, counters: Counters): void {
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
      if (this.#apart(a, b)) {
        if (list !== null) this.#keep(list, a, b);
        continue;
      }
      const leafA = start[a] === start[a + 1];
      const leafB = start[b] === start[b + 1];
      if (leafA && leafB) {
        if (list !== null) {
          const at = list.add(a, b);
          list.until[at] = Number.NEGATIVE_INFINITY;
        }
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

  /**
   * Two nodes known to be apart stay so until both together have travelled as far as their gap exceeds the reach. What sums may have lost to
   * rounding is taken off.
   */
  #keep(list: SeparationList, a: number, b: number): void {
    const { dops, slack, directions } = this.#dops;
    const { count, lengths } = directions;
    const i = 2 * count * a;
    const j = 2 * count * b;
    const outside = slack[a] + slack[b];
    let spare = 0;
    for (let d = 0; d < count; d++) {
      const above = -dops[j + d] - dops[i + count + d];
      const below = -dops[i + d] - dops[j + count + d];
      const more = ((above > below ? above : below) - this.#limits[d]) / lengths[d] - outside;
      if (more > spare) spare = more;
    }
    const so = this.#lazy!.travelled[a] + this.#lazy!.travelled[b];
    const at = list.add(a, b);
    list.until[at] = so + spare * (1 - 2 ** -40) - 2 ** -48 * so;
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
