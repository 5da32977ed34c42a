import { ProjectedLoops } from './projected-loops.ts';
import type { Projection } from './projection.ts';

/** A projected contour on which lengths can be measured. */
export class StraightLoops extends ProjectedLoops {
  readonly #factors = new Float64Array(4);

  /** To coordinates at right angles to the direction. */
  straighten(projection: Projection): void {
    const { x, y, count } = this;
    const factors = this.#factors;
    writeStraightening(projection, factors);
    const xx = factors[0];
    const xy = factors[1];
    const yy = factors[2];
    for (let e = 0; e < count; e++) {
      x[e] = xx * x[e] + xy * y[e];
      y[e] *= yy;
    }
    this.error *= 16 * factors[3];
    this.width *= 2 * factors[3];
    this.crossError = 32 * this.error * this.width;
  }
}

/**
 * Factors from sheared coordinates to those at right angles to the direction, so that lengths and angles are those of the orthogonal projection: x becomes out[0] x + out[1] y, and y out[2] y; out[3] is 1 / |dₘ|.
 *
 * Of the point with xₘ = 0 on a line along d, with D = d·d, the distance from the line through the origin is, squared, a² + b² −
 * (a dᵢ + b dⱼ)² / D for a = xᵢ, b = xⱼ: that is (l a + k b)² + (m b)² with l² = 1 − dᵢ² / D, k = −dᵢ dⱼ / (D l), m = |dₘ| / (√D l). Since
 * |dₘ| is the largest, 0.57 < l ≤ 1, |k| < 0.6, m ≤ 1: coordinates grow by less than 1.6 / |dₘ|, and their error by less than 16 / |dₘ|, of which
 * 11 units of the width are for the factors' own rounding.
 */
export function writeStraightening({ main, dx, dy, dz }: Projection, out: Float64Array): void {
  const square = dx * dx + dy * dy + dz * dz;
  const along = main === 0 ? dx : main === 1 ? dy : dz;
  const next = main === 0 ? dy : main === 1 ? dz : dx;
  const last = main === 0 ? dz : main === 1 ? dx : dy;
  const longest = along < 0 ? -along : along;
  const l = Math.sqrt((square - next * next) / square);
  out[0] = l / longest;
  out[1] = -(next * last) / (square * l * along);
  out[2] = 1 / (Math.sqrt(square) * l);
  out[3] = 1 / longest;
}
