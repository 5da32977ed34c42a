import { mixRow, paperHash } from '../grid/cell-hash.ts';
import { MAX_LOOKUPS } from '../kernel/layout-tets.ts';
import { type GridScratch, growLists } from './grid-scratch.ts';
import type { TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';
import { FIELD_BITS, FIELD_MASK, GUARDS, placeInRow, SHIFT_Y, SHIFT_Z, type VertexGrid } from './vertex-grid.ts';

/** Half the range of a field. */
const FIELD_MIDDLE = 1 << (FIELD_BITS - 1);

/**
 * Lists all vertices in the box of a group in `scratch`: first the corners of the group, in its order, then others. Also
 * sets `search.test.widths` for the group's tets. Returns how many, or −1 if the box is too large for the grid.
 *
 * Branches here are mostly unpredictable, and a wrong guess costs as much as twenty instructions: minima, maxima and box
 * tests are therefore differences and masks.
 */
export function collectCandidates(
  world: TetWorld,
  grid: VertexGrid,
  scratch: GridScratch,
  search: TetSearch,
  group: number,
): number {
  const { groupVertices, groupVertexStart } = world;
  const { hash, units, start, entryFields, entryVertex, cellBits, heightBits, tableSize, mask } = grid;
  const { widths } = search.test;

  // corners as packed distances from the first one, which is put in the middle of the fields: right whatever 2^32 has
  // wrapped around, as long as no distance leaves its field
  const first = groupVertexStart[group];
  const end = groupVertexStart[group + 1];
  const origin = 3 * groupVertices[first];
  const originX = (units[origin] - FIELD_MIDDLE) | 0;
  const originY = (units[origin + 1] - FIELD_MIDDLE) | 0;
  const originZ = (units[origin + 2] - FIELD_MIDDLE) | 0;
  const { groupOf, corners, from, to } = scratch;
  let spread = 0;
  let lowest = GUARDS - (GUARDS >>> FIELD_BITS);
  let highest = 0;
  for (let i = first; i < end; i++) {
    const v = groupVertices[i];
    const x = (units[3 * v] - originX) | 0;
    const y = (units[3 * v + 1] - originY) | 0;
    const z = (units[3 * v + 2] - originZ) | 0;
    spread |= x | y | z;
    const corner = x | (y << SHIFT_Y) | (z << SHIFT_Z);
    corners[i - first] = corner;
    groupOf[v] = group + 1;
    // a guard bit survives where the first is not smaller; spread over its field it selects
    let guard = ((lowest | GUARDS) - corner) & GUARDS;
    lowest ^= (lowest ^ corner) & (guard - (guard >>> FIELD_BITS));
    guard = ((corner | GUARDS) - highest) & GUARDS;
    highest ^= (highest ^ corner) & (guard - (guard >>> FIELD_BITS));
  }
  if (spread < 0 || spread > FIELD_MASK) return -1;
  const extent = highest - lowest; // no field borrows
  const widthX = extent & FIELD_MASK;
  const widthY = (extent >>> SHIFT_Y) & FIELD_MASK;
  const widthZ = extent >>> SHIFT_Z;
  const minX = (originX + (lowest & FIELD_MASK)) | 0;
  const minY = (originY + ((lowest >>> SHIFT_Y) & FIELD_MASK)) | 0;
  const minZ = (originZ + (lowest >>> SHIFT_Z)) | 0;
  const maxX = (minX + widthX) | 0;
  const maxY = (minY + widthY) | 0;
  const maxZ = (minZ + widthZ) | 0;
  if (maxX < minX || maxY < minY || maxZ < minZ) return -1; // on the seam where units wrap around
  const cellX = minX >> cellBits;
  const cellY = minY >> cellBits;
  const cellZ = minZ >> heightBits;
  const lastX = maxX >> cellBits;
  const lastY = maxY >> cellBits;
  const height = (maxZ >> heightBits) - cellZ;
  const rows = (lastX - cellX + 1) * (lastY - cellY + 1);
  const lookups = hash === 'paper' ? rows * (height + 1) : rows;
  if (lookups > MAX_LOOKUPS) return -1;

  // stretches of entries that belong to the cells of the box
  let stretches = 0;
  let total = 0;
  for (let x = cellX; x <= lastX; x++) {
    for (let y = cellY; y <= lastY; y++) {
      if (hash === 'paper') {
        for (let z = cellZ; z <= cellZ + height; z++) {
          const place = (paperHash(x, y, z) >>> 0) % tableSize;
          total += start[place + 1] - start[place];
          from[stretches] = start[place];
          to[stretches++] = start[place + 1];
        }
        continue;
      }
      const row = mixRow(x, y);
      const place = mask >= 0 ? (row + cellZ) & mask : placeInRow(row, cellZ, tableSize);
      const last = place + height;
      from[stretches] = start[place];
      to[stretches] = start[last < tableSize ? last + 1 : tableSize];
      total += to[stretches] - from[stretches];
      stretches++;
      if (last >= tableSize) {
        // around the end of the table; from the start again, unless the row is as long as the table
        from[stretches] = 0;
        to[stretches] = start[last - tableSize < place ? last - tableSize + 1 : place];
        total += to[stretches++];
      }
    }
  }

  // every vertex in the group's box, its fields relative to the box: first those of the group
  if (end - first + total + 4 > scratch.fields.length) growLists(scratch, end - first + total + 4);
  const { fields, vertices } = scratch;
  let count = 0;
  for (let i = first; i < end; i++) {
    fields[count] = (corners[i - first] - lowest) | GUARDS;
    vertices[count++] = groupVertices[i];
  }
  const low = (minX & FIELD_MASK) | ((minY & FIELD_MASK) << SHIFT_Y) | ((minZ & FIELD_MASK) << SHIFT_Z);
  const width = extent | GUARDS;
  for (let k = 0; k < stretches; k++) {
    count = collect(entryFields, entryVertex, groupOf, fields, vertices, from[k], to[k], low, width, group + 1, count);
  }
  search.counters.lookups += lookups;
  search.counters.candidates += count;

  // lengths that no two vertices of the group exceed: rounding down hides less than a unit, and below MAX_REACH
  // the product before it is off by less than half a unit at either end
  const unit = 1 / grid.unitsPerLength;
  widths[0] = (widthX + 3) * unit;
  widths[1] = (widthY + 3) * unit;
  widths[2] = (widthZ + 3) * unit;
  return count;
}

/**
 * Appends the entries whose fields lie in the box given by its low corner and width, guards set; returns the new count.
 * Every entry is written, and the count moves on only if it was inside and not marked as of the group: no branch to guess.
 * Arrays are arguments: only then are their checks taken out of the loop.
 */
function collect(
  entryFields: Int32Array,
  entryVertex: Int32Array,
  groupOf: Int32Array,
  fields: Int32Array,
  vertices: Int32Array,
  from: number,
  to: number,
  low: number,
  width: number,
  mark: number,
  before: number,
): number {
  let count = before;
  for (let entry = from; entry < to; entry++) {
    // modulo the period of the fields; the guard takes what each field borrows
    const offset = ((entryFields[entry] | GUARDS) - low) & ~GUARDS;
    const vertex = entryVertex[entry];
    fields[count] = offset | GUARDS;
    vertices[count] = vertex;
    const outside = ((width - offset) & GUARDS) ^ GUARDS;
    count = (count + (((outside - 1) & ~((groupOf[vertex] ^ mark) - 1)) >>> 31)) | 0;
  }
  return count;
}
