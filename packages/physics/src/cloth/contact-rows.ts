import { BLOCK } from './stretch-system.ts';

/** Vertices of a contact: the corners of two triangles of cloth, or of one and none of a solid, or a single one. */
export const CORNERS = 6;

export const APART = 0;
export const SLIDING = 1;
export const STICKING = 2;

/** Weights of two rows that differ by less than this say the same, ... */
const SAME = 0.02;
/** ... and so do directions with at least this cosine: 2.5 degrees. */
const SAME_DIRECTION = 0.999;
const NONE = -1;

/**
 * Contacts of one step. Where the two sides are closest, their relative velocity is `Σ weight · v − surface`, with weights below
 * 0 for the corners of a second triangle of cloth. Along `normal` it must be at least `target`; an impulse sees to that, and rubs.
 * An impulse acts by the same weights, so between pieces of cloth it keeps momentum, and angular momentum while the points are
 * apart along `normal`.
 */
export class ContactRows {
  count = 0;
  vertices = new Uint32Array(0);
  weights = new Float64Array(0);
  /** Unit length, from the other side towards the cloth (or its first triangle). */
  normal = new Float64Array(0);
  /** Velocity of the solid there. */
  surface = new Float64Array(0);
  target = new Float64Array(0);
  friction = new Float64Array(0);
  /** On the cloth, in this step so far: x, y, z. */
  impulse = new Float64Array(0);
  /** Impulse per velocity: how hard a violation is pushed against in each round. */
  stiffness = new Float64Array(0);
  /** Of a sliding row: rub per slip. */
  drag = new Float64Array(0);
  /** `APART`, `SLIDING` or `STICKING`. */
  state = new Uint8Array(0);
  /** The next row with the same first vertex, or −1. */
  #following = new Int32Array(0);
  readonly #firstRow = new Map<number, number>();

  clear(): void {
    this.#firstRow.clear();
    this.count = 0;
  }

  /**
   * To be called for the newest row once it is filled in. One that says what an earlier one does only raises that one's target: neighbours of
   * a triangle that is touched in a corner all find the same contact, and many rows for one are as stiff as all together. Returns whether anything is asked for that was not before.
   */
  settle(row: number): boolean {
    const first = this.#firstVertex(row);
    for (let other = this.#firstRow.get(first) ?? NONE; other !== NONE; other = this.#following[other]) {
      if (!this.#saysTheSame(row, other)) continue;
      this.count--;
      if (this.target[row] <= this.target[other]) return false;
      this.target[other] = this.target[row];
      return true;
    }
    this.#following[row] = this.#firstRow.get(first) ?? NONE;
    this.#firstRow.set(first, row);
    return true;
  }

  #firstVertex(row: number): number {
    for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
      if (Math.abs(this.weights[k]) > SAME) return this.vertices[k];
    }
    return NONE;
  }

  /** The same corners with about the same weights, pushed in about the same direction. */
  #saysTheSame(row: number, other: number): boolean {
    const { vertices, weights, normal } = this;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += normal[3 * row + axis] * normal[3 * other + axis];
    if (along < SAME_DIRECTION) return false;
    for (const [from, to] of [
      [row, other],
      [other, row],
    ]) {
      for (let k = CORNERS * from; k < CORNERS * from + CORNERS; k++) {
        let there = 0;
        for (let j = CORNERS * to; j < CORNERS * to + CORNERS; j++) {
          if (vertices[j] === vertices[k]) there += weights[j];
        }
        if (Math.abs(weights[k] - there) > SAME && weights[k] !== 0) return false;
      }
    }
    return true;
  }

  /** Adds a row with all weights 0 and returns its number; the caller fills in vertices and weights. */
  add(nx: number, ny: number, nz: number, target: number, friction: number): number {
    if (this.count === this.state.length) this.#grow(Math.max(64, 2 * this.count));
    const row = this.count++;
    this.vertices.fill(0, CORNERS * row, CORNERS * row + CORNERS);
    this.weights.fill(0, CORNERS * row, CORNERS * row + CORNERS);
    this.normal[3 * row] = nx;
    this.normal[3 * row + 1] = ny;
    this.normal[3 * row + 2] = nz;
    this.surface.fill(0, 3 * row, 3 * row + 3);
    this.impulse.fill(0, 3 * row, 3 * row + 3);
    this.target[row] = target;
    this.friction[row] = friction;
    this.stiffness[row] = 0;
    this.drag[row] = 0;
    this.state[row] = APART;
    return row;
  }

  setCorner(row: number, corner: number, vertex: number, weight: number): void {
    this.vertices[CORNERS * row + corner] = vertex;
    this.weights[CORNERS * row + corner] = weight;
  }

  #grow(capacity: number): void {
    const longer = (from: Float64Array, size: number) => {
      const to = new Float64Array(size * capacity);
      to.set(from);
      return to;
    };
    const vertices = new Uint32Array(CORNERS * capacity);
    vertices.set(this.vertices);
    this.vertices = vertices;
    const following = new Int32Array(capacity);
    following.set(this.#following);
    this.#following = following;
    const state = new Uint8Array(capacity);
    state.set(this.state);
    this.state = state;
    this.weights = longer(this.weights, CORNERS);
    this.normal = longer(this.normal, 3);
    this.surface = longer(this.surface, 3);
    this.impulse = longer(this.impulse, 3);
    this.target = longer(this.target, 1);
    this.friction = longer(this.friction, 1);
    this.stiffness = longer(this.stiffness, 1);
    this.drag = longer(this.drag, 1);
  }
}

/** The weighted sum of v at a row, into `out`. */
export function sumAtRow(rows: ContactRows, row: number, v: Float64Array, out: Float64Array): void {
  const { vertices, weights } = rows;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
    const weight = weights[k];
    if (weight === 0) continue;
    const i = 3 * vertices[k];
    x += weight * v[i];
    y += weight * v[i + 1];
    z += weight * v[i + 2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/** Spreads a vector at a row to its vertices: out += weight · (x, y, z). */
export function spreadFromRow(
  rows: ContactRows,
  row: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const { vertices, weights } = rows;
  for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
    const weight = weights[k];
    if (weight === 0) continue;
    const i = 3 * vertices[k];
    out[i] += weight * x;
    out[i + 1] += weight * y;
    out[i + 2] += weight * z;
  }
}

/** out += Σ Jᵀ (stiffness · n nᵀ + t · (I − n nᵀ)) J · v over rows that push; t is the stiffness where a row sticks, or its drag. */
export function addRowProducts(rows: ContactRows, v: Float64Array, out: Float64Array, sum: Float64Array): void {
  const { count, state, normal, stiffness, drag } = rows;
  for (let row = 0; row < count; row++) {
    if (state[row] === APART) continue;
    sumAtRow(rows, row, v, sum);
    const t = state[row] === STICKING ? stiffness[row] : drag[row];
    const nx = normal[3 * row];
    const ny = normal[3 * row + 1];
    const nz = normal[3 * row + 2];
    const along = (stiffness[row] - t) * (nx * sum[0] + ny * sum[1] + nz * sum[2]);
    spreadFromRow(rows, row, along * nx + t * sum[0], along * ny + t * sum[1], along * nz + t * sum[2], out);
  }
}

export function addRowDiagonals(rows: ContactRows, diagonal: Float64Array): void {
  const { count, vertices, weights, state, normal, stiffness, drag } = rows;
  for (let row = 0; row < count; row++) {
    if (state[row] === APART) continue;
    const t = state[row] === STICKING ? stiffness[row] : drag[row];
    const along = stiffness[row] - t;
    const nx = normal[3 * row];
    const ny = normal[3 * row + 1];
    const nz = normal[3 * row + 2];
    for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
      const square = weights[k] ** 2;
      if (square === 0) continue;
      const b = BLOCK * vertices[k];
      diagonal[b] += square * (t + along * nx * nx);
      diagonal[b + 1] += square * along * nx * ny;
      diagonal[b + 2] += square * along * nx * nz;
      diagonal[b + 3] += square * (t + along * ny * ny);
      diagonal[b + 4] += square * along * ny * nz;
      diagonal[b + 5] += square * (t + along * nz * nz);
    }
  }
}
