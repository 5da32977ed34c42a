import type { BodyShape } from './body-shape.ts';

/** Numbers a triangle: middle, unit normal, radius around the middle; then first corner, both sides from there, their products, 1 / (uu·vv − uv²). */
const FACTS = 20;
const CORNER = 7;

/** Triangles of a surface at rest with what the way to a point needs, in the order of the surface's tree: nearest of several, one after the other. */
export class RestTriangles {
  /** Of the nearest so far: place in the tree's order, squared distance, weights of the second and third corner. */
  item = 0;
  square = Number.POSITIVE_INFINITY;
  second = 0;
  third = 0;
  readonly #facts: Float64Array;

  constructor({ triangleTree: { order }, triangles, surface: { rest } }: BodyShape) {
    const facts = new Float64Array(FACTS * order.length);
    order.forEach((t, i) => {
      const [a, b, c] = [0, 1, 2].map((k) => rest.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3));
      const u = b.map((x, axis) => x - a[axis]);
      const v = c.map((x, axis) => x - a[axis]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.hypot(...n);
      const dot = (p: Float64Array, q: Float64Array) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
      const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
      const area = uu * vv - uv * uv;
      // without area: no normal, so that no plane keeps it from being looked at
      const unit = area > 0 && length > 0 ? n.map((x) => x / length) : [0, 0, 0];
      const middle = a.map((x, axis) => (x + b[axis] + c[axis]) / 3);
      const radius = Math.max(...[a, b, c].map((p) => Math.hypot(...p.map((x, axis) => x - middle[axis]))));
      facts.set([...middle, ...unit, radius * (1 + 1e-9)], FACTS * i);
      facts.set([...a, ...u, ...v, uu, uv, vv, area > 0 ? 1 / area : Number.NaN], FACTS * i + CORNER);
    });
    this.#facts = facts;
  }

  begin(): void {
    this.square = Number.POSITIVE_INFINITY;
  }

  /** A triangle is as far as its plane, and along the plane as its middle but for its radius. */
  isBeyond(item: number, square: number, x: number, y: number, z: number): boolean {
    const f = this.#facts;
    const at = FACTS * item;
    const wx = x - f[at];
    const wy = y - f[at + 1];
    const wz = z - f[at + 2];
    const above = f[at + 3] * wx + f[at + 4] * wy + f[at + 5] * wz;
    const rest = square - above * above;
    const along = wx * wx + wy * wy + wz * wz - above * above;
    // along is the square of the way: √along − r ≥ √rest
    return rest < 0 || along > (f[at + 6] + Math.sqrt(rest)) * (f[at + 6] + Math.sqrt(rest)) * (1 + 1e-9);
  }

  /** Takes a triangle if it is nearer than all before. */
  consider(item: number, x: number, y: number, z: number): void {
    if (this.isBeyond(item, this.square, x, y, z)) return;
    const f = this.#facts;
    const at = FACTS * item + CORNER;
    const wx = x - f[at];
    const wy = y - f[at + 1];
    const wz = z - f[at + 2];
    const uw = f[at + 3] * wx + f[at + 4] * wy + f[at + 5] * wz;
    const vw = f[at + 6] * wx + f[at + 7] * wy + f[at + 8] * wz;
    const uu = f[at + 9];
    const uv = f[at + 10];
    const vv = f[at + 11];
    const ww = wx * wx + wy * wy + wz * wz;
    const s = (vv * uw - uv * vw) * f[at + 12];
    const r = (uu * vw - uv * uw) * f[at + 12];
    if (s >= 0 && r >= 0 && s + r <= 1) {
      this.#take(item, s, r, ww + s * (s * uu - 2 * uw) + r * (r * vv - 2 * vw) + 2 * s * r * uv);
      return;
    }
    // the side from the first to the second corner, to the third, and between those
    const one = clamp(uw / uu);
    const two = clamp(vw / vv);
    const along = clamp((vw - uw - uv + uu) / (uu - 2 * uv + vv));
    const back = 1 - along;
    this.#take(item, one, 0, ww + one * (one * uu - 2 * uw));
    this.#take(item, 0, two, ww + two * (two * vv - 2 * vw));
    this.#take(
      item,
      back,
      along,
      ww + back * (back * uu - 2 * uw) + along * (along * vv - 2 * vw) + 2 * back * along * uv,
    );
  }

  /** The largest distance of points of two triangles, which is that of two corners. */
  farthest(one: number, other: number): number {
    const f = this.#facts;
    let square = 0;
    for (let i = 0; i < 9; i += 3) {
      for (let j = 0; j < 9; j += 3) {
        let sum = 0;
        for (let axis = 0; axis < 3; axis++) {
          const a = f[FACTS * one + CORNER + axis] + (i > 0 ? f[FACTS * one + CORNER + i + axis] : 0);
          const b = f[FACTS * other + CORNER + axis] + (j > 0 ? f[FACTS * other + CORNER + j + axis] : 0);
          sum += (a - b) * (a - b);
        }
        square = Math.max(square, sum);
      }
    }
    return Math.sqrt(square);
  }

  #take(item: number, second: number, third: number, square: number): void {
    if (!(square < this.square)) return;
    this.item = item;
    this.square = Math.max(0, square);
    this.second = second;
    this.third = third;
  }
}

/** NaN, of a side without length, becomes 0. */
function clamp(share: number): number {
  return share > 0 ? Math.min(share, 1) : 0;
}
