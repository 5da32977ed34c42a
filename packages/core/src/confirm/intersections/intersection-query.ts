import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { ContactBuffer } from '../../results/contact-buffer.ts';
import type { Counters } from '../../results/counters.ts';
import type { PairFilter } from '../pair-filter.ts';
import type { Query } from '../query.ts';
import { confirmNeighbours } from './confirm-neighbours.ts';
import { confirmPairs } from './confirm-pairs.ts';

/** Which edges meet which triangles: takes candidates, keeps contacts, and knows of which pose and whether all of them. */
export class IntersectionQuery implements Query {
  readonly name = 'findIntersections';
  readonly contacts = new ContactBuffer();
  readonly #surface: Surface;
  readonly #pose: Pose;
  readonly #filter: PairFilter;
  readonly #counters: Counters;
  #stopAtFirst = false;
  #stamp = -1;

  constructor(surface: Surface, pose: Pose, filter: PairFilter, counters: Counters) {
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
    const kept = this.#filter.mixedEdges ? count : this.#filter.keepWanted(pairs, count, 3);
    confirmNeighbours(this.#surface, this.#pose, pairs, kept, this.contacts, this.#counters);
    return this.#enough();
  }

  takeContacts(halfEdges: Uint32Array, triangles: Uint32Array, count: number, edgeTests: number): boolean {
    this.#counters.edgeTests += edgeTests;
    const filter = this.#filter;
    for (let i = 0; i < count; i++) {
      if (filter.mixedEdges || filter.wants((halfEdges[i] / 3) | 0, triangles[i])) {
        this.contacts.push(halfEdges[i], triangles[i]);
      }
    }
    return this.#enough();
  }

  #enough(): boolean {
    return this.contacts.overflowed || (this.#stopAtFirst && this.contacts.count > 0);
  }
}
