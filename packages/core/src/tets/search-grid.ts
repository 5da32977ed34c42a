import { collectCandidates } from './collect-candidates.ts';
import type { GridScratch } from './grid-scratch.ts';
import { testGroup } from './test-group.ts';
import type { TetSearch } from './tet-search.ts';
import type { TetWorld } from './tet-world.ts';
import type { VertexGrid } from './vertex-grid.ts';

/** What is wider than this many units could wrap around in 32 bits unnoticed. */
const MAX_WIDTH = 2 ** 30;
/** Further than this many units from the origin, units no longer tell lengths. */
const MAX_REACH = 2 ** 51;

/**
 * Walks over the cells of every group's box and tests the vertices found there against the group's tets (second pass of
 * the hashing paper, §3). Tets too large for it are left in `scratch.giants`.
 */
export function searchGrid(world: TetWorld, grid: VertexGrid, scratch: GridScratch, search: TetSearch): void {
  const { boxes, groupStart, bodies } = world;
  scratch.giantCount = 0;
  for (let slot = 0; slot < bodies.length; slot++) {
    let width = 0;
    let reach = 0;
    for (let i = 6 * slot; i < 6 * slot + 3; i++) {
      width = Math.max(width, boxes[i + 3] - boxes[i]);
      reach = Math.max(reach, -boxes[i], boxes[i + 3]);
    }
    const far = reach * grid.unitsPerLength > MAX_REACH;
    const narrow = width * grid.unitsPerLength < MAX_WIDTH;
    for (let group = groupStart[slot]; group < groupStart[slot + 1]; group++) {
      const fits = !far && (narrow || isNarrow(world, grid, group));
      const count = fits ? collectCandidates(world, grid, scratch, search, group) : -1;
      if (count >= 0) {
        testGroup(world, scratch, search, group, count);
        continue;
      }
      const end = world.groupTetStart[group + 1];
      for (let t = world.groupTetStart[group]; t < end; t++) scratch.giants[scratch.giantCount++] = t;
    }
  }
}

/** Whether a group is small enough that units modulo 2^32 tell its width. */
function isNarrow(world: TetWorld, grid: VertexGrid, group: number): boolean {
  const { groupVertices, groupVertexStart, positions } = world;
  const end = groupVertexStart[group + 1];
  for (let axis = 0; axis < 3; axis++) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = groupVertexStart[group]; i < end; i++) {
      const x = positions[3 * groupVertices[i] + axis];
      if (x < min) min = x;
      if (x > max) max = x;
    }
    if (!((max - min) * grid.unitsPerLength < MAX_WIDTH)) return false;
  }
  return true;
}
