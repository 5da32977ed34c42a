/**
 * Forces and stiffness of an energy ½·zᵀQz, z = (q_i, q_i·q_j for j ≥ i), as polynomials of q: coefficients of every entry of the stiffness are summed up once, which
 * halves what a product with Q costs, and forces then come with it: a part of degree k in q has f = K·q/k.
 */
export class StiffnessPolynomial {
  readonly #rank: number;
  /** For each entry (a, b), b ≥ a: its constant, then factors of q_i, then of q_i·q_j, j ≥ i. */
  readonly #coefficients: Float64Array;
  readonly #products: Float64Array;

  /** @param matrix Q. */
  constructor(matrix: Float64Array, rank: number) {
    const size = rank + (rank * (rank + 1)) / 2;
    const entries = size - rank;
    const coefficients = new Float64Array(entries * (size + 1));
    this.#rank = rank;
    this.#coefficients = coefficients;
    this.#products = new Float64Array(size - rank);
    const numberOf = (i: number, j: number): number => (i <= j ? i * rank - (i * (i - 1)) / 2 + j - i : numberOf(j, i));
    const add = (a: number, b: number, term: number, value: number) => {
      // both (a, b) and (b, a) come by: one is kept
      if (a <= b) coefficients[numberOf(a, b) * (size + 1) + term] += value;
    };
    const pairs: [number, number][] = [];
    for (let i = 0; i < rank; i++) for (let j = i; j < rank; j++) pairs.push([i, j]);
    for (let a = 0; a < rank; a++) {
      for (let b = a; b < rank; b++) add(a, b, 0, matrix[a * size + b]);
      pairs.forEach(([i, j], k) => {
        const value = matrix[a * size + rank + k];
        const three = [a, i, j];
        for (let s = 0; s < 3; s++) {
          for (let t = 0; t < 3; t++) if (s !== t) add(three[s], three[t], 1 + three[3 - s - t], value);
        }
      });
    }
    pairs.forEach(([i, j], k) => {
      pairs.forEach(([m, n], l) => {
        const value = 0.5 * matrix[(rank + k) * size + rank + l];
        const four = [i, j, m, n];
        for (let s = 0; s < 4; s++) {
          for (let t = 0; t < 4; t++) {
            if (s === t) continue;
            const u = [0, 1, 2, 3].find((x) => x !== s && x !== t) as number;
            add(four[s], four[t], 1 + rank + numberOf(four[u], four[6 - s - t - u]), value);
          }
        }
      });
    });
  }

  /** Both at q; the stiffness is rank × rank. */
  evaluate(q: Float64Array, force: Float64Array, stiffness: Float64Array): void {
    const rank = this.#rank;
    const products = this.#products;
    const coefficients = this.#coefficients;
    const count = products.length;
    let k = 0;
    for (let i = 0; i < rank; i++) for (let j = i; j < rank; j++) products[k++] = q[i] * q[j];
    force.fill(0);
    let at = 0;
    for (let a = 0; a < rank; a++) {
      for (let b = a; b < rank; b++) {
        const constant = coefficients[at++];
        let linear = 0;
        for (let i = 0; i < rank; i++) linear += coefficients[at++] * q[i];
        // four sums, so that none waits for the one before
        let s0 = 0;
        let s1 = 0;
        let s2 = 0;
        let s3 = 0;
        let i = 0;
        for (; i + 3 < count; i += 4, at += 4) {
          s0 += coefficients[at] * products[i];
          s1 += coefficients[at + 1] * products[i + 1];
          s2 += coefficients[at + 2] * products[i + 2];
          s3 += coefficients[at + 3] * products[i + 3];
        }
        for (; i < count; i++, at++) s0 += coefficients[at] * products[i];
        const quadratic = s0 + s1 + (s2 + s3);
        const whole = constant + linear + quadratic;
        const pull = constant + linear / 2 + quadratic / 3;
        stiffness[a * rank + b] = whole;
        stiffness[b * rank + a] = whole;
        force[a] += pull * q[b];
        if (a !== b) force[b] += pull * q[a];
      }
    }
  }
}
