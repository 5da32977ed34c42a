/**
 * Directions with whole-number components, one bit each in a mask. Whole numbers make sums of directions exact, so a sum of
 * directions that face a triangle faces it exactly too.
 */
export interface DirectionSet {
  readonly count: number;
  /** x, y, z of each direction. */
  readonly components: Int32Array;
  /**
   * For every cell of a cubic grid around the unit sphere, x slowest, the mask of directions that face all unit normals in the
   * cell by a clear margin.
   */
  readonly cellMasks: Int32Array;
}

/** Cells along an edge of the grid, as a power of two: 32³ masks of 4 bytes stay in the second-level cache. */
export const CELL_BITS = 5;
const CELLS = 1 << CELL_BITS;
/** Numbers a table of masks has. */
export const CELL_COUNT: number = CELLS ** 3;

/**
 * Least cosine between a unit normal of a cell and a direction of its mask. Normals are used only if their rounding error is below 2⁻¹⁴
 * of their length (`direction-masks`), so the true normal faces the direction too.
 */
const LEAST_COSINE = 1e-3;

/** The 14 directions of the star paper (axes and corners of a cube), or 31 that lie nearly even all around. */
export function createDirectionSet(count: 14 | 31): DirectionSet {
  return count === 14 ? setOf([...axes(7), ...corners(4)]) : createEvenDirectionSet();
}

/** The 31. */
export function createEvenDirectionSet(): DirectionSet {
  return setOf([...evenDirections(), [15, 15, 15]]);
}

function setOf(directions: readonly number[][]): DirectionSet {
  const components = Int32Array.from(directions.flat());
  return { count: directions.length, components, cellMasks: buildCellMasks(components, LEAST_COSINE) };
}

/** Steps in which a steep set's least cosines rise: mask k has those of k / LEVELS. */
export const LEVELS = 8;
/**
 * A cosine that exceeds k / LEVELS by no more than this may still use mask k, whose directions are steeper than k / LEVELS by `LEAST_COSINE`:
 * the other half is left for the rounding of a normal, below 2⁻¹² of it.
 */
export const LEVEL_MARGIN: number = LEAST_COSINE / 2;

/** Cells that a unit normal may be in: those of `buildCellMasks`. */
const SPHERE_CELLS = 5672;
/** Words of `starts`, two a word: half of CELL_COUNT. */
const START_WORDS = 2 ** 14;
/** Words of a steep set's tables, `starts` among them: a quarter of what masks of all cells would take. */
export const STEEP_WORDS: number = 2 ** 14 + 8 * (1 + SPHERE_CELLS);

/**
 * The same directions with a mask for each of LEVELS least cosines: a direction of mask k is no farther from the normals of the cell than that. It holds for sums too:
 * if n·d ≥ c|d| for each d, then n·Σd ≥ cΣ|d| ≥ c|Σd|.
 */
export interface SteepDirectionSet {
  readonly components: Int32Array;
  /** Mask k of a cell is word LEVELS · starts[cell] + k. */
  readonly tables: Int32Array;
  /** The first words of the tables, seen as halves. Cells that no normal is in have one place for all, with no direction. */
  readonly starts: Uint16Array;
}

/** @param tables STEEP_WORDS of 0; left out: new memory. */
export function createSteepDirectionSet(
  count: 14 | 31,
  tables: Int32Array = new Int32Array(STEEP_WORDS),
): SteepDirectionSet {
  const { components, cellMasks } = createDirectionSet(count);
  const starts = new Uint16Array(tables.buffer, tables.byteOffset, CELL_COUNT);
  const none = START_WORDS / LEVELS;
  let last = none;
  for (let cell = 0; cell < CELL_COUNT; cell++) starts[cell] = cellMasks[cell] === 0 ? none : ++last;
  for (let level = 0; level < LEVELS; level++) {
    const masks = level === 0 ? cellMasks : buildCellMasks(components, LEAST_COSINE + level / LEVELS);
    for (let cell = 0; cell < CELL_COUNT; cell++) {
      if (starts[cell] !== none) tables[LEVELS * starts[cell] + level] = masks[cell];
    }
  }
  return { components, tables, starts };
}

function axes(length: number): number[][] {
  const result: number[][] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [length, -length]) result.push([0, 1, 2].map((i) => (i === axis ? sign : 0)));
  }
  return result;
}

function corners(length: number): number[][] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [0, 1, 2].map((i) => ((bits >> i) & 1 ? -length : length)));
}

/**
 * The 30 corners of an icosidodecahedron of radius about 26, rounded: one is within 32° of any direction. Corners of an icosahedron and a
 * dodecahedron together lie closer to all directions, but left 9 % more contour edges to test on the bunny.
 */
function evenDirections(): number[][] {
  const result = axes(26);
  for (let axis = 0; axis < 3; axis++) {
    for (let bits = 0; bits < 8; bits++) {
      const signed = [8, 13, 21].map((x, i) => ((bits >> i) & 1 ? -x : x));
      result.push([0, 1, 2].map((i) => signed[(i + axis) % 3]));
    }
  }
  return result;
}

/** The least dot product over a cube is that of its middle less half its side times the sum of the direction's magnitudes. */
function buildCellMasks(components: Int32Array, leastCosine: number): Int32Array {
  const masks = new Int32Array(CELL_COUNT);
  const half = 1 / CELLS + 1e-6; // a normal on the border of two cells may be sorted into either by rounding
  const middle = (i: number) => (2 * i + 1) / CELLS - 1;
  const onSphere: number[] = [];
  for (let cell = 0; cell < masks.length; cell++) {
    const x = middle(cell >> (2 * CELL_BITS));
    const y = middle((cell >> CELL_BITS) & (CELLS - 1));
    const z = middle(cell & (CELLS - 1));
    if (Math.abs(Math.sqrt(x * x + y * y + z * z) - 1) <= 1.8 * half) onSphere.push(cell); // half a diagonal is √3 half sides
  }
  for (let d = 0; d < components.length / 3; d++) {
    const x = components[3 * d];
    const y = components[3 * d + 1];
    const z = components[3 * d + 2];
    const least = leastCosine * Math.hypot(x, y, z) + half * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    for (const cell of onSphere) {
      const dot =
        x * middle(cell >> (2 * CELL_BITS)) +
        y * middle((cell >> CELL_BITS) & (CELLS - 1)) +
        z * middle(cell & (CELLS - 1));
      if (dot >= least) masks[cell] |= 1 << d;
    }
  }
  return masks;
}
