import { mixRow, paperHash } from '../grid/cell-hash.ts';

/**
 * Coordinates are counted in units: a cell is 2^cellBits of them. Three coordinates are also kept modulo 2^FIELD_BITS as
 * fields of one 32-bit number, with a free guard bit above each, so that one subtraction compares all three.
 */
export const FIELD_BITS = 9;
export const FIELD_MASK: number = (1 << FIELD_BITS) - 1;
export const SHIFT_Y: number = FIELD_BITS + 1;
export const SHIFT_Z: number = 2 * SHIFT_Y;
/** The guard bits of the three fields. */
export const GUARDS: number = (1 << FIELD_BITS) | (1 << (FIELD_BITS + SHIFT_Y)) | (1 << (FIELD_BITS + SHIFT_Z));

/** A cell size outside these could overflow; it would be of no use either. */
const MIN_CELL = 1e-300;
const MAX_CELL = 1e300;
/** Units per mean edge, about: fine enough for the box test, coarse enough that eight edges fit into a field. */
const UNITS_PER_EDGE = 64;
/** Units beyond this are cut off: still whole numbers as doubles, and the cut keeps the order. */
const MAX_UNITS = 2 ** 52;

export type CellHash = 'mix' | 'paper';

/** Cells of the grid, and the table that they are hashed to. */
export interface GridCells {
  readonly hash: CellHash;
  readonly cellSize: number;
  readonly tableSize: number;
  readonly unitsPerLength: number;
  /** log2 of the units a cell measures along x and y, and along z. */
  readonly cellBits: number;
  readonly heightBits: number;
}

/**
 * All vertices sorted by the hash of their cell (first pass of the hashing paper, §3), so that the vertices of one table
 * place stand together.
 *
 * With the hash `'mix'`, cells are half as high as wide, and the number of a cell along z is added to the mixed numbers
 * along x and y: the cells of a row are neighbours in the table, and a whole row of a box is one stretch of entries.
 * With `'paper'` cells are cubes and scattered one by one.
 */
export interface VertexGrid extends GridCells {
  /** `tableSize` − 1 if that is a power of two, else −1. */
  readonly mask: number;
  /** Coordinates in units, three a vertex; modulo 2^32. */
  readonly units: Int32Array;
  readonly keys: Int32Array;
  /** Where the entries of a place of the table start; one more than places. */
  readonly start: Int32Array;
  /** Entries, sorted by place: coordinates as packed fields, and the vertex. */
  readonly entryFields: Int32Array;
  readonly entryVertex: Int32Array;
}

export function chooseCells(hash: CellHash, cellSize: number, tableSize: number, meanEdge: number): GridCells {
  const size = Math.min(Math.max(cellSize, MIN_CELL), MAX_CELL);
  const ratio = size / meanEdge;
  const bits = ratio > 0 && ratio < Number.POSITIVE_INFINITY ? Math.round(Math.log2(UNITS_PER_EDGE * ratio)) : 6;
  const cellBits = Math.min(Math.max(bits, 0), 20);
  const heightBits = hash === 'mix' ? Math.max(cellBits - 1, 0) : cellBits;
  return { hash, cellSize: size, tableSize, unitsPerLength: 2 ** cellBits / size, cellBits, heightBits };
}

export function createVertexGrid(vertexCount: number, cells: GridCells): VertexGrid {
  const { tableSize } = cells;
  return {
    ...cells,
    mask: (tableSize & (tableSize - 1)) === 0 ? tableSize - 1 : -1,
    units: new Int32Array(3 * vertexCount),
    keys: new Int32Array(vertexCount),
    start: new Int32Array(tableSize + 1),
    entryFields: new Int32Array(vertexCount),
    entryVertex: new Int32Array(vertexCount),
  };
}

/** Sorts the vertices into the table by counting: count each place, sum up, fill. */
export function fillVertexGrid(grid: VertexGrid, positions: Float64Array): void {
  measureInUnits(grid.units, positions, grid.unitsPerLength);
  if (grid.hash === 'paper') findPaperKeys(grid);
  else findRowKeys(grid);
  countPlaces(grid.start, grid.keys);
  sumUp(grid.start);
  fillEntries(grid);
}

/**
 * Rounding down keeps the order of coordinates, so a vertex inside a box is inside the box in units.
 * The result is taken modulo 2^32, which differences smaller than 2^31 do not notice.
 */
function measureInUnits(units: Int32Array, positions: Float64Array, unitsPerLength: number): void {
  for (let i = 0; i < units.length; i++) {
    let x = positions[i] * unitsPerLength;
    if (x > MAX_UNITS) x = MAX_UNITS;
    if (x < -MAX_UNITS) x = -MAX_UNITS;
    units[i] = Math.floor(x);
  }
}

function findRowKeys(grid: VertexGrid): void {
  const { keys, units, cellBits, heightBits, tableSize, mask } = grid;
  for (let v = 0, i = 0; v < keys.length; v++, i += 3) {
    const row = mixRow(units[i] >> cellBits, units[i + 1] >> cellBits);
    const height = units[i + 2] >> heightBits;
    keys[v] = mask >= 0 ? (row + height) & mask : placeInRow(row, height, tableSize);
  }
}

/** The table place of a cell of a row: going up one cell is going on one place, around at the end. */
export function placeInRow(row: number, height: number, tableSize: number): number {
  const up = height % tableSize; // has the sign of height
  const place = ((row >>> 0) % tableSize) + (up < 0 ? up + tableSize : up);
  return place >= tableSize ? place - tableSize : place;
}

function findPaperKeys(grid: VertexGrid): void {
  const { keys, units, cellBits, tableSize } = grid;
  for (let v = 0, i = 0; v < keys.length; v++, i += 3) {
    keys[v] = (paperHash(units[i] >> cellBits, units[i + 1] >> cellBits, units[i + 2] >> cellBits) >>> 0) % tableSize;
  }
}

function countPlaces(start: Int32Array, keys: Int32Array): void {
  start.fill(0);
  for (let v = 0; v < keys.length; v++) start[keys[v]]++;
}

/** Afterwards `start` has the end of each place. */
function sumUp(start: Int32Array): void {
  let sum = 0;
  for (let place = 0; place < start.length; place++) {
    sum += start[place];
    start[place] = sum;
  }
}

/** Fills every place from its end, which moves ends to starts; counting down keeps vertices of a place in order. */
function fillEntries(grid: VertexGrid): void {
  const { start, keys, units, entryFields, entryVertex } = grid;
  for (let v = keys.length - 1, i = 3 * v; v >= 0; v--, i -= 3) {
    const entry = --start[keys[v]];
    entryFields[entry] =
      (units[i] & FIELD_MASK) | ((units[i + 1] & FIELD_MASK) << SHIFT_Y) | ((units[i + 2] & FIELD_MASK) << SHIFT_Z);
    entryVertex[entry] = v;
  }
}
