import type { Intersections } from 'selfcollide';
import type { Mesh } from 'three';
import type { BackgroundCollider } from './background-collider.ts';
import type { ContactCollider } from './contact-collider.ts';
import { type ContactArrays, type ContactPlace, findContactPlaces } from './contact-places.ts';
import { checkCollider } from './read-source.ts';
import type { SelfCollider } from './self-collider.ts';
import type { FoundContacts } from './worker/messages.ts';

/** A place from the frame in which it starts to touch until it no longer does. */
export interface TrackedPlace extends ContactPlace {
  /** The same as long as the place touches; never used again. */
  readonly id: number;
  /** Both meshes; equal if a mesh meets itself, undefined for a bare geometry. */
  readonly objects: readonly [Mesh | undefined, Mesh | undefined];
}

export interface ContactEventsOptions {
  /** A place touches that did not before. */
  readonly onStart?: (place: TrackedPlace) => void;
  /** A place no longer touches; as it was when it last did. */
  readonly onEnd?: (place: TrackedPlace) => void;
  /** Updates without contact after which a place has ended, so that one that trembles does not start again and again. Default 2. */
  readonly patience?: number;
}

interface Track {
  place: TrackedPlace;
  /** Welded vertices of its edges and triangles: a place of the next frame that has one of them is the same place. */
  vertices: ReadonlySet<number>;
  missed: number;
}

/**
 * Tells when places start and stop touching. A place goes on as the one of the next frame, between the same meshes, that has most vertices in
 * common with it, and at least one; where places merge, one goes on and the others end; where one splits, the larger part goes on.
 *
 * @example
 * const events = new ContactEvents(collider, {
 *   onStart: ({ objects: [a, b], center }) => play('tick', center),
 * });
 * events.update(collider.update().findIntersections()); // every frame
 */
export class ContactEvents {
  readonly #collider: SelfCollider | ContactCollider | BackgroundCollider;
  readonly #options: ContactEventsOptions;
  readonly #patience: number;
  #tracks: Track[] = [];
  #nextId = 0;

  constructor(collider: SelfCollider | ContactCollider | BackgroundCollider, options: ContactEventsOptions = {}) {
    checkCollider('ContactEvents', collider);
    const { patience = 2 } = options;
    if (!Number.isInteger(patience) || patience < 0) {
      throw new RangeError(`ContactEvents: patience must be a whole number from 0, got ${patience}.`);
    }
    this.#collider = collider;
    this.#options = options;
    this.#patience = patience;
  }

  /** Places that touch now, and those that did a moment ago. */
  get places(): readonly TrackedPlace[] {
    return this.#tracks.map(({ place }) => place);
  }

  /** Compares the contacts of a frame with those of the frame before. */
  update(contacts: Intersections | FoundContacts): this {
    const { meshes } = this.#collider;
    const found = placesOf(this.#collider, contacts);
    const before = [...this.#tracks];
    const goesOn = new Set<Track>();
    const started: Track[] = [];
    for (const place of found) {
      const vertices = this.#verticesOf(place, contacts);
      const track = findTrack(
        before.filter((known) => !goesOn.has(known)),
        place,
        vertices,
      );
      const objects = [meshes[place.meshes[0]], meshes[place.meshes[1]]] as const;
      if (track) {
        goesOn.add(track);
        track.place = { ...place, id: track.place.id, objects };
        track.vertices = vertices;
        track.missed = 0;
      } else started.push({ place: { ...place, id: this.#nextId++, objects }, vertices, missed: 0 });
    }
    const ended = before.filter((track) => !goesOn.has(track) && ++track.missed > this.#patience);
    this.#tracks = [...before.filter((track) => !ended.includes(track)), ...started];
    // only now: whoever is called may look at `places`
    for (const { place } of ended) this.#options.onEnd?.(place);
    for (const { place } of started) this.#options.onStart?.(place);
    return this;
  }

  #verticesOf({ contacts }: ContactPlace, { edgeA, edgeB, triangle }: ContactArrays): Set<number> {
    const { triangles, weld } = this.#collider;
    const vertices = new Set<number>();
    for (const i of contacts) {
      vertices.add(weld[edgeA[i]]).add(weld[edgeB[i]]);
      for (let k = 0; k < 3; k++) vertices.add(weld[triangles[3 * triangle[i] + k]]);
    }
    return vertices;
  }
}

function placesOf(
  collider: SelfCollider | ContactCollider | BackgroundCollider,
  contacts: Intersections | FoundContacts,
): ContactPlace[] {
  if ('points' in contacts) return findContactPlaces(collider, contacts, contacts.points);
  return findContactPlaces(collider, contacts, contacts.locateAll().points);
}

/** Of those between the same meshes the one with most vertices in common; of equals the oldest. */
function findTrack(tracks: readonly Track[], { meshes }: ContactPlace, vertices: ReadonlySet<number>) {
  let best: Track | undefined;
  let most = 0;
  for (const track of tracks) {
    if (track.place.meshes[0] !== meshes[0] || track.place.meshes[1] !== meshes[1]) continue;
    let common = 0;
    for (const vertex of vertices) if (track.vertices.has(vertex)) common++;
    if (common > most) [best, most] = [track, common];
  }
  return best;
}
