import {
  bytes,
  bytesLength,
  entries,
  floats,
  found,
  groupVertexStart,
  groupVertices,
  marks,
  MAX_LOOKUPS,
  packed,
  positions,
  starts,
  stretches,
  tableSize,
  units,
  vertexCount,
} from './layout-tets';
import { cellBits, heightBits, mixRow, placeInRow, placeOfCell, scattered } from './tet-table';

// All vertices in the box of a group of tets: looked up in the table cell by cell, compared in units, and laid out in bytes and floats for what comes next.

/** Marks come again after so many boxes; before, they are cleared. */
const MAX_MARK: i32 = 0x40000000;

let mark: i32 = 0;

/** From lengths to floats: a power of two. */
let scale: f64 = 0;
/** A unit in floats. */
let unit: f64 = 0;
/** What a determinant in floats may be off by. */
export let tolerance: f32 = 0;
/** Of the last group: cells or rows looked up. */
export let lookups: i32 = 0;

/** How far a determinant may be off, in products of three widths of the box: docs/kernel.md. */
const ROUNDING: f64 = 1.0 / 32768; // 2⁻¹⁵

export function setFloats(toFloats: f64, unitInFloats: f64): void {
  scale = toFloats;
  unit = unitInFloats;
}

// @ts-ignore: decorator of AssemblyScript
@inline
export function vertexOf(candidate: u32): u32 {
  return load<u32>(found + (<usize>candidate << 4), 12);
}

/** Lists the vertices in the box of a group and returns how many; −1 if the box is too large for the table. */
export function collect(group: i32): i32 {
  const start = groupVertexStart + (<usize>group << 2);
  const list = groupVertices + (<usize>load<i32>(start) << 2);
  const end = groupVertices + (<usize>load<i32>(start, 4) << 2);
  if (mark == MAX_MARK) {
    memory.fill(marks, 0, <usize>vertexCount << 2);
    mark = 0;
  }
  mark++;
  // from the first vertex, so that it does not matter where units modulo 2³² begin
  const origin = v128.load(units + (<usize>load<u32>(list) << 4));
  let low = i32x4.splat(0);
  let high = low;
  for (let at = list; at < end; at += 4) {
    const v = <usize>load<u32>(at);
    store<i32>(marks + (v << 2), mark);
    const way = i32x4.sub(v128.load(units + (v << 4)), origin);
    low = i32x4.min_s(low, way);
    high = i32x4.max_s(high, way);
  }
  const width = i32x4.sub(high, low);
  const corner = i32x4.add(low, origin);
  const last = i32x4.add(high, origin);
  const minX = i32x4.extract_lane(corner, 0);
  const minY = i32x4.extract_lane(corner, 1);
  const minZ = i32x4.extract_lane(corner, 2);
  const maxX = i32x4.extract_lane(last, 0);
  const maxY = i32x4.extract_lane(last, 1);
  const maxZ = i32x4.extract_lane(last, 2);
  if (maxX < minX || maxY < minY || maxZ < minZ) return -1; // on the seam where units begin again
  const firstX = minX >> cellBits;
  const firstY = minY >> cellBits;
  const firstZ = minZ >> heightBits;
  const lastX = maxX >> cellBits;
  const lastY = maxY >> cellBits;
  const lastZ = maxZ >> heightBits;
  let cells = <i64>(lastX - firstX + 1) * <i64>(lastY - firstY + 1);
  if (scattered != 0 && cells <= <i64>MAX_LOOKUPS) cells *= <i64>(lastZ - firstZ + 1);
  if (cells > <i64>MAX_LOOKUPS) return -1;
  lookups = <i32>cells;

  const from = i32x4.replace_lane(corner, 3, 0);
  const within = i32x4.replace_lane(width, 3, -1);
  let count = 0;
  for (let at = list; at < end; at += 4, count++) {
    v128.store(found + (<usize>count << 4), i32x4.sub(v128.load(units + (<usize>load<u32>(at) << 4)), from));
  }
  // all stretches before the first entry: they do not wait for each other
  let endStretch = stretches;
  for (let x = firstX; x <= lastX; x++) {
    for (let y = firstY; y <= lastY; y++) {
      if (scattered != 0) {
        for (let z = firstZ; z <= lastZ; z++, endStretch += 8) {
          const place = placeOfCell(x, y, z);
          store<u64>(endStretch, load<u64>(starts + (<usize>place << 2)));
        }
        continue;
      }
      const place = placeInRow(mixRow(x, y), firstZ);
      const stop = place + (lastZ - firstZ) + 1;
      store<i32>(endStretch, load<i32>(starts + (<usize>place << 2)));
      store<i32>(endStretch, load<i32>(starts + (<usize>min(stop, tableSize) << 2)), 4);
      endStretch += 8;
      // around the end of the table, no further than where it began
      if (stop > tableSize) {
        store<i32>(endStretch, 0);
        store<i32>(endStretch, load<i32>(starts + (<usize>min(stop - tableSize, place) << 2)), 4);
        endStretch += 8;
      }
    }
  }
  for (let at = stretches; at < endStretch; at += 8) count = take(load<i32>(at), load<i32>(at, 4), from, within, count);
  layOut(count, <i32>((end - list) >> 2), width);
  return count;
}

/** Appends what stands in a stretch of entries, is in the box and was not listed before: each entry is written, and counted if wanted. */
// @ts-ignore: decorator of AssemblyScript
@inline
function take(start: i32, stop: i32, from: v128, within: v128, before: i32): i32 {
  let count = before;
  const list = marks;
  const out = found;
  const now = mark;
  let at = entries + (<usize>start << 4);
  const end = entries + (<usize>stop << 4);
  for (; at < end; at += 16) {
    const way = i32x4.sub(v128.load(at), from);
    v128.store(out + (<usize>count << 4), way);
    const seen = list + (<usize>i32x4.extract_lane(way, 3) << 2);
    const old = load<i32>(seen);
    const inside = i32x4.bitmask(i32x4.le_u(way, within)) == 15;
    store<i32>(seen, inside ? now : old);
    count += <i32>inside & <i32>(old != now);
  }
  return count;
}

/** What was found as bytes and as floats, and what follows for rounding. */
function layOut(count: i32, own: i32, width: v128): void {
  const widthX = i32x4.extract_lane(width, 0);
  const widthY = i32x4.extract_lane(width, 1);
  const widthZ = i32x4.extract_lane(width, 2);
  // the widest in eight bits; fewer digits keep the order too
  const shift = max(24 - clz(widthX | widthY | widthZ), 0);
  // lengths that no two vertices of the box exceed: rounding down hides less than a unit, and the products before it are off by less than half a unit at either end
  tolerance = <f32>(ROUNDING * ((<f64>widthX + 3) * unit) * ((<f64>widthY + 3) * unit) * ((<f64>widthZ + 3) * unit));
  const factor = f64x2.splat(scale);
  const origin = positions + <usize>vertexOf(0) * 24;
  const xy = v128.load(origin);
  const z = v128.load64_zero(origin, 16);
  const length = <usize>bytesLength;
  for (let i = 0; i < own; i++) {
    const step = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(found + (<usize>i << 4)), shift), factor);
    v128.store32_lane(packed + (<usize>i << 2), i8x16.narrow_i16x8_u(step, step), 0);
  }
  let at = found;
  let out = floats;
  let small = bytes;
  for (let i = 0; i < count; i++, at += 16, out += 16, small++) {
    const way = v128.load(at);
    const step = i32x4.shr_u(way, shift);
    v128.store8_lane(small, step, 0);
    v128.store8_lane(small + length, step, 4);
    v128.store8_lane(small + 2 * length, step, 8);
    const vertex = positions + <usize>i32x4.extract_lane(way, 3) * 24;
    const first = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load(vertex), xy), factor));
    const second = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load64_zero(vertex, 16), z), factor));
    v128.store(out, v128.shuffle<i32>(first, second, 0, 1, 4, 5));
  }
}
