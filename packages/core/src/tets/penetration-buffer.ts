const FIRST_CAPACITY = 256;

/** Vertices found in tets, in the numbers of the world; grows as needed. */
export class PenetrationBuffer {
  count = 0;
  vertices: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  tets: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** Four barycentric coordinates each. */
  weights: Float64Array = new Float64Array(4 * FIRST_CAPACITY);
  /** By vertex: the last tet that it was found in, and 1. */
  #lastTet = new Uint32Array(0);

  get capacity(): number {
    return this.vertices.length;
  }

  get byteLength(): number {
    return this.vertices.byteLength + this.tets.byteLength + this.weights.byteLength + this.#lastTet.byteLength;
  }

  /** Forgets what was found, in a world of so many vertices. */
  begin(vertexCount: number): void {
    this.count = 0;
    if (this.#lastTet.length === vertexCount) this.#lastTet.fill(0);
    else this.#lastTet = new Uint32Array(vertexCount);
  }

  /** A vertex that comes up again in the same tet's turn is noted once. */
  push(vertex: number, tet: number, weights: Float64Array): void {
    if (this.#lastTet[vertex] === tet + 1) return;
    this.#lastTet[vertex] = tet + 1;
    const at = this.count++;
    if (at === this.vertices.length) this.#grow();
    this.vertices[at] = vertex;
    this.tets[at] = tet;
    for (let i = 0; i < 4; i++) this.weights[4 * at + i] = weights[i];
  }

  #grow(): void {
    const { vertices, tets, weights } = this;
    this.vertices = new Uint32Array(2 * vertices.length);
    this.vertices.set(vertices);
    this.tets = new Uint32Array(2 * tets.length);
    this.tets.set(tets);
    this.weights = new Float64Array(2 * weights.length);
    this.weights.set(weights);
  }
}
