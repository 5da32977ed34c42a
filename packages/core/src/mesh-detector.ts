import type { Advance, AdvanceOptions, Advancer } from './confirm/impacts/advance.ts';
import { collectTrianglePairs } from './confirm/intersections/collect-triangle-pairs.ts';
import type { IntersectionQuery } from './confirm/intersections/intersection-query.ts';
import type { Query } from './confirm/query.ts';
import type { Detector, FindIntersectionsOptions, FindTrianglesOptions } from './detector.ts';
import type { FinderNotes, PairFinder, Prepared, Search } from './find/pair-finder.ts';
import {
  type CollisionFreeStepOptions,
  checkImpactOptions,
  type FindImpactsOptions,
  type ImpactOptions,
} from './impact-options.ts';
import type { ContactLocation } from './locate/locate-contact.ts';
import { locateContacts, locateHalfEdge } from './locate/locate-contacts.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import type { MeshDetectorSettings } from './mesh-detector-settings.ts';
import { checkOneOf } from './options.ts';
import { ownBytes } from './pose/arena.ts';
import { copiesPart, type Pose } from './pose/pose.ts';
import { LIMIT_ONLY, PoseDetector } from './pose-detector.ts';
import type { FindProximitiesOptions, ProximityCalls, RunSearch } from './proximity-calls.ts';
import { refuse } from './refuse-call.ts';
import type { ContactBuffer } from './results/contact-buffer.ts';
import { resetCounters } from './results/counters.ts';
import type { Impact, Impacts } from './results/impacts.ts';
import {
  type IntersectingTriangles,
  IntersectionResult,
  type Intersections,
  TrianglePairResult,
} from './results/intersections.ts';
import { PairSet } from './results/pair-set.ts';
import type { Proximities } from './results/proximities.ts';
import type { QueryTrace } from './results/query-trace.ts';
import type { StepQueries } from './step-queries.ts';

/** Default tolerance of impacts, in mean edges. */
export const IMPACT_TOLERANCE: number = 2 ** -20;

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Everything that can be asked of a pose and of a step. */
export class MeshDetector extends PoseDetector implements Detector {
  readonly #settings: MeshDetectorSettings;
  readonly #trianglePairs = new PairSet();
  readonly #triangleResult = new TrianglePairResult();
  #rest: Positions;
  #proximities: ProximityCalls | null;
  /** Null until asked what happens during a step. */
  #steps: StepQueries | null = null;
  #advancer: Advancer | null = null;
  /** Number of the pose that was last reached by a way on which nothing touches. */
  #freeStamp = -1;

  #notes: FinderNotes;

  constructor({ finder, notes }: Prepared, rest: Positions, settings: MeshDetectorSettings) {
    super(finder, rest, settings);
    this.#notes = notes;
    this.#settings = settings;
    this.#rest = settings.partCopies !== null && settings.restRadius > 0 ? rest.slice() : rest;
    this.#proximities = this.#createProximities();
  }

  override dispose(): void {
    super.dispose();
    this.#proximities = null;
    this.#steps = null;
    this.#advancer = null;
    this.#settings.team?.close();
    this.#rest = new Float64Array(0);
  }

  override get engineReason(): string {
    return super.engineReason || (this.#settings.team?.reason ?? '');
  }

  get threads(): number {
    return this.#settings.team?.size ?? 1;
  }

  override get memoryBytes(): number {
    if (this.isDisposed) return 0;
    const own = this.#trianglePairs.byteLength + this.#triangleResult.byteLength;
    const more = [this.#proximities, this.#steps, this.#advancer].reduce(
      (sum, each) => sum + (each?.byteLength ?? 0),
      0,
    );
    // once they lie in the kernel's memory, candidates are counted there
    const twice = ownBytes(this.candidates.pairs) === 0 ? this.candidates.byteLength : 0;
    return super.memoryBytes - twice + own + more + (this.#settings.team?.byteLength ?? 0);
  }

  override update(positions: Positions): void {
    const { partCopies, team } = this.#settings;
    const { surface } = this.partsFor('update');
    if (partCopies !== null && copiesPart('update', surface, positions)) {
      const { finder, notes } = partCopies(surface, positions);
      this.parts = this.assemble(finder);
      this.#notes = notes;
      this.#proximities = this.#createProximities();
      this.#steps = null;
      this.#advancer = null;
    }
    // others may begin before it is known whether the positions are good
    team?.take(positions);
    try {
      this.take('update', positions, this.#steps?.wentTo(positions) ?? false);
    } catch (error) {
      team?.drop();
      throw error;
    }
    this.#steps?.forget();
  }

  /**
   * A new pose of which the finder knows already: there is no contact in it, or the vertices of all candidates have been placed. Positions of other vertices
   * are not to be looked at.
   */
  updateWithoutPositions(): void {
    this.stamp++;
    this.located = -1;
    this.#steps?.forget();
  }

  override findIntersections(options?: FindIntersectionsOptions): Intersections {
    const result = super.findIntersections(options) as IntersectionResult;
    result.stamp = this.stamp;
    return result;
  }

  findIntersectingTriangles(options?: FindTrianglesOptions): IntersectingTriangles {
    const { surface, pose, filter } = this.partsFor('findIntersectingTriangles');
    const limit = this.limitOf('findIntersectingTriangles', options, LIMIT_AND_NEIGHBOURS);
    const includeNeighbours = options?.includeNeighbours ?? false;
    checkOneOf('findIntersectingTriangles', 'includeNeighbours', includeNeighbours, YES_OR_NO);
    const { contacts } = this.#findAll();
    this.counters.contacts = contacts.count;
    collectTrianglePairs(surface, pose, filter, contacts, includeNeighbours, this.#trianglePairs);
    const { count, first, second } = this.#trianglePairs;
    this.#triangleResult.write(Math.min(count, limit), first, second, surface.triangleSource);
    this.#triangleResult.truncated = count > limit;
    return this.#triangleResult;
  }

  findProximities(options: FindProximitiesOptions): Proximities {
    this.partsFor('findProximities');
    const against = options?.against;
    const other = against instanceof MeshDetector && against.partsFor('findProximities') ? against.#proximities : null;
    return (this.#proximities ?? refuse('findProximities')).find(options, other);
  }

  findImpacts(next: Positions, options?: FindImpactsOptions): Impacts {
    return this.#stepQueries('findImpacts').findImpacts(next, options);
  }

  /** For a step that is known to have none. */
  findNoImpacts(options?: FindImpactsOptions): Impacts {
    return this.#stepQueries('findImpacts').findNone(options);
  }

  /** For a step whose ends the finder knows already. */
  findPlacedImpacts(options?: FindImpactsOptions): Impacts {
    this.updateWithoutPositions();
    return this.#stepQueries('findImpacts').findPlaced(options);
  }

  earliestPlacedImpact(options?: ImpactOptions): Impact | null {
    this.updateWithoutPositions();
    return this.#stepQueries('earliestImpact').earliestPlaced(options);
  }

  earliestImpact(next: Positions, options?: ImpactOptions): Impact | null {
    return this.#stepQueries('earliestImpact').earliestImpact(next, options);
  }

  collisionFreeStep(next: Positions, options?: CollisionFreeStepOptions): number {
    return this.#stepQueries('collisionFreeStep').collisionFreeStep(next, options);
  }

  advance(next: Positions, out?: Positions, options?: AdvanceOptions): Advance {
    this.#advancer ??= this.#createAdvancer();
    const done = this.#advancer.advance(next, out, options, this.#freeStamp === this.stamp);
    if (!done.startsIntersecting) this.#freeStamp = this.stamp;
    return done;
  }

  #createAdvancer(): Advancer {
    const { surface, pose } = this.partsFor('advance');
    const { Advancer } = this.#settings.queries ?? refuse('advance');
    return new Advancer({
      surface,
      pose,
      selfIntersects: () => this.selfIntersects(),
      checkOptions: (options) => checkImpactOptions('advance', options),
      firstOnWay: (next) => this.#stepQueries('advance').earliestImpact(next, undefined, 'advance'),
      freeShare: (next, options) => this.#stepQueries('advance').collisionFreeStep(next, options, 'advance'),
      update: (positions) => this.update(positions),
    });
  }

  locate(index: number): ContactLocation {
    const { surface, pose, found } = this.partsFor('locate');
    if (this.located < 0) {
      throw new RangeError('locate: findIntersections must have been called since update, got no such call.');
    }
    if (!Number.isInteger(index) || index < 0 || index >= this.located) {
      const rule =
        this.located > 0 ? `a whole number from 0 to ${this.located - 1}` : 'that of a contact, but none was found';
      throw new RangeError(`locate: index must be ${rule}, got ${describe(index)}.`);
    }
    return locateHalfEdge(surface, pose, found.contacts.halfEdges[index], found.contacts.triangles[index]);
  }

  serialize(): Uint8Array {
    this.partsFor('serialize');
    const { serialize } = this.#notes;
    if (serialize !== null) return serialize();
    throw new RangeError(`serialize: method must have a preparation to keep, got '${this.method}'.`);
  }

  get finder(): PairFinder {
    return this.partsFor('finder').finder;
  }

  get trace(): QueryTrace | null {
    this.partsFor('trace');
    return this.#notes.trace;
  }

  objectOf(triangle: number): number {
    const { callerObjects, triangleCount } = this.partsFor('objectOf').surface;
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangleCount) {
      throw new RangeError(
        `objectOf: triangle must be a whole number from 0 to ${triangleCount - 1}, got ${describe(triangle)}.`,
      );
    }
    return callerObjects ? callerObjects[triangle] : 0;
  }

  protected override createResult(contacts: ContactBuffer, surface: Surface, pose: Pose): IntersectionResult {
    return new IntersectionResult(contacts, (halfEdges, triangles, count, stamp, out) => {
      this.partsFor('locateAll');
      if (stamp !== this.stamp) {
        throw new RangeError('locateAll: contacts must be of the last update, got those of an earlier pose.');
      }
      return locateContacts(surface, pose, halfEdges, triangles, count, out);
    });
  }

  #createProximities(): ProximityCalls | null {
    const { finder, filter } = this.parts;
    const { queries } = this.#settings;
    if (queries === null) return null;
    const settings = { ...this.#settings, rest: this.#rest };
    return new queries.ProximityCalls(finder, settings, filter, this.counters, this.candidates, this.#run);
  }

  /** Made when first asked for: most detectors never are. */
  #stepQueries(caller: string): StepQueries {
    const { finder, filter } = this.partsFor(caller);
    if (this.#steps === null) {
      const { StepQueries } = this.#settings.queries ?? refuse(caller);
      const settings = { ...this.#settings, partsCopies: this.#settings.partCopies !== null };
      this.#steps = new StepQueries(finder, filter, settings, this.counters, this.#run);
    }
    return this.#steps;
  }

  protected override findContacts(query: IntersectionQuery, limit: number): void {
    const { team } = this.#settings;
    if (!team || limit < NO_LIMIT || query.knows(this.stamp, limit) || this.parts.filter.wantsNone) {
      super.findContacts(query, limit);
      return;
    }
    query.begin(this.stamp, limit);
    resetCounters(this.counters);
    team.find(query, this.counters, () => this.search(query, this.parts.search));
  }

  readonly #run: RunSearch = (query: Query, search: Search) => {
    this.search(query, search);
  };

  /** All contacts, by a query that knows them or may look for them: not the one whose first few `locate` speaks of. */
  #findAll(): IntersectionQuery {
    const { found, probe } = this.parts;
    const query = this.located < 0 || found.knows(this.stamp, NO_LIMIT) ? found : probe;
    this.findContacts(query, NO_LIMIT);
    return query;
  }
}

const LIMIT_AND_NEIGHBOURS: readonly string[] = ['includeNeighbours', ...LIMIT_ONLY];
const YES_OR_NO = [true, false];
