import type { Constraints } from './constraints.ts';
import { PairTable } from './pair-table.ts';

/** What pressed in the last step: parallel arrays, valid until the next. */
export interface ResponseContacts {
  readonly count: number;
  /** The same pair of features has the same number as long as it presses in every step. */
  readonly ids: Uint32Array;
  /** Four per contact: a vertex and a triangle's corners, or the ends of two edges. */
  readonly vertices: Uint32Array;
  /** Four per contact: those of the first feature are positive and sum to 1, those of the second negative. */
  readonly weights: Float64Array;
  /** Three per contact, of length 1, from the second feature to the first. */
  readonly normals: Float64Array;
  /** Three per contact: halfway between the two features, at the end of the step. */
  readonly points: Float64Array;
  /** How hard the two were pushed apart, along the normal: mass × length; per time step squared it is a force. */
  readonly impulses: Float64Array;
  /** Three per contact: the same along the surface, by friction, on the first feature. */
  readonly frictions: Float64Array;
}

/** Collects contacts after each step, and knows those of the step before. Allocates only to grow. */
export class ContactList implements ResponseContacts {
  count = 0;
  ids = new Uint32Array(64);
  vertices = new Uint32Array(4 * 64);
  weights = new Float64Array(4 * 64);
  normals = new Float64Array(3 * 64);
  points = new Float64Array(3 * 64);
  impulses = new Float64Array(64);
  frictions = new Float64Array(3 * 64);
  #idsBefore = new Uint32Array(64);
  #before = new PairTable();
  #now = new PairTable();
  #nextId = 0;

  /** @param scale From forces to impulses. */
  take(constraints: Constraints, positions: Float64Array, scale: number): void {
    [this.#before, this.#now] = [this.#now, this.#before];
    [this.#idsBefore, this.ids] = [this.ids, this.#idsBefore];
    this.#now.clear();
    this.count = 0;
    const { vertices } = constraints;
    for (let i = 0; i < constraints.count; i++) {
      const force = constraints.forceOf(i);
      if (force === 0) continue;
      const a = vertices[4 * i];
      const b = vertices[4 * i + 1];
      const c = vertices[4 * i + 2];
      const d = vertices[4 * i + 3];
      const at = this.#now.add(a, b, c, d, 0);
      if (at < this.count) {
        // the pair from another side
        this.impulses[at] += scale * force;
        continue;
      }
      if (at === this.impulses.length) this.#grow();
      this.count = at + 1;
      const known = this.#before.find(a, b, c, d, 0);
      this.ids[at] = known < 0 ? this.#nextId++ : this.#idsBefore[known];
      for (let k = 0; k < 4; k++) this.vertices[4 * at + k] = vertices[4 * i + k];
      constraints.read(i, this.weights, this.normals, this.frictions, at);
      this.impulses[at] = scale * force;
      for (let axis = 0; axis < 3; axis++) {
        this.frictions[3 * at + axis] *= scale;
        let middle = 0;
        for (let k = 0; k < 4; k++) {
          middle += 0.5 * Math.abs(this.weights[4 * at + k]) * positions[3 * vertices[4 * i + k] + axis];
        }
        this.points[3 * at + axis] = middle;
      }
    }
  }

  #grow(): void {
    const more = <T extends Uint32Array | Float64Array>(from: T, to: T): T => {
      to.set(from as never);
      return to;
    };
    // which change places after every step
    this.ids = more(this.ids, new Uint32Array(2 * this.impulses.length));
    this.#idsBefore = more(this.#idsBefore, new Uint32Array(2 * this.impulses.length));
    this.vertices = more(this.vertices, new Uint32Array(2 * this.vertices.length));
    this.weights = more(this.weights, new Float64Array(2 * this.weights.length));
    this.normals = more(this.normals, new Float64Array(2 * this.normals.length));
    this.points = more(this.points, new Float64Array(2 * this.points.length));
    this.impulses = more(this.impulses, new Float64Array(2 * this.impulses.length));
    this.frictions = more(this.frictions, new Float64Array(2 * this.frictions.length));
  }
}
