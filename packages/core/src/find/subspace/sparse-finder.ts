import type { KernelSparse } from '../../kernel/kernel-sparse.ts';
import type { MeshKernel } from '../../kernel/mesh-kernel.ts';
import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { Certificates } from '../certificates.ts';
import { type FinderEngine, isWide, type PairFinder, type Search } from '../pair-finder.ts';
import { Candidates } from './candidates.ts';
import type { NodesToCertify } from './certify-nodes.ts';
import { FrontSearch } from './front-search.ts';
import type { LazyPose, MovedBoxes } from './moved-boxes.ts';
import { MovingFront } from './moving-front.ts';
import { SparseSearch } from './sparse-search.ts';
import type { Subspace } from './subspace.ts';

/** What candidates are found by, besides positions. */
export interface SparseParts {
  readonly subspace: Subspace;
  readonly nodes: NodesToCertify;
  readonly certificates: Certificates;
  readonly boxes: MovedBoxes;
  /** Null where TypeScript searches. */
  readonly kernel: { readonly sparse: KernelSparse; readonly mesh: MeshKernel } | null;
}

/**
 * Another finder that need not be told of positions where a sparse search is enough: what that found is handed over instead, until the next
 * `refit`. Its poses then have the places of those vertices only that candidates have.
 */
export class SparseFinder implements PairFinder {
  readonly #inner: PairFinder;
  readonly #found = new Candidates();
  readonly #search: SparseSearch;
  readonly #frontSearch: FrontSearch;
  #boxTests = 0;
  #culled = 0;
  readonly #pose: LazyPose[];
  #step: LazyPose[] | null = null;
  #next: Pose | null = null;
  #isSparse = false;
  /** Of each body, by its number. */
  readonly #fronts = new Map<number, MovingFront>();
  /** How far a unit of each coordinate moves vertices. */
  readonly #motions: Float64Array;
  /** Numbers are such that lengths can be trusted. */
  readonly #isUsable: boolean;

  readonly #kernel: SparseParts['kernel'];

  constructor(inner: PairFinder, { subspace, nodes, certificates, boxes, kernel }: SparseParts) {
    const { motions, gapError } = subspace;
    const { vertexCount } = inner.surface;
    this.#inner = inner;
    this.#search = new SparseSearch(nodes, certificates, boxes, vertexCount, this.#found, kernel?.sparse ?? null);
    this.#kernel = kernel;
    this.#frontSearch = new FrontSearch(nodes, certificates, boxes, vertexCount, this.#found);
    this.#motions = motions;
    this.#isUsable = gapError < Number.POSITIVE_INFINITY;
    this.#pose = [{ positions: inner.pose.positions, q: new Float64Array(0), norm: 0 }];
  }

  get surface(): Surface {
    return this.#inner.surface;
  }

  get pose(): Pose {
    return this.#inner.pose;
  }

  get steps(): number {
    return this.#inner.steps;
  }

  get memoryBytes(): number {
    let fronts = 0;
    for (const { byteLength } of this.#fronts.values()) fronts += byteLength;
    return (
      this.#inner.memoryBytes + this.#search.byteLength + this.#frontSearch.byteLength + this.#found.byteLength + fronts
    );
  }

  /** The sieve looks at places of candidates only, which are known in a sparse step too. */
  get engine(): FinderEngine {
    return { ...this.#inner.engine, createNext: () => this.#createNext() };
  }

  #createNext(): Pose {
    this.#next ??= this.#inner.engine.createNext(this.surface);
    return this.#next;
  }

  /**
   * Turns to a pose, in scaled coordinates; false if it has to be told of all positions instead.
   *
   * @param body Whose pose it is: a front is kept for each, but for −1.
   */
  turnTo(q: Float64Array, norm: number, body: number): boolean {
    this.#pose[0].q = q;
    this.#pose[0].norm = norm;
    return this.#take(this.#pose, body);
  }

  /** By what few vertices tell, or else by all of them, which the kernel computes faster than anybody could tell it. */
  #take(poses: readonly LazyPose[], body: number): boolean {
    const isSparse = this.#collect(poses, body);
    makePlain(this.pose);
    if (this.#next !== null) makePlain(this.#next);
    if (!isSparse) {
      if (this.#kernel === null || !this.#kernel.sparse.placeAll(poses)) return false;
      this.#inner.refit(this.pose, false);
    }
    this.#isSparse = isSparse;
    return true;
  }

  #collect(poses: readonly LazyPose[], body: number): boolean {
    // whatever a front knows stays true: it takes the way from the last pose it saw for a straight one
    if (body < 0 || this.#search.isWholeFree(poses)) return this.#count(this.#search, this.#search.collect(poses));
    const front = this.#frontOf(body);
    const isWorthIt = front.isWorthIt() && this.#isUsable;
    let isKnown = true;
    for (let p = 0; p < poses.length; p++) isKnown = front.follow(poses[p].q, poses[p].norm) && isKnown;
    if (isWorthIt && this.#frontSearch.collect(poses, front, !isKnown)) return this.#count(this.#frontSearch, true);
    const isFound = this.#search.collect(poses);
    front.compareWith(isFound ? this.#search.cost : Number.POSITIVE_INFINITY);
    return this.#count(this.#search, isFound);
  }

  #count({ boxTests, culled }: SparseSearch | FrontSearch, isFound: boolean): boolean {
    this.#boxTests = boxTests;
    this.#culled = culled;
    return isFound;
  }

  #frontOf(body: number): MovingFront {
    let front = this.#fronts.get(body);
    if (front === undefined) {
      front = new MovingFront(this.#motions);
      this.#fronts.set(body, front);
    }
    return front;
  }

  /** Turns to a step, of which the end is written to what `stepMemory` gave; false if it has to be told of all positions instead. */
  turnToStep(from: Float64Array, fromNorm: number, to: Float64Array, toNorm: number, body: number): boolean {
    const next = this.#createNext();
    this.#step ??= [{ ...this.#pose[0] }, { positions: next.positions, q: to, norm: toNorm }];
    const [start, end] = this.#step;
    start.q = from;
    start.norm = fromNorm;
    end.q = to;
    end.norm = toNorm;
    return this.#take(this.#step, body);
  }

  refit(pose: Pose, wasSearched: boolean): void {
    this.#isSparse = false;
    this.#kernel?.sparse.forget();
    this.#inner.refit(pose, wasSearched);
  }

  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    if (!this.#isSparse) {
      this.#inner.findPairs(search, out, counters);
      return;
    }
    counters.boxTests += this.#boxTests;
    counters.patchesCulled += this.#culled;
    const kernel = this.#kernel?.mesh ?? null;
    if (kernel !== null && isWide(search)) out.moveTo(kernel);
    else if (kernel !== null) out.sift(kernel);
    this.#found.handOver(out);
    out.end();
    counters.pairTests += kernel?.takeDropped() ?? 0;
  }
}

/** Of the vertices that were computed all are in the exact range; whoever needs others updates the whole pose. */
function makePlain(pose: Pose): void {
  pose.scale = 1;
  pose.exactOnly = false;
}
