import {
  type Counters,
  createPose,
  type Engine,
  type FinderEngine,
  type PairBuffer,
  type PairFinder,
  PLAIN,
  type Pose,
  reorderSurface,
  type Search,
  type Surface,
} from 'selfcollide/finder';
import {
  createDopKernel,
  type DopKernel,
  type DopKind,
  type DopSide,
  directionsOf,
  Kdops,
  type PatchTree,
  partitionByDops,
  refuseKernel,
  setApartBelow,
  treeBytes,
  type WalkEnds,
  type WideTree,
  walkDops,
  widenTree,
} from 'selfcollide/parts';
import { LazyDops } from './lazy-dops.ts';
import { listPolytopes } from './list-polytopes.ts';
import type { PolytopeTree } from './polytope-tree.ts';
import { SeparationList } from './separation-list.ts';

export interface KdopSettings extends DopKind {
  /** In the caller's units. */
  readonly lazyDistance: number;
  readonly separationList: boolean;
  readonly engine: Engine | 'auto';
}

/** Searches that begin where the last one ended, before one begins at the root again: pairs that have parted come together only there. */
const LONGEST_LIST = 32;

/** A tree of k-DOPs tested against itself (cloth paper §4, §5). */
export class KdopFinder implements PairFinder {
  readonly surface: Surface;
  readonly pose: Pose;
  readonly engine: FinderEngine;
  readonly #dopKind: DopKind;
  readonly #tree: PatchTree;
  readonly #wide: WideTree;
  readonly #kernel: DopKernel | null;
  /** What the kernel is asked about: one object, used again every frame. */
  readonly #kernelPose: { positions: Float64Array; next: Float64Array | null; unit: number };
  /** In TypeScript, made when first needed. */
  #side: DopSide | null = null;
  readonly #lazy: LazyDops | null;
  readonly #lazyDistance: number;
  readonly #stack: Uint32Array;
  readonly #apartBelow: Float64Array;
  #writing: SeparationList | null = null;
  readonly #ends: WalkEnds = {
    apart: (a, b) => this.#keep(this.#writing!, a, b),
    close: (a, b) => {
      const at = this.#writing!.add(a, b);
      this.#writing!.until[at] = Number.NEGATIVE_INFINITY;
    },
  };
  /** Read and written in turns; null where searches begin at the root. */
  #lists: [SeparationList, SeparationList] | null;
  /** Of the search that wrote the list: its reach, −1 if none may be used, and how many began with the one before. */
  #listReach = -1;
  #listAge = 0;
  /** What the polytopes are of; null: of nothing that can be used again. */
  #fitted: Float64Array | null = null;
  /** What was searched last, if no step was. */
  #searched: Float64Array | null = null;

  constructor(surface: Surface, rest: Float64Array, settings: KdopSettings) {
    const { dop, arity, growth } = settings;
    this.#dopKind = { dop, arity, growth };
    const directions = directionsOf(dop);
    this.#tree = partitionByDops(surface.triangles, rest, directions);
    this.surface = reorderSurface(surface, this.#tree.order);
    this.pose = createPose(this.surface);
    const { triangles, vertexCount } = this.surface;
    const wide = widenTree(this.#tree, arity);
    this.#wide = wide;
    this.#lazyDistance = settings.lazyDistance;
    const follows = settings.lazyDistance > 0 || settings.separationList;
    this.#lazy = follows ? new LazyDops(this.#tree, triangles, vertexCount) : null;
    this.#lists = settings.separationList ? [new SeparationList(), new SeparationList()] : null;
    // all pairs of a node's children wait at once
    this.#stack = new Uint32Array(2 * wide.stackPairs + arity * (arity - 1));
    this.#apartBelow = new Float64Array(directions.count);
    const { firstTriangle } = this.#tree;
    const tree = { ...wide, firstTriangle, corners: triangles, names: null, vertexCount };
    const kernel = follows
      ? refuseKernel('createDetector', settings.engine, 'what is left from the last pose is in TypeScript')
      : createDopKernel('createDetector', settings.engine, directions, [tree], this.#stack.length / 2);
    this.#kernel = typeof kernel === 'string' ? null : kernel;
    this.engine = { ...PLAIN, reason: typeof kernel === 'string' ? kernel : '', dopKind: this.#dopKind };
    this.#kernelPose = { positions: this.pose.positions, next: null, unit: 1 };
  }

  /** Those that the last search of the mesh against itself compared; null before there was one. */
  get polytopes(): PolytopeTree | null {
    if (this.#searched === null) return null;
    const { dops } = this.#ownSide();
    if (this.#fitted !== this.#searched) dops.fit(this.#searched, null);
    this.#fitted = this.#searched;
    return listPolytopes(this.#wide, dops, this.pose.scale);
  }

  /** A node with what is below it, but not within its children, is a step. */
  get steps(): number {
    return this.#tree.nodeCount;
  }

  get memoryBytes(): number {
    const { start, children } = this.#wide;
    const own = [this.pose.positions, start, children, this.#stack, this.#apartBelow];
    const lists = this.#lists === null ? 0 : this.#lists[0].byteLength + this.#lists[1].byteLength;
    const more = lists + (this.#lazy?.byteLength ?? 0) + (this.#kernel?.byteLength ?? 0);
    const dops = this.#side?.dops.byteLength ?? 0;
    return own.reduce((sum, array) => sum + array.byteLength, treeBytes(this.#tree) + dops + more);
  }

  #ownSide(): DopSide {
    if (this.#side === null) {
      const { triangles, vertexCount } = this.surface;
      const { dop, growth } = this.#dopKind;
      const dops = new Kdops(this.#tree, triangles, vertexCount, directionsOf(dop), growth);
      this.#side = { wide: this.#wide, dops, firstTriangle: this.#tree.firstTriangle };
    }
    return this.#side;
  }

  refit(pose: Pose): void {
    const { positions, scale } = pose;
    const follows = this.#lazy?.follow(positions, scale) === true;
    if (!follows) this.#listReach = -1;
    if (follows && this.#fitted === positions) {
      this.#lazy?.refit(this.#ownSide().dops, positions, this.#lazyDistance * scale);
    } else this.#fitted = null;
    if (this.#fitted === null) this.#searched = null;
  }

  /** Every pair of triangles meets below exactly one node, where they go to different children: leaves are single triangles. */
  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    const { pose, reach, next, from, end } = search;
    const { positions } = pose;
    this.#searched = next === null ? positions : null;
    if (this.#findByKernel(search, out, counters)) {
      out.end();
      return;
    }
    const { dops } = this.#ownSide();
    if (next !== null || this.#fitted !== positions) {
      dops.followMean(positions, next?.positions ?? null);
      dops.fit(positions, next?.positions ?? null);
    }
    this.#fitted = next === null ? positions : null;
    setApartBelow(this.#apartBelow, dops, dops, reach);
    if (this.#lists !== null && next === null && pose === this.pose && from === 0 && end === this.steps) {
      this.#followList(this.#lists, reach, out, counters);
    } else this.#beginAtRoot(from, end, null, out, counters);
    out.end();
  }

  #findByKernel({ pose, reach, next, from, end }: Search, out: PairBuffer, counters: Counters): boolean {
    if (this.#kernel === null || (next !== null && this.#dopKind.growth !== null)) return false;
    const asked = this.#kernelPose;
    asked.positions = pose.positions;
    asked.next = next?.positions ?? null;
    return this.#kernel.findWithin(asked, reach, from, end, out, counters);
  }

  #beginAtRoot(from: number, end: number, ends: WalkEnds | null, out: PairBuffer, counters: Counters): void {
    const { start, children } = this.#wide;
    const stack = this.#stack;
    for (let node = from; node < end && !out.stopped; node++) {
      let top = 0;
      for (let i = start[node]; i < start[node + 1]; i++) {
        for (let j = i + 1; j < start[node + 1]; j++) {
          stack[top++] = children[i];
          stack[top++] = children[j];
        }
      }
      if (top > 0) this.#descend(top, ends, out, counters);
    }
  }

  /** Begins where the last search ended, if that was for the same reach, and writes down where this one ends. */
  #followList(lists: [SeparationList, SeparationList], reach: number, out: PairBuffer, counters: Counters): void {
    const [last, list] = lists;
    const { travelled } = this.#lazy!;
    list.count = 0;
    const isNew = this.#listReach !== reach || this.#listAge >= LONGEST_LIST;
    this.#listReach = -1; // until it covers all pairs
    this.#writing = list;
    if (isNew) this.#beginAtRoot(0, this.steps, this.#ends, out, counters);
    for (let i = 0; !isNew && i < last.count; i++) {
      const a = last.first[i];
      const b = last.second[i];
      if (travelled[a] + travelled[b] < last.until[i]) {
        const at = list.add(a, b); // first, since `until` may be another array afterwards
        list.until[at] = last.until[i];
      } else {
        this.#stack[0] = a;
        this.#stack[1] = b;
        this.#descend(2, this.#ends, out, counters);
      }
      if (out.stopped) break;
    }
    if (out.stopped) return;
    this.#listReach = reach;
    this.#listAge = isNew ? 0 : this.#listAge + 1;
    lists[0] = list;
    lists[1] = last;
  }

  #descend(waiting: number, ends: WalkEnds | null, out: PairBuffer, counters: Counters): void {
    const lazy = this.#lazyDistance > 0;
    const side = this.#ownSide();
    walkDops(side, side, this.#apartBelow, lazy, this.#stack, waiting, ends, out, counters);
  }

  /**
   * Two nodes known to be apart stay so until both together have travelled as far as their gap exceeds the reach. What sums may have lost to
   * rounding is taken off.
   */
  #keep(list: SeparationList, a: number, b: number): void {
    const { dops, slack, directions } = this.#ownSide().dops;
    const { count, lengths } = directions;
    const i = 2 * count * a;
    const j = 2 * count * b;
    const outside = slack[a] + slack[b];
    let spare = 0;
    for (let d = 0; d < count; d++) {
      const above = -dops[j + 2 * d] - dops[i + 2 * d + 1];
      const below = -dops[i + 2 * d] - dops[j + 2 * d + 1];
      const more = ((above > below ? above : below) + this.#apartBelow[d]) / lengths[d] - outside;
      if (more > spare) spare = more;
    }
    const so = this.#lazy!.travelled[a] + this.#lazy!.travelled[b];
    const at = list.add(a, b);
    list.until[at] = so + spare * (1 - 2 ** -40) - 2 ** -48 * so;
  }
}
