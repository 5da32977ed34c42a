import { type BendSystem, linearizeBend } from './bend-system.ts';
import { BlockCholesky } from './block-cholesky.ts';
import { CORNERS, ContactRows } from './contact-rows.ts';
import {
  createGradientsWorkspace,
  filteredConjugateGradients,
  type GradientsOptions,
  type GradientsWorkspace,
  multiplyBlocks,
} from './filtered-conjugate-gradients.ts';
import { createFilter } from './held-directions.ts';
import { StepMatrix } from './step-matrix.ts';
import { BLOCK, linearizeStretch, type StretchSystem } from './stretch-system.ts';
import { findSupernodes } from './supernodes.ts';

/** What an order of elimination costs a vertex, in products of blocks of a factorisation. */
const ORDER_WORK = 2500;

/**
 * The equation of one step for the velocities after it: (M − hD − h²K) v = M v₀ + h f, plus the contacts. That is backward
 * Euler, linearised once (Baraff and Witkin 1998), with Δv = v − v₀ put in.
 */
export class StepSystem {
  readonly masses: Float64Array;
  readonly stretch: StretchSystem;
  readonly bend: BendSystem | null;
  readonly rows = new ContactRows();
  readonly filter: Float64Array;
  matrix!: StepMatrix;
  /** Diagonal blocks by place, without contacts. */
  readonly inertia: Float64Array;
  /** Right side without contacts. */
  readonly impulses: Float64Array;
  iterations = 0;
  #factor!: BlockCholesky;
  /** Pairs of vertices that springs and hinges couple. */
  readonly #pairs: number[];
  /** Of the first factorisation with this order of elimination (at the beginning, of one without contacts), and what later ones took above that. */
  #firstWork = 0;
  #moreWork = 0;
  readonly #options: GradientsOptions;
  /** By place. */
  readonly #filter: Float64Array;
  readonly #rightSide: Float64Array;
  readonly #solution: Float64Array;
  readonly #work: GradientsWorkspace;
  /** Entries of the matrix, one for each spring; six for each hinge. */
  #springEntries!: Int32Array;
  /** Numbers on the diagonal of all blocks from bending, at scale 1: of entries, then of places. */
  #bendEntries!: Float64Array;
  #bendDiagonal!: Float64Array;
  /** Rows that are in the matrix. */
  #rowsIn = 0;
  /** Whether the factor is that of the matrix as it is. */
  #exact = false;

  constructor(
    positions: ArrayLike<number>,
    triangles: ArrayLike<number>,
    masses: Float64Array,
    stretch: StretchSystem,
    bend: BendSystem | null,
    options: GradientsOptions,
  ) {
    const vertexCount = masses.length;
    this.masses = masses;
    this.stretch = stretch;
    this.bend = bend;
    this.#options = options;
    this.filter = createFilter(vertexCount);
    this.impulses = new Float64Array(3 * vertexCount);
    const pairs = [...stretch.ends];
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) pairs.push(triangles[t + k], triangles[t + ((k + 1) % 3)]);
    }
    const hinges = bend ? bend.hinges.vertices : [];
    for (let h = 0; h < hinges.length; h += 4) {
      for (let i = 1; i < 4; i++) for (let j = 0; j < i; j++) pairs.push(hinges[h + i], hinges[h + j]);
    }
    this.#pairs = pairs;
    this.inertia = new Float64Array(BLOCK * vertexCount);
    this.#filter = new Float64Array(BLOCK * vertexCount);
    this.#rightSide = new Float64Array(3 * vertexCount);
    this.#solution = new Float64Array(3 * vertexCount);
    this.#work = createGradientsWorkspace(3 * vertexCount);
    this.#order(positions, []);
    this.#firstWork = findSupernodes(this.matrix).work;
  }

  /** Numbers places for an order of elimination that suits these contacts too. */
  #order(positions: ArrayLike<number>, contacts: readonly number[]): void {
    const { masses, stretch, bend } = this;
    const matrix = new StepMatrix(positions, this.#pairs, contacts);
    this.matrix = matrix;
    this.#factor = new BlockCholesky(matrix);
    this.#firstWork = 0;
    this.#moreWork = 0;
    const { place } = matrix;
    this.#springEntries = Int32Array.from({ length: stretch.rest.length }, (_, s) =>
      matrix.fixedEntry(place[stretch.ends[2 * s]], place[stretch.ends[2 * s + 1]]),
    );
    this.#bendEntries = new Float64Array(matrix.count);
    this.#bendDiagonal = new Float64Array(masses.length);
    if (!bend) return;
    const { weights, vertices: hinges } = bend.hinges;
    for (let h = 0; h < bend.stiffness.length; h++) {
      for (let i = 4 * h; i < 4 * h + 4; i++) {
        const a = place[hinges[i]];
        this.#bendDiagonal[a] += bend.stiffness[h] * weights[i] ** 2;
        for (let j = 4 * h; j < i; j++) {
          this.#bendEntries[matrix.fixedEntry(a, place[hinges[j]])] += bend.stiffness[h] * weights[i] * weights[j];
        }
      }
    }
  }

  /**
   * Contacts of cloth with cloth couple places that an order of elimination may have taken for far apart, which makes the factor large. When that has cost as much
   * as finding an order does, it is found again, for the contacts of the last step. To be called before `linearize`.
   */
  orderAgain(positions: Float64Array): void {
    if (this.#moreWork > ORDER_WORK * this.masses.length) this.#order(positions, this.matrix.contacts);
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
    const { masses, stretch, bend, impulses, matrix } = this;
    const { place, diagonal, values } = matrix;
    matrix.clear();
    for (let v = 0; v < masses.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        impulses[3 * v + axis] = masses[v] * (velocities[3 * v + axis] + timeStep * gravity[axis]);
      }
      const d = BLOCK * place[v];
      diagonal[d] = diagonal[d + 3] = diagonal[d + 5] = (1 + damping * timeStep) * masses[v];
    }
    linearizeStretch(stretch, positions, timeStep, relaxation, impulses);
    const { ends, blocks } = stretch;
    for (let s = 0; s < stretch.rest.length; s++) {
      const i = BLOCK * place[ends[2 * s]];
      const j = BLOCK * place[ends[2 * s + 1]];
      const e = BLOCK * this.#springEntries[s];
      for (let k = 0; k < BLOCK; k++) {
        const value = blocks[BLOCK * s + k];
        diagonal[i + k] += value;
        diagonal[j + k] += value;
        values[e + k] -= value;
      }
    }
    if (bend) {
      linearizeBend(bend, positions, timeStep, relaxation, impulses);
      addMultiples(diagonal, this.#bendDiagonal, bend.scale);
      addMultiples(values, this.#bendEntries, bend.scale);
    }
    this.inertia.set(diagonal);
    this.#rowsIn = 0;
    this.#exact = false;
  }

  /** Where to start from: held parts as they are, all else in free fall. */
  guess(velocities: Float64Array, gravity: readonly number[], timeStep: number, out: Float64Array): void {
    const fall = this.#rightSide;
    for (let i = 0; i < fall.length; i++) fall[i] = timeStep * gravity[i % 3];
    multiplyBlocks(this.filter, fall, out);
    for (let i = 0; i < out.length; i++) out[i] += velocities[i];
  }

  /** Puts the springs of rows that are not in the matrix yet into it: Jᵀ (k n nᵀ + across · (I − n nᵀ)) J. */
  addRows(): void {
    const { rows, matrix } = this;
    const { vertices, weights, normal, stiffness } = rows;
    const { place, diagonal } = matrix;
    for (let row = this.#rowsIn; row < rows.count; row++) {
      const across = stiffness[2 * row + 1];
      const along = stiffness[2 * row] - across;
      const nx = normal[3 * row];
      const ny = normal[3 * row + 1];
      const nz = normal[3 * row + 2];
      for (let i = CORNERS * row; i < CORNERS * row + CORNERS; i++) {
        if (weights[i] === 0) continue;
        for (let j = CORNERS * row; j <= i; j++) {
          const scale = weights[i] * weights[j];
          if (scale === 0) continue;
          const a = place[vertices[i]];
          const b = place[vertices[j]];
          const at = BLOCK * (a === b ? a : matrix.entry(a, b));
          // after `entry`, which may move the values
          const to = a === b ? diagonal : matrix.values;
          to[at] += scale * (across + along * nx * nx);
          to[at + 1] += scale * along * nx * ny;
          to[at + 2] += scale * along * nx * nz;
          to[at + 3] += scale * (across + along * ny * ny);
          to[at + 4] += scale * along * ny * nz;
          to[at + 5] += scale * (across + along * nz * nz);
        }
      }
    }
    if (this.#rowsIn < rows.count) this.#exact = false;
    this.#rowsIn = rows.count;
  }

  /** To be called when the matrix has changed. Returns false if positions or velocities have become infinite. */
  factorize(): boolean {
    const { place } = this.matrix;
    for (let v = 0; v < place.length; v++) {
      for (let k = 0; k < BLOCK; k++) this.#filter[BLOCK * place[v] + k] = this.filter[BLOCK * v + k];
    }
    this.#exact = this.#factor.factorize(this.#filter);
    const { work } = this.#factor;
    if (this.#firstWork === 0) this.#firstWork = work;
    this.#moreWork += Math.max(0, work - this.#firstWork);
    return this.#exact;
  }

  /** What conjugate gradients do with the inverse as preconditioner, without the check. */
  #improveOnce(b: Float64Array, x: Float64Array): number {
    const { residual, product } = this.#work;
    this.matrix.multiply(x, product);
    for (let i = 0; i < b.length; i++) product[i] = b[i] - product[i];
    multiplyBlocks(this.#filter, product, residual);
    this.#factor.solve(residual);
    multiplyBlocks(this.#filter, residual, product);
    for (let i = 0; i < x.length; i++) x[i] += product[i];
    return 1;
  }

  /** Improves the velocities; held parts stay as they are. `push` has the impulses of contacts. */
  solve(velocities: Float64Array, push: Float64Array | null): void {
    const { impulses } = this;
    const { place } = this.matrix;
    const b = this.#rightSide;
    const x = this.#solution;
    for (let v = 0; v < place.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const i = 3 * v + axis;
        b[3 * place[v] + axis] = push ? impulses[i] + push[i] : impulses[i];
        x[3 * place[v] + axis] = velocities[i];
      }
    }
    this.iterations += this.#exact
      ? this.#improveOnce(b, x)
      : filteredConjugateGradients(this.matrix, b, this.#filter, this.#factor, x, this.#work, this.#options);
    for (let v = 0; v < place.length; v++) {
      for (let axis = 0; axis < 3; axis++) velocities[3 * v + axis] = x[3 * place[v] + axis];
    }
  }
}

/** Adds multiples of the unit block. */
function addMultiples(blocks: Float64Array, factors: Float64Array, scale: number): void {
  for (let i = 0; i < factors.length; i++) {
    const value = scale * factors[i];
    blocks[BLOCK * i] += value;
    blocks[BLOCK * i + 3] += value;
    blocks[BLOCK * i + 5] += value;
  }
}
