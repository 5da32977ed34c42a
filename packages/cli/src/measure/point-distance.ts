/** How far points are from some triangles: a tree of boxes, built once for many questions. */
export class PointDistance {
  readonly #positions: Float64Array;
  readonly #corners: Uint32Array;
  readonly #order: Uint32Array;
  /** Six numbers a node: low x y z, high x y z; nodes in preorder, leaves of at most {@link LEAF} triangles. */
  readonly #boxes: Float64Array;
  #leftOut: Uint8Array | undefined;

  /** `corners` names three vertices a triangle; `chosen` are those that count. */
  constructor(positions: Float64Array, corners: Uint32Array, chosen: Uint32Array) {
    this.#positions = positions;
    this.#corners = corners;
    this.#order = alongCurve(positions, corners, chosen);
    this.#boxes = new Float64Array(6 * nodeCount(chosen.length));
    if (chosen.length > 0) this.#build(0, 0, chosen.length);
  }

  /** Infinite if there are no triangles. Those marked in `leftOut`, by triangle, do not count. */
  distance(x: number, y: number, z: number, leftOut?: Uint8Array): number {
    if (this.#order.length === 0) return Number.POSITIVE_INFINITY;
    this.#leftOut = leftOut;
    return Math.sqrt(this.#search(0, 0, this.#order.length, x, y, z, Number.POSITIVE_INFINITY));
  }

  #build(node: number, from: number, to: number): void {
    const boxes = this.#boxes;
    const box = 6 * node;
    if (to - from > LEAF) {
      const half = halfway(from, to);
      const left = node + 1;
      const right = left + nodeCount(half - from);
      this.#build(left, from, half);
      this.#build(right, half, to);
      for (let k = 0; k < 3; k++) {
        boxes[box + k] = Math.min(boxes[6 * left + k], boxes[6 * right + k]);
        boxes[box + k + 3] = Math.max(boxes[6 * left + k + 3], boxes[6 * right + k + 3]);
      }
      return;
    }
    boxes.fill(Number.POSITIVE_INFINITY, box, box + 3).fill(Number.NEGATIVE_INFINITY, box + 3, box + 6);
    for (let i = from; i < to; i++) {
      for (let corner = 3 * this.#order[i]; corner < 3 * this.#order[i] + 3; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          const value = this.#positions[3 * this.#corners[corner] + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + axis + 3]) boxes[box + axis + 3] = value;
        }
      }
    }
  }

  /** The least squared distance, or `best` if all are farther. */
  #search(node: number, from: number, to: number, x: number, y: number, z: number, best: number): number {
    if (this.#boxSquare(node, x, y, z) >= best) return best;
    if (to - from <= LEAF) {
      let least = best;
      for (let i = from; i < to; i++) {
        const t = this.#order[i];
        if (this.#leftOut === undefined || this.#leftOut[t] === 0) {
          least = Math.min(least, this.#triangleSquare(t, x, y, z));
        }
      }
      return least;
    }
    const half = halfway(from, to);
    const left = node + 1;
    const right = left + nodeCount(half - from);
    if (this.#boxSquare(left, x, y, z) <= this.#boxSquare(right, x, y, z)) {
      return this.#search(right, half, to, x, y, z, this.#search(left, from, half, x, y, z, best));
    }
    return this.#search(left, from, half, x, y, z, this.#search(right, half, to, x, y, z, best));
  }

  #boxSquare(node: number, x: number, y: number, z: number): number {
    const boxes = this.#boxes;
    const b = 6 * node;
    const dx = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const dy = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const dz = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  #triangleSquare(t: number, x: number, y: number, z: number): number {
    const p = this.#positions;
    const [a, b, c] = [3 * this.#corners[3 * t], 3 * this.#corners[3 * t + 1], 3 * this.#corners[3 * t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [wx, wy, wz] = [x - p[a], y - p[a + 1], z - p[a + 2]];
    const [uu, uv, vv] = [ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz];
    const [wu, wv] = [wx * ux + wy * uy + wz * uz, wx * vx + wy * vy + wz * vz];
    const area = uu * vv - uv * uv;
    const s = (vv * wu - uv * wv) / area;
    const r = (uu * wv - uv * wu) / area;
    if (area > 0 && s >= 0 && r >= 0 && s + r <= 1) {
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const height = nx * wx + ny * wy + nz * wz;
      return (height * height) / area;
    }
    return Math.min(
      segmentSquare(wx, wy, wz, ux, uy, uz, uu),
      segmentSquare(wx, wy, wz, vx, vy, vz, vv),
      segmentSquare(wx - ux, wy - uy, wz - uz, vx - ux, vy - uy, vz - uz, uu - 2 * uv + vv),
    );
  }
}

const LEAF = 4;
/** Steps of the grid along each axis: three times ten bits. */
const STEPS = 1023;

/** Triangles in the order in which a curve that fills space comes by their middles, so that neighbours in the list are near each other. */
function alongCurve(positions: Float64Array, corners: Uint32Array, chosen: Uint32Array): Uint32Array {
  const middles = new Float64Array(3 * chosen.length);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < chosen.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += positions[3 * corners[3 * chosen[i] + k] + axis];
      middles[3 * i + axis] = sum;
      if (sum < low[axis]) low[axis] = sum;
      if (sum > high[axis]) high[axis] = sum;
    }
  }
  const keys = new Float64Array(chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    let key = 0;
    for (let axis = 0; axis < 3; axis++) {
      const extent = high[axis] - low[axis];
      const step = extent > 0 ? Math.floor((STEPS * (middles[3 * i + axis] - low[axis])) / extent) : 0;
      key |= spreadBits(step) << axis;
    }
    keys[i] = key * chosen.length + i; // exact: 30 bits times fewer than 2²³ triangles
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => chosen[key % chosen.length]);
}

/** Two zeros between every two of ten bits. */
function spreadBits(value: number): number {
  let bits = (value | (value << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  return (bits | (bits << 2)) & 0x09249249;
}

function segmentSquare(wx: number, wy: number, wz: number, dx: number, dy: number, dz: number, dd: number): number {
  const t = dd > 0 ? Math.min(1, Math.max(0, (wx * dx + wy * dy + wz * dz) / dd)) : 0;
  const [x, y, z] = [wx - t * dx, wy - t * dy, wz - t * dz];
  return x * x + y * y + z * z;
}

/** Left halves are whole leaves, so that a subtree of n triangles has the same number of nodes wherever it is. */
function halfway(from: number, to: number): number {
  return from + LEAF * Math.ceil((to - from) / LEAF / 2);
}

function nodeCount(triangles: number): number {
  return Math.max(1, 2 * Math.ceil(triangles / LEAF) - 1);
}
