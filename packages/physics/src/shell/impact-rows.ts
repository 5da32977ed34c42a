import type { Impacts } from 'selfcollide';

/** Of a row: a vertex and a triangle, or two edges. */
const CORNERS = 4;
/** Part of a missing distance that is made up for in one step: all at once would throw resting cloth apart. */
const RECOVERY = 0.3;

/**
 * What must be kept between a vertex and a triangle, or between two edges, that come too close in a step: the points of both sides that
 * are closest when they do, seen along the direction between them, end at least `target` apart. An impulse along that direction, shared by the
 * same weights, sees to it and keeps momentum.
 */
export class ImpactRows {
  count = 0;
  vertices = new Uint32Array(0);
  /** Below 0 on the second side; each side's add up to 1. */
  weights = new Float64Array(0);
  normal = new Float64Array(0);
  target = new Float64Array(0);
  /** Mass × length so far, never pulling. */
  impulse = new Float64Array(0);

  /** Takes the place of all rows. `triangles` are those of the mesh, `before` the positions that the step starts from. */
  setImpacts(impacts: Impacts, triangles: Uint32Array, before: Float64Array, thickness: number): void {
    const { vertexCount, edgeCount, vertex, triangle, edgeA, edgeB, edgeC, edgeD } = impacts;
    this.count = 0;
    this.#reserve(vertexCount + edgeCount);
    const corners = this.vertices;
    for (let i = 0; i < vertexCount; i++) {
      const at = CORNERS * this.count;
      const t = 3 * triangle[i];
      corners[at] = vertex[i];
      corners[at + 1] = triangles[t];
      corners[at + 2] = triangles[t + 1];
      corners[at + 3] = triangles[t + 2];
      const { weights, normal } = impacts.locateImpact('vertex-triangle', i);
      this.#add(weights, 1, normal, before, thickness);
    }
    for (let i = 0; i < edgeCount; i++) {
      const at = CORNERS * this.count;
      corners[at] = edgeA[i];
      corners[at + 1] = edgeB[i];
      corners[at + 2] = edgeC[i];
      corners[at + 3] = edgeD[i];
      const { weights, normal } = impacts.locateImpact('edge-edge', i);
      this.#add(weights, 2, normal, before, thickness);
    }
  }

  #add(
    weights: readonly number[],
    firstSide: number,
    normal: readonly number[],
    before: Float64Array,
    thickness: number,
  ): void {
    if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return; // two points on one place: no direction
    const row = this.count++;
    for (let k = 0; k < CORNERS; k++) this.weights[CORNERS * row + k] = k < firstSide ? weights[k] : -weights[k];
    this.normal.set(normal, 3 * row);
    const distance = this.#distanceAlong(row, before);
    this.target[row] = distance < thickness ? distance + RECOVERY * (thickness - distance) : thickness;
    this.impulse[row] = 0;
  }

  #distanceAlong(row: number, positions: Float64Array): number {
    const { vertices, weights, normal } = this;
    const n = 3 * row;
    let sum = 0;
    for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
      const i = 3 * vertices[k];
      sum +=
        weights[k] * (normal[n] * positions[i] + normal[n + 1] * positions[i + 1] + normal[n + 2] * positions[i + 2]);
    }
    return sum;
  }

  /** One sweep that pushes apart what ends too close. Returns the largest distance that was missing. */
  pushApart(positions: Float64Array, inverseMasses: Float64Array): number {
    const { count, vertices, weights, normal, target, impulse } = this;
    let most = 0;
    for (let row = 0; row < count; row++) {
      const give = this.#give(row, inverseMasses);
      if (give === 0) continue; // all held
      const missing = target[row] - this.#distanceAlong(row, positions);
      const wanted = Math.max(0, impulse[row] + missing / give);
      const push = wanted - impulse[row];
      if (push === 0) continue;
      impulse[row] = wanted;
      most = Math.max(most, missing);
      const n = 3 * row;
      for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
        const share = push * weights[k] * inverseMasses[vertices[k]];
        const i = 3 * vertices[k];
        positions[i] += share * normal[n];
        positions[i + 1] += share * normal[n + 1];
        positions[i + 2] += share * normal[n + 2];
      }
    }
    return most;
  }

  /** Takes from the slide of each row, since `before`, as much as Coulomb's law has for its impulse. */
  rub(positions: Float64Array, before: Float64Array, inverseMasses: Float64Array, friction: number): void {
    const { count, vertices, weights, normal, impulse } = this;
    for (let row = 0; row < count; row++) {
      if (impulse[row] === 0) continue;
      const give = this.#give(row, inverseMasses);
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
        const i = 3 * vertices[k];
        x += weights[k] * (positions[i] - before[i]);
        y += weights[k] * (positions[i + 1] - before[i + 1]);
        z += weights[k] * (positions[i + 2] - before[i + 2]);
      }
      const n = 3 * row;
      const along = x * normal[n] + y * normal[n + 1] + z * normal[n + 2];
      x -= along * normal[n];
      y -= along * normal[n + 1];
      z -= along * normal[n + 2];
      const slide = Math.sqrt(x * x + y * y + z * z);
      const most = friction * impulse[row] * give;
      const taken = (slide <= most ? 1 : most / slide) / give;
      for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
        const share = taken * weights[k] * inverseMasses[vertices[k]];
        const i = 3 * vertices[k];
        positions[i] -= share * x;
        positions[i + 1] -= share * y;
        positions[i + 2] -= share * z;
      }
    }
  }

  /** How far a unit of impulse moves the two sides apart. */
  #give(row: number, inverseMasses: Float64Array): number {
    const { vertices, weights } = this;
    let give = 0;
    for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
      give += weights[k] * weights[k] * inverseMasses[vertices[k]];
    }
    return give;
  }

  #reserve(rows: number): void {
    if (rows <= this.target.length) return;
    const capacity = Math.max(64, 2 * rows);
    this.vertices = new Uint32Array(CORNERS * capacity);
    this.weights = new Float64Array(CORNERS * capacity);
    this.normal = new Float64Array(3 * capacity);
    this.target = new Float64Array(capacity);
    this.impulse = new Float64Array(capacity);
  }
}
