import { HullOfPoints } from './hull-of-points.ts';
import { narrowDirections, type Vector } from './narrow-directions.ts';
import type { Subspace } from './subspace.ts';

/** Corner pairs of two triangles. */
const PAIRS = 9;
const STEPS = 24;
/** Squares of what is shorter may lose digits. */
const TINY = 2 ** -480;

/**
 * Planes between two bodies, over all poses of a box of coordinates. Corner pair k is at d + C·q, and for q within ±h of c in the zonotope around
 * d + C·c with half-sides h_i·C_i. Direction n separates the bodies over the whole box if n·(d + C·c) − Σ h_i·|n·C_i| > 0 for every k; the
 * best n leads across to the hull of the zonotopes, which GJK walks to.
 */
export class BoxSeparation {
  /** What floating point may cost of a gap; see `boxMargin`. */
  margin: number;
  #pairs = 0;
  /** Corners of the second body. */
  #countB = 0;
  #rank = 0;
  readonly #gaps = new Float64Array(3 * PAIRS);
  /** Three numbers a corner pair and coordinate. */
  #moves: Float64Array;
  readonly #centres = new Float64Array(3 * PAIRS);
  readonly #hull = new HullOfPoints();
  readonly #direction = new Float64Array(3);

  constructor(rank: number, margin: number) {
    this.margin = margin;
    this.#moves = new Float64Array(3 * PAIRS * rank);
  }

  /** @param coordinates The ones that the box has sides in; all others are 0. */
  load(
    { rank, rest, rows }: Subspace,
    corners: ArrayLike<number>,
    countA: number,
    countB: number,
    coordinates: ArrayLike<number>,
  ): void {
    const active = coordinates.length;
    this.#pairs = countA * countB;
    this.#countB = countB;
    this.#rank = active;
    const moves = this.#moves;
    const gaps = this.#gaps;
    const direction = this.#direction.fill(0);
    for (let a = 0, k = 0; a < countA; a++) {
      for (let b = countA; b < countA + countB; b++, k++) {
        for (let axis = 0; axis < 3; axis++) {
          const rowA = 3 * corners[a] + axis;
          const rowB = 3 * corners[b] + axis;
          const gap = rest[rowA] - rest[rowB];
          gaps[3 * k + axis] = gap;
          direction[axis] += gap;
          for (let j = 0; j < active; j++) {
            const i = coordinates[j];
            moves[3 * (k * active + j) + axis] = rows[rowA * rank + i] - rows[rowB * rank + i];
          }
        }
      }
    }
  }

  /** Whether one plane separates the bodies in all poses from `low` to `high`, roundings included. False may also mean: not found. */
  separates(low: Float64Array, high: Float64Array): boolean {
    const rank = this.#rank;
    const moves = this.#moves;
    const gaps = this.#gaps;
    const centres = this.#centres;
    const { margin } = this;
    const hull = this.#hull;
    for (let k = 0; k < this.#pairs; k++) {
      let x = gaps[3 * k];
      let y = gaps[3 * k + 1];
      let z = gaps[3 * k + 2];
      for (let j = 0; j < rank; j++) {
        const c = (low[j] + high[j]) / 2;
        const at = 3 * (k * rank + j);
        x += c * moves[at];
        y += c * moves[at + 1];
        z += c * moves[at + 2];
      }
      centres[3 * k] = x;
      centres[3 * k + 1] = y;
      centres[3 * k + 2] = z;
    }
    let x = this.#direction[0];
    let y = this.#direction[1];
    let z = this.#direction[2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) {
      x /= length;
      y /= length;
      z /= length;
    } else x = 1;
    hull.clear();
    for (let step = 0; step < STEPS; step++) {
      let lowest = Number.POSITIVE_INFINITY;
      let at = 0;
      for (let k = 0; k < this.#pairs; k++) {
        let height = x * centres[3 * k] + y * centres[3 * k + 1] + z * centres[3 * k + 2];
        for (let j = 0; j < rank; j++) {
          const i = 3 * (k * rank + j);
          height -= ((high[j] - low[j]) / 2) * Math.abs(x * moves[i] + y * moves[i + 1] + z * moves[i + 2]);
        }
        if (height < lowest) {
          lowest = height;
          at = k;
        }
      }
      // a direction shorter than 1 by rounding only lowers heights; one longer by 2⁻⁵⁰ is within the margin
      if (lowest > margin) {
        this.#direction[0] = x;
        this.#direction[1] = y;
        this.#direction[2] = z;
        return true;
      }
      let px = centres[3 * at];
      let py = centres[3 * at + 1];
      let pz = centres[3 * at + 2];
      for (let j = 0; j < rank; j++) {
        const i = 3 * (at * rank + j);
        const along = x * moves[i] + y * moves[i + 1] + z * moves[i + 2];
        const side = along > 0 ? (low[j] - high[j]) / 2 : (high[j] - low[j]) / 2;
        px += side * moves[i];
        py += side * moves[i + 1];
        pz += side * moves[i + 2];
      }
      hull.add(px, py, pz, at);
      const vx = hull.nearest[0];
      const vy = hull.nearest[1];
      const vz = hull.nearest[2];
      const nearest = Math.sqrt(vx * vx + vy * vy + vz * vz);
      // the origin is inside, or no direction gets more than a thousandth further
      if (!(nearest > 1e-14 * Math.sqrt(px * px + py * py + pz * pz))) return false;
      if (step > 0 && lowest > 0.999 * nearest) return false;
      x = vx / nearest;
      y = vy / nearest;
      z = vz / nearest;
    }
    return false;
  }

  /** Whether a plane separates the bodies where all coordinates are 0, also in narrow gaps that `separates` misses. The next search begins with it. */
  separatesAtRest(): boolean {
    const directions = narrowDirections(this.#gaps, this.#pairs / this.#countB, this.#countB);
    return directions.some((direction) => this.#separatesAlong(direction));
  }

  #separatesAlong([x, y, z]: Vector): boolean {
    const gaps = this.#gaps;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > TINY)) return false;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 3 * this.#pairs; k += 3) {
      const height = (x * gaps[k] + y * gaps[k + 1] + z * gaps[k + 2]) / length;
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
    }
    const side = lowest > this.margin ? 1 : highest < -this.margin ? -1 : 0;
    if (side === 0) return false;
    this.#direction[0] = (side * x) / length;
    this.#direction[1] = (side * y) / length;
    this.#direction[2] = (side * z) / length;
    return true;
  }
}

/**
 * What a gap in doubles must exceed so that no computed pose of the box touches. With u = 2⁻⁵³, m coordinates, and L the largest |p| + Σ |q_i|·‖U_i‖: two
 * positions are off by (m+1)·u·L an axis each; differences d and C by 2·u·L; the centre by (m+2)·4·u·L; sums over sides by (m+6)·4·u·L; where sides
 * end by 8·u·L; products with n by 6·u·L. Along n, whose entries sum to √3 at most: below (18·m + 88)·u·L. Infinite where squares
 * could overflow or vanish: nothing is proved then. Positions in 32 bits are off by 2⁻²⁴·L each; four times that is taken.
 */
export function boxMargin(coordinates: number, single: boolean, largest: number): number {
  if (!(largest >= 2 ** -100 && largest <= 2 ** 100)) return Number.POSITIVE_INFINITY;
  return largest * ((16 * coordinates + 96) * 2 ** -52 + (single ? 2 ** -22 : 0));
}
