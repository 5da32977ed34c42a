/** Who is joined to whom by an edge or a link: the neighbours of vertex v are `list[start[v]]` … `list[start[v + 1] − 1]`, lower numbers first. */
export interface VertexRings {
  readonly start: Uint32Array;
  readonly list: Uint32Array;
}

/** @param links Two vertex numbers each: vertices that are to count as joined though no edge does. */
export function buildVertexRings(
  triangles: Uint32Array,
  vertexCount: number,
  links: ArrayLike<number> = [],
): VertexRings {
  // every edge from both ends, as one number that sorts by vertex
  const ends = new Float64Array(2 * triangles.length + links.length);
  let count = 0;
  const join = (a: number, b: number): void => {
    ends[count++] = a * vertexCount + b;
    ends[count++] = b * vertexCount + a;
  };
  for (let h = 0; h < triangles.length; h++) join(triangles[h], triangles[h % 3 === 2 ? h - 2 : h + 1]);
  for (let i = 0; i < links.length; i += 2) join(links[i], links[i + 1]);
  ends.sort();
  const start = new Uint32Array(vertexCount + 1);
  const list = new Uint32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (i > 0 && ends[i] === ends[i - 1]) continue;
    const v = Math.floor(ends[i] / vertexCount);
    const other = ends[i] % vertexCount;
    if (v === other) continue;
    list[length++] = other;
    start[v + 1]++;
  }
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  return { start, list: list.slice(0, length) };
}

/** Finds vertices within some edges of others, again and again in the same memory. */
export class RingWalk {
  /** Those that were reached, the seeds first and then ring by ring; valid up to `count`, until the next walk. */
  readonly reached: Uint32Array;
  count = 0;
  readonly #rings: VertexRings;
  /** Per vertex how many edges it is away, of the walk that `#walks` has for it. */
  readonly #distance: Uint32Array;
  readonly #walks: Uint32Array;
  #walk = 0;

  constructor(rings: VertexRings) {
    const vertexCount = rings.start.length - 1;
    this.#rings = rings;
    this.reached = new Uint32Array(vertexCount);
    this.#distance = new Uint32Array(vertexCount);
    this.#walks = new Uint32Array(vertexCount);
  }

  /** Walks from the first `seedCount` of the seeds, which may name a vertex several times. */
  grow(seeds: ArrayLike<number>, seedCount: number, rings: number): void {
    const { start, list } = this.#rings;
    const reached = this.reached;
    this.#walk++;
    this.count = 0;
    for (let i = 0; i < seedCount; i++) this.#reach(seeds[i], 0);
    for (let i = 0; i < this.count; i++) {
      const ring = this.#distance[reached[i]] + 1;
      if (ring > rings) break;
      for (let at = start[reached[i]]; at < start[reached[i] + 1]; at++) this.#reach(list[at], ring);
    }
  }

  /** How many edges a vertex is away; Infinity if it was not reached. */
  ringOf(vertex: number): number {
    return this.#walks[vertex] === this.#walk ? this.#distance[vertex] : Number.POSITIVE_INFINITY;
  }

  #reach(vertex: number, ring: number): void {
    if (this.#walks[vertex] === this.#walk) return;
    this.#walks[vertex] = this.#walk;
    this.#distance[vertex] = ring;
    this.reached[this.count++] = vertex;
  }
}
