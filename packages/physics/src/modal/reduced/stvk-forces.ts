import type { ElasticTets } from '../elastic-tets.ts';

/**
 * Internal forces ∂W/∂u of the St. Venant–Kirchhoff material (Green strain, linear stress) for displacements u of all
 * vertices; fixed ones get theirs too, as a support would feel it. Returns the energy W.
 */
export function stvkForces(body: ElasticTets, u: ArrayLike<number>, out: Float64Array): number {
  const { tets, volumes, gradients, lambda, mu } = body;
  const g = new Float64Array(9);
  const strain = new Float64Array(9);
  const stress = new Float64Array(9);
  let energy = 0;
  out.fill(0);
  for (let t = 0; t < volumes.length; t++) {
    displacementGradient(tets, gradients, t, u, g);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const square = g[i] * g[j] + g[3 + i] * g[3 + j] + g[6 + i] * g[6 + j];
        strain[3 * i + j] = 0.5 * (g[3 * i + j] + g[3 * j + i] + square);
      }
    }
    energy += 0.5 * volumes[t] * linearStress(strain, lambda, mu, stress);
    // P = (1 + G)·S
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        strain[3 * i + j] =
          stress[3 * i + j] + g[3 * i] * stress[j] + g[3 * i + 1] * stress[3 + j] + g[3 * i + 2] * stress[6 + j];
      }
    }
    addCornerForces(tets, gradients, t, volumes[t], strain, out);
  }
  return energy;
}

/**
 * The part of the forces that is linear in u and in v, e(u + v) − e(u) − e(v) with e the quadratic part: how a mode u
 * bends when v is added.
 */
export function stvkMixedForces(
  body: ElasticTets,
  u: ArrayLike<number>,
  v: ArrayLike<number>,
  out: Float64Array,
): void {
  const { tets, volumes, gradients, lambda, mu } = body;
  const gu = new Float64Array(9);
  const gv = new Float64Array(9);
  const strain = new Float64Array(9);
  const stress = new Float64Array(9);
  const total = new Float64Array(9);
  out.fill(0);
  for (let t = 0; t < volumes.length; t++) {
    displacementGradient(tets, gradients, t, u, gu);
    displacementGradient(tets, gradients, t, v, gv);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 9; k += 3) sum += gu[k + i] * gv[k + j] + gv[k + i] * gu[k + j];
        strain[3 * i + j] = 0.5 * sum;
      }
    }
    linearStress(strain, lambda, mu, total);
    addGradientStress(gu, gv, lambda, mu, strain, stress, total);
    addGradientStress(gv, gu, lambda, mu, strain, stress, total);
    addCornerForces(tets, gradients, t, volumes[t], total, out);
  }
}

/** total += A·S(sym B). */
function addGradientStress(
  a: Float64Array,
  b: Float64Array,
  lambda: number,
  mu: number,
  strain: Float64Array,
  stress: Float64Array,
  total: Float64Array,
): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) strain[3 * i + j] = 0.5 * (b[3 * i + j] + b[3 * j + i]);
  linearStress(strain, lambda, mu, stress);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      total[3 * i + j] += a[3 * i] * stress[j] + a[3 * i + 1] * stress[3 + j] + a[3 * i + 2] * stress[6 + j];
    }
  }
}

/** G = Σ uₐ·gₐᵀ over the corners of tet t. */
export function displacementGradient(
  tets: Uint32Array,
  gradients: Float64Array,
  t: number,
  u: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  for (let corner = 0; corner < 4; corner++) {
    const v = 3 * tets[4 * t + corner];
    const g = 12 * t + 3 * corner;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) out[3 * i + j] += u[v + i] * gradients[g + j];
    }
  }
}

/** S = λ·tr(E)·1 + 2μ·E; returns S:E. */
function linearStress(strain: Float64Array, lambda: number, mu: number, out: Float64Array): number {
  const trace = strain[0] + strain[4] + strain[8];
  let product = 0;
  for (let k = 0; k < 9; k++) {
    out[k] = 2 * mu * strain[k] + (k % 4 === 0 ? lambda * trace : 0);
    product += out[k] * strain[k];
  }
  return product;
}

function addCornerForces(
  tets: Uint32Array,
  gradients: Float64Array,
  t: number,
  volume: number,
  p: Float64Array,
  out: Float64Array,
): void {
  for (let corner = 0; corner < 4; corner++) {
    const v = 3 * tets[4 * t + corner];
    const g = 12 * t + 3 * corner;
    for (let i = 0; i < 3; i++) {
      out[v + i] +=
        volume * (p[3 * i] * gradients[g] + p[3 * i + 1] * gradients[g + 1] + p[3 * i + 2] * gradients[g + 2]);
    }
  }
}
