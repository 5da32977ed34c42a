import type { Counters, PairBuffer } from 'selfcollide/finder';
import {
  boxesMeet,
  CELL_BITS,
  FIELD_MASK,
  GUARDS,
  HEIGHT_BITS,
  hashRow,
  measureUnits,
  pack,
  SHIFT_Y,
  TRIANGLE_BITS,
  type TriangleGrid,
} from './triangle-grid.ts';

const CELL = 1 << CELL_BITS;
const HEIGHT = 1 << HEIGHT_BITS;
/** The bits of the fields x and y that number the cell. */
const CELL_OF_ROW = (FIELD_MASK & ~(CELL - 1)) | ((FIELD_MASK & ~(CELL - 1)) << SHIFT_Y);
const TRIANGLE_MASK = (1 << TRIANGLE_BITS) - 1;
/** From this level on the cells are so wide that units say little of most boxes, which are smaller, or long and thin. */
const COARSE_LEVEL = 3;

/**
 * Appends the pairs of a triangle on `level` and one on that level or below it, down to `lowest`, whose boxes meet as far as
 * units tell.
 *
 * A box is never wider than its cell, so whatever meets it starts in its cells or in those one before: along x and y two or
 * three. Units and cell numbers wrap around at 2^32, which differences do not notice; what is far away and still looks
 * near is an unnecessary candidate, no more. On levels that few triangles of a usual mesh are on, the boxes themselves are compared too.
 */
export function lookUpLevel(
  grid: TriangleGrid,
  level: number,
  lowest: number,
  out: PairBuffer,
  counters: Counters,
): void {
  const { boxes, level: levels, start, mask, from, to, row, units } = grid;
  const { entryLow, entryHigh, entryTriangle } = grid;
  const { pairs, capacity } = out;
  const places = mask + 1;
  let boxTests = 0;
  for (let s = 0; s < levels.length; s++) {
    if (levels[s] > level || levels[s] < lowest) continue;
    const own = levels[s] === level;
    const at = own ? 6 * s : units.length - 6;
    if (!own) measureUnits(grid, s, level, at);
    const minX = units[at];
    const minY = units[at + 1];
    const minZ = units[at + 2];
    const maxX = units[at + 3];
    const maxY = units[at + 4];
    const maxZ = units[at + 5];
    const fromX = ((minX & -CELL) - CELL) | 0;
    const fromY = ((minY & -CELL) - CELL) | 0;
    const fromZ = ((minZ & -HEIGHT) - CELL) | 0;
    const countX = (((maxX & -CELL) - fromX) | 0) >> CELL_BITS;
    const countY = (((maxY & -CELL) - fromY) | 0) >> CELL_BITS;
    const countZ = (((maxZ & -HEIGHT) - fromZ) | 0) >> HEIGHT_BITS;

    // stretches of entries, one a row of cells along z
    let stretches = 0;
    for (let x = 0; x <= countX; x++) {
      for (let y = 0; y <= countY; y++) {
        const hash = hashRow(level, ((fromX + x * CELL) | 0) >> CELL_BITS, ((fromY + y * CELL) | 0) >> CELL_BITS);
        const place = (hash + (fromZ >> HEIGHT_BITS)) & mask;
        const last = place + countZ;
        const cell = (x << CELL_BITS) | (y << (CELL_BITS + SHIFT_Y));
        from[stretches] = start[place];
        to[stretches] = start[last < places ? last + 1 : places];
        row[stretches++] = cell;
        if (last >= places) {
          // around the end of the table; a row as long as the table ends where it began
          from[stretches] = 0;
          to[stretches] = start[last - places < place ? last - places + 1 : place];
          row[stretches++] = cell;
        }
      }
    }

    // fields count from the low end of those cells, so that nothing near wraps around
    const base = pack(fromX, fromY, fromZ);
    const low = ((pack(minX, minY, minZ) | GUARDS) - base) & ~GUARDS;
    const high = ((pack(maxX, maxY, maxZ) | GUARDS) - base) | GUARDS;
    // two on one level meet twice: the larger number is found by the smaller
    const least = own ? s : -1;
    const levelBits = level << TRIANGLE_BITS;
    const coarse = level >= COARSE_LEVEL;
    let count = out.count;
    for (let k = 0; k < stretches; k++) {
      const cell = row[k];
      const end = to[k];
      let entry = from[k];
      boxTests += end - entry;
      while (entry < end) {
        const seen = count;
        const stop = end - entry < capacity - count ? end : entry + capacity - count;
        for (; entry < stop; entry++) {
          const otherLow = ((entryLow[entry] | GUARDS) - base) & ~GUARDS;
          const otherHigh = ((entryHigh[entry] | GUARDS) - base) | GUARDS;
          const named = entryTriangle[entry];
          const t = named & TRIANGLE_MASK;
          // written in any case; counts only if boxes meet, and cell and level are those looked for: no branch to guess
          pairs[2 * count] = s;
          pairs[2 * count + 1] = t;
          const apart = ((high - otherLow) & (otherHigh - low) & GUARDS) ^ GUARDS;
          const wrong = apart | ((otherLow ^ cell) & CELL_OF_ROW) | ((named ^ levelBits) >>> TRIANGLE_BITS);
          count = (count + (((wrong - 1) & (least - t)) >>> 31)) | 0;
        }
        if (coarse && count > seen) count = keepMeeting(boxes, pairs, seen, count);
        if (count < capacity) continue;
        out.count = count;
        if (out.flushPairs()) {
          counters.boxTests += boxTests;
          return;
        }
        count = 0;
      }
    }
    out.count = count;
  }
  counters.boxTests += boxTests;
}

/** Keeps those of pairs first … end − 1 whose boxes meet, in their order. Returns the new end. */
function keepMeeting(boxes: Float64Array, pairs: Uint32Array, first: number, end: number): number {
  let kept = first;
  for (let p = first; p < end; p++) {
    const s = pairs[2 * p];
    const t = pairs[2 * p + 1];
    if (!boxesMeet(boxes, 6 * s, 6 * t)) continue;
    pairs[2 * kept] = s;
    pairs[2 * kept + 1] = t;
    kept++;
  }
  return kept;
}
