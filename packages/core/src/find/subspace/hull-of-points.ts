/**
 * The point nearest to the origin of the hull of points that come one by one; at most four are kept (Wolfe's method). In plain doubles: it only
 * proposes directions, which are then judged by themselves.
 */
export class HullOfPoints {
  count = 0;
  readonly points = new Float64Array(12);
  readonly weights = new Float64Array(4);
  /** What the caller knows each point by. */
  readonly names = new Int32Array(4);
  readonly nearest = new Float64Array(3);
  readonly #share = new Float64Array(4);
  readonly #gram = new Float64Array(6);

  clear(): void {
    this.count = 0;
  }

  /** Adds a point and moves `nearest`. */
  add(x: number, y: number, z: number, name: number): void {
    if (this.count === 4) this.#drop(this.#lightest());
    const at = this.count++;
    this.points[3 * at] = x;
    this.points[3 * at + 1] = y;
    this.points[3 * at + 2] = z;
    this.names[at] = name;
    this.weights[at] = at === 0 ? 1 : 0;
    // every round but the last drops a point
    while (!this.#settle());
    this.#combine();
  }

  /** Moves the weights towards the nearest point of the affine hull, up to where one vanishes; true if none does. */
  #settle(): boolean {
    const { weights } = this;
    const share = this.#share;
    if (!this.#affineNearest()) {
      this.#drop(this.#lightest());
      return false;
    }
    let step = 1;
    let leaving = -1;
    for (let k = 0; k < this.count; k++) {
      if (share[k] >= 0) continue;
      const at = weights[k] / (weights[k] - share[k]);
      if (at < step || leaving < 0) {
        step = at;
        leaving = k;
      }
    }
    for (let k = 0; k < this.count; k++) weights[k] += step * (share[k] - weights[k]);
    if (leaving < 0) return true;
    this.#drop(leaving);
    return false;
  }

  #lightest(): number {
    let least = 0;
    // not the newest, which has weight 0 as it comes
    for (let k = 1; k < this.count - 1; k++) if (this.weights[k] < this.weights[least]) least = k;
    return least;
  }

  #drop(k: number): void {
    const { points, weights, names } = this;
    this.count--;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      if (i >= k) {
        points.copyWithin(3 * i, 3 * i + 3, 3 * i + 6);
        weights[i] = weights[i + 1];
        names[i] = names[i + 1];
      }
      sum += weights[i];
    }
    for (let i = 0; i < this.count; i++) weights[i] = sum > 0 ? weights[i] / sum : 1 / this.count;
  }

  #combine(): void {
    const { points, weights, nearest } = this;
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < this.count; k++) sum += weights[k] * points[3 * k + axis];
      nearest[axis] = sum;
    }
  }

  /** Weights, of any sign, of the nearest point of the line, plane or space through the points; false if they depend on each other. */
  #affineNearest(): boolean {
    const { points, count } = this;
    const share = this.#share;
    const gram = this.#gram;
    share[0] = 1;
    if (count === 1) return true;
    const px = points[0];
    const py = points[1];
    const pz = points[2];
    let product = 1;
    for (let k = 1, at = 0; k < count; k++) {
      const x = points[3 * k] - px;
      const y = points[3 * k + 1] - py;
      const z = points[3 * k + 2] - pz;
      for (let j = 1; j <= k; j++) {
        gram[at++] = x * (points[3 * j] - px) + y * (points[3 * j + 1] - py) + z * (points[3 * j + 2] - pz);
      }
      product *= gram[at - 1];
      share[k] = -(x * px + y * py + z * pz);
    }
    const a = gram[0];
    const b = gram[1];
    const c = gram[2];
    const d = gram[3];
    const e = gram[4];
    const f = gram[5];
    const u = share[1];
    const v = share[2];
    const w = share[3];
    if (count === 2) {
      if (!(a > 0)) return false;
      share[1] = u / a;
    } else if (count === 3) {
      const det = a * c - b * b;
      if (!(det > 1e-14 * product)) return false;
      share[1] = (u * c - v * b) / det;
      share[2] = (v * a - u * b) / det;
    } else {
      const x = c * f - e * e;
      const y = d * e - b * f;
      const z = b * e - c * d;
      const det = a * x + b * y + d * z;
      if (!(det > 1e-14 * product)) return false;
      share[1] = (u * x + v * y + w * z) / det;
      share[2] = (u * y + v * (a * f - d * d) + w * (b * d - a * e)) / det;
      share[3] = (u * z + v * (b * d - a * e) + w * (a * c - b * b)) / det;
    }
    let sum = 0;
    for (let k = 1; k < count; k++) sum += share[k];
    share[0] = 1 - sum;
    return true;
  }
}
