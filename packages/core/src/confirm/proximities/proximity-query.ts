import { createDistanceKernel, type DistanceKernel } from '../../kernel/distance-kernel.ts';
import { DISTANCE } from '../../kernel/layout-distances.ts';
import type { Engine } from '../../kernel/mesh-kernel.ts';
import { DISTANCE_WORKSPACE } from '../../predicates/distance-workspace.ts';
import type { Counters } from '../../results/counters.ts';
import { ProximityBuffer } from '../../results/proximity-buffer.ts';
import type { PairFilter } from '../pair-filter.ts';
import type { Query } from '../query.ts';
import { SWEPT_REACH } from './come-within.ts';
import { confirmProximities, confirmProximitiesBetween } from './confirm-proximities.ts';
import { confirmSwept, type MovingSide } from './confirm-swept.ts';
import type { RestNeighbours } from './rest-neighbours.ts';
import { createSweptScratch } from './swept-scratch.ts';
import { takeSure } from './take-sure.ts';

/** Which triangles are close, now or on the way: takes candidates and keeps proximities. */
export class ProximityQuery implements Query {
  readonly name = 'findProximities';
  readonly found = new ProximityBuffer();
  readonly #side: MovingSide;
  readonly #filter: PairFilter;
  readonly #rest: RestNeighbours | null;
  readonly #counters: Counters;
  readonly #work = new Float64Array(DISTANCE_WORKSPACE);
  readonly #corners = new Float64Array(18);
  readonly #scratch = createSweptScratch();
  readonly #engine: Engine | 'auto';
  /** By the mesh that B is of, which may come and go. Null where there is none. */
  readonly #kernels = new WeakMap<MovingSide, DistanceKernel | null>();
  /** Bytes of those that were not collected. */
  #kernelBytes = 0;
  readonly #collected = new FinalizationRegistry<number>((bytes) => {
    this.#kernelBytes -= bytes;
  });
  /** Of this search; undefined until the first candidates come. */
  #kernel: DistanceKernel | null | undefined = undefined;
  #other: MovingSide;
  #distance = 0;
  #moving = false;

  constructor(
    side: MovingSide,
    filter: PairFilter,
    rest: RestNeighbours | null,
    counters: Counters,
    engine: Engine | 'auto',
  ) {
    this.#side = side;
    this.#engine = engine;
    this.#other = side;
    this.#filter = filter;
    this.#rest = rest;
    this.#counters = counters;
  }

  /** Starts anew. `other` is the mesh that B is of, if not the same. */
  begin(distance: number, limit: number, moving: boolean, other: MovingSide | null): void {
    this.found.clear(limit);
    this.#distance = distance;
    this.#moving = moving;
    this.#other = other ?? this.#side;
    this.#kernel = undefined;
  }

  /** How far candidates are wanted, in the caller's units. */
  get reach(): number {
    return this.#moving ? this.#distance * SWEPT_REACH : this.#distance;
  }

  takePairs(pairs: Uint32Array, count: number): boolean {
    const within = this.#other === this.#side;
    const kept = within
      ? this.#filter.keepWanted(pairs, count)
      : this.#filter.keepWantedBetween(pairs, count, this.#other.surface);
    this.#counters.pairTests += kept;
    this.#counters.distanceTests += this.#confirm(pairs, kept, within);
    return this.found.overflowed;
  }

  /** Triangles that share a vertex are no proximity. */
  takeNeighbours(): boolean {
    return false;
  }

  get byteLength(): number {
    return this.found.byteLength + this.#work.byteLength + this.#corners.byteLength + this.#kernelBytes;
  }

  #confirm(pairs: Uint32Array, count: number, within: boolean): number {
    if (this.#kernel === undefined) this.#kernel = this.#beginKernel();
    const kernel = this.#kernel;
    if (kernel === null) return this.#decide(pairs, count, within);
    const left = kernel.measure(pairs, count);
    const more = takeSure(kernel, left, this.#moving, within ? this.#rest : null, this.found);
    this.#decide(kernel.doubts, more, within);
    return kernel.tested;
  }

  #beginKernel(): DistanceKernel | null {
    const other = this.#other;
    let kernel = this.#kernels.get(other);
    if (kernel === undefined) {
      const within = other === this.#side;
      kernel = createDistanceKernel(this.#engine, within ? [other] : [this.#side, other], within ? this.#rest : null);
      this.#kernels.set(other, kernel);
      if (kernel !== null) {
        this.#kernelBytes += kernel.byteLength;
        this.#collected.register(kernel, kernel.byteLength);
      }
    }
    if (kernel === null) return null;
    kernel.exchange[DISTANCE] = this.#distance;
    return kernel.begin(this.#moving) ? kernel : null;
  }

  /** In TypeScript: exactly. */
  #decide(pairs: Uint32Array, count: number, within: boolean): number {
    const a = this.#side;
    const b = this.#other;
    const distance = this.#distance;
    const work = this.#work;
    if (this.#moving) {
      const rest = within ? this.#rest : null;
      return confirmSwept(a, b, pairs, count, distance, rest, this.found, this.#scratch);
    }
    if (within) return confirmProximities(a.surface, a.pose, pairs, count, distance, this.#rest, this.found, work);
    const corners = this.#corners;
    return confirmProximitiesBetween(
      a.surface,
      a.pose,
      b.surface,
      b.pose,
      pairs,
      count,
      distance,
      this.found,
      work,
      corners,
    );
  }
}
