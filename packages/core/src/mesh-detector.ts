import { ContactBuffer } from './contacts/contact-buffer.ts';
import { type Counters, createCounters, resetCounters } from './contacts/counters.ts';
import type { IntersectingTriangles, Intersections } from './contacts/intersections.ts';
import { PairBuffer } from './contacts/pair-buffer.ts';
import { PairSet } from './contacts/pair-set.ts';
import { intersectingTrianglesOf, intersectionsOf, ResultArrays } from './contacts/result-arrays.ts';
import { confirmPairs } from './detect/confirm-pairs.ts';
import { findFoldedNeighbours } from './detect/folded-neighbours.ts';
import { type ContactLocation, locateContact } from './detect/locate-contact.ts';
import type { PairFinder } from './detect/pair-finder.ts';
import type { Detector, FindTrianglesOptions } from './detector.ts';
import { createPose, type Pose, updatePose } from './mesh/pose.ts';
import type { Surface } from './mesh/surface.ts';
import type { Positions } from './mesh/triangle-mesh.ts';

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
  /** Contacts of the last `findIntersections`, which `locate` speaks of; −1 before the first and after an update. */
  #located = -1;

  constructor(finder: PairFinder, rest: Positions, settings: MeshDetectorSettings) {
    this.method = settings.method;
    this.#settings = settings;
    this.#finder = finder;
    this.#surface = finder.surface;
    this.#pose = createPose(finder.surface);
    this.#candidates = new PairBuffer((pairs, count) => this.#confirm(pairs, count));
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
    let bytes = this.#finder.memoryBytes + this.#pose.positions.byteLength + this.#candidates.pairs.byteLength;
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
    this.#find(Number.POSITIVE_INFINITY);
    this.#located = -1;
    const includeNeighbours = options.includeNeighbours === true;
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
      throw new RangeError(`locate: index must be a whole number from 0 to ${this.#located - 1}, got ${index}.`);
    }
    const { triangles } = this.#surface;
    const h = this.#contacts.halfEdges[index];
    const t = this.#contacts.triangles[index];
    const { positions, scale } = this.#pose;
    const location = locateContact(
      positions,
      triangles[h],
      triangles[h - (h % 3) + ((h + 1) % 3)],
      triangles[3 * t],
      triangles[3 * t + 1],
      triangles[3 * t + 2],
    );
    const [x, y, z] = location.point;
    return scale === 1 ? location : { ...location, point: [x / scale, y / scale, z / scale] };
  }

  objectOf(triangle: number): number {
    const { callerObjects, triangleCount } = this.#surface;
    if (!Number.isInteger(triangle) || triangle < 0 || triangle >= triangleCount) {
      throw new RangeError(
        `objectOf: triangle must be a whole number from 0 to ${triangleCount - 1}, got ${triangle}.`,
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
    const kept = this.#settings.pairs === 'all' ? count : this.#keepWanted(pairs, count);
    confirmPairs(this.#surface, this.#pose, pairs, kept, this.#contacts, this.counters);
    return this.#contacts.overflowed || (this.#contacts.limit === 1 && this.#contacts.count > 0);
  }

  #wants(s: number, t: number): boolean {
    const { objects } = this.#surface;
    if (this.#settings.pairs === 'all') return true;
    const same = objects === null || objects[s] === objects[t];
    return same === (this.#settings.pairs === 'same-object');
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
        if (this.#wants(s, t) && (includeNeighbours || !this.#shareVertex(s, t))) {
          this.#trianglePairs.add(s < t ? s : t, s < t ? t : s);
        }
        h = ring[h];
      } while (h !== halfEdges[i]);
    }
  }

  #shareVertex(s: number, t: number): boolean {
    const { triangles } = this.#surface;
    for (let i = 3 * s; i < 3 * s + 3; i++) {
      const v = triangles[i];
      if (v === triangles[3 * t] || v === triangles[3 * t + 1] || v === triangles[3 * t + 2]) return true;
    }
    return false;
  }
}
