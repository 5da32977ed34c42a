import type { Projection } from '../../../src/find/patches/projection.ts';
import { segmentMeetsTriangle } from '../../../src/predicates/segment-meets-triangle.ts';

type Range = readonly [first: number, end: number];

/**
 * All pairs of an edge and a triangle that share no vertex, by the exact predicate, touching included. Triangles that a line
 * separates with room to spare, seen along `projection`, are passed over: a billion times the rounding error, so that no doubt is left.
 */
export class ContactOracle {
  readonly #positions: Float64Array;
  readonly #triangles: Uint32Array;
  /** x, y of the corners of all triangles, counterclockwise if they face the projection. */
  readonly #flat: Float64Array;
  readonly #clear: number;

  constructor(positions: Float64Array, triangles: Uint32Array, { main, i, j, ax, bx, ay, by }: Projection) {
    this.#positions = positions;
    this.#triangles = triangles;
    this.#flat = new Float64Array(2 * triangles.length);
    let size = 0;
    for (let k = 0; k < triangles.length; k++) {
      const v = 3 * triangles[k];
      const depth = positions[v + main] - positions[main];
      this.#flat[2 * k] = ax * (positions[v + i] - positions[i]) + bx * depth;
      this.#flat[2 * k + 1] = ay * (positions[v + j] - positions[j]) + by * depth;
      size = Math.max(size, Math.abs(this.#flat[2 * k]), Math.abs(this.#flat[2 * k + 1]), Math.abs(ax * depth));
    }
    this.#clear = 1e-6 * size * size;
  }

  /** Whether an edge of the first range meets a triangle of the second, or the other way round; ranges are equal or disjoint. */
  hasContact(a: Range, b: Range = a): boolean {
    for (let s = a[0]; s < a[1]; s++) {
      for (let t = a[0] === b[0] ? s + 1 : b[0]; t < b[1]; t++) {
        if (this.#rightOfTriangle(s, 3 * t, 3) || this.#rightOfTriangle(t, 3 * s, 3)) continue;
        if (this.#edgesMeet(s, t) || this.#edgesMeet(t, s)) return true;
      }
    }
    return false;
  }

  /** Whether corners first … first + count − 1 (counted on within their triangle) lie to the right of an edge of s. */
  #rightOfTriangle(s: number, first: number, count: number): boolean {
    const flat = this.#flat;
    for (let k = 0; k < 3; k++) {
      const p = 2 * (3 * s + k);
      const q = 2 * (3 * s + (k === 2 ? 0 : k + 1));
      const dx = flat[q] - flat[p];
      const dy = flat[q + 1] - flat[p + 1];
      let apart = true;
      for (let i = 0; i < count && apart; i++) {
        const w = 2 * (i > 0 && (first + i) % 3 === 0 ? first + i - 3 : first + i);
        apart = dx * (flat[w + 1] - flat[p + 1]) - dy * (flat[w] - flat[p]) < -this.#clear;
      }
      if (apart) return true;
    }
    return false;
  }

  #edgesMeet(s: number, t: number): boolean {
    const triangles = this.#triangles;
    const a = triangles[3 * t];
    const b = triangles[3 * t + 1];
    const c = triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const p = triangles[3 * s + k];
      const q = triangles[3 * s + (k === 2 ? 0 : k + 1)];
      if (p === a || p === b || p === c || q === a || q === b || q === c) continue;
      if (this.#rightOfTriangle(t, 3 * s + k, 2)) continue;
      if (segmentMeetsTriangle(this.#positions, p, q, a, b, c)) return true;
    }
    return false;
  }
}
