import { DISTANCE_WORKSPACE } from '../predicates/distance-workspace.ts';
import { triangleDistance } from '../predicates/triangle-distance.ts';

/** A vector shorter than this part of the features has lost its direction to rounding. */
const CLEAR = 2 ** -30;

/** Finds where and how features meet at the time of their impact. What it found is valid until the next; it allocates nothing. */
export class ImpactLocator {
  /** Of the closest points: 1 and three of a triangle's corners; or two of each edge. */
  readonly weights = new Float64Array(4);
  readonly normal = new Float64Array(3);
  readonly point = new Float64Array(3);
  closingSpeed = 0;
  readonly #work = new Float64Array(DISTANCE_WORKSPACE);
  readonly #at = new Float64Array(12);
  readonly #weightsThen = new Float64Array(4);
  readonly #between = new Float64Array(3);
  readonly #velocity = new Float64Array(3);
  readonly #start = new Float64Array(3);
  readonly #u = new Float64Array(3);
  readonly #v = new Float64Array(3);
  readonly #across = new Float64Array(3);

  /**
   * @param points Vertex and three corners, or two ends and two ends, at t0, then at t1, x y z each, multiplied by `scale`.
   */
  locate(points: Float64Array, isVertex: boolean, time: number, scale: number): void {
    const at = this.#at;
    const { weights, normal, point } = this;
    for (let i = 0; i < 12; i++) at[i] = points[i] * (1 - time) + points[i + 12] * time;
    closestWeights(at, isVertex, this.#work, weights);
    const between = this.#between;
    const velocity = this.#velocity;
    for (let k = 0; k < 3; k++) {
      let now = 0;
      let before = 0;
      let after = 0;
      let middle = 0;
      for (let i = 0; i < 4; i++) {
        const sign = signOf(i, isVertex);
        now += sign * weights[i] * at[3 * i + k];
        before += sign * weights[i] * points[3 * i + k];
        after += sign * weights[i] * points[12 + 3 * i + k];
        middle += 0.5 * weights[i] * at[3 * i + k];
      }
      between[k] = now;
      velocity[k] = after - before;
      point[k] = middle / scale;
    }
    this.#chooseNormal(points, isVertex);
    this.closingSpeed = -dot(normal, velocity) / scale;
  }

  /**
   * The direction between the closest points if they are apart; else across both features, towards where the first came from; else from where it
   * came, or was closest at t0; where nothing of this is known (edges that lie on one line and do not move), any that is across.
   */
  #chooseNormal(points: Float64Array, isVertex: boolean): void {
    const u = this.#u;
    const v = this.#v;
    edge(this.#at, isVertex ? 1 : 0, isVertex ? 2 : 1, u);
    edge(this.#at, isVertex ? 1 : 2, 3, v);
    const size = length(u) + length(v);
    if (length(this.#between) > CLEAR * size) {
      this.#take(this.#between, 1);
      return;
    }
    const across = this.#across;
    cross(u, v, across);
    const start = this.#start;
    closestWeights(points, isVertex, this.#work, this.#weightsThen);
    for (let k = 0; k < 3; k++) {
      start[k] = 0;
      for (let i = 0; i < 4; i++) start[k] += signOf(i, isVertex) * this.#weightsThen[i] * points[3 * i + k];
    }
    const isMoving = length(this.#velocity) > 0;
    if (length(across) > CLEAR * length(u) * length(v)) {
      const side = isMoving ? -dot(across, this.#velocity) : dot(across, start);
      this.#take(across, side < 0 ? -1 : 1);
    } else if (length(start) > CLEAR * size) {
      this.#take(start, 1);
    } else if (isMoving) {
      this.#take(this.#velocity, -1);
    } else {
      acrossTo(length(u) > length(v) ? u : v, across);
      this.#take(across, 1);
    }
  }

  /** Of a vector that is not 0. */
  #take(vector: Float64Array, sign: number): void {
    const l = length(vector);
    for (let k = 0; k < 3; k++) this.normal[k] = (sign * vector[k]) / l;
  }
}

function signOf(i: number, isVertex: boolean): number {
  return i === 0 || (i === 1 && !isVertex) ? 1 : -1;
}

/** Of the closest points of four points' two features. */
function closestWeights(at: Float64Array, isVertex: boolean, work: Float64Array, out: Float64Array): void {
  if (isVertex) {
    triangleDistance(at, 0, 0, 0, 1, 2, 3, Number.POSITIVE_INFINITY, work);
    out[0] = 1;
    out[1] = work[3];
    out[2] = work[4];
    out[3] = work[5];
    return;
  }
  triangleDistance(at, 0, 1, 1, 2, 3, 3, Number.POSITIVE_INFINITY, work);
  out[0] = work[0];
  out[1] = work[1] + work[2];
  out[2] = work[3];
  out[3] = work[4] + work[5];
}

function edge(at: Float64Array, i: number, j: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = at[3 * j + k] - at[3 * i + k];
}

/** Across a vector and the axis that it is least along; the first axis if it is 0. */
function acrossTo(v: Float64Array, out: Float64Array): void {
  const x = Math.abs(v[0]);
  const y = Math.abs(v[1]);
  const z = Math.abs(v[2]);
  const axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  out.fill(0);
  if (length(v) === 0) {
    out[0] = 1;
    return;
  }
  // v × the axis
  out[(axis + 1) % 3] = v[(axis + 2) % 3];
  out[(axis + 2) % 3] = 0 - v[(axis + 1) % 3];
}

function length(u: Float64Array): number {
  return Math.hypot(u[0], u[1], u[2]);
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Float64Array, v: Float64Array, out: Float64Array): void {
  out[0] = u[1] * v[2] - u[2] * v[1];
  out[1] = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
}
