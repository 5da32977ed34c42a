import { MAX_CORNERS, type MovingPair } from './moving-pair.ts';
import { isDirection } from './separation.ts';
import { StretchBound } from './stretch-bound.ts';

/** Share of the corners' spread that is added on each axis, for corners in a plane or on a line. */
const RIDGE = 1e-3;
/** Roundings of a corner's rest of motion, of norms and Gram matrices: far below this many units of 2⁻⁵² of what goes in. */
const UNITS = 64;

/**
 * Contact does not change under an invertible affine map. So what all corners do alike, x ↦ x + A(q)·(x − c) + t(q), is taken off: at q the
 * bodies touch if those at p + (I + A(q))⁻¹·E·q do, where E is the rest of the motion. Rotation is harmless: the inverse is at most
 * 1 / (1 − s‖q‖), s the most that A's symmetric part can take off a vector of length 1.
 */
export class AffineSeparation {
  readonly #rank: number;
  readonly #gapError: number;
  /** What is left of the rows. */
  readonly #rest: Float64Array;
  readonly #map: Float64Array;
  readonly #heights = new Float64Array(MAX_CORNERS);
  readonly #speeds: Float64Array;
  readonly #shares = new Float64Array(3 * MAX_CORNERS);
  readonly #norms = new Float64Array(9);
  readonly #gram = new Float64Array(81);
  readonly #mapGram = new Float64Array(36);
  readonly #stretchBound = new StretchBound();
  /** Of the symmetric part, and whether that is all that is to be had. */
  #norm = 0;
  #isTight = true;
  /** At least what the symmetric part of A(q) can take off a vector of length 1, and the norm of A(q), for ‖q‖ = 1. */
  #stretch = 0;
  #size = 0;
  /** Rounding errors of E, in Frobenius norm, for two corners. */
  #error = 0;

  constructor(rank: number, gapError: number) {
    this.#rank = rank;
    this.#gapError = gapError;
    this.#rest = new Float64Array(3 * MAX_CORNERS * rank);
    this.#map = new Float64Array(9 * rank);
    this.#speeds = new Float64Array(MAX_CORNERS * rank);
  }

  /** Fits the map to the corners by least squares; any map is valid. False if the corners are all at one place. */
  load(pair: MovingPair): boolean {
    const { countA, countB, points, rows } = pair;
    const rank = this.#rank;
    const rest = this.#rest;
    const map = this.#map;
    const count = countA + countB;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let k = 0; k < count; k++) {
      cx += points[3 * k] / count;
      cy += points[3 * k + 1] / count;
      cz += points[3 * k + 2] / count;
    }
    let xx = 0;
    let xy = 0;
    let xz = 0;
    let yy = 0;
    let yz = 0;
    let zz = 0;
    for (let k = 0; k < count; k++) {
      const x = points[3 * k] - cx;
      const y = points[3 * k + 1] - cy;
      const z = points[3 * k + 2] - cz;
      xx += x * x;
      xy += x * y;
      xz += x * z;
      yy += y * y;
      yz += y * z;
      zz += z * z;
    }
    const spread = xx + yy + zz;
    const ridge = (RIDGE * spread) / 3;
    xx += ridge;
    yy += ridge;
    zz += ridge;
    const ix = yy * zz - yz * yz;
    const iy = xz * yz - xy * zz;
    const iz = xy * yz - xz * yy;
    const det = xx * ix + xy * iy + xz * iz;
    if (!(det > 0)) return false;
    const jy = (xx * zz - xz * xz) / det;
    const jz = (xy * xz - xx * yz) / det;
    const kz = (xx * yy - xy * xy) / det;
    const ax = ix / det;
    const ay = iy / det;
    const az = iz / det;

    // map and rest are sums of the corners' rows: by how much of each is the same for all axes and modes
    const shares = this.#shares;
    let size = 0;
    for (let k = 0; k < count; k++) {
      const x = points[3 * k] - cx;
      const y = points[3 * k + 1] - cy;
      const z = points[3 * k + 2] - cz;
      const wx = x * ax + y * ay + z * az;
      const wy = x * ay + y * jy + z * jz;
      const wz = x * az + y * jz + z * kz;
      shares[3 * k] = wx;
      shares[3 * k + 1] = wy;
      shares[3 * k + 2] = wz;
      size += wx * wx + wy * wy + wz * wz;
    }
    const length = 3 * rank;
    let motion = 0;
    for (let i = 0; i < count * length; i++) motion += rows[i] * rows[i];
    map.fill(0);
    for (let k = 0; k < count; k++) {
      const wx = shares[3 * k];
      const wy = shares[3 * k + 1];
      const wz = shares[3 * k + 2];
      for (let axis = 0, from = k * length, to = 0; axis < 3; axis++, to += length) {
        for (let i = 0; i < rank; i++, from++) {
          const u = rows[from];
          map[to + i] += wx * u;
          map[to + rank + i] += wy * u;
          map[to + 2 * rank + i] += wz * u;
        }
      }
    }
    for (let k = 0; k < count; k++) {
      const x = points[3 * k] - cx;
      const y = points[3 * k + 1] - cy;
      const z = points[3 * k + 2] - cz;
      const at = k * length;
      for (let axis = 0, from = 0, to = at; axis < 3; axis++, from += length) {
        for (let i = 0; i < rank; i++, to++) {
          rest[to] = rows[to] - (x * map[from + i] + y * map[from + rank + i] + z * map[from + 2 * rank + i]);
        }
      }
    }
    // the mean motion stays in: only differences of two corners are asked for
    this.#error = UNITS * 2 ** -52 * Math.sqrt(motion) * (1 + Math.sqrt(size * spread));
    this.#measureMap();
    this.#measureRest(countA, countB);
    return true;
  }

  /** A certified radius for direction n, of length 1 and from the second body to the first; 0 if it does not separate them at rest. */
  radiusAlong({ countA, countB, points }: MovingPair, nx: number, ny: number, nz: number): number {
    if (!isDirection(nx, ny, nz)) return 0;
    const rank = this.#rank;
    const rest = this.#rest;
    const speeds = this.#speeds;
    const heights = this.#heights;
    const s = this.#stretch;
    const size = this.#size;
    const count = countA + countB;
    for (let k = 0; k < count; k++) {
      heights[k] = nx * points[3 * k] + ny * points[3 * k + 1] + nz * points[3 * k + 2];
      const x = 3 * k * rank;
      const to = k * rank;
      for (let i = 0; i < rank; i++)
        speeds[to + i] = nx * rest[x + i] + ny * rest[x + rank + i] + nz * rest[x + 2 * rank + i];
    }
    let radius = Number.POSITIVE_INFINITY;
    for (let a = 0, k = 0; a < countA; a++) {
      for (let b = countA; b < count; b++, k++) {
        // the gap that s is multiplied with is not reduced, but raised by what it may be off: see radiusOf
        const full = heights[a] - heights[b];
        const gap = full - this.#gapError;
        if (!(gap > 0)) return 0;
        let square = 0;
        for (let i = 0; i < rank; i++) {
          const c = speeds[a * rank + i] - speeds[b * rank + i];
          square += c * c;
        }
        const speed = Math.sqrt(square) + this.#error;
        const bound = radiusOf(gap, full + this.#gapError, speed, this.#norms[k], s, size);
        if (bound < radius) radius = bound;
      }
    }
    return radius;
  }

  #measureMap(): void {
    const rank = this.#rank;
    const map = this.#map;
    this.#size = normBound(map, 9, rank, this.#gram);
    // coordinates of the symmetric part whose squares add up to those of all nine entries
    const h = Math.SQRT1_2;
    for (let i = 0; i < rank; i++) {
      const xy = (map[rank + i] + map[3 * rank + i]) * h;
      const xz = (map[2 * rank + i] + map[6 * rank + i]) * h;
      const yz = (map[5 * rank + i] + map[7 * rank + i]) * h;
      map[rank + i] = map[4 * rank + i];
      map[2 * rank + i] = map[8 * rank + i];
      map[3 * rank + i] = xy;
      map[4 * rank + i] = xz;
      map[5 * rank + i] = yz;
    }
    this.#norm = normBound(map, 6, rank, this.#mapGram);
    this.#isTight = !isModest(largestOf(map, 6 * rank));
    this.#stretch = this.#norm + this.#size * UNITS * 2 ** -52;
  }

  /** Works out how far the map can shrink what is taken off, as closely as pays: larger radii for what was loaded. False if there is nothing to be gained. */
  tighten(): boolean {
    if (this.#isTight) return false;
    this.#isTight = true;
    const closer = this.#stretchBound.of(this.#mapGram);
    if (!(closer < this.#norm)) return false;
    this.#stretch = closer + this.#size * UNITS * 2 ** -52;
    return true;
  }

  #measureRest(countA: number, countB: number): void {
    const rank = this.#rank;
    const rest = this.#rest;
    const difference = this.#map.subarray(0, 3 * rank);
    for (let a = 0, k = 0; a < countA; a++) {
      for (let b = countA; b < countA + countB; b++, k++) {
        for (let i = 0; i < 3 * rank; i++) difference[i] = rest[3 * a * rank + i] - rest[3 * b * rank + i];
        this.#norms[k] = normBound(difference, 3, rank, this.#gram) + this.#error;
      }
    }
  }
}

/**
 * With the inverse B = I − A·B and ‖B‖ ≤ 1 / (1 − sρ), the gap along n is at least full − e·ρ / (1 − sρ), and at least
 * full − c·ρ − a·e·ρ² / (1 − sρ); positions off by an error cost error / (1 − sρ). Each, times 1 − sρ, must be above 0:
 * gap − (e + s·full)·ρ and gap − (c + s·full)·ρ − (a·e − s·c)·ρ², with gap = full − error.
 */
function radiusOf(gap: number, full: number, c: number, e: number, s: number, a: number): number {
  const plain = gap / (e + s * full);
  const h = c + s * full;
  const bent = (2 * gap) / (h + Math.sqrt(h * h + 4 * gap * Math.max(0, a * e - s * c)));
  return plain > bent ? plain : bent;
}

/** Entries whose eighth powers neither overflow nor vanish. */
const SMALL = 2 ** -60;
const LARGE = 2 ** 60;

const isModest = (size: number) => size >= SMALL && size <= LARGE;

function largestOf(rows: Float64Array, length: number): number {
  let most = 0;
  for (let i = 0; i < length; i++) {
    const magnitude = Math.abs(rows[i]);
    if (magnitude > most) most = magnitude;
  }
  return most;
}

/**
 * At least the norm of a matrix of `count` rows: the largest eigenvalue of its Gram matrix G is at most tr(G⁴)^¼. Sums of squares lose less
 * than 1e-12 of themselves.
 *
 * @param gram Room for count² numbers; holds G afterwards where the entries are modest.
 */
function normBound(rows: Float64Array, count: number, rank: number, gram: Float64Array): number {
  const most = largestOf(rows, count * rank);
  if (most === 0) return 0;
  if (!isModest(most)) return most * Math.sqrt(count * rank) * (1 + 1e-9);
  for (let j = 0; j < count; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = 0;
      for (let i = 0; i < rank; i++) sum += rows[j * rank + i] * rows[k * rank + i];
      gram[count * j + k] = sum;
      gram[count * k + j] = sum;
    }
  }
  let trace = 0;
  for (let j = 0; j < count; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += gram[count * j + i] * gram[count * i + k];
      trace += (j === k ? 1 : 2) * sum * sum;
    }
  }
  return Math.sqrt(Math.sqrt(Math.sqrt(trace))) * (1 + 1e-9);
}
