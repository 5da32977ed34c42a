import type { Surface } from '../../mesh/surface.ts';
import { isTypedArray } from '../../mesh/validate-mesh.ts';
import { finishSteps, type Steps } from '../../partition/progress.ts';

/**
 * Vertices that move as x = p + U·q, in the caller's numbers. Columns are divided by √weight and q is multiplied by it, so that norms of
 * the scaled q are Euclidean; what is exact is p + (scaled U)·(scaled q), with the numbers as they are stored.
 */
export interface Subspace {
  readonly rank: number;
  readonly vertexCount: number;
  readonly rest: Float64Array;
  /** Row 3v + axis has `rank` numbers. */
  readonly rows: Float64Array;
  /** √weight of each coordinate. */
  readonly scale: Float64Array;
  /** Positions are rounded to 32 bits after they were computed. */
  readonly single: boolean;
  /** Largest distance of a vertex from the origin at rest, and largest Frobenius norm of its rows. */
  readonly reach: number;
  readonly motion: number;
  /** How far a unit of each coordinate moves a vertex, at most and roughly: sums over axes, which do not underflow as squares do; above 0. */
  readonly motions: Float64Array;
  /** Radii are not looked for beyond this one: at first where the mode that moves most moves some vertex by the size of the mesh. */
  readonly farthest: number;
  /**
   * What computing positions and gaps in floating point can cost of a gap while the norm is at most `farthest`; see `gapError`. Infinite where
   * numbers are too large or too small for products to be trusted: then nothing is certified.
   */
  readonly gapError: number;
  /** Below this norm positions are finite. */
  readonly safeNorm: number;
}

/** Squares and fourth powers of numbers in this range neither overflow nor, where they matter, vanish. */
const LARGEST = 2 ** 100;
const SMALLEST = 2 ** -100;

/** What vertices may move by at most: the largest number there is, less LARGEST and roundings. */
const SAFE_SINGLE = 2 ** 127;
const SAFE_DOUBLE = 2 ** 1000;

export function createSubspace(
  surface: Surface,
  positions: Float32Array | Float64Array,
  vectors: Float32Array | Float64Array,
  weights: ArrayLike<number> | null,
): Subspace {
  return finishSteps(createSubspaceInSteps(surface, positions, vectors, weights), {});
}

/** Numbers of modes that are taken between two pauses. */
const PAUSE_AFTER = 2 ** 18;

/** The same with pauses. */
export function* createSubspaceInSteps(
  surface: Surface,
  positions: Float32Array | Float64Array,
  vectors: Float32Array | Float64Array,
  weights: ArrayLike<number> | null,
): Steps<Subspace> {
  const { vertexSource } = surface;
  const length = positions.length;
  const vertexCount = length / 3;
  const rank = vectors.length / length;
  const scale = Float64Array.from({ length: rank }, (_, i) => (weights === null ? 1 : Math.sqrt(weights[i])));
  const rows = new Float64Array(vectors.length);
  const rowsAtOnce = Math.ceil(PAUSE_AFTER / rank);
  for (let from = 0; from < length; from += rowsAtOnce) {
    fillRows(rows, vectors, scale, length, from, Math.min(length, from + rowsAtOnce));
    yield from / length / 2;
  }
  const rest = Float64Array.from(positions);
  const single = isTypedArray(positions, 'Float32Array');

  let reach = 0;
  let motion = 0;
  const largest = new Float64Array(rank);
  const motions = new Float64Array(rank).fill(2 ** -1000);
  const centre = centreOf(rest, vertexSource);
  let size = 0;
  for (let s = 0; s < vertexSource.length; s++) {
    const v = vertexSource[s];
    reach = Math.max(reach, Math.hypot(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]));
    size = Math.max(
      size,
      Math.hypot(rest[3 * v] - centre[0], rest[3 * v + 1] - centre[1], rest[3 * v + 2] - centre[2]),
    );
    let square = 0;
    for (let i = 0; i < rank; i++) {
      const x = rows[3 * v * rank + i];
      const y = rows[(3 * v + 1) * rank + i];
      const z = rows[(3 * v + 2) * rank + i];
      const moved = x * x + y * y + z * z;
      square += moved;
      if (moved > largest[i]) largest[i] = moved;
      motions[i] = Math.max(motions[i], Math.abs(x) + Math.abs(y) + Math.abs(z));
    }
    motion = Math.max(motion, Math.sqrt(square));
    if ((s + 1) % rowsAtOnce === 0) yield (1 + s / vertexSource.length) / 2;
  }
  let most = 0;
  for (const square of largest) most = Math.max(most, Math.sqrt(square));
  const inRange = (x: number) => x >= SMALLEST && x <= LARGEST;
  const usable = inRange(reach) && inRange(size) && (motion === 0 || (inRange(motion) && inRange(most)));
  const farthest = usable ? (most > 0 ? size / most : 1) : 0;
  return {
    rank,
    vertexCount,
    rest,
    rows,
    scale,
    single,
    reach,
    motion,
    motions,
    farthest,
    safeNorm: usable ? (single ? SAFE_SINGLE : SAFE_DOUBLE) / motion : 0,
    gapError: usable ? gapError(rank, single, reach + farthest * motion) : Number.POSITIVE_INFINITY,
  };
}

function fillRows(
  rows: Float64Array,
  vectors: Float32Array | Float64Array,
  scale: Float64Array,
  length: number,
  from: number,
  end: number,
): void {
  const rank = scale.length;
  for (let x = from; x < end; x++) {
    for (let i = 0; i < rank; i++) rows[x * rank + i] = vectors[i * length + x] / scale[i];
  }
}

/** The same, for radii up to `times` as large. */
export function widen(subspace: Subspace, times: number): Subspace {
  const { rank, single, reach, motion } = subspace;
  const farthest = times * subspace.farthest;
  return { ...subspace, farthest, gapError: gapError(rank, single, reach + farthest * motion) };
}

/**
 * How far gaps can be off. With u = 2⁻⁵³, and L the largest |p| + farthest·‖U_v‖ (Frobenius norms): a position, one product and one sum a mode,
 * is off by (r+1)·u·L; a gap takes two. A gap of rest positions along a unit direction is off by 8·u·L, its speed by as much at `farthest`, and
 * halving sides at most 8 times by 2·8·u·L. In sum below (2·(r+1) + 32)·u·L; 2·(r+24)·u·L leaves room for terms of second order
 * and for what underflows, below 2⁻²⁰⁰·L. Rounding two positions to 32 bits adds 2·2⁻²⁴·L; twice that is taken.
 */
export function gapError(rank: number, single: boolean, largest: number): number {
  return largest * ((rank + 24) * 2 ** -52 + (single ? 2 ** -22 : 0));
}

function centreOf(rest: Float64Array, vertices: Uint32Array): Float64Array {
  const centre = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let s = 0; s < vertices.length; s++) {
      const x = rest[3 * vertices[s] + axis];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    centre[axis] = low / 2 + high / 2;
  }
  return centre;
}

/** Writes the positions of all vertices, for scaled coordinates; always in the same order of sums. Three at once, so that none waits for the one before. */
export function deform(subspace: Subspace, scaled: Float64Array, out: Float32Array | Float64Array): void {
  const { rank, rest, rows } = subspace;
  for (let v = 0, a = 0; v < rest.length; v += 3, a += 3 * rank) {
    const b = a + rank;
    const c = b + rank;
    let x = rest[v];
    let y = rest[v + 1];
    let z = rest[v + 2];
    for (let i = 0; i < rank; i++) {
      const q = scaled[i];
      x += rows[a + i] * q;
      y += rows[b + i] * q;
      z += rows[c + i] * q;
    }
    out[v] = x;
    out[v + 1] = y;
    out[v + 2] = z;
  }
}

/** A radius that may be stored and compared with a computed norm: both are off by far less than 1e-9 of themselves. */
export function roundRadiusDown(radius: number): number {
  const reduced = Math.min(radius * (1 - 1e-9), LARGEST_SINGLE);
  let rounded = Math.fround(reduced);
  // a unit in the last place of a 32-bit number is at most 2⁻²³ of it
  while (rounded > reduced) rounded = Math.fround(rounded * (1 - 2 ** -23));
  return rounded;
}

const LARGEST_SINGLE = 3.4028234663852886e38;
