import { GAP_ERRORS, LEAST_GAP, ROUNDED_UP } from './contour-gaps.ts';
import type { MovingLoops } from './moving-loops.ts';

/**
 * Judges straightened edges of a contour over a step by a distance that has to stay between them. Points are off by less than one error, so a distance along a unit vector by less than 64, roundings included, and products by
 * less than `crossError`. Bernstein coefficients of a product that exceed a bound at both ends and in the middle do so throughout.
 */
export class MovingMargin {
  /** The distance. */
  reach = 0;
  /** The same with all that may be lost to rounding. */
  gap = 0;
  /** Twice its square, with a product's error. */
  #least = 0;

  begin({ error, crossError }: MovingLoops): void {
    this.gap = this.reach * ROUNDED_UP + GAP_ERRORS * error + LEAST_GAP;
    this.#least = 2 * this.gap * this.gap * ROUNDED_UP + crossError;
  }

  /** Whether edges e and f stay farther apart: along the way from one middle to the other, or across one of them. */
  allows(loops: MovingLoops, e: number, f: number): boolean {
    const { a, b, next } = loops;
    const e1 = next[e];
    const f1 = next[f];
    const ex = a[2 * e1] - a[2 * e] + (b[2 * e1] - b[2 * e]);
    const ey = a[2 * e1 + 1] - a[2 * e + 1] + (b[2 * e1 + 1] - b[2 * e + 1]);
    const fx = a[2 * f1] - a[2 * f] + (b[2 * f1] - b[2 * f]);
    const fy = a[2 * f1 + 1] - a[2 * f + 1] + (b[2 * f1 + 1] - b[2 * f + 1]);
    const wayX = a[2 * f] + a[2 * f1] - (a[2 * e] + a[2 * e1]) + (b[2 * f] + b[2 * f1] - (b[2 * e] + b[2 * e1]));
    const wayY =
      a[2 * f + 1] +
      a[2 * f1 + 1] -
      (a[2 * e + 1] + a[2 * e1 + 1]) +
      (b[2 * f + 1] + b[2 * f1 + 1] - (b[2 * e + 1] + b[2 * e1 + 1]));
    for (let k = 0; k < 3; k++) {
      let hx = k === 0 ? wayX : k === 1 ? ey : fy;
      let hy = k === 0 ? wayY : k === 1 ? -ex : -fx;
      // from e to f
      if (hx * wayX + hy * wayY < 0) {
        hx = -hx;
        hy = -hy;
      }
      const gap = this.gap * Math.sqrt(hx * hx + hy * hy) * ROUNDED_UP;
      if (leastBetween(a, e, e1, f, f1, hx, hy) > gap && leastBetween(b, e, e1, f, f1, hx, hy) > gap) return true;
    }
    return false;
  }

  /**
   * Whether the corner at f, from e and on to g, is blunt enough. Of p and q, from f to both, with p the shorter, |p|² sin²(θ / 2) = (p² − p·q |p| / |q|) / 2 is at least the smaller of p² / 2 and p·(p − q) / 2; and |p| sin(θ / 2) is at
   * least half of |p| sin θ = |p × q| / |q|.
   */
  allowsCorner(loops: MovingLoops, e: number, f: number, g: number): boolean {
    if (loops.side(e, f, g) > 0) return true; // to the left: the outer angle is more than a half turn
    const { a, b } = loops;
    const px = a[2 * e] - a[2 * f];
    const py = a[2 * e + 1] - a[2 * f + 1];
    const qx = a[2 * g] - a[2 * f];
    const qy = a[2 * g + 1] - a[2 * f + 1];
    const rx = b[2 * e] - b[2 * f];
    const ry = b[2 * e + 1] - b[2 * f + 1];
    const sx = b[2 * g] - b[2 * f];
    const sy = b[2 * g + 1] - b[2 * f + 1];
    const least = this.#least;
    // products at the beginning, in the middle and at the end
    const pp = px * px + py * py;
    const pr = px * rx + py * ry;
    const rr = rx * rx + ry * ry;
    const qq = qx * qx + qy * qy;
    const qs = qx * sx + qy * sy;
    const ss = sx * sx + sy * sy;
    const pq = px * qx + py * qy;
    const mixed = (px * sx + py * sy + (rx * qx + ry * qy)) / 2;
    const rs = rx * sx + ry * sy;
    const isLong = pp > least && pr > least && rr > least && qq > least && qs > least && ss > least;
    // a difference of two products is off by two errors
    const more = least + loops.crossError;
    if (
      isLong &&
      pp - pq > more &&
      pr - mixed > more &&
      rr - rs > more &&
      qq - pq > more &&
      qs - mixed > more &&
      ss - rs > more
    ) {
      return true;
    }
    const turn0 = qx * py - qy * px;
    const turn1 = sx * ry - sy * rx;
    const between = (qx * ry - qy * rx + (sx * py - sy * px)) / 2;
    const longest = Math.sqrt(Math.max(pp, rr, qq, ss) + loops.crossError);
    const wide = 2 * this.gap * longest * ROUNDED_UP + loops.crossError;
    return (turn0 > wide && turn1 > wide && between > wide) || (turn0 < -wide && turn1 < -wide && between < -wide);
  }
}

/** How far along (hx, hy) points k and l are beyond i and j, at least, times its length. */
function leastBetween(at: Float64Array, i: number, j: number, k: number, l: number, hx: number, hy: number): number {
  const p = hx * at[2 * i] + hy * at[2 * i + 1];
  const q = hx * at[2 * j] + hy * at[2 * j + 1];
  const r = hx * at[2 * k] + hy * at[2 * k + 1];
  const s = hx * at[2 * l] + hy * at[2 * l + 1];
  return (r < s ? r : s) - (p > q ? p : q);
}
