/** Cells a side at the finest level: 2 to this. Three times as many bits, and 22 for a number, fit a double exactly. */
const LEVELS = 10;
const MAX_COUNT = 2 ** 22;

/**
 * Chooses `most` of `count` points so that none is far from a chosen one: one in every cell of the finest grid (an octree's level) that
 * has no more cells in use than that, then, evenly, one in as many cells of the next level as there is room for.
 *
 * @returns their numbers, ascending; all if there are no more than `most`.
 */
export function thinEvenly(count: number, most: number, at: (i: number, axis: number) => number): Uint32Array {
  if (count <= most) return Uint32Array.from({ length: count }, (_, i) => i);
  const step = Math.ceil(count / MAX_COUNT); // beyond that only every second, third … is looked at
  const cells = sortByCell(count, step, at);
  // level at which a point is the first of its cell: the coarser, the sooner it is chosen
  const levels = new Uint8Array(cells.length);
  const firsts = new Uint32Array(LEVELS + 2);
  for (let i = 0; i < cells.length; i++) {
    levels[i] = i === 0 ? 0 : levelOfSplit(cellOf(cells[i - 1]), cellOf(cells[i]));
    firsts[levels[i]]++;
  }
  let level = 0;
  let chosen = firsts[0];
  while (chosen + firsts[level + 1] <= most) chosen += firsts[++level];
  const room = most - chosen;
  const numbers = new Uint32Array(most);
  let used = 0;
  let seen = 0;
  for (let i = 0; i < cells.length; i++) {
    if (levels[i] > level + 1) continue;
    if (levels[i] === level + 1) {
      seen++;
      // every (firsts / room)-th of them, exactly `room` in all
      if (Math.floor((seen * room) / firsts[level + 1]) === Math.floor(((seen - 1) * room) / firsts[level + 1]))
        continue;
    }
    numbers[used++] = step * (cells[i] % MAX_COUNT);
  }
  return numbers.sort();
}

const cellOf = (key: number) => Math.floor(key / MAX_COUNT);

/** Points along the curve that visits cell after cell at every level: cell · MAX_COUNT + number, sorted. */
function sortByCell(count: number, step: number, at: (i: number, axis: number) => number): Float64Array {
  const low = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  const high = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < count; i += step) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], at(i, axis));
      high[axis] = Math.max(high[axis], at(i, axis));
    }
  }
  const size = Math.max(...high.map((x, axis) => x - low[axis])) || 1;
  const side = 2 ** LEVELS;
  const keys = new Float64Array(Math.ceil(count / step));
  for (let k = 0; k < keys.length; k++) {
    let cell = 0;
    for (let axis = 0; axis < 3; axis++) {
      const place = Math.min(side - 1, Math.floor((side * (at(k * step, axis) - low[axis])) / size));
      for (let bit = 0; bit < LEVELS; bit++) cell += ((place >> bit) & 1) * 2 ** (3 * bit + axis);
    }
    keys[k] = cell * MAX_COUNT + k;
  }
  return keys.sort();
}

/** The coarsest level at which two cells differ: 1 for halves of the whole, LEVELS + 1 if not even at the finest. */
function levelOfSplit(a: number, b: number): number {
  const differ = (a ^ b) >>> 0;
  return differ === 0 ? LEVELS + 1 : LEVELS - Math.floor((31 - Math.clz32(differ)) / 3);
}
