import { IntersectionQuery } from './confirm/intersections/intersection-query.ts';
import { ObjectFilter, type PairChoice } from './confirm/object-filter.ts';
import type { Query } from './confirm/query.ts';
import type { Detector, FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
import type { PairFinder, Search } from './find/pair-finder.ts';
import type { CollisionFreeStepOptions, FindImpactsOptions, ImpactOptions } from './impact-options.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import { locateContacts, locateHalfEdge } from './locate/locate-contacts.ts';
import { type Surface, surfaceBytes } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import type { DetectorMethod } from './method-options.ts';
import { checkKnown, checkOneOf, checkWhole } from './options.ts';
import { copiesPart, type Pose, updatePose } from './pose/pose.ts';
import type { FindProximitiesOptions, ProximityCalls, RunSearch } from './proximity-calls.ts';
import { type Counters, createCounters, resetCounters } from './results/counters.ts';
import type { Impact, Impacts } from './results/impacts.ts';
import {
  type IntersectingTriangles,
  IntersectionResult,
  type Intersections,
  type LocateContacts,
  TrianglePairResult,
} from './results/intersections.ts';
import { PairBuffer } from './results/pair-buffer.ts';
import { PairSet } from './results/pair-set.ts';
import type { Proximities } from './results/proximities.ts';
import type { QueryTrace } from './results/query-trace.ts';
import type { TaskMilliseconds } from './results/task-milliseconds.ts';
import type { StepQueries } from './step-queries.ts';

/** What can be asked besides where a pose meets itself: handed over rather than imported, so that who asks for contacts alone need not load it. */
export interface MoreQueries {
  readonly ProximityCalls: typeof ProximityCalls;
  readonly StepQueries: typeof StepQueries;
}

export interface MeshDetectorSettings {
  readonly method: DetectorMethod;
  /** Copies of a welded vertex may part: the lowest-numbered one counts. */
  readonly keepWeld: boolean;
  readonly pairs: PairChoice;
  readonly maxContacts: number;
  /** Decide every pair by exact arithmetic, without floating-point filter: for the oracle. */
  readonly exactOnly: boolean;
  /** Pairs closer than this in the shape that the detector was created with belong together. */
  readonly restRadius: number;
  /** Default of `findImpacts`' option of that name. */
  readonly tolerance: number;
  /** Prepares anew for a pose in which copies of welded vertices have parted; null where that is an error. */
  readonly partCopies: ((surface: Surface, positions: Positions) => PairFinder) | null;
  /** Null for a detector that finds contacts and nothing else. */
  readonly queries: MoreQueries | null;
}

/** Default tolerance of impacts, in mean edges. */
export const IMPACT_TOLERANCE: number = 2 ** -20;

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Introduces queries to a method, once a frame, and translates results into the caller's numbers. */
export class MeshDetector implements Detector {
  readonly method: DetectorMethod;
  readonly counters: Counters = createCounters();
  readonly #settings: MeshDetectorSettings;
  readonly #candidates = new PairBuffer();
  readonly #trianglePairs = new PairSet();
  readonly #triangleResult = new TrianglePairResult();
  readonly #rest: Positions;
  #parts: Parts;
  /** Number of the pose: what was found for an earlier one no longer holds. */
  #stamp = 0;
  /** Contacts that `locate` speaks of: −1 if none were asked for since `update`. */
  #located = -1;

  constructor(finder: PairFinder, rest: Positions, settings: MeshDetectorSettings) {
    this.method = settings.method;
    this.#settings = settings;
    this.#rest = settings.partCopies !== null && settings.restRadius > 0 ? rest.slice() : rest;
    this.#parts = this.#assemble(finder);
    this.#take('createDetector', rest);
  }

  get engine(): Engine {
    return this.engineReason === '' ? 'wasm' : 'ts';
  }

  get engineReason(): string {
    return this.#parts.finder.engineReason ?? `method '${this.method}' has no kernel`;
  }

  get vertexCount(): number {
    return this.#parts.surface.callerVertexCount;
  }

  get triangleCount(): number {
    return this.#parts.surface.triangleCount;
  }

  get memoryBytes(): number {
    const { finder, surface, found, probe, result, proximities } = this.#parts;
    const results = found.contacts.byteLength + probe.contacts.byteLength + result.byteLength;
    const own = this.#candidates.byteLength + this.#trianglePairs.byteLength + this.#triangleResult.byteLength;
    const more = (proximities?.byteLength ?? 0) + (this.#parts.steps?.byteLength ?? 0);
    return finder.memoryBytes + surfaceBytes(surface) + results + own + more;
  }

  update(positions: Positions): void {
    this.#take('update', positions);
  }

  /**
   * A new pose that is known to have no contact: positions stay those of the last one. The finder must find nothing in it, without a look
   * at positions.
   */
  updateWithoutPositions(): void {
    this.#stamp++;
    this.#located = -1;
  }

  findIntersections(options?: FindIntersectionsOptions): Intersections {
    const limit = this.#limitOf('findIntersections', options, LIMIT_ONLY);
    const { found, result, surface } = this.#parts;
    this.#findContacts(found, limit);
    const { contacts } = found;
    const count = Math.min(contacts.count, limit);
    result.write(count, surface.callerTriangles, surface.triangleSource);
    result.truncated = contacts.overflowed || contacts.count > count;
    result.stamp = this.#stamp;
    this.#located = count;
    this.counters.contacts = count;
    return result;
  }

  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    const limit = this.#limitOf('findIntersectingTriangles', options, LIMIT_AND_NEIGHBOURS);
    const includeNeighbours = options?.includeNeighbours ?? false;
    checkOneOf('findIntersectingTriangles', 'includeNeighbours', includeNeighbours, YES_OR_NO);
    const { surface } = this.#parts;
    const query = this.#queryForAll();
    this.#findContacts(query, NO_LIMIT);
    this.counters.contacts = query.contacts.count;
    query.collectTrianglePairs(this.#trianglePairs, includeNeighbours);
    const { count, first, second } = this.#trianglePairs;
    this.#triangleResult.write(Math.min(count, limit), first, second, surface.triangleSource);
    this.#triangleResult.truncated = count > limit;
    return this.#triangleResult;
  }

  selfIntersects(): boolean {
    const { found, probe } = this.#parts;
    if (found.knows(this.#stamp, 1)) return found.contacts.count > 0;
    if (probe.knows(this.#stamp, 1)) return probe.contacts.count > 0;
    probe.begin(this.#stamp, 1, true);
    this.#search(probe);
    this.counters.contacts = probe.contacts.count;
    return probe.contacts.count > 0;
  }

  findProximities(options: FindProximitiesOptions): Proximities {
    const against = options?.against;
    const other = against instanceof MeshDetector ? against.#parts.proximities : null;
    return (this.#parts.proximities ?? refuse('findProximities')).find(options, other);
  }

  findImpacts(next: Positions, options?: FindImpactsOptions): Impacts {
    return this.#stepQueries('findImpacts').findImpacts(next, options);
  }

  /** For a step that is known to have none. */
  findNoImpacts(options?: FindImpactsOptions): Impacts {
    return this.#stepQueries('findImpacts').findNone(options);
  }

  earliestImpact(next: Positions, options?: ImpactOptions): Impact | null {
    return this.#stepQueries('earliestImpact').earliestImpact(next, options);
  }

  collisionFreeStep(next: Positions, options?: CollisionFreeStepOptions): number {
    return this.#stepQueries('collisionFreeStep').collisionFreeStep(next, options);
  }

  locate(index: number): ContactLocation {
    if (this.#located < 0) {
      throw new RangeError('locate: findIntersections must have been called since update, got no such call.');
    }
    if (!Number.isInteger(index) || index < 0 || index >= this.#located) {
      const rule =
        this.#located > 0 ? `a whole number from 0 to ${this.#located - 1}` : 'that of a contact, but none was found';
      throw new RangeError(`locate: index must be ${rule}, got ${describe(index)}.`);
    }
    const { surface, pose, found } = this.#parts;
    return locateHalfEdge(surface, pose, found.contacts.halfEdges[index], found.contacts.triangles[index]);
  }

  serialize(): Uint8Array {
    const bytes = this.#parts.finder.serialize?.();
    if (bytes) return bytes;
    throw new RangeError(`serialize: method must have a preparation to keep, got '${this.method}'.`);
  }

  get taskTimes(): TaskMilliseconds | null {
    return this.#parts.finder.taskTimes ?? null;
  }

  get trace(): QueryTrace | null {
    return this.#parts.finder.trace ?? null;
  }

  objectOf(triangle: number): number {
    const { callerObjects, triangleCount } = this.#parts.surface;
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangleCount) {
      throw new RangeError(
        `objectOf: triangle must be a whole number from 0 to ${triangleCount - 1}, got ${describe(triangle)}.`,
      );
    }
    return callerObjects ? callerObjects[triangle] : 0;
  }

  #assemble(finder: PairFinder): Parts {
    const { surface, pose } = finder;
    const filter = new ObjectFilter(surface, this.#settings.pairs);
    const found = new IntersectionQuery(surface, pose, filter, this.counters);
    const probe = new IntersectionQuery(surface, pose, filter, this.counters);
    const locate: LocateContacts = (halfEdges, triangles, count, stamp, out) => {
      if (stamp !== this.#stamp) {
        throw new RangeError('locateAll: contacts must be of the last update, got those of an earlier pose.');
      }
      return locateContacts(surface, pose, halfEdges, triangles, count, out);
    };
    const result = new IntersectionResult(found.contacts, locate);
    const search = { pose, reach: 0, next: null, from: 0, end: finder.steps };
    const settings = { ...this.#settings, rest: this.#rest };
    const run: RunSearch = (query, wanted) => this.#search(query, wanted);
    const { queries } = settings;
    const proximities = queries
      ? new queries.ProximityCalls(finder, settings, filter, this.counters, this.#candidates, run)
      : null;
    return { finder, surface, pose, filter, found, probe, result, proximities, search, steps: null };
  }

  #take(caller: string, positions: Positions): void {
    const { partCopies, keepWeld, exactOnly } = this.#settings;
    if (partCopies !== null && copiesPart(caller, this.#parts.surface, positions)) {
      this.#parts = this.#assemble(partCopies(this.#parts.surface, positions));
    }
    const { finder, pose, surface } = this.#parts;
    const wasSearched = this.#parts.steps?.wentTo(positions) ?? false;
    updatePose(caller, pose, surface, positions, keepWeld);
    if (exactOnly) pose.exactOnly = true;
    this.#stamp++;
    this.#located = -1;
    this.#parts.steps?.forget();
    finder.refit(pose, wasSearched);
  }

  /** Made when first asked for: most detectors never are. */
  #stepQueries(caller: string): StepQueries {
    const { finder, filter } = this.#parts;
    if (this.#parts.steps === null) {
      const { StepQueries } = this.#settings.queries ?? refuse(caller);
      const settings = { ...this.#settings, partsCopies: this.#settings.partCopies !== null };
      const run: RunSearch = (query, search) => this.#search(query, search);
      this.#parts.steps = new StepQueries(finder, filter, settings, this.counters, run);
    }
    return this.#parts.steps;
  }

  #limitOf(caller: string, options: FindIntersectionsOptions | undefined, known: readonly string[]): number {
    if (options === undefined) return this.#settings.maxContacts;
    checkKnown(caller, options, known);
    const { maxContacts } = options;
    if (maxContacts === undefined) return this.#settings.maxContacts;
    checkWhole(caller, 'maxContacts', maxContacts, 1);
    return maxContacts;
  }

  /** The query that knows all contacts or may look for them: not the one whose first few `locate` speaks of. */
  #queryForAll(): IntersectionQuery {
    const { found, probe } = this.#parts;
    return this.#located < 0 || found.knows(this.#stamp, NO_LIMIT) ? found : probe;
  }

  #findContacts(query: IntersectionQuery, limit: number): void {
    if (query.knows(this.#stamp, limit)) {
      resetCounters(this.counters);
      return;
    }
    query.begin(this.#stamp, limit);
    this.#search(query);
  }

  #search(query: Query, search: Search = this.#parts.search): void {
    const { finder } = this.#parts;
    checkSupport(query, finder, this.method);
    resetCounters(this.counters);
    this.#candidates.begin(query);
    finder.findPairs(search, this.#candidates, this.counters);
  }
}

/** All that belongs to one welding of the mesh. */
interface Parts {
  readonly finder: PairFinder;
  readonly surface: Surface;
  readonly pose: Pose;
  /** What `findIntersections` found, which `locate` speaks of. */
  readonly found: IntersectionQuery;
  /** For other questions of the same pose. */
  readonly probe: IntersectionQuery;
  readonly result: IntersectionResult;
  readonly proximities: ProximityCalls | null;
  readonly search: Search;
  readonly filter: ObjectFilter;
  /** Null until asked what happens during a step. */
  steps: StepQueries | null;
}

const LIMIT_ONLY = ['maxContacts'];
const LIMIT_AND_NEIGHBOURS = ['includeNeighbours', 'maxContacts'];
const YES_OR_NO = [true, false];

function refuse(caller: string): never {
  throw new RangeError(`${caller}: the detector must be of createDetector, got one that finds contacts only.`);
}

function checkSupport({ name, needs }: Query, { supports }: PairFinder, method: DetectorMethod): void {
  if ((!needs.reach || supports.reach) && (!needs.motion || supports.motion)) return;
  const what = needs.motion && !supports.motion ? 'what happens during a step' : 'what is near without touching';
  throw new RangeError(`${name}: method must be one that finds ${what}, got '${method}'.`);
}
