import type { Positions } from 'selfcollide';

/** Looks from this many sides, spread evenly. */
const SIDES = 128;
/** Pixels across the model, in each picture. */
const PIXELS = 900;

/**
 * Which triangles of a body lie under cloth: those that no side sees, in parallel pictures of all that is there, and that cloth is in front of.
 *
 * @param isBody Per triangle 1 if it is of the body. Triangles of the rest cover.
 */
export class HiddenFaces {
  readonly #triangles: Uint32Array;
  readonly #isBody: Uint8Array;
  /** Per triangle 1 once any frame shows it. */
  readonly #isSeen: Uint8Array;
  /** Per triangle 1 once cloth was in front of it. */
  readonly #isCovered: Uint8Array;
  readonly #depth = new Float64Array(PIXELS * PIXELS);
  readonly #front = new Int32Array(PIXELS * PIXELS);
  readonly #flat: Float64Array;

  constructor(triangles: Uint32Array, isBody: Uint8Array, vertexCount: number) {
    this.#triangles = triangles;
    this.#isBody = isBody;
    this.#isSeen = new Uint8Array(isBody.length);
    this.#isCovered = new Uint8Array(isBody.length);
    this.#flat = new Float64Array(3 * vertexCount);
  }

  /** Looks at one more frame. */
  look(positions: Positions): void {
    for (let side = 0; side < SIDES; side++) {
      // a spiral from pole to pole, a golden angle apart
      const z = 1 - (2 * side + 1) / SIDES;
      const angle = side * Math.PI * (3 - Math.sqrt(5));
      const r = Math.sqrt(1 - z * z);
      this.#lookFrom(positions, [r * Math.cos(angle), r * Math.sin(angle), z]);
    }
  }

  /** Per triangle 1 if it is of the body and was hidden in all frames. */
  hidden(): Uint8Array {
    return this.#isSeen.map((seen, t) => (seen === 0 && this.#isBody[t] === 1 && this.#isCovered[t] === 1 ? 1 : 0));
  }

  #lookFrom(positions: Positions, direction: readonly [number, number, number]): void {
    const triangles = this.#triangles;
    const depth = this.#depth.fill(Number.NEGATIVE_INFINITY);
    const front = this.#front.fill(-1);
    const pixel = this.#flatten(positions, direction);
    const flat = this.#flat;
    for (let t = 0; t < this.#isBody.length; t++) {
      this.#draw(t, (at, z) => {
        if (z <= depth[at]) return;
        depth[at] = z;
        front[at] = t;
      });
    }
    for (let at = 0; at < front.length; at++) if (front[at] >= 0) this.#isSeen[front[at]] = 1;
    for (let t = 0; t < this.#isBody.length; t++) {
      if (this.#isBody[t] === 0 || !this.#facesUs(t)) continue;
      // a triangle between pixels is seen if its middle may be
      let [x, y, z] = [0, 0, 0];
      for (let k = 0; k < 3; k++) {
        const v = 3 * triangles[3 * t + k];
        x += flat[v] / 3;
        y += flat[v + 1] / 3;
        z += flat[v + 2] / 3;
      }
      const at = Math.floor(y) * PIXELS + Math.floor(x);
      const isCloth = front[at] >= 0 && this.#isBody[front[at]] === 0;
      if (isCloth) this.#isCovered[t] = 1;
      if (!isCloth && z >= depth[at] - 2 * pixel) this.#isSeen[t] = 1;
    }
  }

  /** Turns all vertices: x and y in pixels, z towards the eye. Returns the size of a pixel. */
  #flatten(positions: Positions, [x, y, z]: readonly [number, number, number]): number {
    const flat = this.#flat;
    const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    // two directions across: of the axis that it is least along, and the other one
    const helper = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
    const u = [y * helper[2] - z * helper[1], z * helper[0] - x * helper[2], x * helper[1] - y * helper[0]];
    const l = Math.hypot(u[0], u[1], u[2]);
    const v = [(y * u[2] - z * u[1]) / l, (z * u[0] - x * u[2]) / l, (x * u[1] - y * u[0]) / l];
    for (let i = 0; i < flat.length; i += 3) {
      const [a, b, c] = [positions[i], positions[i + 1], positions[i + 2]];
      flat[i] = (a * u[0] + b * u[1] + c * u[2]) / l;
      flat[i + 1] = a * v[0] + b * v[1] + c * v[2];
      flat[i + 2] = a * x + b * y + c * z;
    }
    for (const corner of this.#triangles) {
      for (let k = 0; k < 2; k++) {
        low[k] = Math.min(low[k], flat[3 * corner + k]);
        high[k] = Math.max(high[k], flat[3 * corner + k]);
      }
    }
    const size = Math.max(high[0] - low[0], high[1] - low[1]) / (PIXELS - 2) || 1;
    for (let i = 0; i < flat.length; i += 3) {
      for (let k = 0; k < 2; k++) flat[i + k] = (flat[i + k] - low[k]) / size + 1;
    }
    return size;
  }

  #facesUs(t: number): boolean {
    return this.#areaOf(t) > 0;
  }

  /** Twice its area in pixels, negative if it is seen from behind. */
  #areaOf(t: number): number {
    const flat = this.#flat;
    const a = 3 * this.#triangles[3 * t];
    const b = 3 * this.#triangles[3 * t + 1];
    const c = 3 * this.#triangles[3 * t + 2];
    return (flat[b] - flat[a]) * (flat[c + 1] - flat[a + 1]) - (flat[b + 1] - flat[a + 1]) * (flat[c] - flat[a]);
  }

  /** Every pixel whose middle a triangle covers, with its depth there. A body is seen from outside only. */
  #draw(t: number, put: (at: number, z: number) => void): void {
    const flat = this.#flat;
    const area = this.#areaOf(t);
    if (area === 0 || (area < 0 && this.#isBody[t] === 1)) return;
    const a = 3 * this.#triangles[3 * t];
    const b = 3 * this.#triangles[3 * t + 1];
    const c = 3 * this.#triangles[3 * t + 2];
    const bottom = Math.ceil(Math.min(flat[a + 1], flat[b + 1], flat[c + 1]) - 0.5);
    const top = Math.floor(Math.max(flat[a + 1], flat[b + 1], flat[c + 1]) - 0.5);
    const left = Math.ceil(Math.min(flat[a], flat[b], flat[c]) - 0.5);
    const right = Math.floor(Math.max(flat[a], flat[b], flat[c]) - 0.5);
    for (let row = Math.max(bottom, 0); row <= Math.min(top, PIXELS - 1); row++) {
      for (let column = Math.max(left, 0); column <= Math.min(right, PIXELS - 1); column++) {
        const x = column + 0.5;
        const y = row + 0.5;
        const wa = ((flat[b] - x) * (flat[c + 1] - y) - (flat[b + 1] - y) * (flat[c] - x)) / area;
        const wb = ((flat[c] - x) * (flat[a + 1] - y) - (flat[c + 1] - y) * (flat[a] - x)) / area;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        put(row * PIXELS + column, wa * flat[a + 2] + wb * flat[b + 2] + wc * flat[c + 2]);
      }
    }
  }
}
