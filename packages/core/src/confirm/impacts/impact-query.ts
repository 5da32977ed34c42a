import type { Surface } from '../../mesh/surface.ts';
import type { Counters } from '../../results/counters.ts';
import type { FeatureSieve } from '../../results/feature-sieve.ts';
import type { PairFilter } from '../pair-filter.ts';
import type { Query } from '../query.ts';
import { ImpactConfirmer, type ImpactLimits, type Step } from './confirm-impacts.ts';
import { EarliestImpact } from './earliest-impact.ts';
import { ImpactFilter } from './impact-filter.ts';
import { ImpactList } from './impact-list.ts';
import type { ImpactSink } from './impact-sink.ts';
import { StepLimit } from './step-limit.ts';

/** What comes together during a step: all of it, the first of it, or how far the step may go. */
export class ImpactQuery implements Query {
  name = 'findImpacts';
  readonly list: ImpactList = new ImpactList();
  readonly earliest: EarliestImpact;
  readonly stepLimit: StepLimit;
  readonly #confirmer: ImpactConfirmer;
  /** Decides by candidate pair; where `ImpactFilter` is needed, nothing is left out here. */
  readonly #filter: PairFilter | null;
  #step: Step | null = null;
  #sink: ImpactSink = this.list;

  constructor(
    surface: Surface,
    filter: PairFilter,
    counters: Counters,
    exhaustive: boolean,
    sieve: FeatureSieve | null,
  ) {
    const byFeature = ImpactFilter.create(surface, filter);
    this.#filter = byFeature === null ? filter : null;
    this.#confirmer = new ImpactConfirmer(surface, counters, byFeature, exhaustive, sieve);
    this.earliest = new EarliestImpact(surface);
    this.stepLimit = new StepLimit(this.#confirmer.test);
  }

  /** Starts anew; what is found goes to one of the three sinks, which the caller has cleared. */
  begin(name: string, step: Step, limits: ImpactLimits, sink: ImpactSink): void {
    this.name = name;
    this.#step = step;
    this.#sink = sink;
    this.#confirmer.begin(limits);
  }

  /** See `Horizon` of a search. */
  get startReach(): number {
    return this.#sink.startReach;
  }

  takePairs(pairs: Uint32Array, count: number): boolean {
    const kept = this.#filter === null ? count : this.#filter.keepWanted(pairs, count);
    this.#confirmer.confirm(this.#step!, pairs, kept, this.#sink);
    return this.#sink.done;
  }

  /** Moving searches hand over triangles; a method may still tell which ones share a vertex. */
  takeNeighbours(pairs: Uint32Array, count: number): boolean {
    for (let i = 0; i < 2 * count; i++) pairs[i] = (pairs[i] / 3) | 0;
    return this.takePairs(pairs, count);
  }

  get byteLength(): number {
    return this.list.byteLength + this.stepLimit.byteLength + this.#confirmer.byteLength;
  }
}
