import { examine, type TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';

/** Slices that the world is cut into along its longest axis. */
const SLICES = 1024;

/** All vertices sorted into slices across the longest axis of the world. */
export interface Slices {
  readonly slice: Uint16Array;
  readonly start: Uint32Array;
  readonly vertices: Uint32Array;
  /** Where the first slice starts, and slices per length. */
  readonly line: Float64Array;
}

export function createSlices(vertexCount: number): Slices {
  return {
    slice: new Uint16Array(vertexCount),
    start: new Uint32Array(SLICES + 1),
    vertices: new Uint32Array(vertexCount),
    line: new Float64Array(2),
  };
}

/** Tests listed tets by their boxes against all vertices in the slices that the box reaches. */
export function searchGiants(
  world: TetWorld,
  slices: Slices,
  giants: Uint32Array,
  giantCount: number,
  search: TetSearch,
): void {
  const { positions, tets } = world;
  const { widths } = search.test;
  const { start, vertices, line } = slices;
  search.counters.giants += giantCount;
  if (giantCount === 0) return;

  const axis = longestAxis(world);
  sortIntoSlices(world, slices, axis);
  for (let g = 0; g < giantCount; g++) {
    const t = giants[g];
    const a = tets[4 * t];
    const b = tets[4 * t + 1];
    const c = tets[4 * t + 2];
    const d = tets[4 * t + 3];
    const minX = Math.min(positions[3 * a], positions[3 * b], positions[3 * c], positions[3 * d]);
    const maxX = Math.max(positions[3 * a], positions[3 * b], positions[3 * c], positions[3 * d]);
    const minY = Math.min(positions[3 * a + 1], positions[3 * b + 1], positions[3 * c + 1], positions[3 * d + 1]);
    const maxY = Math.max(positions[3 * a + 1], positions[3 * b + 1], positions[3 * c + 1], positions[3 * d + 1]);
    const minZ = Math.min(positions[3 * a + 2], positions[3 * b + 2], positions[3 * c + 2], positions[3 * d + 2]);
    const maxZ = Math.max(positions[3 * a + 2], positions[3 * b + 2], positions[3 * c + 2], positions[3 * d + 2]);
    widths[0] = maxX - minX;
    widths[1] = maxY - minY;
    widths[2] = maxZ - minZ;
    const from = axis === 0 ? minX : axis === 1 ? minY : minZ;
    const to = axis === 0 ? maxX : axis === 1 ? maxY : maxZ;
    const end = start[sliceOf(to, line) + 1];
    for (let i = start[sliceOf(from, line)]; i < end; i++) {
      const v = vertices[i];
      const x = positions[3 * v];
      const y = positions[3 * v + 1];
      const z = positions[3 * v + 2];
      if (x < minX || x > maxX || y < minY || y > maxY || z < minZ || z > maxZ) continue;
      if (v !== a && v !== b && v !== c && v !== d) examine(world, search, v, t);
    }
  }
}

function sortIntoSlices(world: TetWorld, slices: Slices, axis: number): void {
  const { positions } = world;
  const { slice, start, vertices, line } = slices;
  const min = lowEnd(world, axis);
  // halves, since a width may overflow; a world of one point is one slice
  const perLength = SLICES / 2 / (highEnd(world, axis) / 2 - min / 2);
  line[0] = min;
  line[1] = Number.isFinite(perLength) ? perLength : 0;
  start.fill(0);
  for (let v = 0; v < slice.length; v++) {
    slice[v] = sliceOf(positions[3 * v + axis], line);
    start[slice[v]]++;
  }
  for (let s = 1; s <= SLICES; s++) start[s] += start[s - 1];
  for (let v = slice.length - 1; v >= 0; v--) vertices[--start[slice[v]]] = v;
}

/** Never decreases with x: a vertex in a box is in a slice between those of the box. */
function sliceOf(x: number, line: Float64Array): number {
  const at = Math.floor((x - line[0]) * line[1]);
  return at > 0 ? (at < SLICES ? at : SLICES - 1) : 0; // 0 for NaN, which is ∞ · 0
}

function longestAxis(world: TetWorld): number {
  let best = 0;
  for (let axis = 1; axis < 3; axis++) {
    // halves, since a width may overflow
    const width = highEnd(world, axis) / 2 - lowEnd(world, axis) / 2;
    if (width > highEnd(world, best) / 2 - lowEnd(world, best) / 2) best = axis;
  }
  return best;
}

function lowEnd({ boxes }: TetWorld, axis: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = axis; i < boxes.length; i += 6) if (boxes[i] < low) low = boxes[i];
  return low;
}

function highEnd({ boxes }: TetWorld, axis: number): number {
  let high = Number.NEGATIVE_INFINITY;
  for (let i = axis + 3; i < boxes.length; i += 6) if (boxes[i] > high) high = boxes[i];
  return high;
}
