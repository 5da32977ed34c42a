import { HullOfPoints } from './hull-of-points.ts';
import { MAX_CORNERS, type MovingPair } from './moving-pair.ts';
import { narrowDirections } from './narrow-directions.ts';

const PAIRS = 9;
/** Rounds of raising the radius; 4 to 8 suffice. */
const ROUNDS = 8;
const STEPS = 24;
const TINY = 2 ** -480;

/**
 * Planes between two moving bodies. Corner pair k is at d + C·q. Direction n separates the bodies at q if n·(d + C·q) > 0 for every k, so at
 * least while ‖q‖ < min n·d / ‖Cᵀn‖, whatever n is.
 */
export class Separation {
  /** The best direction of the last search, of length 1. */
  readonly direction = new Float64Array(3);
  readonly #rank: number;
  readonly #gapError: number;
  readonly #speeds: Float64Array;
  readonly #heights = new Float64Array(MAX_CORNERS);
  readonly #gaps = new Float64Array(3 * PAIRS);
  /** C·Cᵀ of every corner pair: xx, xy, xz, yy, yz, zz. */
  readonly #spreads = new Float64Array(6 * PAIRS);
  readonly #hull = new HullOfPoints();
  #pairs = 0;

  constructor(rank: number, gapError: number) {
    this.#rank = rank;
    this.#gapError = gapError;
    this.#speeds = new Float64Array(MAX_CORNERS * rank);
  }

  /** A certified radius for direction n, of length 1 and from the second body to the first; 0 if n does not even separate them at rest. */
  radiusAlong({ countA, countB, points, rows }: MovingPair, nx: number, ny: number, nz: number): number {
    if (!isDirection(nx, ny, nz)) return 0;
    const rank = this.#rank;
    const speeds = this.#speeds;
    const heights = this.#heights;
    const count = countA + countB;
    let lowA = Number.POSITIVE_INFINITY;
    let highB = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const h = nx * points[3 * k] + ny * points[3 * k + 1] + nz * points[3 * k + 2];
      heights[k] = h;
      if (k < countA) lowA = h < lowA ? h : lowA;
      else highB = h > highB ? h : highB;
    }
    if (!(lowA - highB > this.#gapError)) return 0;
    for (let k = 0; k < count; k++) {
      const x = 3 * k * rank;
      const to = k * rank;
      for (let i = 0; i < rank; i++)
        speeds[to + i] = nx * rows[x + i] + ny * rows[x + rank + i] + nz * rows[x + 2 * rank + i];
    }
    let radius = Number.POSITIVE_INFINITY;
    for (let a = 0; a < countA; a++) {
      for (let b = countA; b < count; b++) {
        let square = 0;
        for (let i = 0; i < rank; i++) {
          const c = speeds[a * rank + i] - speeds[b * rank + i];
          square += c * c;
        }
        const bound = (heights[a] - heights[b] - this.#gapError) / Math.sqrt(square);
        if (bound < radius) radius = bound;
      }
    }
    return radius;
  }

  /** Raises what coordinates cost, upwards and then downwards, of the gaps along `direction`; false if it does not separate the bodies at rest. */
  addCosts(pair: MovingPair, costs: Float64Array): boolean {
    const { countA, countB, points, rows } = pair;
    const rank = this.#rank;
    const nx = this.direction[0];
    const ny = this.direction[1];
    const nz = this.direction[2];
    if (this.radiusAlong(pair, nx, ny, nz) === 0) return false;
    for (let a = 0; a < countA; a++) {
      for (let b = countA; b < countA + countB; b++) {
        const x = points[3 * a] - points[3 * b];
        const y = points[3 * a + 1] - points[3 * b + 1];
        const z = points[3 * a + 2] - points[3 * b + 2];
        const gap = nx * x + ny * y + nz * z - this.#gapError;
        for (let i = 0; i < rank; i++) {
          const atA = 3 * a * rank + i;
          const atB = 3 * b * rank + i;
          const opens =
            nx * (rows[atA] - rows[atB]) +
            ny * (rows[atA + rank] - rows[atB + rank]) +
            nz * (rows[atA + 2 * rank] - rows[atB + 2 * rank]);
          if (opens === 0) continue;
          const at = opens < 0 ? i : rank + i;
          const cost = gap > 0 ? Math.abs(opens) / gap : Number.POSITIVE_INFINITY;
          if (cost > costs[at]) costs[at] = cost;
        }
      }
    }
    return true;
  }

  /**
   * The direction across the shortest way between the bodies at rest, written to `direction`. False if they touch, or are too close for this search.
   */
  restDirection(pair: MovingPair): boolean {
    this.#loadGaps(pair);
    this.#spreads.fill(0);
    const { direction } = this;
    for (let axis = 0; axis < 3; axis++) {
      direction[axis] = 0;
      for (let k = 0; k < this.#pairs; k++) direction[axis] += this.#gaps[3 * k + axis];
    }
    if (!normalize(direction)) direction[0] = 1;
    return this.#improve(0) > 0;
  }

  /** The largest certified radius along directions that find narrow gaps, too; 0 if none separates the bodies at rest. The best is written to `direction`. */
  narrowRadius(pair: MovingPair): number {
    this.#loadGaps(pair);
    let best = 0;
    for (const [x, y, z] of narrowDirections(this.#gaps, pair.countA, pair.countB)) {
      const length = Math.sqrt(x * x + y * y + z * z);
      // squares of what is shorter may lose digits
      if (!(length > TINY)) continue;
      for (const side of [1 / length, -1 / length]) {
        const radius = this.radiusAlong(pair, side * x, side * y, side * z);
        if (!(radius > best)) continue;
        best = radius;
        this.direction[0] = side * x;
        this.direction[1] = side * y;
        this.direction[2] = side * z;
      }
    }
    return best;
  }

  /**
   * Turns `direction`, which must separate the bodies at rest, to where the radius is largest, or nearly. A radius is
   * possible if the origin is outside the hull of the ellipsoids d + radius·√(CCᵀ)·ball; the direction across to that hull allows a
   * larger one, and so on (GJK within Dinkelbach's method).
   *
   * @param enough Stops at this radius.
   */
  search(pair: MovingPair, enough: number): void {
    this.#loadSpreads(pair);
    let radius = this.#roughRadius(this.direction[0], this.direction[1], this.direction[2]);
    for (let round = 0; round < ROUNDS && radius < enough; round++) {
      const better = this.#improve(radius);
      if (!(better > radius * 1.0005)) return;
      radius = better;
    }
  }

  /** Weights of the corners in the point of touch that the last search ran into, as good as it knows; `out` has one entry a corner. */
  touchWeights({ countA, countB }: MovingPair, out: Float64Array): void {
    const { count, names, weights } = this.#hull;
    out.fill(0);
    for (let k = 0; k < count; k++) {
      out[Math.floor(names[k] / countB)] += weights[k];
      out[countA + (names[k] % countB)] += weights[k];
    }
  }

  #loadGaps({ countA, countB, points }: MovingPair): void {
    this.#pairs = countA * countB;
    for (let a = 0, k = 0; a < countA; a++) {
      for (let b = countA; b < countA + countB; b++, k++) {
        for (let axis = 0; axis < 3; axis++) this.#gaps[3 * k + axis] = points[3 * a + axis] - points[3 * b + axis];
      }
    }
  }

  #loadSpreads({ countA, countB, rows }: MovingPair): void {
    const rank = this.#rank;
    const spreads = this.#spreads;
    for (let a = 0, k = 0; a < countA; a++) {
      for (let b = countA; b < countA + countB; b++, k++) {
        writeSpread(rows, 3 * a * rank, rows, 3 * b * rank, rank, spreads, 6 * k);
      }
    }
  }

  /** As `radiusAlong`, by the spreads: quick, not certified. */
  #roughRadius(x: number, y: number, z: number): number {
    let radius = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#pairs; k++) {
      const gap = x * this.#gaps[3 * k] + y * this.#gaps[3 * k + 1] + z * this.#gaps[3 * k + 2];
      if (!(gap > 0)) return 0;
      const bound = gap / Math.sqrt(Math.max(0, this.#spread(k, x, y, z)));
      if (bound < radius) radius = bound;
    }
    return radius;
  }

  #spread(k: number, x: number, y: number, z: number): number {
    const s = this.#spreads;
    const at = 6 * k;
    return (
      s[at] * x * x +
      s[at + 3] * y * y +
      s[at + 5] * z * z +
      2 * (s[at + 1] * x * y + s[at + 2] * x * z + s[at + 4] * y * z)
    );
  }

  /**
   * Walks to the point nearest to the origin of the hull for this radius, and keeps the direction with the largest radius met on
   * the way. Returns that; with radius 0 the gap along it instead.
   */
  #improve(radius: number): number {
    const hull = this.#hull;
    const gaps = this.#gaps;
    const s = this.#spreads;
    const { direction } = this;
    hull.clear();
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    let best = 0;
    for (let step = 0; step < STEPS; step++) {
      let lowest = Number.POSITIVE_INFINITY;
      let at = 0;
      let reach = 0;
      let rough = Number.POSITIVE_INFINITY;
      for (let k = 0; k < this.#pairs; k++) {
        const gap = x * gaps[3 * k] + y * gaps[3 * k + 1] + z * gaps[3 * k + 2];
        const speed = radius > 0 ? Math.sqrt(Math.max(0, this.#spread(k, x, y, z))) : 0;
        const height = gap - radius * speed;
        const bound = gap / speed;
        if (bound < rough) rough = bound;
        if (height < lowest) {
          lowest = height;
          at = k;
          reach = speed > 0 ? radius / speed : 0;
        }
      }
      const value = radius > 0 ? rough : lowest;
      if (value > best) {
        best = value;
        direction[0] = x;
        direction[1] = y;
        direction[2] = z;
      }
      if (radius > 0 && best > 1.5 * radius) return best;
      const i = 6 * at;
      const px = gaps[3 * at] - reach * (s[i] * x + s[i + 1] * y + s[i + 2] * z);
      const py = gaps[3 * at + 1] - reach * (s[i + 1] * x + s[i + 3] * y + s[i + 4] * z);
      const pz = gaps[3 * at + 2] - reach * (s[i + 2] * x + s[i + 4] * y + s[i + 5] * z);
      hull.add(px, py, pz, at);
      const vx = hull.nearest[0];
      const vy = hull.nearest[1];
      const vz = hull.nearest[2];
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      // the origin is inside, or no direction gets more than a thousandth further
      if (!(length > 1e-14 * Math.sqrt(px * px + py * py + pz * pz)) || (step > 0 && lowest > 0.999 * length)) break;
      x = vx / length;
      y = vy / length;
      z = vz / length;
    }
    return best;
  }
}

/** Of length 1 but for rounding, or shorter, which only costs; written so that NaN is none. */
export function isDirection(x: number, y: number, z: number): boolean {
  return x * x + y * y + z * z <= 1 + 1e-12;
}

function normalize(v: Float64Array): boolean {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 0)) return false;
  for (let axis = 0; axis < 3; axis++) v[axis] /= length;
  return true;
}

/** Products xx, xy, xz, yy, yz, zz of three rows less three others, from place `at` on. */
export function writeSpread(
  rows: Float64Array,
  row: number,
  others: Float64Array,
  other: number,
  rank: number,
  out: Float64Array,
  at: number,
): void {
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let k = 0; k < rank; k++) {
    const x = rows[row + k] - others[other + k];
    const y = rows[row + rank + k] - others[other + rank + k];
    const z = rows[row + 2 * rank + k] - others[other + 2 * rank + k];
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  out[at] = xx;
  out[at + 1] = xy;
  out[at + 2] = xz;
  out[at + 3] = yy;
  out[at + 4] = yz;
  out[at + 5] = zz;
}
