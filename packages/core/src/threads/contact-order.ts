import type { ContactBuffer } from '../results/contact-buffer.ts';

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

/** Up to so many contacts of one edge are put in order by inserting one after the other. */
const FEW = 16;

/**
 * Puts contacts into ascending order, by half-edge and then by triangle: that in which they are found depends on threads, and on what earlier poses
 * have taught. Half-edges by digits, the last first: for tens of thousands that takes a tenth of what comparing them does.
 */
export class ContactOrder {
  readonly #places = new Uint32Array(DIGITS);
  /** Room for as many as there are; what it holds after a step takes the place of what the buffer had, whose arrays are the next room. */
  #halfEdges: Uint32Array = new Uint32Array(0);
  #triangles: Uint32Array = new Uint32Array(0);

  get byteLength(): number {
    return this.#places.byteLength + this.#halfEdges.byteLength + this.#triangles.byteLength;
  }

  sort(contacts: ContactBuffer): void {
    const { count, halfEdges } = contacts;
    if (this.#triangles.length < count) {
      this.#halfEdges = new Uint32Array(halfEdges.length);
      this.#triangles = new Uint32Array(halfEdges.length);
    }
    let largest = 0;
    for (let i = 0; i < count; i++) if (halfEdges[i] > largest) largest = halfEdges[i];
    for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += DIGIT_BITS) this.#moveByDigit(contacts, shift);
    sortTriangles(contacts);
  }

  /** Equal digits keep their order. */
  #moveByDigit(contacts: ContactBuffer, shift: number): void {
    const { count, halfEdges, triangles } = contacts;
    const places = this.#places.fill(0);
    for (let i = 0; i < count; i++) places[(halfEdges[i] >>> shift) & (DIGITS - 1)]++;
    for (let digit = 0, before = 0; digit < DIGITS; digit++) {
      const size = places[digit];
      places[digit] = before;
      before += size;
    }
    const toHalfEdges = this.#halfEdges;
    const toTriangles = this.#triangles;
    for (let i = 0; i < count; i++) {
      const at = places[(halfEdges[i] >>> shift) & (DIGITS - 1)]++;
      toHalfEdges[at] = halfEdges[i];
      toTriangles[at] = triangles[i];
    }
    contacts.halfEdges = toHalfEdges;
    contacts.triangles = toTriangles;
    this.#halfEdges = halfEdges;
    this.#triangles = triangles;
  }
}

/** Those of one edge, which are next to each other. */
function sortTriangles({ count, halfEdges, triangles }: ContactBuffer): void {
  for (let first = 0, end = 1; first < count; first = end++) {
    while (end < count && halfEdges[end] === halfEdges[first]) end++;
    if (end - first > FEW) {
      triangles.subarray(first, end).sort();
      continue;
    }
    for (let i = first + 1; i < end; i++) {
      const t = triangles[i];
      let at = i;
      for (; at > first && triangles[at - 1] > t; at--) triangles[at] = triangles[at - 1];
      triangles[at] = t;
    }
  }
}
