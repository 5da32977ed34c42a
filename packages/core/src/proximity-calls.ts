import type { DopKind } from './bounds/kdops.ts';
import type { PairFilter } from './confirm/pair-filter.ts';
import type { MovingSide } from './confirm/proximities/confirm-swept.ts';
import { ProximityQuery } from './confirm/proximities/proximity-query.ts';
import { RestNeighbours } from './confirm/proximities/rest-neighbours.ts';
import type { Query } from './confirm/query.ts';
import type { Detector } from './detector.ts';
import { BetweenSearch, pairAll } from './find/between/find-pairs-between.ts';
import { MeshDops } from './find/between/mesh-dops.ts';
import type { PairFinder, Search } from './find/pair-finder.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { checkKnown, checkNotNegative, checkWhole } from './options.ts';
import { createPose, type Pose, updatePose } from './pose/pose.ts';
import { takeStep } from './pose/step.ts';
import { type Counters, resetCounters } from './results/counters.ts';
import type { PairBuffer } from './results/pair-buffer.ts';
import { type Proximities, ProximityResult } from './results/proximities.ts';

export interface FindProximitiesOptions {
  /** Pairs at most this far apart are wanted, in the mesh's unit; exactly that far counts. From 0, which asks for those that meet. */
  readonly distance: number;
  /** Stop once more pairs than this were found, and set `truncated`. Default: the detector's `maxContacts`, or no limit. */
  readonly maxContacts?: number;
  /**
   * Triangles of this detector (A) against those of another (B), both in the pose of their last `update`, instead of against each other. Nothing
   * is left out: neither `pairs` nor `restRadius` applies.
   */
  readonly against?: Detector;
  /**
   * Velocity of each vertex: pairs are wanted that come within the distance in the next `timeStep`, on straight ways. Up to a thousandth more
   * than the distance, or 6e-8 of the pair's size with its motion, may count too; nothing closer is missed.
   */
  readonly velocities?: Positions;
  /** The same for the vertices of `against`. Whichever is left out rests. */
  readonly againstVelocities?: Positions;
  readonly timeStep?: number;
}

export interface ProximitySettings {
  readonly exactOnly: boolean;
  readonly keepWeld: boolean;
  readonly maxContacts: number;
  readonly restRadius: number;
  readonly engine?: Engine | 'auto';
  /** The rest shape, as the caller gave it. */
  readonly rest: Positions;
}

/** Runs a search for a query, after making sure that the method can. */
export type RunSearch = (query: Query, search: Search) => void;

const CALLER = 'findProximities';
const KNOWN = ['distance', 'maxContacts', 'against', 'velocities', 'againstVelocities', 'timeStep'];

/** Answers `findProximities` for one detector, or rather one welding of its mesh. Memory for `against` and steps is made when first needed. */
export class ProximityCalls {
  readonly #finder: PairFinder;
  readonly #settings: ProximitySettings;
  readonly #filter: PairFilter;
  readonly #counters: Counters;
  readonly #candidates: PairBuffer;
  readonly #run: RunSearch;
  readonly #rest: RestNeighbours | null;
  readonly #result = new ProximityResult();
  readonly #search: { -readonly [K in keyof Search]: Search[K] };
  #side: MovingSide | null = null;
  #query: ProximityQuery | null = null;
  /** One for each kind that was asked for. */
  readonly #dops: MeshDops[] = [];
  readonly #between: BetweenSearch;

  constructor(
    finder: PairFinder,
    settings: ProximitySettings,
    filter: PairFilter,
    counters: Counters,
    candidates: PairBuffer,
    run: RunSearch,
  ) {
    this.#finder = finder;
    this.#settings = settings;
    this.#filter = filter;
    this.#counters = counters;
    this.#candidates = candidates;
    this.#run = run;
    this.#between = new BetweenSearch(settings.engine ?? 'auto');
    this.#search = { pose: finder.pose, reach: 0, everyPair: true, rest: null, next: null, from: 0, end: finder.steps };
    this.#rest = settings.restRadius > 0 ? this.#prepareRest() : null;
    this.#search.rest = this.#rest;
  }

  get byteLength(): number {
    const query = this.#query?.byteLength ?? 0;
    const side = this.#side?.next.positions.byteLength ?? 0;
    const dops = this.#dops.reduce((bytes, one) => bytes + one.byteLength, this.#between.byteLength);
    return this.#result.byteLength + query + side + dops;
  }

  /** `against` belongs to `options.against`, if that is a detector other than this one. */
  find(options: FindProximitiesOptions, against: ProximityCalls | null): Proximities {
    const limit = checkQuery(options, this, against) ?? this.#settings.maxContacts;
    const { distance, velocities, againstVelocities, timeStep = 0 } = options;
    const moving = velocities !== undefined || againstVelocities !== undefined;
    const side = this.#sideNow();
    const other = against === null ? null : against.#sideNow();
    if (moving) this.#step('velocities', velocities, timeStep);
    if (moving && against !== null) against.#step('againstVelocities', againstVelocities, timeStep);

    this.#query ??= this.#createQuery(side);
    const query = this.#query;
    query.begin(distance, limit, moving, other);
    if (against === null) this.#searchWithin(query, moving ? side.next : null);
    else this.#searchBetween(query, against, moving);
    const sourceB = (other ?? side).surface.triangleSource;
    this.#result.write(query.found, side.surface.triangleSource, sourceB, moving);
    return this.#result;
  }

  /** The oracle is what everything else is compared with: in TypeScript alone. */
  #createQuery(side: MovingSide): ProximityQuery {
    const { exactOnly, engine = 'auto' } = this.#settings;
    const runs = exactOnly ? 'plain' : engine;
    return new ProximityQuery(side, this.#filter, this.#rest, this.#counters, runs);
  }

  #sideNow(): MovingSide {
    if (this.#side === null) {
      const { surface, pose } = this.#finder;
      this.#side = { surface, pose, next: createPose(surface) };
    }
    return this.#side;
  }

  #step(name: string, velocities: Positions | undefined, timeStep: number): void {
    const { surface, pose, next } = this.#sideNow();
    takeStep(CALLER, name, surface, pose, velocities ?? null, timeStep, this.#settings.keepWeld, next);
  }

  #searchWithin(query: ProximityQuery, next: Pose | null): void {
    const { pose } = this.#finder;
    this.#search.pose = pose;
    this.#search.reach = inScaleOf(pose, query.reach);
    this.#search.next = next;
    this.#run(query, this.#search);
  }

  #searchBetween(query: ProximityQuery, against: ProximityCalls, moving: boolean): void {
    resetCounters(this.#counters);
    this.#candidates.begin(query);
    const kind = this.#finder.engine.dopKind;
    if (kind === null) {
      pairAll(this.#finder.surface.triangleCount, against.#finder.surface.triangleCount, this.#candidates);
      return;
    }
    const a = this.#now(kind, moving);
    const b = against.#now(kind, moving);
    this.#between.findPairs(a, b, query.reach, this.#candidates, this.#counters);
  }

  #now(kind: DopKind, moving: boolean): MeshDops {
    const { surface, pose, next } = this.#sideNow();
    let dops: MeshDops | null = null;
    for (let i = 0; i < this.#dops.length; i++) if (isSame(this.#dops[i].kind, kind)) dops = this.#dops[i];
    if (dops === null) {
      dops = new MeshDops(surface, pose, kind);
      this.#dops.push(dops);
    }
    dops.look(moving ? next : null);
    return dops;
  }

  #prepareRest(): RestNeighbours {
    const { surface } = this.#finder;
    const { restRadius, rest } = this.#settings;
    const pose = createPose(surface);
    updatePose('createDetector', pose, surface, rest, true);
    let pairs = new Uint32Array(4096);
    let count = 0;
    const takePairs = (batch: Uint32Array, batchCount: number): boolean => {
      if (2 * (count + batchCount) > pairs.length) {
        const grown = new Uint32Array(2 * pairs.length + 2 * batchCount);
        grown.set(pairs);
        pairs = grown;
      }
      pairs.set(batch.subarray(0, 2 * batchCount), 2 * count);
      count += batchCount;
      return false;
    };
    this.#candidates.begin({ takePairs, takeNeighbours: () => false });
    this.#search.pose = pose;
    this.#search.reach = inScaleOf(pose, restRadius);
    this.#finder.findPairs(this.#search, this.#candidates, this.#counters);
    resetCounters(this.#counters);
    return new RestNeighbours(surface, pose, restRadius, pairs, count);
  }
}

function isSame(a: DopKind, b: DopKind): boolean {
  return a.dop === b.dop && a.arity === b.arity && a.growth === b.growth;
}

/** Never less than the length: a power of two changes no bits, unless they sink below the smallest double. */
function inScaleOf({ scale }: Pose, length: number): number {
  const scaled = length * scale;
  return scaled / scale === length ? scaled : scaled * (1 + 2 ** -50) + Number.MIN_VALUE;
}

/** Throws what is wrong with the options, but for the velocities. Returns the limit, if one is given. */
function checkQuery(
  options: FindProximitiesOptions,
  self: ProximityCalls,
  other: ProximityCalls | null,
): number | undefined {
  checkKnown(CALLER, options, KNOWN);
  const { distance, maxContacts, against, velocities, againstVelocities, timeStep } = options;
  checkNotNegative(CALLER, 'distance', distance);
  if (maxContacts !== undefined) checkWhole(CALLER, 'maxContacts', maxContacts, 1);
  if (against !== undefined && other === null) {
    throw new RangeError(`${CALLER}: against must be a detector that createDetector made, got ${describe(against)}.`);
  }
  if (other === self) throw new RangeError(`${CALLER}: against must be another detector, got the same.`);
  if (againstVelocities !== undefined && against === undefined) {
    throw new RangeError(`${CALLER}: againstVelocities go with against, got them without.`);
  }
  if (velocities !== undefined || againstVelocities !== undefined) checkNotNegative(CALLER, 'timeStep', timeStep);
  else if (timeStep !== undefined) {
    throw new RangeError(`${CALLER}: timeStep goes with velocities, got ${describe(timeStep)} without.`);
  }
  return maxContacts;
}
