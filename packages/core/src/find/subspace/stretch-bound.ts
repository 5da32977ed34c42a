/** Steps of the search for multipliers: three leave 2 % above the least bound in nine of ten pairs. */
const STEPS = 3;
/** This far above what is surely reached nothing more is gained. */
const CLOSE = 1.01;
/** Squarings: tr(M³²) is at most six times what it bounds, and the 64th root of that is 3 %. */
const SQUARINGS = 4;
const SIZE = 6;
/** Of roundings far more than there are: sums of squares lose less than 1e-12 of themselves, and powers are of numbers below 1. */
const ROUNDING = 1e-9;

/**
 * How far a symmetric matrix S(q) can shrink a vector while ‖q‖ = 1: max over unit x of −x·S(q)x, which is max ‖(x·Sᵢx)ᵢ‖.
 *
 * In coordinates m = (xx, yy, zz, √2xy, √2xz, √2yz) of x·xᵀ, of length 1, its square is m·Gm, G the Gram matrix of the Sᵢ in the same coordinates. The largest eigenvalue of G
 * bounds that, but has matrices S with more than one direction, too. Quadratic forms that vanish wherever m comes from one x, which are the 2 × 2 minors of S, may be added in any amount μ:
 * m·Gm = m·(G + Σ μⱼKⱼ)m ≤ λ_max(G + Σ μⱼKⱼ). So every μ gives a bound, and few steps downhill a good one (for forms of degree 4 in three variables the best one is no bound only, but the maximum).
 */
export class StretchBound {
  readonly #matrix = new Float64Array(SIZE * SIZE);
  readonly #power = new Float64Array(SIZE * SIZE);
  readonly #other = new Float64Array(SIZE * SIZE);
  readonly #amounts = new Float64Array(SIZE);
  readonly #slopes = new Float64Array(SIZE);

  /** @param gram Six rows of six numbers first, which a factor keeps in a range where squares of them are safe. */
  of(gram: Float64Array): number {
    const amounts = this.#amounts.fill(0);
    let trace = 0;
    for (let j = 0; j < SIZE; j++) trace += gram[7 * j];
    let least = Number.POSITIVE_INFINITY;
    let reached = 0;
    for (let step = 0; ; step++) {
      const largest = this.#largestEigenvalue(gram);
      if (largest < least) least = largest;
      if (step === STEPS) break;
      reached = Math.max(reached, this.#valueNearby(gram));
      const slopes = this.#findSlopes();
      let square = 0;
      for (let j = 0; j < SIZE; j++) square += slopes[j] * slopes[j];
      if (!(square > 1e-12 && largest > CLOSE * reached)) break;
      for (let j = 0; j < SIZE; j++) amounts[j] -= ((largest - reached) / square) * slopes[j];
    }
    return Math.sqrt(least * (1 + ROUNDING) + trace * ROUNDING);
  }

  /** At least that of G + Σ μⱼKⱼ, and in `power` a high power of it. */
  #largestEigenvalue(gram: Float64Array): number {
    const m = this.#matrix;
    for (let k = 0; k < m.length; k++) m[k] = gram[k];
    const u = this.#amounts;
    add(m, 0, 1, u[0] / 2);
    m[21] -= u[0] / 2;
    add(m, 0, 2, u[1] / 2);
    m[28] -= u[1] / 2;
    add(m, 1, 2, u[2] / 2);
    m[35] -= u[2] / 2;
    add(m, 0, 5, u[3] * HALF_ROOT);
    add(m, 3, 4, -u[3] / 4);
    add(m, 1, 4, u[4] * HALF_ROOT);
    add(m, 3, 5, -u[4] / 4);
    add(m, 2, 3, u[5] * HALF_ROOT);
    add(m, 4, 5, -u[5] / 4);
    const size = Math.sqrt(sumOfSquares(m));
    if (!(size > 0)) return size;
    const factor = 1 / size;
    for (let k = 0; k < m.length; k++) m[k] *= factor;
    let from = m;
    let to = this.#power;
    for (let k = 0; k < SQUARINGS; k++) {
      square(from, to);
      from = to;
      to = to === this.#power ? this.#other : this.#power;
    }
    if (from !== this.#power) this.#power.set(from);
    return size * sumOfSquares(this.#power) ** (0.5 / 2 ** SQUARINGS);
  }

  /** m·Kⱼm for the eigenvector, or a mean over those that are as good as equal. */
  #findSlopes(): Float64Array {
    const p = this.#power;
    const g = this.#slopes;
    let trace = 0;
    for (let j = 0; j < SIZE; j++) trace += p[7 * j];
    g[0] = (p[1] - p[21] / 2) / trace;
    g[1] = (p[2] - p[28] / 2) / trace;
    g[2] = (p[8] - p[35] / 2) / trace;
    g[3] = (2 * HALF_ROOT * p[5] - p[22] / 2) / trace;
    g[4] = (2 * HALF_ROOT * p[10] - p[23] / 2) / trace;
    g[5] = (2 * HALF_ROOT * p[15] - p[29] / 2) / trace;
    return g;
  }

  /** m·Gm for a direction x near the eigenvector: no bound falls below it. Only says how long a step may be. */
  #valueNearby(gram: Float64Array): number {
    const p = this.#power;
    let column = 0;
    for (let j = 1; j < SIZE; j++) if (p[7 * j] > p[7 * column]) column = j;
    const at = SIZE * column;
    const xy = p[at + 3] * Math.SQRT1_2;
    const xz = p[at + 4] * Math.SQRT1_2;
    const yz = p[at + 5] * Math.SQRT1_2;
    // two powers of it, from a direction that is not across all
    let x = 0.6;
    let y = 0.57;
    let z = 0.55;
    for (let k = 0; k < 6; k++) {
      const a = p[at] * x + xy * y + xz * z;
      const b = xy * x + p[at + 1] * y + yz * z;
      const c = xz * x + yz * y + p[at + 2] * z;
      const length = Math.sqrt(a * a + b * b + c * c);
      if (!(length > 0)) return 0;
      x = a / length;
      y = b / length;
      z = c / length;
    }
    const m = this.#other;
    m[0] = x * x;
    m[1] = y * y;
    m[2] = z * z;
    m[3] = Math.SQRT2 * x * y;
    m[4] = Math.SQRT2 * x * z;
    m[5] = Math.SQRT2 * y * z;
    let value = 0;
    for (let j = 0; j < SIZE; j++) for (let k = 0; k < SIZE; k++) value += m[j] * gram[SIZE * j + k] * m[k];
    return value;
  }
}

const HALF_ROOT = Math.SQRT1_2 / 2;

function add(m: Float64Array, j: number, k: number, amount: number): void {
  m[SIZE * j + k] += amount;
  m[SIZE * k + j] += amount;
}

function sumOfSquares(m: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < m.length; k++) sum += m[k] * m[k];
  return sum;
}

/** Of a symmetric matrix. */
function square(m: Float64Array, out: Float64Array): void {
  for (let j = 0; j < SIZE * SIZE; j += SIZE) {
    const a = m[j];
    const b = m[j + 1];
    const c = m[j + 2];
    const d = m[j + 3];
    const e = m[j + 4];
    const f = m[j + 5];
    for (let k = 0, i = 0; k <= j; k += SIZE, i++) {
      const sum = a * m[k] + b * m[k + 1] + c * m[k + 2] + d * m[k + 3] + e * m[k + 4] + f * m[k + 5];
      out[j + i] = sum;
      out[k + j / SIZE] = sum;
    }
  }
}
