import { mixRow } from 'selfcollide/parts';

/** Cells of level l are 2^l times as wide as those of level 0. The last level is one cell without end. */
export const LEVELS = 64;

/** Bits of an entry that name the triangle; the level is above. More triangles do not fit into memory. */
export const TRIANGLE_BITS = 26;

/** log2 of the units a cell measures along x and y, and along z: rows of cells along z are read in one stretch, so finer ones are free. */
export const CELL_BITS = 6;
export const HEIGHT_BITS = 5;
/**
 * Corners of boxes are kept in units modulo 2^9, three coordinates as fields of one 32-bit number with a free guard bit
 * above each, so that one subtraction compares all three. A field covers eight cells.
 */
export const FIELD_BITS = 9;
export const FIELD_MASK: number = (1 << FIELD_BITS) - 1;
export const SHIFT_Y: number = FIELD_BITS + 1;
export const SHIFT_Z: number = 2 * SHIFT_Y;
export const GUARDS: number = (1 << FIELD_BITS) | (1 << (FIELD_BITS + SHIFT_Y)) | (1 << (FIELD_BITS + SHIFT_Z));

/** Along x and y a box has two cells, three if units are rounded badly, and looks into one before; a row may be two stretches. */
const MAX_STRETCHES = 2 * 4 * 4;

/** Units beyond this are cut off: still whole numbers as doubles, and the cut keeps the order. */
const MAX_UNITS = 2 ** 52;
/** A cell size outside these could overflow; it would be of no use either. */
const MIN_CELL = 1e-280;
const MAX_CELL = 1e280;

/**
 * Every triangle once, in the cell of its box's low corner, on the lowest level whose cells are at least as wide as the
 * box. So a box on some level meets only boxes that start in its own cells or in those one before them. Entries are sorted
 * by the hash of level and cell.
 */
export interface TriangleGrid {
  /** Counted from `origin`, so that far from 0 units do not run out of digits; that rounds, but keeps the order. */
  readonly boxes: Float64Array;
  readonly origin: Float64Array;
  /** A coordinate of some vertices. */
  readonly sample: Float64Array;
  readonly level: Uint8Array;
  /** Triangles on each level. */
  readonly levelCount: Uint32Array;
  /** Units per length on each level. */
  readonly scale: Float64Array;
  /** Corners of each triangle's box in units of its level; then room for one box in units of another level. */
  readonly units: Int32Array;
  readonly mask: number;
  /** Where the entries of a place of the table start; one more than places. */
  readonly start: Int32Array;
  readonly keys: Int32Array;
  /** Low and high corner of each triangle's box in units of its level, packed; and the same by entry, with the triangle. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly entryLow: Int32Array;
  readonly entryHigh: Int32Array;
  /** Triangle, and its level in the highest six bits. */
  readonly entryTriangle: Int32Array;
  /** Stretches of entries that one triangle looks through: where they start and end, and the row of cells they are of. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly row: Int32Array;
}

/** The memory of a grid, but for its mask. */
export function gridFields(triangleCount: number) {
  const places = 2 ** Math.ceil(Math.log2(2 * triangleCount + 1));
  return {
    boxes: ['float64', 6 * triangleCount],
    origin: ['float64', 3],
    sample: ['float64', ORIGIN_SAMPLES],
    level: ['uint8', triangleCount],
    levelCount: ['uint32', LEVELS],
    scale: ['float64', LEVELS],
    units: ['int32', 6 * triangleCount + 6],
    start: ['int32', places + 1],
    keys: ['int32', triangleCount],
    low: ['int32', triangleCount],
    high: ['int32', triangleCount],
    entryLow: ['int32', triangleCount],
    entryHigh: ['int32', triangleCount],
    entryTriangle: ['int32', triangleCount],
    from: ['int32', MAX_STRETCHES],
    to: ['int32', MAX_STRETCHES],
    row: ['int32', MAX_STRETCHES],
  } as const;
}

/**
 * Sorts all triangles into the grid. Without a cell size, cells of level 0 follow the usual width of the boxes. With `reach` boxes meet as
 * soon as they are that close; with `next` they are of all that triangles pass on their way there.
 */
export function fillTriangleGrid(
  grid: TriangleGrid,
  triangles: Uint32Array,
  positions: Float64Array,
  cellSize: number | undefined,
  reach = 0,
  next: Float64Array | null = null,
): void {
  chooseOrigin(grid, triangles, positions);
  measureBoxes(grid.boxes, grid.origin, triangles, positions);
  if (next !== null) addToBoxes(grid.boxes, grid.origin, triangles, next);
  if (reach > 0) growBoxes(grid.boxes, reach / 2);
  const size = cellSize ?? CELLS_PER_WIDTH * typicalWidth(grid.boxes);
  const width = Math.min(Math.max(size, MIN_CELL), MAX_CELL);
  for (let level = 0; level < LEVELS - 1; level++) grid.scale[level] = 2 ** (CELL_BITS - level) / width;
  grid.scale[LEVELS - 1] = 0;
  chooseLevels(grid, width);
  findKeys(grid);
  sortEntries(grid);
}

/** Measured: 1.25 to 2 are within 10 % of each other. */
const CELLS_PER_WIDTH = 1.5;
const SAMPLES = 1024;
/** log2 of how much wider than the mean a box may be to count. */
const WIDEST = 10;
/** Less than half the distance of the largest double to the one before it: no coordinate becomes infinite. */
const MAX_ORIGIN = 2 ** 960;
/** Odd, so that one is in the middle. */
const ORIGIN_SAMPLES = 31;

/** The middle of some vertices, axis by axis: where most are, whatever a few do. */
function chooseOrigin({ origin, sample }: TriangleGrid, triangles: Uint32Array, positions: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < ORIGIN_SAMPLES; i++) {
      const corner = Math.floor(((i + 0.5) * triangles.length) / ORIGIN_SAMPLES);
      sample[i] = positions[3 * triangles[corner] + axis];
    }
    sample.sort();
    const middle = sample[ORIGIN_SAMPLES >> 1];
    origin[axis] = Math.abs(middle) < MAX_ORIGIN ? middle : 0;
  }
}

function measureBoxes(
  boxes: Float64Array,
  origin: Float64Array,
  triangles: Uint32Array,
  positions: Float64Array,
): void {
  for (let t = 0, i = 0; 3 * t < triangles.length; t++, i += 6) {
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[a + axis];
      const y = positions[b + axis];
      const z = positions[c + axis];
      const from = origin[axis];
      boxes[i + axis] = (x < y ? (x < z ? x : z) : y < z ? y : z) - from;
      boxes[i + axis + 3] = (x > y ? (x > z ? x : z) : y > z ? y : z) - from;
    }
  }
}

function addToBoxes(boxes: Float64Array, origin: Float64Array, triangles: Uint32Array, positions: Float64Array): void {
  for (let i = 0; i < triangles.length; i++) {
    const box = 6 * Math.floor(i / 3);
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * triangles[i] + axis] - origin[axis];
      if (x < boxes[box + axis]) boxes[box + axis] = x;
      if (x > boxes[box + axis + 3]) boxes[box + axis + 3] = x;
    }
  }
}

/** By more than the two roundings, of the difference to the origin and of the sum, can take away. */
function growBoxes(boxes: Float64Array, by: number): void {
  for (let i = 0; i < boxes.length; i++) {
    const x = boxes[i];
    const grown = by + (Math.abs(x) + by) * 2 ** -50;
    boxes[i] = i % 6 < 3 ? x - grown : x + grown;
  }
}

/**
 * Geometric mean of the longest sides of the boxes; points are left out, and boxes torn very wide. A thousand samples are
 * enough.
 */
function typicalWidth(boxes: Float64Array): number {
  const mean = meanLogWidth(boxes, Number.POSITIVE_INFINITY);
  return 2 ** meanLogWidth(boxes, mean + WIDEST);
}

/** Of boxes whose width is not 0 and has a logarithm of at most `limit`; 0 if there are none. */
function meanLogWidth(boxes: Float64Array, limit: number): number {
  const triangleCount = boxes.length / 6;
  const step = Math.ceil(triangleCount / SAMPLES);
  let sum = 0;
  let count = 0;
  for (let t = 0; t < triangleCount; t += step) {
    const width = boxWidth(boxes, t);
    if (width === 0) continue;
    const log = Math.log2(Math.min(width, Number.MAX_VALUE));
    if (log > limit) continue;
    sum += log;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Whether the boxes at places i and j meet. */
export function boxesMeet(boxes: Float64Array, i: number, j: number): boolean {
  return (
    boxes[i] <= boxes[j + 3] &&
    boxes[j] <= boxes[i + 3] &&
    boxes[i + 1] <= boxes[j + 4] &&
    boxes[j + 1] <= boxes[i + 4] &&
    boxes[i + 2] <= boxes[j + 5] &&
    boxes[j + 2] <= boxes[i + 5]
  );
}

function boxWidth(boxes: Float64Array, t: number): number {
  const x = boxes[6 * t + 3] - boxes[6 * t];
  const y = boxes[6 * t + 4] - boxes[6 * t + 1];
  const z = boxes[6 * t + 5] - boxes[6 * t + 2];
  return x > y ? (x > z ? x : z) : y > z ? y : z;
}

function chooseLevels(grid: TriangleGrid, width: number): void {
  const { boxes, level, levelCount } = grid;
  levelCount.fill(0);
  for (let t = 0; t < level.length; t++) {
    const widest = boxWidth(boxes, t);
    let l = 0;
    // a bit less than a cell, so that a box reaches over two at most however units are rounded (3 units in 64 to spare)
    if (widest > 0.95 * width) l = Math.min(Math.ceil(Math.log2(widest / width) + 0.075), LEVELS - 1);
    level[t] = l;
    levelCount[l]++;
  }
}

/**
 * Both corners of a triangle's box in units of a level, into `units` from `at` on. Rounding down keeps the order of coordinates; results
 * are taken modulo 2^32. Numbers come and go through arrays: V8 puts doubles that it hands to a function on the heap.
 */
export function measureUnits({ boxes, scale, units }: TriangleGrid, t: number, level: number, at: number): void {
  const s = scale[level];
  const i = 6 * t;
  units[at] = wholeUnits(boxes[i] * s);
  units[at + 1] = wholeUnits(boxes[i + 1] * s);
  units[at + 2] = wholeUnits(boxes[i + 2] * s);
  units[at + 3] = wholeUnits(boxes[i + 3] * s);
  units[at + 4] = wholeUnits(boxes[i + 4] * s);
  units[at + 5] = wholeUnits(boxes[i + 5] * s);
}

function wholeUnits(x: number): number {
  return Math.floor(x > MAX_UNITS ? MAX_UNITS : x < -MAX_UNITS ? -MAX_UNITS : x) | 0;
}

/** Hash of a row of cells. The place of a cell in it is this plus its number along z, modulo the size of the table. */
export function hashRow(level: number, cellX: number, cellY: number): number {
  return mixRow(cellX, cellY) + Math.imul(level, 0x9e3779b1);
}

function findKeys(grid: TriangleGrid): void {
  const { level, units, keys, low, high, mask } = grid;
  for (let t = 0, i = 0; t < level.length; t++, i += 6) {
    measureUnits(grid, t, level[t], i);
    low[t] = pack(units[i], units[i + 1], units[i + 2]);
    high[t] = pack(units[i + 3], units[i + 4], units[i + 5]);
    const row = hashRow(level[t], units[i] >> CELL_BITS, units[i + 1] >> CELL_BITS);
    keys[t] = (row + (units[i + 2] >> HEIGHT_BITS)) & mask;
  }
}

export function pack(x: number, y: number, z: number): number {
  return (x & FIELD_MASK) | ((y & FIELD_MASK) << SHIFT_Y) | ((z & FIELD_MASK) << SHIFT_Z);
}

/** Counting sort: count each place, sum up, fill from the ends, which moves ends to starts. */
function sortEntries(grid: TriangleGrid): void {
  const { start, keys, level, low, high, entryLow, entryHigh, entryTriangle } = grid;
  start.fill(0);
  for (let t = 0; t < keys.length; t++) start[keys[t]]++;
  let sum = 0;
  for (let place = 0; place < start.length; place++) {
    sum += start[place];
    start[place] = sum;
  }
  for (let t = keys.length - 1; t >= 0; t--) {
    const entry = --start[keys[t]];
    entryLow[entry] = low[t];
    entryHigh[entry] = high[t];
    entryTriangle[entry] = t | (level[t] << TRIANGLE_BITS);
  }
}
