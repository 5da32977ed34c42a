import { confirmNeighbours } from './confirm/intersections/confirm-neighbours.ts';
import { confirmPairs } from './confirm/intersections/confirm-pairs.ts';
import { findFoldedNeighbours } from './confirm/intersections/folded-neighbours.ts';
import { meetBeyondVertex } from './confirm/intersections/meet-beyond-vertex.ts';
import type { Detector, FindTrianglesOptions } from './detector.ts';
import type { PairFinder } from './find/pair-finder.ts';
import { type ContactLocation, locateContact } from './locate/locate-contact.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';
import { describe } from './mesh/validate-mesh.ts';
import { checkKnown, checkOneOf } from './options.ts';
import { createPose, type Pose, updatePose } from './pose/pose.ts';
import { ContactBuffer } from './results/contact-buffer.ts';
import { type Counters, createCounters, resetCounters } from './results/counters.ts';
import type { IntersectingTriangles, Intersections } from './results/intersections.ts';
import { PairBuffer } from './results/pair-buffer.ts';
import { PairSet } from './results/pair-set.ts';
import type { QueryTrace } from './results/query-trace.ts';
import { intersectingTrianglesOf, intersectionsOf, ResultArrays } from './results/result-arrays.ts';
import type { TaskMilliseconds } from './results/task-milliseconds.ts';

export interface MeshDetectorSettings {
  readonly method: string;
  readonly keepWeld: boolean;
  readonly pairs: 'all' | 'same-object' | 'between-objects';
  readonly maxContacts: number;
  /** Decide every pair by exact arithmetic, without floating-point filter: for the oracle. */
  readonly exactOnly: boolean;
}

/** Runs one method's candidates through the shared confirm step and translates results into the caller's numbers. */
export class MeshDetector implements Detector {
  readonly method: string;
  readonly counters: Counters = createCounters();
  readonly #settings: MeshDetectorSettings;
  readonly #finder: PairFinder;
  readonly #surface: Surface;
  readonly #pose: Pose;
  readonly #candidates: PairBuffer;
  readonly #contacts = new ContactBuffer();
  readonly #trianglePairs = new PairSet();
  readonly #intersectionArrays = new ResultArrays(4);
  readonly #triangleArrays = new ResultArrays(2);
  /** An edge has triangles of several objects: contacts are then chosen as they are found, not by candidate pair. */
  readonly #mixedEdges: boolean;
  /** Contacts of the last `findIntersections`, which `locate` speaks of; −1 before the first and after an update. */
  #located = -1;

  constructor(finder: PairFinder, rest: Positions, settings: MeshDetectorSettings) {
    this.method = settings.method;
    this.#settings = settings;
    this.#finder = finder;
    this.#surface = finder.surface;
    this.#pose = createPose(finder.surface);
    this.#candidates = new PairBuffer({
      takePairs: (pairs, count) => this.#confirm(pairs, count),
      takeNeighbours: (pairs, count) => this.#confirmNeighbours(pairs, count),
    });
    this.#mixedEdges = settings.pairs !== 'all' && hasMixedEdges(finder.surface);
    if (this.#mixedEdges) this.#contacts.accepts = (h, t) => this.#wantsEdge(h, t);
    this.#take('createDetector', rest);
  }

  get vertexCount(): number {
    return this.#surface.callerVertexCount;
  }

  get triangleCount(): number {
    return this.#surface.triangleCount;
  }

  get memoryBytes(): number {
    const { triangles, halfEdges, vertexSource, triangleSource, callerTriangles, copies, objects } = this.#surface;
    let bytes = this.#finder.memoryBytes + this.#pose.positions.byteLength + this.#candidates.byteLength;
    for (const array of [triangles, vertexSource, triangleSource, callerTriangles, copies]) bytes += array.byteLength;
    bytes += halfEdges.twin.byteLength + halfEdges.ring.byteLength + halfEdges.ownedEdges.byteLength;
    bytes += (objects?.byteLength ?? 0) + this.#contacts.byteLength + this.#trianglePairs.byteLength;
    return bytes + this.#intersectionArrays.byteLength + this.#triangleArrays.byteLength;
  }

  update(positions: Positions): void {
    this.#take('update', positions);
  }

  findIntersections(): Intersections {
    this.#find(this.#settings.maxContacts);
    const { count, halfEdges, triangles, overflowed } = this.#contacts;
    const { callerTriangles, triangleSource } = this.#surface;
    const [edgeA, edgeB, edgeTriangle, triangle] = this.#intersectionArrays.reserve(count);
    for (let i = 0; i < count; i++) {
      const owner = triangleSource[Math.floor(halfEdges[i] / 3)];
      const corner = halfEdges[i] % 3;
      edgeA[i] = callerTriangles[3 * owner + corner];
      edgeB[i] = callerTriangles[3 * owner + ((corner + 1) % 3)];
      edgeTriangle[i] = owner;
      triangle[i] = triangleSource[triangles[i]];
    }
    this.#located = count;
    return intersectionsOf(count, this.#intersectionArrays.views(count), overflowed);
  }

  findIntersectingTriangles(options: FindTrianglesOptions = {}): IntersectingTriangles {
    checkKnown('findIntersectingTriangles', options, ['includeNeighbours']);
    const { includeNeighbours = false } = options;
    checkOneOf('findIntersectingTriangles', 'includeNeighbours', includeNeighbours, [true, false]);
    this.#find(Number.POSITIVE_INFINITY);
    this.#located = -1;
    this.#collectTrianglePairs(includeNeighbours);
    if (includeNeighbours) {
      findFoldedNeighbours(this.#surface, this.#pose, (s, t) => this.#wants(s, t), this.#trianglePairs);
    }
    const { maxContacts } = this.#settings;
    const found = this.#trianglePairs;
    const count = Math.min(found.count, maxContacts);
    const [triangleA, triangleB] = this.#triangleArrays.reserve(count);
    const { triangleSource } = this.#surface;
    for (let i = 0; i < count; i++) {
      const a = triangleSource[found.first[i]];
      const b = triangleSource[found.second[i]];
      triangleA[i] = a < b ? a : b;
      triangleB[i] = a < b ? b : a;
    }
    return intersectingTrianglesOf(count, this.#triangleArrays.views(count), found.count > count);
  }

  selfIntersects(): boolean {
    this.#find(1);
    this.#located = -1;
    return this.#contacts.count > 0;
  }

  locate(index: number): ContactLocation {
    if (this.#located < 0) {
      throw new RangeError('locate: findIntersections must have been the last query since update, got none.');
    }
    if (!Number.isInteger(index) || index < 0 || index >= this.#located) {
      const rule =
        this.#located > 0 ? `a whole number from 0 to ${this.#located - 1}` : 'that of a contact, but none was found';
      throw new RangeError(`locate: index must be ${rule}, got ${describe(index)}.`);
    }
    const { triangles } = this.#surface;
    const h = this.#contacts.halfEdges[index];
    const t = this.#contacts.triangles[index];
    return locateContact(
      this.#pose,
      triangles[h],
      triangles[h - (h % 3) + ((h + 1) % 3)],
      triangles[3 * t],
      triangles[3 * t + 1],
      triangles[3 * t + 2],
    );
  }

  serialize(): Uint8Array {
    const bytes = this.#finder.serialize?.();
    if (bytes) return bytes;
    throw new RangeError(`serialize: method must have a preparation to keep, got '${this.method}'.`);
  }

  get taskTimes(): TaskMilliseconds | null {
    return this.#finder.taskTimes ?? null;
  }

  get trace(): QueryTrace | null {
    return this.#finder.trace ?? null;
  }

  objectOf(triangle: number): number {
    const { callerObjects, triangleCount } = this.#surface;
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangleCount) {
      throw new RangeError(
        `objectOf: triangle must be a whole number from 0 to ${triangleCount - 1}, got ${describe(triangle)}.`,
      );
    }
    return callerObjects ? callerObjects[triangle] : 0;
  }

  #take(caller: string, positions: Positions): void {
    updatePose(caller, this.#pose, this.#surface, positions, this.#settings.keepWeld);
    if (this.#settings.exactOnly) this.#pose.exactOnly = true;
    this.#located = -1;
    this.#finder.refit(this.#pose);
  }

  #find(limit: number): void {
    resetCounters(this.counters);
    this.#contacts.clear(limit);
    this.#candidates.begin();
    this.#finder.findPairs(this.#pose, this.#candidates, this.counters);
    this.counters.contacts = this.#contacts.count;
  }

  /** Whether enough was seen. */
  #confirm(pairs: Uint32Array, count: number): boolean {
    const kept = this.#settings.pairs === 'all' || this.#mixedEdges ? count : this.#keepWanted(pairs, count);
    confirmPairs(this.#surface, this.#pose, pairs, kept, this.#contacts, this.counters);
    return this.#enough();
  }

  #confirmNeighbours(pairs: Uint32Array, count: number): boolean {
    let kept = count;
    if (this.#settings.pairs !== 'all' && !this.#mixedEdges) {
      kept = 0;
      for (let i = 0; i < count; i++) {
        if (!this.#wants(Math.floor(pairs[2 * i] / 3), Math.floor(pairs[2 * i + 1] / 3))) continue;
        pairs[2 * kept] = pairs[2 * i];
        pairs[2 * kept + 1] = pairs[2 * i + 1];
        kept++;
      }
    }
    confirmNeighbours(this.#surface, this.#pose, pairs, kept, this.#contacts, this.counters);
    return this.#enough();
  }

  #enough(): boolean {
    return this.#contacts.overflowed || (this.#contacts.limit === 1 && this.#contacts.count > 0);
  }

  #wants(s: number, t: number): boolean {
    const { objects } = this.#surface;
    if (this.#settings.pairs === 'all') return true;
    const same = objects === null || objects[s] === objects[t];
    return same === (this.#settings.pairs === 'same-object');
  }

  /** An edge has the labels of all triangles that meet at it. */
  #wantsEdge(h: number, t: number): boolean {
    const { ring } = this.#surface.halfEdges;
    let other = h;
    do {
      if (this.#wants(Math.floor(other / 3), t)) return true;
      other = ring[other];
    } while (other !== h);
    return false;
  }

  #keepWanted(pairs: Uint32Array, count: number): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (!this.#wants(pairs[2 * i], pairs[2 * i + 1])) continue;
      pairs[2 * kept] = pairs[2 * i];
      pairs[2 * kept + 1] = pairs[2 * i + 1];
      kept++;
    }
    return kept;
  }

  /** Every triangle that has a touched edge meets the triangle that the edge meets. */
  #collectTrianglePairs(includeNeighbours: boolean): void {
    const { ring } = this.#surface.halfEdges;
    const { count, halfEdges, triangles } = this.#contacts;
    this.#trianglePairs.clear();
    for (let i = 0; i < count; i++) {
      const t = triangles[i];
      let h = halfEdges[i];
      do {
        const s = Math.floor(h / 3);
        if (this.#wants(s, t) && this.#meetBeyondShared(h, t, includeNeighbours)) {
          this.#trianglePairs.add(s < t ? s : t, s < t ? t : s);
        }
        h = ring[h];
      } while (h !== halfEdges[i]);
    }
  }

  /**
   * Half-edge h meets triangle t and shares no vertex with it. Its triangle may share the third corner: then the two are
   * neighbours, and count only if asked for.
   */
  #meetBeyondShared(h: number, t: number, includeNeighbours: boolean): boolean {
    const { triangles } = this.#surface;
    const first = h - (h % 3);
    const corner = triangles[first + ((h + 2) % 3)];
    for (let k = 0; k < 3; k++) {
      if (triangles[3 * t + k] !== corner) continue;
      if (!includeNeighbours) return false;
      const a = triangles[h];
      const b = triangles[first + ((h + 1) % 3)];
      const c = triangles[3 * t + ((k + 1) % 3)];
      const d = triangles[3 * t + ((k + 2) % 3)];
      return meetBeyondVertex(this.#pose.positions, corner, a, b, c, d);
    }
    return true;
  }
}

function hasMixedEdges(surface: Surface): boolean {
  const { objects, halfEdges } = surface;
  if (objects === null) return false;
  const { ring } = halfEdges;
  for (let h = 0; h < ring.length; h++) {
    if (objects[Math.floor(h / 3)] !== objects[Math.floor(ring[h] / 3)]) return true;
  }
  return false;
}
