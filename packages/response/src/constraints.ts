import type { Impacts } from 'selfcollide';

/** Numbers per constraint: four weights, then the normal. */
const NUMBERS = 7;

/**
 * Pairs that would have met, and must stay `gap` apart: for the four vertices of a vertex and a triangle, or of two edges,
 * n · Σ w·x ≥ gap, with the normal and the weights of where they would have met.
 */
export class Constraints {
  #count = 0;
  #vertices = new Uint32Array(4 * 64);
  #numbers = new Float64Array(NUMBERS * 64);
  #multipliers = new Float64Array(64);
  readonly #known = new Set<string>();
  readonly #triangles: Uint32Array;

  constructor(triangles: Uint32Array) {
    this.#triangles = triangles;
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#count = 0;
    this.#known.clear();
  }

  /** Adds pairs that are new. A pair whose closest points have no direction gets none: another pair beside it has. Returns how many were. */
  add(impacts: Impacts): number {
    const before = this.#count;
    const { vertex, triangle, edgeA, edgeB, edgeC, edgeD } = impacts;
    for (let i = 0; i < impacts.vertexCount; i++) {
      const t = 3 * triangle[i];
      const corners = this.#triangles.subarray(t, t + 3);
      const { weights, normal } = impacts.locateImpact('vertex-triangle', i);
      this.#push([vertex[i], ...corners], [1, -weights[1], -weights[2], -weights[3]], normal);
    }
    for (let i = 0; i < impacts.edgeCount; i++) {
      const { weights, normal } = impacts.locateImpact('edge-edge', i);
      const [a, b, c, d] = weights;
      this.#push([edgeA[i], edgeB[i], edgeC[i], edgeD[i]], [a, b, -c, -d], normal);
    }
    return this.#count - before;
  }

  /** Every vertex of every constraint, some several times. */
  vertices(): Uint32Array {
    return this.#vertices.subarray(0, 4 * this.#count);
  }

  /**
   * One sweep over the multipliers: the force of each constraint grows by what is missing, and falls, never below 0, where there is more than enough. What the
   * force moves at once goes into `positions`, the force itself into `forces`, for who spreads it over the surface. Returns the largest distance that was missing.
   *
   * @param compliance Per vertex, how far a unit of force moves it before its neighbours follow; 0 for vertices that are held.
   */
  press(positions: Float64Array, forces: Float64Array, compliance: Float64Array, gap: number): number {
    let most = 0;
    for (let i = 0; i < this.#count; i++) {
      const missing = gap - this.#separation(positions, i);
      if (!(missing > 0) && this.#multipliers[i] === 0) continue;
      const n = NUMBERS * i;
      let size = 0;
      for (let k = 0; k < 4; k++) size += this.#numbers[n + k] ** 2 * compliance[this.#vertices[4 * i + k]];
      if (!(size > 1e-12)) continue; // all of them are held
      if (missing > most) most = missing;
      const more = Math.max(-this.#multipliers[i], missing / size);
      this.#multipliers[i] += more;
      for (let k = 0; k < 4; k++) {
        const v = this.#vertices[4 * i + k];
        const force = more * this.#numbers[n + k];
        for (let axis = 0; axis < 3; axis++) {
          forces[3 * v + axis] += force * this.#numbers[n + 4 + axis];
          positions[3 * v + axis] += force * this.#numbers[n + 4 + axis] * compliance[v];
        }
      }
    }
    return most;
  }

  /** Before forces are found anew. */
  relax(): void {
    this.#multipliers.fill(0);
  }

  #separation(positions: Float64Array, i: number): number {
    const numbers = this.#numbers;
    const n = NUMBERS * i;
    let separation = 0;
    for (let k = 0; k < 4; k++) {
      const v = 3 * this.#vertices[4 * i + k];
      for (let axis = 0; axis < 3; axis++) separation += numbers[n + k] * numbers[n + 4 + axis] * positions[v + axis];
    }
    return separation;
  }

  #push(vertices: readonly number[], weights: readonly number[], normal: readonly number[]): void {
    if (normal.every((x) => x === 0)) return;
    // the same pair again, from another side of the way, has another normal: the last one counts
    const name = `${vertices.join()}:${normal.map((x) => Math.round(8 * x)).join()}`;
    if (this.#known.has(name)) return;
    this.#known.add(name);
    if (4 * this.#count === this.#vertices.length) {
      const vertices = new Uint32Array(2 * this.#vertices.length);
      vertices.set(this.#vertices);
      this.#vertices = vertices;
      const numbers = new Float64Array(2 * this.#numbers.length);
      numbers.set(this.#numbers);
      this.#numbers = numbers;
      this.#multipliers = new Float64Array(this.#vertices.length / 4);
    }
    this.#vertices.set(vertices, 4 * this.#count);
    this.#numbers.set([...weights, ...normal], NUMBERS * this.#count);
    this.#count++;
  }
}
