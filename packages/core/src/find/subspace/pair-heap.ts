/** What a bound was worked out for: two patches, two triangles, an edge (by its half-edge) and a triangle, … */
export const PATCHES = 0;
export const TRIANGLES = 1;
export const EDGE = 2;
/** … two edges, or a corner and a triangle. */
export const EDGES = 3;
export const CORNER = 4;

/** Pairs with a bound each, of which the lowest is taken first. Arrays grow and are kept. */
export class PairHeap {
  count = 0;
  /** Of what was taken last. */
  bound = 0;
  first = 0;
  second = 0;
  tag = 0;
  #bounds = new Float64Array(64);
  #first = new Uint32Array(64);
  #second = new Uint32Array(64);
  #tags = new Uint8Array(64);

  clear(): void {
    this.count = 0;
  }

  get byteLength(): number {
    return this.#bounds.byteLength + this.#first.byteLength + this.#second.byteLength + this.#tags.byteLength;
  }

  add(bound: number, first: number, second: number, tag: number): void {
    if (this.count === this.#bounds.length) this.#grow();
    const bounds = this.#bounds;
    let at = this.count++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (bounds[above] <= bound) break;
      this.#move(above, at);
      at = above;
    }
    this.#put(at, bound, first, second, tag);
  }

  /** The lowest bound; infinite if there is nothing. */
  get lowest(): number {
    return this.count > 0 ? this.#bounds[0] : Number.POSITIVE_INFINITY;
  }

  /** Takes the pair with the lowest bound; there must be one. */
  take(): void {
    const bounds = this.#bounds;
    this.bound = bounds[0];
    this.first = this.#first[0];
    this.second = this.#second[0];
    this.tag = this.#tags[0];
    const last = --this.count;
    const bound = bounds[last];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= last) break;
      if (below + 1 < last && bounds[below + 1] < bounds[below]) below++;
      if (bounds[below] >= bound) break;
      this.#move(below, at);
      at = below;
    }
    this.#move(last, at);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#bounds[from], this.#first[from], this.#second[from], this.#tags[from]);
  }

  #put(at: number, bound: number, first: number, second: number, tag: number): void {
    this.#bounds[at] = bound;
    this.#first[at] = first;
    this.#second[at] = second;
    this.#tags[at] = tag;
  }

  #grow(): void {
    const length = 2 * this.#bounds.length;
    const grown = <T extends Float64Array | Uint32Array | Uint8Array>(to: T, from: T) => {
      to.set(from);
      return to;
    };
    this.#bounds = grown(new Float64Array(length), this.#bounds);
    this.#first = grown(new Uint32Array(length), this.#first);
    this.#second = grown(new Uint32Array(length), this.#second);
    this.#tags = grown(new Uint8Array(length), this.#tags);
  }
}
