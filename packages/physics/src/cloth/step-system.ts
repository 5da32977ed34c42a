import { addBendDiagonal, addBendProduct, type BendSystem, linearizeBend } from './bend-system.ts';
import { addRowDiagonals, addRowProducts, ContactRows } from './contact-rows.ts';
import {
  createGradientsWorkspace,
  filteredConjugateGradients,
  type GradientsOptions,
  type GradientsWorkspace,
  invertBlocks,
  type LinearOperator,
  multiplyBlocks,
} from './filtered-conjugate-gradients.ts';
import { createFilter } from './held-directions.ts';
import {
  addStretchDiagonal,
  addStretchProduct,
  BLOCK,
  linearizeStretch,
  type StretchSystem,
} from './stretch-system.ts';

/**
 * The equation of one step for the velocities after it: (M − hD − h²K) v = M v₀ + h f, plus the contacts. That is backward
 * Euler, linearised once (Baraff and Witkin 1998), with Δv = v − v₀ put in.
 */
export class StepSystem implements LinearOperator {
  readonly masses: Float64Array;
  readonly stretch: StretchSystem;
  readonly bend: BendSystem | null;
  readonly rows = new ContactRows();
  readonly filter: Float64Array;
  /** Right side without contacts. */
  readonly impulses: Float64Array;
  /** Diagonal blocks without contacts. */
  readonly diagonal: Float64Array;
  iterations = 0;
  readonly #rightSide: Float64Array;
  readonly #inverse: Float64Array;
  readonly #work: GradientsWorkspace;
  readonly #sum = new Float64Array(3);
  #inertia = 1;

  constructor(masses: Float64Array, stretch: StretchSystem, bend: BendSystem | null) {
    const vertexCount = masses.length;
    this.masses = masses;
    this.stretch = stretch;
    this.bend = bend;
    this.filter = createFilter(vertexCount);
    this.impulses = new Float64Array(3 * vertexCount);
    this.diagonal = new Float64Array(BLOCK * vertexCount);
    this.#rightSide = new Float64Array(3 * vertexCount);
    this.#inverse = new Float64Array(BLOCK * vertexCount);
    this.#work = createGradientsWorkspace(3 * vertexCount);
  }

  /** `damping` is a rate, against the air; `relaxation` a time, inside the cloth. */
  linearize(
    positions: Float64Array,
    velocities: Float64Array,
    gravity: readonly number[],
    timeStep: number,
    damping: number,
    relaxation: number,
  ): void {
    const { masses, stretch, bend, impulses, diagonal } = this;
    this.#inertia = 1 + damping * timeStep;
    diagonal.fill(0);
    for (let v = 0; v < masses.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        impulses[3 * v + axis] = masses[v] * (velocities[3 * v + axis] + timeStep * gravity[axis]);
      }
      diagonal[BLOCK * v] = diagonal[BLOCK * v + 3] = diagonal[BLOCK * v + 5] = this.#inertia * masses[v];
    }
    linearizeStretch(stretch, positions, timeStep, relaxation, impulses);
    addStretchDiagonal(stretch, diagonal);
    if (!bend) return;
    linearizeBend(bend, positions, timeStep, relaxation, impulses);
    addBendDiagonal(bend, diagonal);
  }

  /** Where to start from: held parts as they are, all else in free fall. */
  guess(velocities: Float64Array, gravity: readonly number[], timeStep: number, out: Float64Array): void {
    const fall = this.#rightSide;
    for (let i = 0; i < fall.length; i++) fall[i] = timeStep * gravity[i % 3];
    multiplyBlocks(this.filter, fall, out);
    for (let i = 0; i < out.length; i++) out[i] += velocities[i];
  }

  multiply(v: Float64Array, out: Float64Array): void {
    const { masses, stretch, bend } = this;
    const inertia = this.#inertia;
    for (let vertex = 0, i = 0; vertex < masses.length; vertex++, i += 3) {
      const mass = inertia * masses[vertex];
      out[i] = mass * v[i];
      out[i + 1] = mass * v[i + 1];
      out[i + 2] = mass * v[i + 2];
    }
    addStretchProduct(stretch, v, out);
    if (bend) addBendProduct(bend, v, out);
    addRowProducts(this.rows, v, out, this.#sum);
  }

  /** Improves the velocities; held parts stay as they are. `push` has the impulses of contacts. */
  solve(velocities: Float64Array, push: Float64Array | null, options: GradientsOptions): void {
    const rightSide = this.#rightSide;
    rightSide.set(this.impulses);
    if (push) for (let i = 0; i < rightSide.length; i++) rightSide[i] += push[i];
    const inverse = this.#inverse;
    inverse.set(this.diagonal);
    addRowDiagonals(this.rows, inverse);
    invertBlocks(inverse);
    this.iterations += filteredConjugateGradients(
      this,
      rightSide,
      this.filter,
      inverse,
      velocities,
      this.#work,
      options,
    );
  }
}
