import { MeshError } from 'selfcollide';
import type { ElasticSystem } from './elastic-system.ts';
import type { ElasticTets } from './elastic-tets.ts';
import { BLOCK, blockLanczos } from './linear-algebra/block-lanczos.ts';
import { multiply } from './linear-algebra/block-matrix.ts';
import { factorize } from './linear-algebra/factorize.ts';
import { addMultiple, massDot } from './linear-algebra/mass-product.ts';
import type { ModeBasis } from './mode-basis.ts';
import { countFacePieces } from './tet-pieces.ts';

export interface FindModesOptions {
  /** How many modes, lowest first; rigid motions are not counted. */
  readonly count: number;
  /**
   * Counts the eigenvalues up to the highest one found by a second factorisation, and throws if there are more: proof that
   * none was left out, for about the time of the search again. Default false.
   */
  readonly verify?: boolean;
}

/** Vibrations K·x = ω²·M·x of a body, lowest first, without rigid motions. */
export interface Modes extends ModeBasis {
  /** As in every basis; here 0 where fixed, and xᵀ·M·y = 1 for a column with itself, 0 for two. */
  readonly vectors: Float64Array;
  /** ω², in 1/s². */
  readonly eigenvalues: Float64Array;
  /** ω / 2π, in Hz. */
  readonly frequencies: Float64Array;
  /**
   * |K·x − ω²·M·x| / |ω²·M·x|, both in the norm of M⁻¹. Below 1e-8, unless ω² is below some 1e-9 of the largest eigenvalue,
   * where rounding x to doubles costs more: about 2⁻⁵⁵ times their ratio.
   */
  readonly residuals: Float64Array;
  /** Rigid motions that were left out: 6 of a free body, 0 of one that is held. */
  readonly rigidCount: number;
}

const OPTIONS = ['count', 'verify'];
/** Eigenvalues below this share of the largest are taken for 0: rounding alone reaches 1e-15 of it. */
const ZERO = 1e-13;

/**
 * The lowest modes of vibration, by inverted iteration (shift-invert Lanczos).
 *
 * @throws RangeError if `count` exceeds what the unknowns allow.
 * @throws {@link MeshError} if parts hang together by a vertex or an edge only, and swing freely.
 */
export function findModes(body: ElasticTets, options: FindModesOptions): Modes {
  const caller = 'findModes';
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) throw new RangeError(`${caller}: options are ${OPTIONS.join(', ')}, got '${name}'.`);
  }
  const { count, verify = false } = options;
  const rigidCount = body.held.motions;
  const most = body.unknownCount - rigidCount;
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new RangeError(`${caller}: count must be a whole number from 1, got ${count}.`);
  }
  if (count > most) {
    throw new RangeError(
      `${caller}: count must be at most ${most} (${body.unknownCount} unknowns less ${rigidCount} rigid motions), got ${count}.`,
    );
  }
  const { system, solver } = body;
  const { largest } = solver;
  const solve = (x: Float64Array) => {
    for (let i = 0; i < x.length; i++) x[i] *= system.masses[Math.floor(i / (3 * BLOCK))];
    solver.solve(x);
  };
  const unknowns = body.unknownCount;
  const pairs = blockLanczos({
    size: unknowns,
    masses: system.masses,
    excluded: system.rigid,
    count,
    tolerance: 1e-10,
    apply: solve,
  });

  const vectors = smooth(pairs.vectors, system, solve);
  const found = vectors.map((vector) => measure(system, vector)).sort((a, b) => a.eigenvalue - b.eigenvalue);
  const zeros = found.filter(({ eigenvalue }) => eigenvalue <= ZERO * largest).length;
  if (zeros > 0) {
    throw new MeshError(
      'LOOSE_PIECES',
      `${caller}: the body must not swing about a vertex or an edge, got ${rigidCount + zeros} zero modes instead of ${rigidCount}: ${countFacePieces(body.tets)} pieces without a common face.`,
    );
  }
  if (verify) checkCount(caller, body, found[count - 1].eigenvalue, count);

  const out = new Float64Array(3 * body.vertexCount * count);
  found.forEach(({ vector }, k) => {
    scatter(system, vector, out.subarray(3 * body.vertexCount * k, 3 * body.vertexCount * (k + 1)));
  });
  const eigenvalues = Float64Array.from(found, ({ eigenvalue }) => eigenvalue);
  return {
    count,
    vertexCount: body.vertexCount,
    vectors: out,
    eigenvalues,
    frequencies: eigenvalues.map((value) => Math.sqrt(value) / (2 * Math.PI)),
    residuals: Float64Array.from(found, ({ residual }) => residual),
    rigidCount,
  };
}

/** How many eigenvalues ω², rigid motions included, are below a value: negative pivots of K − value·M (Sylvester). */
export function countModesBelow(body: ElasticTets, value: number): number {
  const { stiffness, masses, tree } = body.system;
  const factorization = factorize(stiffness, masses, -value, tree);
  if (factorization === undefined)
    throw new RangeError(`countModesBelow: value must not be an eigenvalue, got ${value}.`);
  return factorization.negativeCount;
}

/**
 * One more inverse step: it damps the error by (shift + ω²) over each eigenvalue, hence turns a small error in the norm of
 * M into a small residual, which high eigenvalues dominate.
 */
function smooth(
  vectors: readonly Float64Array[],
  system: ElasticSystem,
  solve: (x: Float64Array) => void,
): Float64Array[] {
  const { masses, rigid } = system;
  const size = 3 * masses.length;
  const x = new Float64Array(BLOCK * size);
  const out: Float64Array[] = [];
  for (let from = 0; from < vectors.length; from += BLOCK) {
    x.fill(0);
    const width = Math.min(BLOCK, vectors.length - from);
    for (let c = 0; c < width; c++) for (let i = 0; i < size; i++) x[BLOCK * i + c] = vectors[from + c][i];
    solve(x);
    for (let c = 0; c < width; c++) {
      const vector = new Float64Array(size);
      for (let i = 0; i < size; i++) vector[i] = x[BLOCK * i + c];
      for (let pass = 0; pass < 2; pass++) {
        for (const other of rigid) addMultiple(vector, -massDot(masses, other, vector), other);
        for (const other of out) addMultiple(vector, -massDot(masses, other, vector), other);
      }
      const length = Math.sqrt(massDot(masses, vector, vector));
      for (let i = 0; i < size; i++) vector[i] /= length;
      out.push(vector);
    }
  }
  return out;
}

function measure({ stiffness, masses }: ElasticSystem, vector: Float64Array) {
  const force = new Float64Array(vector.length);
  multiply(stiffness, vector, force);
  let eigenvalue = 0;
  for (let i = 0; i < vector.length; i++) eigenvalue += vector[i] * force[i];
  let rest = 0;
  for (let i = 0; i < vector.length; i++) {
    const mass = masses[Math.floor(i / 3)];
    rest += (force[i] - eigenvalue * mass * vector[i]) ** 2 / mass;
  }
  return { vector, eigenvalue, residual: Math.sqrt(rest) / Math.abs(eigenvalue) };
}

function checkCount(caller: string, body: ElasticTets, highest: number, count: number): void {
  const below = countModesBelow(body, highest * (1 - 1e-6)) - body.held.motions;
  if (below < count) return;
  throw new RangeError(`${caller}: found modes must be the lowest, got ${below} below the highest of ${count}.`);
}

/** From unknowns to xyz of all vertices. */
export function scatter({ vertices }: ElasticSystem, x: Float64Array, out: Float64Array): void {
  for (let block = 0; block < vertices.length; block++) {
    for (let k = 0; k < 3; k++) out[3 * vertices[block] + k] = x[3 * block + k];
  }
}
