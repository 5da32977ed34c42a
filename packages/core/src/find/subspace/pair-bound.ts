import { AffineSeparation } from './affine-separation.ts';
import { createMovingPair, loadPair, MAX_CORNERS, type MovingPair, partCount, writePart } from './moving-pair.ts';
import { Separation } from './separation.ts';
import { gapError, type Subspace } from './subspace.ts';

/** How often a pair is cut into parts at most; sides are halved no deeper, as `gapError` assumes. */
export const SUBDIVISIONS = 8;
/** … and a pair that limits the whole. */
const MANY_CUTS = 64;
/** How closely a pair is looked at: as it is, in parts, in many parts. */
export type Effort = 0 | 1 | 2;
/** A radius this close to that of a real contact is good enough. */
const TIGHT = 0.98;
/** Of a bound across the line of centres, in units of a best plane. */
const ROUGH_WORK = 0.05;
const ROUGH_ASIDE = 0.05;
/** Of a look at a gap that is too narrow for other searches, the same. */
const NARROW_WORK = 3;
/** Share of the farthest radius up to which gaps are looked at once more that are narrower than what floating point costs farther out. */
const NEAR = 2 ** -10;

/**
 * Radii within which two triangles, or an edge and a triangle, cannot touch. Every answer is proved, floating point included; how tight it is
 * depends on the effort: a plane across the line of centres, the best plane, the best plane after an affine map, and that for parts.
 */
export class PairBound {
  readonly #subspace: Subspace;
  readonly #separation: Separation;
  readonly #affine: AffineSeparation;
  /** For small radii, where floating point costs less. */
  readonly #near: Separation;
  readonly #pair: MovingPair;
  readonly #aside: MovingPair;
  readonly #parts: MovingPair[] = [];
  readonly #radii: number[] = [];
  /** How often sides of a part have been halved. */
  readonly #depths: number[] = [];
  readonly #subdivisions: number;
  readonly #pose: Float64Array;
  /** Of the poses in which parts touch, the one with the smallest norm. */
  readonly #nearest: Float64Array;
  readonly #apart = new Float64Array(3);
  readonly #motion: Float64Array;
  readonly #weights = new Float64Array(MAX_CORNERS);
  /** How often the last bound cut something into parts. */
  cuts = 0;
  /** What was done so far, in best planes looked for: some 20 µs each. */
  work = 0;
  /** What was done besides that `work` counts for less than it takes: pauses go by the sum. */
  aside = 0;

  constructor(subspace: Subspace, subdivisions = SUBDIVISIONS) {
    const { rank, single, reach, motion, farthest } = subspace;
    this.#subspace = subspace;
    this.#separation = new Separation(rank, subspace.gapError);
    this.#affine = new AffineSeparation(rank, subspace.gapError);
    this.#near = new Separation(rank, gapError(rank, single, reach + NEAR * farthest * motion));
    this.#pair = createMovingPair(rank);
    this.#aside = createMovingPair(rank);
    this.#pose = new Float64Array(rank);
    this.#nearest = new Float64Array(rank);
    this.#motion = new Float64Array(3 * rank);
    this.#subdivisions = Math.min(subdivisions, SUBDIVISIONS);
  }

  /** Positions at rest, by vertex. */
  get rest(): Float64Array {
    return this.#subspace.rest;
  }

  /**
   * @param corners `countA` vertices of the first body, then `countB` of the second.
   * @param enough A larger radius is of no use: returned instead.
   * @returns 0 if the bodies touch at rest, or are so close that roundings of a pose might bring them together.
   */
  radius(corners: ArrayLike<number>, countA: number, countB: number, enough: number, effort: Effort = 1): number {
    const pair = this.#pair;
    this.cuts = 0;
    if (!(this.#subspace.gapError < Number.POSITIVE_INFINITY)) return 0;
    loadPair(this.#subspace, corners, countA, countB, pair);
    const across = this.#acrossCentres(pair);
    if (across >= enough) return enough;
    const first = Math.max(across, this.#closely(pair, enough));
    if (first === 0) return Math.min(this.#nearRadius(pair), enough);
    if (first >= enough || effort === 0 || this.#subdivisions === 0) return Math.min(first, enough);
    return this.#subdivide(pair, first, enough, effort === 1 ? this.#subdivisions : MANY_CUTS);
  }

  /** The cheapest bound, which is 0 for many a pair that has a radius. */
  roughRadius(corners: ArrayLike<number>, countA: number, countB: number): number {
    if (!(this.#subspace.gapError < Number.POSITIVE_INFINITY)) return 0;
    this.work += ROUGH_WORK;
    this.aside += ROUGH_ASIDE;
    loadPair(this.#subspace, corners, countA, countB, this.#pair);
    return this.#acrossCentres(this.#pair);
  }

  /** Raises costs, upwards then downwards, to what each coordinate takes of this pair's gaps a unit; nothing if the pair is free up to `reach` anyway. False if none can be told. */
  addCosts(corners: ArrayLike<number>, countA: number, countB: number, reach: number, costs: Float64Array): boolean {
    const pair = this.#pair;
    loadPair(this.#subspace, corners, countA, countB, pair);
    const across = this.#acrossCentres(pair);
    if (across >= reach || this.#closely(pair, reach) >= reach) return true;
    if (this.#separation.addCosts(pair, costs)) return true;
    // then a radius above 0 came from the way at rest, or across a narrow gap
    this.#separation.restDirection(pair);
    if (this.#separation.addCosts(pair, costs)) return true;
    this.#separation.narrowRadius(pair);
    return this.#separation.addCosts(pair, costs);
  }

  #nearRadius(pair: MovingPair): number {
    this.work += NARROW_WORK;
    return Math.min(this.#near.narrowRadius(pair), NEAR * this.#subspace.farthest);
  }

  /** The cheapest proof: the plane across the line of centres. */
  #acrossCentres(pair: MovingPair): number {
    const { countA, countB, points } = pair;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 0; k < countA + countB; k++) {
      const share = k < countA ? 1 / countA : -1 / countB;
      x += share * points[3 * k];
      y += share * points[3 * k + 1];
      z += share * points[3 * k + 2];
    }
    const length = Math.sqrt(x * x + y * y + z * z);
    return length > 0 ? this.#separation.radiusAlong(pair, x / length, y / length, z / length) : 0;
  }

  /** The larger of both bounds, each along the way at rest and along the best direction found. */
  #closely(pair: MovingPair, enough: number): number {
    this.work++;
    const separation = this.#separation;
    const { direction } = separation;
    let radius = 0;
    if (separation.restDirection(pair)) {
      radius = separation.radiusAlong(pair, direction[0], direction[1], direction[2]);
    }
    if (radius === 0) {
      this.work += NARROW_WORK;
      radius = separation.narrowRadius(pair);
    }
    if (radius >= enough || radius === 0) return radius;
    const fitted = this.#affine.load(pair);
    if (fitted) {
      radius = Math.max(radius, this.#affine.radiusAlong(pair, direction[0], direction[1], direction[2]));
      if (radius < enough && this.#affine.tighten())
        radius = Math.max(radius, this.#affine.radiusAlong(pair, direction[0], direction[1], direction[2]));
      if (radius >= enough) return radius;
    }
    separation.search(pair, enough);
    radius = Math.max(radius, separation.radiusAlong(pair, direction[0], direction[1], direction[2]));
    if (radius >= enough || !fitted) return radius;
    return Math.max(radius, this.#affine.radiusAlong(pair, direction[0], direction[1], direction[2]));
  }

  /** Cuts the part with the smallest radius, again and again: the smallest at any moment is a radius of the whole. */
  #subdivide(pair: MovingPair, first: number, enough: number, most: number): number {
    const radii = this.#radii;
    const depths = this.#depths;
    const parts = this.#parts;
    radii.length = 0;
    let touch = this.#touchRadius(pair);
    let lowest = first;
    let at = -1;
    while (this.cuts < most && lowest < TIGHT * touch) {
      // cuts that gain nothing are seldom followed by one that does
      if (this.cuts >= Math.max(3, most / 4) && lowest <= first) break;
      const depth = at < 0 ? 1 : depths[at] + 1;
      if (depth > SUBDIVISIONS) break;
      this.cuts++;
      const whole = at < 0 ? pair : this.#copyAside(parts[at]);
      for (let a = 0; a < partCount(pair.countA); a++) {
        for (let b = 0; b < partCount(pair.countB); b++) {
          // the first part takes the place of what is cut
          const to = at >= 0 ? at : radii.length;
          at = -1;
          if (to === parts.length) parts.push(createMovingPair(this.#subspace.rank));
          writePart(whole, a, b, parts[to]);
          let radius = this.#acrossCentres(parts[to]);
          if (radius < enough) {
            radius = Math.max(radius, this.#closely(parts[to], enough));
            const nearer = radius < 1.5 * lowest ? this.#touchRadius(parts[to]) : touch;
            if (nearer < touch) {
              touch = nearer;
              this.#nearest.set(this.#pose);
            }
          }
          depths[to] = depth;
          // what holds for the whole holds for its parts
          radii[to] = Math.max(radius, lowest);
        }
      }
      at = 0;
      for (let k = 1; k < radii.length; k++) if (radii[k] < radii[at]) at = k;
      lowest = radii[at];
      if (lowest >= enough) return enough;
    }
    return lowest;
  }

  #copyAside(part: MovingPair): MovingPair {
    this.#aside.countA = part.countA;
    this.#aside.countB = part.countB;
    this.#aside.points.set(part.points);
    this.#aside.rows.set(part.rows);
    return this.#aside;
  }

  /** The norm of a pose in which the pair touches, near the smallest there is; infinite where none was found. Right after `#closely`. */
  #touchRadius(pair: MovingPair): number {
    const pose = this.#pose;
    return this.#touch(pair, pose) ? Math.sqrt(dot(pose, pose)) : Number.POSITIVE_INFINITY;
  }

  /**
   * A pose, in scaled coordinates, in which the bodies touch but for rounding, with as small a norm as the search for planes suggests. False if
   * there is none to be found.
   */
  touchingPose(corners: ArrayLike<number>, countA: number, countB: number, out: Float64Array): boolean {
    loadPair(this.#subspace, corners, countA, countB, this.#pair);
    const first = this.#closely(this.#pair, Number.POSITIVE_INFINITY);
    if (first === 0) return false;
    if (!this.#touch(this.#pair, out)) return false;
    // parts may touch nearer, at places that planes of the whole do not point to; but parts of a triangle without area pass by each other as easily
    if (!(hasArea(this.#pair.points, countA, 0) && hasArea(this.#pair.points, countB, countA))) return true;
    this.cuts = 0;
    this.#nearest.set(out);
    this.#subdivide(this.#pair, first, Number.POSITIVE_INFINITY, MANY_CUTS);
    out.set(this.#nearest);
    return true;
  }

  /** Least-norm q at which the points with the weights of the last search coincide. */
  #touch(pair: MovingPair, out: Float64Array): boolean {
    const { rank } = this.#subspace;
    const weights = this.#weights;
    const { points, rows, countA, countB } = pair;
    this.#separation.touchWeights(pair, weights);
    const d = this.#apart.fill(0);
    const c = this.#motion.fill(0);
    for (let k = 0; k < countA + countB; k++) {
      const w = k < countA ? weights[k] : -weights[k];
      if (w === 0) continue;
      for (let axis = 0; axis < 3; axis++) {
        d[axis] += w * points[3 * k + axis];
        for (let i = 0; i < rank; i++) c[axis * rank + i] += w * rows[(3 * k + axis) * rank + i];
      }
    }
    return leastNorm(c, d, rank, out);
  }
}

/** The shortest q with C·q = −d for three rows, by modified Gram–Schmidt; false if rows that depend on each other contradict d. */
function leastNorm(c: Float64Array, d: Float64Array, rank: number, out: Float64Array): boolean {
  const size = Math.sqrt(dot(d, d));
  out.fill(0);
  for (let row = 0; row < 3; row++) {
    const own = c.subarray(row * rank, row * rank + rank);
    const before = Math.sqrt(dot(own, own));
    for (let other = 0; other < row; other++) {
      const base = c.subarray(other * rank, other * rank + rank);
      const along = dot(own, base);
      for (let i = 0; i < rank; i++) own[i] -= along * base[i];
      d[row] -= along * d[other];
    }
    const length = Math.sqrt(dot(own, own));
    if (!(length > 1e-9 * before)) {
      if (Math.abs(d[row]) > 1e-9 * size) return false;
      own.fill(0);
      d[row] = 0;
      continue;
    }
    for (let i = 0; i < rank; i++) own[i] /= length;
    d[row] /= length;
    for (let i = 0; i < rank; i++) out[i] -= d[row] * own[i];
  }
  return true;
}

/** Whether corners from … from + count − 1 are no triangle, or one with an area to speak of. */
function hasArea(points: Float64Array, count: number, from: number): boolean {
  if (count < 3) return true;
  const [a, b, c] = [3 * from, 3 * from + 3, 3 * from + 6];
  const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
  const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
  const area = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return area > 1e-9 * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
