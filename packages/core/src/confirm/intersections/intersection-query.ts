import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { ContactBuffer } from '../../results/contact-buffer.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairSet } from '../../results/pair-set.ts';
import type { ObjectFilter } from '../object-filter.ts';
import type { Query } from '../query.ts';
import { confirmNeighbours } from './confirm-neighbours.ts';
import { confirmPairs } from './confirm-pairs.ts';
import { findFoldedNeighbours } from './folded-neighbours.ts';
import { meetBeyondVertex } from './meet-beyond-vertex.ts';

/** Which edges meet which triangles: takes candidates, keeps contacts, and knows of which pose and whether all of them. */
export class IntersectionQuery implements Query {
  readonly name = 'findIntersections';
  readonly needs = { reach: false, motion: false } as const;
  readonly contacts = new ContactBuffer();
  readonly #surface: Surface;
  readonly #pose: Pose;
  readonly #filter: ObjectFilter;
  readonly #counters: Counters;
  #stopAtFirst = false;
  #stamp = -1;

  constructor(surface: Surface, pose: Pose, filter: ObjectFilter, counters: Counters) {
    this.#surface = surface;
    this.#pose = pose;
    this.#filter = filter;
    this.#counters = counters;
    if (filter.mixedEdges) this.contacts.accepts = (h, t) => filter.wantsEdge(h, t);
  }

  /** Starts anew for the pose with this number. With `stopAtFirst` one contact is enough, and whether there are more stays open. */
  begin(stamp: number, limit: number, stopAtFirst = false): void {
    this.#stamp = stamp;
    this.#stopAtFirst = stopAtFirst;
    this.contacts.clear(limit);
  }

  /** Whether what was found for this pose suffices for the first `limit` contacts. */
  knows(stamp: number, limit: number): boolean {
    if (this.#stamp !== stamp || this.#stopAtFirst) return false;
    return !this.contacts.overflowed || limit <= this.contacts.limit;
  }

  takePairs(pairs: Uint32Array, count: number): boolean {
    const kept = this.#filter.mixedEdges ? count : this.#filter.keepWanted(pairs, count);
    confirmPairs(this.#surface, this.#pose, pairs, kept, this.contacts, this.#counters);
    return this.#enough();
  }

  takeNeighbours(pairs: Uint32Array, count: number): boolean {
    const kept = this.#filter.mixedEdges ? count : this.#filter.keepWantedNeighbours(pairs, count);
    confirmNeighbours(this.#surface, this.#pose, pairs, kept, this.contacts, this.#counters);
    return this.#enough();
  }

  #enough(): boolean {
    return this.contacts.overflowed || (this.#stopAtFirst && this.contacts.count > 0);
  }

  /**
   * Every triangle that has a touched edge meets the triangle that the edge meets. With `includeNeighbours` also pairs that share vertices
   * and meet beyond these. All contacts of the pose must have been found.
   */
  collectTrianglePairs(out: PairSet, includeNeighbours: boolean): void {
    const { ring } = this.#surface.halfEdges;
    const { count, halfEdges, triangles } = this.contacts;
    out.clear();
    for (let i = 0; i < count; i++) {
      const t = triangles[i];
      let h = halfEdges[i];
      do {
        const s = (h / 3) | 0;
        if (this.#filter.wants(s, t) && this.#meetBeyondShared(h, t, includeNeighbours)) {
          out.add(s < t ? s : t, s < t ? t : s);
        }
        h = ring[h];
      } while (h !== halfEdges[i]);
    }
    if (!includeNeighbours) return;
    findFoldedNeighbours(this.#surface, this.#pose, this.#filter, out);
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
