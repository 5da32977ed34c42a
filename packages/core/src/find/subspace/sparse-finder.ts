import type { Surface } from '../../mesh/surface.ts';
import { createPose, type Pose } from '../../pose/pose.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairBuffer } from '../../results/pair-buffer.ts';
import type { PairFinder, Search, StepMemory } from '../pair-finder.ts';
import type { LazyPose } from './moved-boxes.ts';
import type { SparseSearch } from './sparse-search.ts';

/**
 * Another finder that need not be told of positions where a sparse search is enough: what that found is handed over instead, until the next
 * `refit`. Its poses then have the places of those vertices only that candidates have.
 */
export class SparseFinder implements PairFinder {
  readonly #inner: PairFinder;
  readonly #search: SparseSearch;
  readonly #pose: LazyPose[];
  #step: LazyPose[] | null = null;
  #next: Pose | null = null;
  #isSparse = false;

  constructor(inner: PairFinder, search: SparseSearch) {
    this.#inner = inner;
    this.#search = search;
    this.#pose = [{ positions: inner.pose.positions, q: new Float64Array(0), norm: 0 }];
  }

  get surface(): Surface {
    return this.#inner.surface;
  }

  get pose(): Pose {
    return this.#inner.pose;
  }

  get supports(): PairFinder['supports'] {
    return this.#inner.supports;
  }

  get steps(): number {
    return this.#inner.steps;
  }

  get memoryBytes(): number {
    return this.#inner.memoryBytes + this.#search.byteLength;
  }

  get engineReason(): string {
    return this.#inner.engineReason ?? '';
  }

  /** The sieve looks at places of candidates only, which are known in a sparse step too. */
  get stepMemory(): StepMemory {
    return { createNext: () => this.#createNext(), featureSieve: this.#inner.stepMemory?.featureSieve ?? null };
  }

  #createNext(): Pose {
    this.#next ??= this.#inner.stepMemory?.createNext(this.surface) ?? createPose(this.surface);
    return this.#next;
  }

  /** Turns to a pose, in scaled coordinates; false if it has to be told of all positions instead. */
  turnTo(q: Float64Array, norm: number): boolean {
    this.#pose[0].q = q;
    this.#pose[0].norm = norm;
    this.#isSparse = this.#search.collect(this.#pose);
    makePlain(this.pose);
    return this.#isSparse;
  }

  /** Turns to a step, of which the end is written to what `stepMemory` gave; false if it has to be told of all positions instead. */
  turnToStep(from: Float64Array, fromNorm: number, to: Float64Array, toNorm: number): boolean {
    const next = this.#createNext();
    this.#step ??= [{ ...this.#pose[0] }, { positions: next.positions, q: to, norm: toNorm }];
    const [start, end] = this.#step;
    start.q = from;
    start.norm = fromNorm;
    end.q = to;
    end.norm = toNorm;
    this.#isSparse = this.#search.collect(this.#step);
    makePlain(this.pose);
    makePlain(next);
    return this.#isSparse;
  }

  refit(pose: Pose, wasSearched?: boolean): void {
    this.#isSparse = false;
    this.#inner.refit(pose, wasSearched);
  }

  findPairs(search: Search, out: PairBuffer, counters: Counters): void {
    if (!this.#isSparse) {
      this.#inner.findPairs(search, out, counters);
      return;
    }
    counters.boxTests += this.#search.boxTests;
    counters.patchesCulled += this.#search.culled;
    this.#search.handOver(out);
    out.end();
  }
}

/** Of the vertices that were computed all are in the exact range; whoever needs others updates the whole pose. */
function makePlain(pose: Pose): void {
  pose.scale = 1;
  pose.exactOnly = false;
}
