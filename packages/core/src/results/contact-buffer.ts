const FIRST_CAPACITY = 256;

/** Found contacts, in the surface's numbers; grows as needed and never drops one unless `limit` says so. */
export class ContactBuffer {
  /** Half-edge that stands for the edge. */
  halfEdges: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  triangles: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  count = 0;
  limit: number = Number.POSITIVE_INFINITY;
  /** There was a contact beyond `limit`. */
  overflowed = false;
  /** Contacts it says no to are not taken. */
  accepts: ((halfEdge: number, triangle: number) => boolean) | null = null;

  clear(limit: number): void {
    this.count = 0;
    this.limit = limit;
    this.overflowed = false;
  }

  push(halfEdge: number, triangle: number): void {
    if (this.accepts !== null && !this.accepts(halfEdge, triangle)) return;
    if (this.count === this.triangles.length) this.#grow();
    if (this.count >= this.limit) {
      this.overflowed = true;
      return;
    }
    this.halfEdges[this.count] = halfEdge;
    this.triangles[this.count++] = triangle;
  }

  get byteLength(): number {
    return this.halfEdges.byteLength + this.triangles.byteLength;
  }

  #grow(): void {
    const grown = (from: Uint32Array) => {
      const to = new Uint32Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.halfEdges = grown(this.halfEdges);
    this.triangles = grown(this.triangles);
  }
}
