import type { Impacts, Positions } from 'selfcollide';
import type { Constraints } from './constraints.ts';
import type { ResponseOptions } from './response-options.ts';

/** Makes constraints of impacts. Allocates only to grow. */
export class ImpactReader {
  /** The largest distance that any pair must keep though it would not meet. */
  readonly reach: number;
  /** How many vertices `verticesOf` has found. */
  vertexCount = 0;
  readonly #gap: number;
  readonly #rest: Positions;
  readonly #triangles: Uint32Array;
  /** Per triangle, and the largest around a vertex. */
  readonly #thickness: Float64Array;
  readonly #vertexThickness: Float64Array;
  readonly #corners = new Uint32Array(4);
  readonly #weights = new Float64Array(4);
  readonly #normal = new Float64Array(3);
  #vertices = new Uint32Array(256);

  constructor(rest: Positions, triangles: Uint32Array, { gap, thickness = 0, groups }: ResponseOptions) {
    this.#gap = gap;
    this.#rest = rest.slice();
    this.#triangles = triangles;
    this.#thickness = Float64Array.from({ length: triangles.length / 3 }, (_, t) =>
      typeof thickness === 'number' ? thickness : thickness[groups![t]],
    );
    this.#vertexThickness = new Float64Array(rest.length / 3);
    for (let i = 0; i < triangles.length; i++) {
      const v = triangles[i];
      this.#vertexThickness[v] = Math.max(this.#vertexThickness[v], this.#thickness[Math.floor(i / 3)]);
    }
    this.reach = this.#thickness.reduce((most, t) => Math.max(most, t), 0);
  }

  /** Returns how many were new. */
  addTo(constraints: Constraints, impacts: Impacts): number {
    const { weights, normals, count } = impacts.locateAll();
    const { vertexCount, vertex, triangle, edgeA, edgeB, edgeC, edgeD } = impacts;
    const corners = this.#corners;
    let added = 0;
    for (let i = 0; i < count; i++) {
      const isVertex = i < vertexCount;
      const e = i - vertexCount;
      let thickness = 0;
      if (isVertex) {
        corners[0] = vertex[i];
        for (let k = 0; k < 3; k++) corners[k + 1] = this.#triangles[3 * triangle[i] + k];
        thickness = (this.#vertexThickness[vertex[i]] + this.#thickness[triangle[i]]) / 2;
      } else {
        corners[0] = edgeA[e];
        corners[1] = edgeB[e];
        corners[2] = edgeC[e];
        corners[3] = edgeD[e];
        const first = Math.min(this.#vertexThickness[edgeA[e]], this.#vertexThickness[edgeB[e]]);
        const second = Math.min(this.#vertexThickness[edgeC[e]], this.#vertexThickness[edgeD[e]]);
        thickness = (first + second) / 2;
      }
      for (let k = 0; k < 4; k++) {
        const isFirst = k === 0 || (k === 1 && !isVertex);
        this.#weights[k] = (isFirst ? 1 : -1) * weights[4 * i + k];
      }
      for (let k = 0; k < 3; k++) this.#normal[k] = normals[3 * i + k];
      if (constraints.add(corners, this.#weights, this.#normal, this.#leastOf(thickness))) added++;
    }
    return added;
  }

  /** Vertices of all impacts, some several times: the first `vertexCount` entries. */
  verticesOf(impacts: Impacts): Uint32Array {
    const { vertexCount, vertex, triangle, edgeCount, edgeA, edgeB, edgeC, edgeD } = impacts;
    this.vertexCount = 4 * (vertexCount + edgeCount);
    if (this.vertexCount > this.#vertices.length) this.#vertices = new Uint32Array(2 * this.vertexCount);
    const out = this.#vertices;
    let at = 0;
    for (let i = 0; i < vertexCount; i++) {
      out[at++] = vertex[i];
      for (let k = 0; k < 3; k++) out[at++] = this.#triangles[3 * triangle[i] + k];
    }
    for (let i = 0; i < edgeCount; i++) {
      out[at++] = edgeA[i];
      out[at++] = edgeB[i];
      out[at++] = edgeC[i];
      out[at++] = edgeD[i];
    }
    return out;
  }

  /** What is closer by its shape than its thickness keeps that distance. */
  #leastOf(thickness: number): number {
    if (!(thickness > this.#gap)) return this.#gap;
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      let apart = 0;
      for (let k = 0; k < 4; k++) apart += this.#weights[k] * this.#rest[3 * this.#corners[k] + axis];
      sum += apart * apart;
    }
    return Math.max(this.#gap, Math.min(thickness, Math.sqrt(sum)));
  }
}
