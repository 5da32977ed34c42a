import type { Surface } from '../../mesh/surface.ts';
import type { Pose } from '../../pose/pose.ts';
import { DISTANCE, DISTANCE_ACCURACY, DISTANCE_WORKSPACE, LIMIT } from '../../predicates/distance-workspace.ts';
import { measureTriangles } from '../../predicates/triangle-distance.ts';
import { withinAsMeasured } from '../../predicates/triangles-within.ts';

/**
 * Which triangles belong so close together that being so is no proximity.
 *
 * B is in the rest neighbourhood of A if triangles, each sharing a vertex with the next, lead from A to B, all within `radius`
 * of A in the rest shape. Neighbours are in each other's; triangles of different objects never are.
 *
 * Nearly always that is the same as: within `radius` at rest. So only the exceptions are kept, pairs that close which no chain joins
 * (a pocket on a shirt), and the rest distance is taken when asked for. A list of all neighbours would be hundreds a triangle.
 */
export class RestNeighbours {
  readonly radius: number;
  readonly pose: Pose;
  readonly #surface: Surface;
  readonly #work: Float64Array = new Float64Array(DISTANCE_WORKSPACE);
  /** Keys of pairs, ascending. */
  readonly #exceptions: Float64Array;

  /**
   * `pairs` must hold every pair of triangles within `radius` at rest, in any order; others, and the same again, do no harm.
   * `rest` is kept: it must not change.
   */
  constructor(surface: Surface, rest: Pose, radius: number, pairs: Uint32Array, pairCount: number) {
    this.radius = radius;
    this.#surface = surface;
    this.pose = rest;
    this.#exceptions = this.#findExceptions(pairs, pairCount);
  }

  get exceptionCount(): number {
    return this.#exceptions.length;
  }

  areNeighbours(a: number, b: number): boolean {
    const { objects } = this.#surface;
    if (objects !== null && objects[a] !== objects[b]) return false;
    return this.#isNear(a, b) && !this.#isException(a, b);
  }

  #isException(a: number, b: number): boolean {
    const keys = this.#exceptions;
    if (keys.length === 0) return false;
    const key = this.#keyOf(a, b);
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key;
  }

  #keyOf(a: number, b: number): number {
    const { triangleCount } = this.#surface; // below 2^26: a product of two is exact
    return a < b ? a * triangleCount + b : b * triangleCount + a;
  }

  /** At most `radius` apart at rest; exact. */
  #isNear(a: number, b: number): boolean {
    const { triangles } = this.#surface;
    const { positions, scale } = this.pose;
    // mostly two corners already are; a square is off by less than 2^−49 of itself
    const limit = (this.radius * scale) ** 2 * (1 - 2 ** -48);
    if (limit > 2 ** -900) {
      for (let i = 3 * a; i < 3 * a + 3; i++) {
        const x = positions[3 * triangles[i]];
        const y = positions[3 * triangles[i] + 1];
        const z = positions[3 * triangles[i] + 2];
        for (let j = 3 * b; j < 3 * b + 3; j++) {
          const v = 3 * triangles[j];
          const square = (positions[v] - x) ** 2 + (positions[v + 1] - y) ** 2 + (positions[v + 2] - z) ** 2;
          if (square <= limit && square !== Number.POSITIVE_INFINITY) return true;
        }
      }
    }
    return this.#isWithin(3 * a, 3 * b);
  }

  /** Nothing but whole numbers is handed over, so that this leaves no garbage where doubles decide. */
  #isWithin(s: number, t: number): boolean {
    const { triangles } = this.#surface;
    const { positions, scale } = this.pose;
    const a0 = triangles[s];
    const a1 = triangles[s + 1];
    const a2 = triangles[s + 2];
    const b0 = triangles[t];
    const b1 = triangles[t + 1];
    const b2 = triangles[t + 2];
    const work = this.#work;
    const limit = this.radius * scale;
    work[LIMIT] = limit;
    measureTriangles(positions, a0, a1, a2, b0, b1, b2, work);
    const found = work[DISTANCE];
    if (limit > 2 ** -960) {
      if (found < limit * (1 - 2 * DISTANCE_ACCURACY)) return true;
      if (found > limit * (1 + 2 * DISTANCE_ACCURACY)) return false;
    }
    return withinAsMeasured(positions, a0, a1, a2, b0, b1, b2, found, this.radius, scale, work);
  }

  #findExceptions(pairs: Uint32Array, pairCount: number): Float64Array {
    const { triangles, triangleCount, vertexCount, objects } = this.#surface;
    const [vertexStart, vertexTriangles] = groupCorners(triangles, vertexCount);
    const [start, partners] = groupPairs(pairs, pairCount, triangleCount);
    const stamps = new Int32Array(triangleCount).fill(-1); // who last reached, or tried, this triangle
    const reached = new Int32Array(triangleCount).fill(-1);
    const queue = new Uint32Array(triangleCount); // each triangle enters once a search
    const keys: number[] = [];
    for (let a = 0; a < triangleCount; a++) {
      if (start[a] === start[a + 1]) continue;
      let end = 0;
      queue[end++] = a;
      stamps[a] = a;
      reached[a] = a;
      for (let head = 0; head < end; head++) {
        for (let i = 3 * queue[head]; i < 3 * queue[head] + 3; i++) {
          for (let at = vertexStart[triangles[i]]; at < vertexStart[triangles[i] + 1]; at++) {
            const next = vertexTriangles[at];
            if (stamps[next] === a) continue;
            stamps[next] = a;
            if (objects !== null && objects[next] !== objects[a]) continue;
            if (!this.#isNear(a, next)) continue;
            reached[next] = a;
            queue[end++] = next;
          }
        }
      }
      for (let at = start[a]; at < start[a + 1]; at++) {
        const b = partners[at];
        if (reached[b] === a || stamps[b] === a) continue; // tried and not reached: farther than the radius
        if (objects !== null && objects[b] !== objects[a]) continue;
        if (this.#isNear(a, b)) keys.push(this.#keyOf(a, b));
      }
    }
    return Float64Array.from(new Set(keys)).sort();
  }
}

/** Triangles of each vertex: those of v are in places start[v] to start[v + 1]. */
function groupCorners(triangles: Uint32Array, vertexCount: number): [start: Uint32Array, grouped: Uint32Array] {
  const start = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < triangles.length; i++) start[triangles[i] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const grouped = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) grouped[next[triangles[i]]++] = Math.floor(i / 3);
  return [start, grouped];
}

/** Partners of each triangle, pairs seen from both ends. */
function groupPairs(pairs: Uint32Array, pairCount: number, count: number): [start: Uint32Array, grouped: Uint32Array] {
  const start = new Uint32Array(count + 1);
  for (let i = 0; i < 2 * pairCount; i++) start[pairs[i] + 1]++;
  for (let t = 0; t < count; t++) start[t + 1] += start[t];
  const next = start.slice();
  const grouped = new Uint32Array(2 * pairCount);
  for (let i = 0; i < 2 * pairCount; i++) grouped[next[pairs[i]]++] = pairs[i ^ 1];
  return [start, grouped];
}
