import { entries, keys, positions, starts, tableSize, units, vertexCount } from './layout-tets';

// All vertices sorted by the hash of their cell: count the places of the table, sum up, fill. What stands in the table is the same as in
// packages/core/src/tets/vertex-grid.ts, but for the form of an entry: x, y, z in units and the vertex, 16 bytes.

/** `tableSize` − 1 if that is a power of two, else −1. */
let mask: i32 = 0;
/** 1: every cell has a place of its own, by the hash of the paper; 0: cells of a row along z stand one behind the other. */
export let scattered: i32 = 0;
let unitsPerLength: f64 = 0;
/** log2 of the units that a cell measures along x and y, and along z. */
export let cellBits: i32 = 0;
export let heightBits: i32 = 0;

/** Units beyond are cut off; what reaches so far is not looked up. */
const MAX_UNITS: f64 = 2251799813685248; // 2⁵¹
/** 1.5 · 2⁵²: added to a whole number up to 2⁵¹, the sum's last 32 bits are that number modulo 2³². */
const LAST_BITS: f64 = 6755399441055744;

export function setCells(paper: i32, perLength: f64, bits: i32, bitsOfHeight: i32): void {
  mask = (tableSize & (tableSize - 1)) == 0 ? tableSize - 1 : -1;
  scattered = paper;
  unitsPerLength = perLength;
  cellBits = bits;
  heightBits = bitsOfHeight;
}

export function sortVertices(): void {
  measureInUnits();
  memory.fill(starts, 0, (<usize>tableSize + 1) << 2);
  countPlaces();
  sumUp();
  fillEntries();
}

/** Rounding down keeps the order of coordinates, so what is inside a box is inside the box in units. */
function measureInUnits(): void {
  const factor = f64x2.splat(unitsPerLength);
  const most = f64x2.splat(MAX_UNITS);
  const least = f64x2.splat(-MAX_UNITS);
  const magic = f64x2.splat(LAST_BITS);
  let from = positions;
  let to = units;
  for (let v = 0; v < vertexCount; v++, from += 24, to += 16) {
    const xy = f64x2.floor(f64x2.pmax(least, f64x2.pmin(most, f64x2.mul(v128.load(from), factor))));
    const z = f64x2.floor(f64x2.pmax(least, f64x2.pmin(most, f64x2.mul(v128.load64_zero(from, 16), factor))));
    const whole = v128.shuffle<i32>(f64x2.add(xy, magic), f64x2.add(z, magic), 0, 2, 4, 4);
    v128.store(to, i32x4.replace_lane(whole, 3, v));
  }
}

function countPlaces(): void {
  const start = starts;
  let at = units;
  let key = keys;
  for (const end = key + (<usize>vertexCount << 2); key < end; key += 4, at += 16) {
    const x = load<i32>(at) >> cellBits;
    const y = load<i32>(at, 4) >> cellBits;
    const z = load<i32>(at, 8) >> heightBits;
    const place = scattered != 0 ? placeOfCell(x, y, z) : placeInRow(mixRow(x, y), z);
    store<i32>(key, place);
    const count = start + (<usize>place << 2);
    store<i32>(count, load<i32>(count) + 1);
  }
}

/** Afterwards every place has its end. */
function sumUp(): void {
  let sum = 0;
  let at = starts;
  for (const end = at + (<usize>tableSize << 2); at <= end; at += 4) {
    sum += load<i32>(at);
    store<i32>(at, sum);
  }
}

/** Every place from its end, which moves ends to starts. */
function fillEntries(): void {
  const start = starts;
  const to = entries;
  let at = units + (<usize>vertexCount << 4);
  let key = keys + (<usize>vertexCount << 2);
  while (key > keys) {
    key -= 4;
    at -= 16;
    const place = start + (<usize>load<i32>(key) << 2);
    const entry = load<i32>(place) - 1;
    store<i32>(place, entry);
    v128.store(to + (<usize>entry << 4), v128.load(at));
  }
}

/** Mixes the two numbers of a row of cells along z: `mixRow` of packages/core/src/grid/cell-hash.ts. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function mixRow(i: i32, j: i32): i32 {
  let h: u32 = <u32>i * 0x9e3779b1;
  h = (h ^ (h >> 15) ^ <u32>j) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return <i32>(h ^ (h >> 16));
}

/** The place of a cell of a row: going up one cell is going on one place, around at the end. */
// @ts-ignore: decorator of AssemblyScript
@inline
export function placeInRow(row: i32, height: i32): i32 {
  if (mask >= 0) return (row + height) & mask;
  const up = height % tableSize; // has the sign of height
  const place = <i32>(<u32>row % <u32>tableSize) + (up < 0 ? up + tableSize : up);
  return place >= tableSize ? place - tableSize : place;
}

/** The hash of the paper. */
export function placeOfCell(i: i32, j: i32, k: i32): i32 {
  return <i32>((<u32>(i * 73856093) ^ <u32>(j * 19349663) ^ <u32>(k * 83492791)) % <u32>tableSize);
}
