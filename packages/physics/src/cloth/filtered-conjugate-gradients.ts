import { BLOCK } from './stretch-system.ts';

export interface LinearOperator {
  /** out = A · v; A symmetric, positive definite where the filter lets through. */
  multiply(v: Float64Array, out: Float64Array): void;
}

/** Memory of the solver for one size. */
export interface GradientsWorkspace {
  readonly residual: Float64Array;
  readonly direction: Float64Array;
  readonly product: Float64Array;
  readonly improved: Float64Array;
}

export function createGradientsWorkspace(size: number): GradientsWorkspace {
  return {
    residual: new Float64Array(size),
    direction: new Float64Array(size),
    product: new Float64Array(size),
    improved: new Float64Array(size),
  };
}

export interface GradientsOptions {
  /** Ends when the residual is this small against the right side. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** Something close to A⁻¹, where the filter lets through. */
export interface Preconditioner {
  /** In place. */
  solve(x: Float64Array): void;
}

/**
 * Solves S·A·x = S·b for an x whose held part (I − S)·x stays as given: modified conjugate gradients of Baraff and Witkin, in
 * the form of Ascher and Boxerman, which starts at the given x instead of at 0 and so needs no second filter of the right side.
 * `filter` (S) has a symmetric block for each vertex. Returns the number of iterations: one if the preconditioner is the inverse. NaN and
 * infinity in the input end it at once.
 */
export function filteredConjugateGradients(
  matrix: LinearOperator,
  b: Float64Array,
  filter: Float64Array,
  preconditioner: Preconditioner,
  x: Float64Array,
  work: GradientsWorkspace,
  { tolerance, maxIterations }: GradientsOptions,
): number {
  const { residual, direction, product, improved } = work;
  const precondition = () => {
    product.set(residual);
    preconditioner.solve(product);
    multiplyBlocks(filter, product, improved);
  };
  matrix.multiply(x, product);
  for (let i = 0; i < b.length; i++) product[i] = b[i] - product[i];
  multiplyBlocks(filter, product, residual);
  precondition();
  direction.set(improved);
  let size = dot(residual, improved);
  // how large the right side is, in the same measure: xᵀ A x of the solution, about
  let goal = 0;
  for (let i = 0; i < x.length; i++) goal += b[i] * (x[i] + improved[i]);
  goal = tolerance * tolerance * Math.max(size, Math.abs(goal));
  let iterations = 0;
  while (size > goal && iterations < maxIterations) {
    matrix.multiply(direction, improved);
    multiplyBlocks(filter, improved, product);
    const step = size / dot(direction, product);
    if (!Number.isFinite(step)) break;
    for (let i = 0; i < x.length; i++) {
      x[i] += step * direction[i];
      residual[i] -= step * product[i];
    }
    iterations++;
    if (iterations === maxIterations) break;
    precondition();
    const next = dot(residual, improved);
    const kept = next / size;
    for (let i = 0; i < x.length; i++) direction[i] = improved[i] + kept * direction[i];
    size = next;
  }
  return iterations;
}

/** out = the block of each vertex times its three numbers of v; out is not v. */
export function multiplyBlocks(blocks: Float64Array, v: Float64Array, out: Float64Array): void {
  for (let i = 0, b = 0; i < v.length; i += 3, b += BLOCK) {
    const x = v[i];
    const y = v[i + 1];
    const z = v[i + 2];
    out[i] = blocks[b] * x + blocks[b + 1] * y + blocks[b + 2] * z;
    out[i + 1] = blocks[b + 1] * x + blocks[b + 3] * y + blocks[b + 4] * z;
    out[i + 2] = blocks[b + 2] * x + blocks[b + 4] * y + blocks[b + 5] * z;
  }
}

/** Inverts each block in place; they are positive definite. */
export function invertBlocks(blocks: Float64Array): void {
  for (let b = 0; b < blocks.length; b += BLOCK) {
    const xx = blocks[b];
    const xy = blocks[b + 1];
    const xz = blocks[b + 2];
    const yy = blocks[b + 3];
    const yz = blocks[b + 4];
    const zz = blocks[b + 5];
    const a = yy * zz - yz * yz;
    const c = xz * yz - xy * zz;
    const d = xy * yz - xz * yy;
    const scale = 1 / (xx * a + xy * c + xz * d);
    blocks[b] = scale * a;
    blocks[b + 1] = scale * c;
    blocks[b + 2] = scale * d;
    blocks[b + 3] = scale * (xx * zz - xz * xz);
    blocks[b + 4] = scale * (xy * xz - xx * yz);
    blocks[b + 5] = scale * (xx * yy - xy * xy);
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
