import { IntersectionQuery } from './confirm/intersections/intersection-query.ts';
import { type IgnoredGroups, type PairChoice, PairFilter } from './confirm/pair-filter.ts';
import type { Query } from './confirm/query.ts';
import type { FindIntersectionsOptions, PoseContacts } from './detector.ts';
import type { PairFinder, Search } from './find/pair-finder.ts';
import type { Engine } from './kernel/mesh-kernel.ts';
import { type Surface, surfaceBytes } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { checkKnown, checkWhole } from './options.ts';
import { type Pose, updatePose } from './pose/pose.ts';
import { refuseDisposed } from './refuse-call.ts';
import type { ContactBuffer } from './results/contact-buffer.ts';
import { ContactResult, type Contacts } from './results/contacts.ts';
import { type Counters, createCounters, resetCounters } from './results/counters.ts';
import { PairBuffer } from './results/pair-buffer.ts';

export interface PoseDetectorSettings {
  readonly method: string;
  /** Copies of a welded vertex may part: the lowest-numbered one counts. */
  readonly keepWeld: boolean;
  readonly pairs: PairChoice;
  readonly ignore: IgnoredGroups | undefined;
  readonly maxContacts: number;
  /** Decide every pair by exact arithmetic, without floating-point filter: for the oracle. */
  readonly exactOnly: boolean;
}

/** All that belongs to one welding of the mesh. */
export interface PoseParts {
  readonly finder: PairFinder;
  readonly surface: Surface;
  readonly pose: Pose;
  readonly filter: PairFilter;
  /** What `findIntersections` found, which `locate` speaks of. */
  readonly found: IntersectionQuery;
  /** For other questions of the same pose. */
  readonly probe: IntersectionQuery;
  readonly result: ContactResult;
  readonly search: Search;
}

export const LIMIT_ONLY: readonly string[] = ['maxContacts'];

/**
 * Introduces the query for contacts to a method, once a frame, and translates what it found into the caller's numbers. All that a page which asks
 * for contacts alone has to load; `MeshDetector` adds the other questions.
 */
export class PoseDetector implements PoseContacts {
  readonly method: string;
  readonly counters: Counters = createCounters();
  protected readonly candidates: PairBuffer = new PairBuffer();
  /** Null once disposed of. */
  #held: PoseParts | null = null;
  /** Number of the pose: what was found for an earlier one no longer holds. */
  protected stamp = 0;
  /** Contacts that `locate` speaks of: −1 if none were asked for since `update`. */
  protected located = -1;
  readonly #settings: PoseDetectorSettings;

  constructor(finder: PairFinder, rest: Positions, settings: PoseDetectorSettings) {
    this.method = settings.method;
    this.#settings = settings;
    this.parts = this.assemble(finder);
    this.take('createDetector', rest, false);
  }

  dispose(): void {
    this.#held = null;
    this.stamp++;
  }

  protected get isDisposed(): boolean {
    return this.#held === null;
  }

  protected get parts(): PoseParts {
    return this.partsFor('detector');
  }

  protected set parts(parts: PoseParts) {
    this.#held = parts;
  }

  /** For who can say which call it is. */
  protected partsFor(caller: string): PoseParts {
    return this.#held ?? refuseDisposed(caller);
  }

  get engine(): Engine {
    return this.partsFor('engine').finder.engine.reason === '' ? 'kernel' : 'plain';
  }

  get engineReason(): string {
    return this.partsFor('engineReason').finder.engine.reason;
  }

  get vertexCount(): number {
    return this.parts.surface.callerVertexCount;
  }

  get triangleCount(): number {
    return this.parts.surface.triangleCount;
  }

  get memoryBytes(): number {
    if (this.isDisposed) return 0;
    const { finder, surface, found, probe, result } = this.parts;
    const results = found.contacts.byteLength + probe.contacts.byteLength + result.byteLength;
    return finder.memoryBytes + surfaceBytes(surface) + results + this.candidates.byteLength;
  }

  update(positions: Positions): void {
    this.take('update', positions, false);
  }

  findIntersections(options?: FindIntersectionsOptions): Contacts {
    const { found, result, surface } = this.partsFor('findIntersections');
    const limit = this.limitOf('findIntersections', options, LIMIT_ONLY);
    this.findContacts(found, limit);
    const { contacts } = found;
    const count = Math.min(contacts.count, limit);
    result.write(count, surface.callerTriangles, surface.triangleSource);
    result.truncated = contacts.overflowed || contacts.count > count;
    this.located = count;
    this.counters.contacts = count;
    return result;
  }

  selfIntersects(): boolean {
    const { found, probe } = this.partsFor('selfIntersects');
    if (found.knows(this.stamp, 1)) return found.contacts.count > 0;
    if (probe.knows(this.stamp, 1)) return probe.contacts.count > 0;
    probe.begin(this.stamp, 1, true);
    this.search(probe, this.parts.search);
    this.counters.contacts = probe.contacts.count;
    return probe.contacts.count > 0;
  }

  /** Called by the constructor, before fields of a class that extends this one are there. */
  protected createResult(contacts: ContactBuffer, _surface: Surface, _pose: Pose): ContactResult {
    return new ContactResult(contacts);
  }

  protected assemble(finder: PairFinder): PoseParts {
    const { surface, pose } = finder;
    const filter = new PairFilter(surface, this.#settings.pairs, this.#settings.ignore);
    const found = new IntersectionQuery(surface, pose, filter, this.counters);
    const probe = new IntersectionQuery(surface, pose, filter, this.counters);
    const result = this.createResult(found.contacts, surface, pose);
    const search = { pose, reach: 0, next: null, from: 0, end: finder.steps };
    return { finder, surface, pose, filter, found, probe, result, search };
  }

  protected take(caller: string, positions: Positions, wasSearched: boolean): void {
    const { keepWeld, exactOnly } = this.#settings;
    const { finder, pose, surface } = this.partsFor(caller);
    updatePose(caller, pose, surface, positions, keepWeld);
    if (exactOnly) pose.exactOnly = true;
    this.stamp++;
    this.located = -1;
    finder.refit(pose, wasSearched);
  }

  protected limitOf(caller: string, options: FindIntersectionsOptions | undefined, known: readonly string[]): number {
    if (options === undefined) return this.#settings.maxContacts;
    checkKnown(caller, options, known);
    const { maxContacts } = options;
    if (maxContacts === undefined) return this.#settings.maxContacts;
    checkWhole(caller, 'maxContacts', maxContacts, 1);
    return maxContacts;
  }

  protected findContacts(query: IntersectionQuery, limit: number): void {
    if (query.knows(this.stamp, limit)) {
      resetCounters(this.counters);
      return;
    }
    query.begin(this.stamp, limit);
    this.search(query, this.parts.search);
  }

  protected search(query: Query, search: Search): void {
    resetCounters(this.counters);
    if (this.parts.filter.wantsNone) return;
    this.candidates.begin(query);
    this.parts.finder.findPairs(search, this.candidates, this.counters);
  }
}
