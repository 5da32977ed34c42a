/** Vertices of a contact: at most those of two triangles of cloth. */
export const CORNERS = 6;
/** Directions with at least this cosine are the same: 2.5 degrees. */
const SAME_DIRECTION = 0.999;
const NONE = -1;

/**
 * Contacts of one step. Where the two sides are closest, their relative velocity is `Σ weight · v − surface`, with weights below
 * 0 for corners of a second triangle of cloth. Along `normal` it must be at least `target`; an impulse sees to that, and rubs.
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
  /** The relative velocity that the equations are pulled to, of `solveContacts`: x, y, z. */
  wanted = new Float64Array(0);
  /** Impulse per velocity with which the equations are pulled there: along the normal, across it. */
  stiffness = new Float64Array(0);
  /** What touches what: source, feature of the cloth, feature of the other side. */
  #keys = new Int32Array(0);
  #source = 0;
  /** Rows by key, open addressing. */
  #table = new Int32Array(256);
  /** Of the step before, for a start. */
  readonly #last = { keys: new Int32Array(0), normal: new Float64Array(0), impulse: new Float64Array(0), count: 0 };
  #lastTable = new Int32Array(256);

  constructor() {
    this.#table.fill(NONE);
    this.#lastTable.fill(NONE);
  }

  /** Ends the step: rows are gone, but their impulses are remembered. */
  clear(): void {
    const last = this.#last;
    if (last.keys.length < 3 * this.count) {
      last.keys = new Int32Array(this.#keys.length);
      last.normal = new Float64Array(this.normal.length);
      last.impulse = new Float64Array(this.impulse.length);
    }
    last.keys.set(this.#keys.subarray(0, 3 * this.count));
    last.normal.set(this.normal.subarray(0, 3 * this.count));
    last.impulse.set(this.impulse.subarray(0, 3 * this.count));
    last.count = this.count;
    [this.#table, this.#lastTable] = [this.#lastTable, this.#table];
    this.#table.fill(NONE);
    this.count = 0;
  }

  /** Whether any row has an impulse. */
  get anyPushes(): boolean {
    for (let i = 0; i < 3 * this.count; i++) if (this.impulse[i] !== 0) return true;
    return false;
  }

  /** What follows comes from the source of this number. */
  beginSource(source: number): void {
    this.#source = source;
  }

  /** Adds a row with all weights 0 and returns its number; the caller fills in vertices and weights. */
  add(nx: number, ny: number, nz: number, target: number, friction: number): number {
    if (this.count === this.target.length) this.#grow(Math.max(64, 2 * this.count));
    const row = this.count++;
    this.vertices.fill(0, CORNERS * row, CORNERS * row + CORNERS);
    this.weights.fill(0, CORNERS * row, CORNERS * row + CORNERS);
    this.normal[3 * row] = nx;
    this.normal[3 * row + 1] = ny;
    this.normal[3 * row + 2] = nz;
    this.surface.fill(0, 3 * row, 3 * row + 3);
    this.impulse.fill(0, 3 * row, 3 * row + 3);
    this.#keys.fill(NONE, 3 * row, 3 * row + 3);
    this.target[row] = target;
    this.friction[row] = friction;
    this.stiffness[2 * row] = this.stiffness[2 * row + 1] = 0;
    return row;
  }

  setCorner(row: number, corner: number, vertex: number, weight: number): void {
    this.vertices[CORNERS * row + corner] = vertex;
    this.weights[CORNERS * row + corner] = weight;
  }

  /**
   * Says what touches what, for the newest row. One that says what an earlier one does only raises that one's target. One that was there in the step before
   * starts with its impulse. Returns whether anything is asked for that was not before.
   */
  settle(row: number, feature: number, other: number): boolean {
    const keys = this.#keys;
    keys[3 * row] = this.#source;
    keys[3 * row + 1] = feature;
    keys[3 * row + 2] = other;
    const mask = this.#table.length - 1;
    let slot = hash(this.#source, feature, other) & mask;
    for (; this.#table[slot] !== NONE; slot = (slot + 1) & mask) {
      const same = this.#table[slot];
      if (!sameContact(keys, same, keys, row, this.normal, this.normal)) continue;
      this.count--;
      if (this.target[row] <= this.target[same]) return false;
      this.target[same] = this.target[row];
      return true;
    }
    this.#table[slot] = row;
    this.#recall(row);
    if (2 * this.count > this.#table.length) this.#rehash();
    return true;
  }

  #recall(row: number): void {
    const last = this.#last;
    const mask = this.#lastTable.length - 1;
    const keys = this.#keys;
    let slot = hash(keys[3 * row], keys[3 * row + 1], keys[3 * row + 2]) & mask;
    for (; this.#lastTable[slot] !== NONE; slot = (slot + 1) & mask) {
      const before = this.#lastTable[slot];
      if (before >= last.count || !sameContact(last.keys, before, keys, row, last.normal, this.normal)) continue;
      for (let axis = 0; axis < 3; axis++) this.impulse[3 * row + axis] = last.impulse[3 * before + axis];
      return;
    }
  }

  #rehash(): void {
    const size = 4 * this.#table.length;
    const keys = this.#keys;
    this.#table = new Int32Array(size).fill(NONE);
    for (let row = 0; row < this.count; row++) {
      if (keys[3 * row] === NONE) continue;
      let slot = hash(keys[3 * row], keys[3 * row + 1], keys[3 * row + 2]) & (size - 1);
      while (this.#table[slot] !== NONE) slot = (slot + 1) & (size - 1);
      this.#table[slot] = row;
    }
  }

  #grow(capacity: number): void {
    const longer = <T extends Float64Array | Int32Array | Uint32Array>(from: T, size: number): T => {
      const to = new (from.constructor as new (length: number) => T)(size * capacity);
      to.set(from);
      return to;
    };
    this.vertices = longer(this.vertices, CORNERS);
    this.weights = longer(this.weights, CORNERS);
    this.#keys = longer(this.#keys, 3);
    this.normal = longer(this.normal, 3);
    this.surface = longer(this.surface, 3);
    this.impulse = longer(this.impulse, 3);
    this.wanted = longer(this.wanted, 3);
    this.target = longer(this.target, 1);
    this.friction = longer(this.friction, 1);
    this.stiffness = longer(this.stiffness, 2);
  }
}

function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 7, 0x85ebca6b) ^ Math.imul(c + 13, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

function sameContact(
  keysA: Int32Array,
  a: number,
  keysB: Int32Array,
  b: number,
  normalA: Float64Array,
  normalB: Float64Array,
): boolean {
  const i = 3 * a;
  const j = 3 * b;
  if (keysA[i] !== keysB[j] || keysA[i + 1] !== keysB[j + 1] || keysA[i + 2] !== keysB[j + 2]) return false;
  const along = normalA[i] * normalB[j] + normalA[i + 1] * normalB[j + 1] + normalA[i + 2] * normalB[j + 2];
  return along >= SAME_DIRECTION;
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

/** Spreads a vector at a row to its vertices: out += weight · vector. */
export function spreadFromRow(rows: ContactRows, row: number, vector: Float64Array, out: Float64Array): void {
  const { vertices, weights } = rows;
  for (let k = CORNERS * row; k < CORNERS * row + CORNERS; k++) {
    const weight = weights[k];
    if (weight === 0) continue;
    const i = 3 * vertices[k];
    out[i] += weight * vector[0];
    out[i + 1] += weight * vector[1];
    out[i + 2] += weight * vector[2];
  }
}
